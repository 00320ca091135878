/** Codes of gates, agents and configuration (RELIABILITY 7, F). */

import { configured, elsewhere, entry } from './entry.ts'

export const settingsCodes = [
  entry({
    code: 'MW600',
    title: 'gate needs a shell',
    severity: 'error',
    explanation:
      'A gate uses `&&`, a pipe, a redirection or a substitution. Gates are run without a shell: write the program and its arguments as a list, or put the line into a script and name that. One that the plan itself proposes is only a warning, and is not run until a person gives its arguments. So is an integration test in JSON: it could not run, and a person is asked about it.',
  }),
  elsewhere({
    code: 'MW601',
    title: 'program not found',
    severity: 'error',
    explanation:
      'The program of a gate or an agent is not on the search path, or an agent is named by a path where no workspace has it: it is not there, not committed, or may not be executed.',
  }),
  entry({
    code: 'MW602',
    title: 'unusable command or option',
    severity: 'error',
    explanation:
      'A command has no words, or one of them contains a NUL; or an option of the call has a value that cannot be used, such as a branch that git does not take.',
  }),
  entry({
    code: 'MW603',
    title: 'numeric gate is not defined',
    severity: 'error',
    explanation:
      'A numeric gate, or an integration test of the plan or of a file beside it, names no value, has a reference that is no number, a negative tolerance, no unit where one is needed, or its program printed no number. A tolerance under another name than `atol` and `rtol` is a warning: it is not looked at.',
  }),
  configured({
    code: 'MW604',
    title: 'limit out of range',
    severity: 'error',
    explanation: 'A time or size limit is zero, negative or above the largest value allowed.',
  }),
  elsewhere({
    code: 'MW605',
    title: 'no gate for a task',
    severity: 'warning',
    explanation:
      'Nothing checks the work of a task. It can end as done, but never as verified, and says so wherever it is shown. Configure a gate.',
  }),
  elsewhere({
    code: 'MW606',
    title: 'gate edits files',
    severity: 'error',
    explanation:
      'A gate changed or deleted files while it judged them, so that its verdict is about something that nobody keeps: it counts as failed. Give it a form that only looks, such as `--check`.',
  }),
  configured({
    code: 'MW607',
    title: 'repository lowers its own security',
    severity: 'error',
    security: true,
    explanation:
      'A file of the repository tries to set trust, bypasses, environment, flags of agents, a looser policy, or a milder severity for a security rule. Your own configuration may set all but the last.',
  }),
  configured({
    code: 'MW608',
    title: 'agent gets no brief',
    severity: 'error',
    explanation: 'The arguments of an agent have no place for the brief, or have it before `--`.',
  }),
  configured({
    code: 'MW609',
    title: 'unknown agent',
    severity: 'error',
    explanation:
      'A run, task, step or configuration names an agent that is neither configured nor a preset, or a preset that does not exist.',
  }),
  elsewhere({
    code: 'MW610',
    title: 'gates are led to the checkout',
    severity: 'error',
    explanation:
      'A gate names a path of your own checkout from `/`, `~` or `$HOME`, or workspaces get a build folder of CMake or Meson that was made for its sources. Gates would judge that instead of the draft, and broken work would be called verified. A shared `target` of Cargo is only a warning. Write the path from the repository; let a set-up make the build folder. What is installed there (`node_modules`, an environment of Python) and what is shared may be named; with tasks in the checkout itself (`--workspace in-place`, or none) everything may.',
  }),
  elsewhere({
    code: 'MW611',
    title: 'stored contract cannot be read',
    severity: 'error',
    explanation:
      'The file `millwright.contract` is damaged, or a merge conflict in it is not resolved: no public signature can be held against it. Correct the line, or take the file away and write it anew with `millwright contract accept`. The file is not changed.',
  }),
  elsewhere({
    code: 'MW620',
    title: 'unusable prompt template',
    severity: 'error',
    explanation:
      'A prompt template names a slot that does not exist, lacks one without which agents are not told what to do, is too long, or has the name of another one. `millwright init --prompt ROLE` copies the one that is built in, to begin from.',
  }),
  configured({
    code: 'MW613',
    title: 'gate is named but not defined',
    severity: 'error',
    lowered: 'a task that names such a gate ends blocked, and what waits for it with it',
    explanation:
      'The plan says that a task is checked by a gate which neither the configuration nor the call defines and which the files of the project do not lead to: done would need evidence that nobody can have. The words `build`, `unit`, `lint`, `contract` and `numeric` mean every gate of that kind. Define it under `[gates.NAME]`, or correct the name in the plan.',
  }),
  configured({
    code: 'MW630',
    title: 'no way to run one test',
    severity: 'error',
    explanation:
      'In ATDD mode the test of each acceptance criterion is run by itself, and nothing says how: no test runner was found in the files of the project, or the command has no place for the name of a test. Write `[atdd] run = ["npx", "vitest", "run", "{file}", "-t", "{name}"]` with the program that runs your tests; `by_name` is the same where the checklist names no file.',
  }),
  elsewhere({
    code: 'MW631',
    title: 'odd entry of a checklist',
    severity: 'warning',
    explanation:
      'A criterion in `atdd-checklist.json` has no id, is listed twice, or has a priority, status, file or name of its test that cannot be used. The message says what is done instead; nothing is written over what is not known.',
  }),
] as const
