/** Codes of the spec format: Markdown and TOML (RELIABILITY 7, E; FORMATS section 6). */

import { configured, entry } from './entry.ts'

export const specCodes = [
  entry({
    code: 'MW500',
    title: 'not TOML',
    severity: 'error',
    explanation: 'A file is not TOML at the place that is shown. Nothing of the file is used.',
  }),
  entry({
    code: 'MW501',
    title: 'TOML key given twice',
    severity: 'error',
    explanation: 'A key or a table of a TOML file is defined twice.',
  }),
  entry({
    code: 'MW502',
    title: 'forbidden TOML key',
    severity: 'error',
    security: true,
    explanation: 'A key such as `__proto__` could change how programs work that read the file. It is never needed.',
  }),
  entry({
    code: 'MW503',
    title: 'a file of the spec is missing',
    severity: 'error',
    lowered: 'the file that is there is the whole plan',
    explanation:
      'A spec is a Markdown (`spec_NAME.md`) and its parameters (`parameters_NAME.toml`) in one folder. One of them is missing. A SPECLet that has a document of its own (`speclet_NAME.md`) may have no parameters: that is a warning.',
  }),
  entry({
    code: 'MW504',
    title: 'no goal, or more than one',
    severity: 'error',
    lowered: 'the first goal counts; without one nothing is judged by it',
    explanation:
      'A spec has one goal, the same in both files. None, a second one, or nothing but a placeholder of the template, is an error; `description` and `statement` of one table that differ are two. A goal that only one of the files names, that the two put into other words, or that is so short that nothing could be judged by it, is a warning; that of the parameters counts.',
  }),
  entry({
    code: 'MW505',
    title: 'the two files differ',
    severity: 'error',
    lowered: 'what one of the files has is part of the plan, and flags are those of the parameters',
    explanation:
      'A task or a SPECLet stands in one of the files only. A step or a backup that stands in one of them only, and a flag, a number or what a SPECLet depends on or holds that both name and that differs, is a warning: the parameters count. So is a file that leaves all tasks to the other one, a SPECLet that one of the files only names with its tasks, and a task whose steps one file numbers from 0 and the other from 1: they are taken in their order. A file that leaves all backups, or all steps of a task, to the other one is told as a notice.',
  }),
  entry({
    code: 'MW506',
    title: 'no id, or nothing to do',
    severity: 'error',
    explanation:
      'A task, a step or a SPECLet has no id, two steps of a task have the same one, or no file says what a step is to do. A task without a name, or without a step, is a warning: it is called by its id, and done as a whole.',
  }),
  entry({
    code: 'MW507',
    title: 'another order',
    severity: 'warning',
    explanation:
      'Tasks or steps stand in another order than their ids, or than in the other file. They are done in the order of their ids.',
  }),
  entry({
    code: 'MW508',
    title: 'wrong value',
    severity: 'error',
    explanation:
      'A value of the configuration or of a parameters file is of the wrong type or out of range, is no path inside the repository, no name of a branch, names a person as who judges (`[judgement] agent = "human"`), or asks for a severity that cannot be had. `critical_flag = "true"` is one: truth values stand without quotes. A severity for a code that does not exist is only a warning.',
  }),
  entry({
    code: 'MW509',
    title: 'no backup, or none that is another way',
    severity: 'warning',
    explanation:
      'A critical step has no backup; two backups of a step have one id, so that the second is taken by another one; a backup says nothing, the same as the primary method, or only to try again; it is to follow on a backup that there is not; or it is to be a program and names none, so that an agent is asked instead.',
  }),
  entry({
    code: 'MW510',
    title: 'SPECLets that cannot be ordered',
    severity: 'error',
    explanation:
      'SPECLets wait for each other in a circle, one waits for itself or for one that there is not, or two have the same id. Nothing is started. Where a document is one SPECLet, one that it waits for and does not hold is a warning: that is a document of its own.',
  }),
  entry({
    code: 'MW511',
    title: 'a task in no SPECLet, or in two',
    severity: 'error',
    lowered: 'a task in none is run by itself, one in two belongs to the first',
    explanation:
      'Where a spec has SPECLets, each of its tasks is in exactly one of them, and they list no other ones. The list of the parameters counts, also an empty one (`tasks = []`), whatever stands in the section of the Markdown.',
  }),
  entry({
    code: 'MW512',
    title: 'SPECLets that share files',
    severity: 'warning',
    explanation: 'Two SPECLets may run side by side, and steps of both name the same file as their output.',
  }),
  entry({
    code: 'MW513',
    title: 'unusual table or id',
    severity: 'warning',
    explanation:
      '`[tasks]` where a list of tables is meant (`[[tasks]]`), or an id that is a text: both are read. `[speclets]` is an error, since nobody can tell its ids.',
  }),
  entry({
    code: 'MW514',
    title: 'nothing says what is to be built',
    severity: 'error',
    lowered: 'the spec is run as it is, and its completion is judged by what it names',
    explanation:
      'The goal is to build software ("Create an app", "A booking system for nurses"), and the parameters leave out the software stack, the user interface, how it is deployed, or when it is complete. The message names the fields. Where nobody can tell whether what is built is software ("Create a garden"), it is a warning; a goal to write a document, or to look at software that is there, is none to build any.',
  }),
  entry({
    code: 'MW516',
    title: 'words of a template',
    severity: 'warning',
    explanation:
      'Words that stand in a template for what is meant are still there: `[Insert goal description]`, `<describe step>`, `{action}`, `TODO`, `TODO: ask`, `To be defined`, `{{name}}`, signs alone (`...`) for what is to be done, or whole examples, which are not read as tasks. An agent would be given these words.',
  }),
  entry({
    code: 'MW517',
    title: 'share of critical steps',
    severity: 'warning',
    explanation:
      'All steps of a task are critical, or none is, or the share of critical steps in the whole is another one than is usual: 40 to 60 percent, or what `project_constitution.toml` says.',
  }),
  configured({
    code: 'MW518',
    title: 'a progress file of another tool',
    severity: 'info',
    explanation:
      'Beside the spec lies a `progress_NAME.json` that Millwright did not write. What it says of tasks and steps is shown as a claim: nothing is skipped for it, and nothing is done by it. It names what the plan does not have, where it does. The file stays as it is; the progress of a run is written beside it.',
  }),
  entry({
    code: 'MW519',
    title: 'left out, a default is taken',
    severity: 'info',
    explanation: 'A file leaves something out that the format has, and its default is taken.',
  }),
  entry({
    code: 'MW520',
    title: 'a word that says the opposite',
    severity: 'warning',
    explanation:
      'The Markdown says `(critical)` or `(non-critical)` behind a step, and the parameters say the opposite. They count. Of `critical_flag` and `critical` of one step the one that is true counts.',
  }),
  entry({
    code: 'MW521',
    title: 'few completion criteria',
    severity: 'warning',
    explanation:
      'A goal to build something has fewer than three criteria by which it could be called complete, and no list `acceptance_criteria`.',
  }),
  entry({
    code: 'MW522',
    title: 'unusual numbers',
    severity: 'warning',
    explanation:
      'A spec has fewer than 2 or more than 20 tasks, a task more than 5 steps, or a step more backups than is usual.',
  }),
  entry({
    code: 'MW523',
    title: 'unusual structure of SPECLets',
    severity: 'warning',
    explanation:
      'There is a single SPECLet, none may run beside another, they wait for each other more than four deep, or one has no tasks: it is completed once all that it depends on is, and what depends on it waits for that.',
  }),
  entry({
    code: 'MW524',
    title: 'a name that is not defined',
    severity: 'warning',
    explanation: 'A text names `constraints.NAME` or `components.NAME`, and the parameters do not define it.',
  }),
  entry({
    code: 'MW525',
    title: 'a verification that verifies nothing',
    severity: 'error',
    lowered: 'the step is done without this verification',
    explanation:
      '`verification` of a step is a text for the agent, or a table (or a list of them) with `command`, `exit_code` and `output`, or with `file` and a `pattern` or a `schema`. Another key, a value of another type, a path that leads out of the repository, or a pattern that RE2 does not know is an error: nothing could be verified by it. Words that are nothing but a command in back-ticks are told as a hint: they are not run. So is, when the step is verified, a schema that is not there or is none: then this verification says nothing of the step.',
  }),
  entry({
    code: 'MW526',
    title: 'a name that looks misspelt',
    severity: 'warning',
    explanation:
      'A key or a table of the parameters or the constitution, or a field of a task, a step or a SPECLet in the Markdown, is none that is read and nearly one that is: `critcal_flag`. What it says is kept as a note where it can be, and has no effect. So are keys by which people elsewhere make work conditional or optional, or limit its time (`condition`, `skip`, `optional`, `timeout`), and `[mcp]` and `mode` of `[execution]`, which have other names here. Other names are those of other tools, and not told. So is a flag, a mode or a number of retries that stands in bold within other words, or without its colon (`**Critical** true`): it has no effect either.',
  }),
  entry({
    code: 'MW527',
    title: 'words that no program judges',
    severity: 'warning',
    explanation:
      'Below a heading such as Definition of Complete stands something that is no point of a list and no row of a table: prose, code, a placeholder, or a heading with nothing below it; or its heading says more than its name (`Success Criteria: 95 % are right`). It is a criterion all the same, and a person or an agent has to judge it: the goal is not reached before.',
  }),
  entry({
    code: 'MW528',
    title: 'a box or criteria that nothing looks at',
    severity: 'warning',
    explanation:
      'A point with a box (`- [ ] …`) stands outside of tasks, below a heading that names no Definition of Complete, or criteria are those of a phase or a user story (`Exit criteria` below `Phase 1`), which are none of the goal. No run does them, and the goal does not depend on them; where the spec has no others, it is told that the goal has none. The same is told of a Definition of Complete in a code fence, where the spec has no other one, and of one in the front matter (`done_when: …`), of headings that may be criteria of the goal and may not (`### Verification` behind the last task, `## Performance Criteria`), and of words in `[completion]` or `[verification]` by keys that name no criterion. As information it is told of points that need not hold, by their heading or by such words in brackets (`### Optional`, `… (nice to have)`).',
  }),
  entry({
    code: 'MW529',
    title: 'another notepad',
    severity: 'warning',
    explanation:
      '`[knowledge_capture] notepad_path` names a file that is no `notepad_NAME.md` beside the spec. No other file of the folder is written to, so the notepad has its usual name.',
  }),
  entry({
    code: 'MW530',
    title: 'the two files speak of different things',
    severity: 'warning',
    explanation:
      'What the Markdown and the parameters say of a SPECLet, a task, a step, its method, its expected output or a backup has nothing in common: hardly a word is the same, in whatever form, and hardly one of either stands anywhere in what the other file says of the same thing; or the expected outputs name other files. Other words for the same are not told, and neither are texts of fewer than three words that say something, nor files in two languages. Agents are told both, and the parameters count. Where many steps in a row are told, their ids may be shifted.',
  }),
] as const
