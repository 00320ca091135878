/** Codes of the phase-tasks format (RELIABILITY 7, A; FORMATS section 2). */

import { configured, elsewhere, entry } from './entry.ts'

export const phaseTasksCodes = [
  entry({
    code: 'MW100',
    title: 'space missing at a box',
    severity: 'warning',
    explanation:
      'A space is missing before or after the box. The line is read as the task it is meant to be and keeps its bytes.',
  }),
  entry({
    code: 'MW101',
    title: 'two spellings of done',
    severity: 'info',
    explanation: 'Both `x` and `X` mark done tasks in this file. Both are kept; new marks use the more frequent one.',
  }),
  entry({
    code: 'MW102',
    title: 'unknown or empty state',
    severity: 'warning',
    explanation:
      'The box holds something that is no known state. Such a task is not counted as done, not run and never rewritten until a person decides. An empty box, or one of several spaces, is open; its mark replaces what stands there.',
  }),
  entry({
    code: 'MW103',
    title: 'unusual task id',
    severity: 'warning',
    explanation:
      'Task ids are T and three or four digits, with a letter behind for a sub-task. This one has another width or case, or more behind its number. It is used exactly as written, also in dependencies.',
  }),
  entry({
    code: 'MW104',
    title: 'task without an id',
    severity: 'warning',
    explanation:
      'A box in a phase has no id. It is a task with a generated key, and nothing can depend on it. Give it an id.',
  }),
  entry({
    code: 'MW105',
    title: 'task says nothing',
    severity: 'error',
    explanation: 'The task has an id but no text, no files and no description, so that nobody could work on it.',
  }),
  entry({
    code: 'MW106',
    title: 'unusual indentation of a sub-line',
    severity: 'warning',
    explanation:
      'A sub-line is indented by a tab or by one space; it is read as usual. A dependency or file line that belongs to no task, for instance because it is not indented, is an error: what it says would be lost.',
  }),
  entry({
    code: 'MW107',
    title: 'misspelt key',
    severity: 'error',
    lowered: 'the line is kept as a note of the task, and no dependency or file is read from it',
    explanation:
      'A sub-line has a key that is nearly a known one, holds a letter of another script or an invisible character, or lacks its colon. Reading it as a note would lose a dependency or a file without a word. The same holds behind `|` on a task line. Other unknown keys are notes and are not reported.',
  }),
  entry({
    code: 'MW108',
    title: 'key given twice',
    severity: 'warning',
    explanation: 'A task has the same sub-line twice. Lists are united; of other values both are kept.',
  }),
  entry({
    code: 'MW109',
    title: 'not a task id',
    severity: 'error',
    explanation:
      'An element of a dependency list is neither an id nor a range of ids. `none`, `n/a`, `-`, `[]` and nothing at all are valid. Ids inside a note are not read: `T001 (and T002)` is an error, `T001 (see T002)` a warning. A bracket that is not closed, or a missing comma, is only a warning too: the list is read to the end of the line.',
  }),
  entry({
    code: 'MW110',
    title: 'duplicate id',
    severity: 'error',
    explanation:
      'Two tasks have the same id and a dependency names it, so that it has two readings. Where nothing refers to the id it is a warning, and the second task is told apart by its place; not in a spec, whose log knows tasks and steps by their numbers. Of two integration tests with the same id, wherever they are defined, one would stand in for the other.',
  }),
  entry({
    code: 'MW111',
    title: 'unknown task in a dependency',
    severity: 'error',
    lowered: 'the unknown blocker stays a blocker that is never met, and the task ends blocked for it',
    explanation:
      'A dependency names an id that no task of the plan has, in any phase. Often it is a typing error; the nearest id is offered. Where the list only repeats what others wait for, it is a warning: nobody is held up.',
  }),
  entry({
    code: 'MW112',
    title: 'task waits for itself',
    severity: 'warning',
    explanation: 'A task is named as its own blocker: a cycle of one. It ends blocked with that reason; the rest runs.',
  }),
  entry({
    code: 'MW113',
    title: 'dependency cycle',
    severity: 'warning',
    explanation:
      'Tasks wait for each other in a circle. They and everything that depends on them end blocked with the cycle as the reason; the rest runs. Every dependency of the circle is shown; remove one of them.',
  }),
  entry({
    code: 'MW114',
    title: 'dependency named on one side',
    severity: 'info',
    explanation:
      'The plan uses both `blocked_by` and `blocks`, and some dependencies stand on one side only. The two keys are one relation, so that nothing is lost.',
  }),
  entry({
    code: 'MW115',
    title: 'done before its blocker',
    severity: 'warning',
    explanation:
      'A task is marked done although a task it waits for is not. The mark is believed and left as it is; look whether the blocker was forgotten or the dependency is wrong.',
  }),
  entry({
    code: 'MW116',
    title: 'reason missing',
    severity: 'warning',
    explanation:
      'A blocked task has no `reason:` line, or a deferred one no `defer_reason:` line. The mark counts, but nobody can see why it was set.',
  }),
  elsewhere({
    code: 'MW117',
    title: 'journal and mark disagree',
    severity: 'warning',
    explanation:
      'The journal of an earlier run and the mark in the plan say different things. Nothing begins before you say which one holds: `unblock` does the task again, `rebuild` writes its mark. Of marks that came after a run was cut off it asks whose they are: yours are said with `accept`, `skip` or `defer`; else open the boxes.',
  }),
  entry({
    code: 'MW118',
    title: 'progress table is stale',
    severity: 'info',
    explanation:
      'A number in the progress table, or the label of a phase, does not agree with the marks. The marks decide; the table is brought up to date when the next mark is written, but for what says complete although tasks are open: a person said that, and changes it.',
  }),
  entry({
    code: 'MW119',
    title: 'task outside a phase',
    severity: 'info',
    explanation: 'A task stands under a heading that is not called a phase. That section is read as a phase too.',
  }),
  entry({
    code: 'MW120',
    title: 'copy of a task',
    severity: 'info',
    explanation:
      'A task line with a known id stands in a code fence, a comment or a quotation. It is a copy and is ignored.',
  }),
  entry({
    code: 'MW121',
    title: 'code fence or comment not closed',
    severity: 'warning',
    explanation:
      'A code fence or a comment is opened and never closed. It is read as if it were not there, so that no task behind it is swallowed. Close it, or delete it. A comment that opens behind other words, and ends only with another one that opens below, is an error where tasks stand between: either its end is missing, or they are not to be run. So is a fence in which another one is opened, or behind which one is never closed, where it holds tasks that stand nowhere else.',
  }),
  entry({
    code: 'MW122',
    title: 'unusual phase heading',
    severity: 'warning',
    explanation:
      'A phase appears twice, or its heading lacks the space behind `##`, is underlined instead, stands in emphasis, behind a sign or without its colon. It is read as a phase. Below a phase a deeper heading that is called one is a part of it, unless it goes on counting. Numbers that fall are normal and not reported.',
  }),
  entry({
    code: 'MW123',
    title: 'blocker stands later',
    severity: 'info',
    explanation:
      'A task waits for one that stands further down in the file or in a later phase. The dependency decides the order, not the place.',
  }),
  entry({
    code: 'MW124',
    title: 'misspelt annotation',
    severity: 'warning',
    explanation:
      'A part behind `|` on a task line has a key that is nearly a known one, or a dependency stands in the text with no `|` before it. It is kept as text of the task. Where a dependency or a file would be lost behind `|`, it is MW107.',
  }),
  entry({
    code: 'MW125',
    title: 'which phase is run may be doubted',
    severity: 'warning',
    explanation:
      'Without `--phase` the phase called Implementation is run, else phase 06. Here there is none, it holds no task, it is not the one with that number, or only its number speaks for it. Where there is none, all phases are run, and this is for your information.',
  }),
  entry({
    code: 'MW130',
    title: 'path leaves the repository',
    severity: 'error',
    security: true,
    explanation:
      'A declared path is absolute, begins with `~`, a drive or a server, climbs out with `..`, or could be read as an option or an address. A plan may only name files of its own repository, relative to its root.',
  }),
  entry({
    code: 'MW131',
    title: 'protected path',
    severity: 'error',
    security: true,
    explanation:
      'A declared path is one that no task may change: inside `.git`, `.gitmodules`, the plan itself, the journal or the configuration, in any spelling of its case. The same is said of `share` and `copy` in a configuration: agents would change it in your own checkout.',
  }),
  entry({
    code: 'MW132',
    title: 'path leaves by a link',
    severity: 'error',
    security: true,
    explanation: 'A part of the declared path is a symbolic link that leads out of the repository.',
  }),
  entry({
    code: 'MW133',
    title: 'unclear action of a file',
    severity: 'warning',
    explanation:
      'The word behind a path is no known action, is missing, or its parenthesis is not closed. Known are CREATE and NEW, MODIFY and REGENERATE, DELETE, REVIEW and VERIFY, and RENAME with a new path. The first word counts; without one the action is unknown and any change of the file is as declared. Lines behind a path, words before it and a missing comma are read for what they mean, and said.',
  }),
  entry({
    code: 'MW134',
    title: 'file is not as the plan expects',
    severity: 'warning',
    explanation:
      'A file to create is already there, a file to change or delete is missing, or a path of a file is a folder. The task runs; what it does with the file is recorded as a deviation. A file that an earlier task of the plan creates or deletes is not reported.',
  }),
  entry({
    code: 'MW135',
    title: 'file shared without order',
    severity: 'warning',
    explanation:
      'Two or more open tasks name the same file and no dependency says which comes first. They work one after the other, in the order of the plan, also where several tasks work at once; one that ends badly keeps none of them back. If one needs what another leaves, write it down.',
  }),
  entry({
    code: 'MW136',
    title: 'path that differs between systems',
    severity: 'warning',
    explanation:
      'The path is not one and the same file everywhere: it differs from another only in case or Unicode form, ends with a space or a dot, has a name that Windows reserves, or has a name of more than 255 bytes. Where the system that it is checked on takes no such name, that is an error.',
  }),
  entry({
    code: 'MW137',
    title: 'pattern instead of a path',
    severity: 'warning',
    explanation:
      'A declared path is a pattern, or is shortened with dots. Changes are compared with the pattern; a shortened path is not compared at all.',
  }),
  entry({
    code: 'MW138',
    title: 'path that git ignores',
    severity: 'warning',
    explanation:
      'An open task is to make or change a file that git ignores. What it makes in a worktree is committed all the same, or it would be lost. It is recorded as a deviation. Where your checkout has the file already it is yours: nothing of it is ever committed, so that nobody can check what an agent does to it, and its task ends blocked. A file with secrets does not belong in `files:`.',
  }),
  configured({
    code: 'MW139',
    title: 'document of a task is not there',
    severity: 'warning',
    explanation:
      'A task names a document that tells the whole of it, and nothing is found at that path, neither from the root of the project nor from the folder of the plan, or it leads out of the project. The agent is told so and works without it. Correct the path, or take it out.',
  }),
] as const
