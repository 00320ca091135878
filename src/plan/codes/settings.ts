/** Codes of gates, agents and configuration (RELIABILITY 7, F). */

import { configured, elsewhere, entry } from './entry.ts'

export const settingsCodes = [
  entry({
    code: 'MW600',
    title: 'gate needs a shell',
    severity: 'error',
    explanation:
      'A gate uses `&&`, a pipe, a redirection or a substitution. Gates are run without a shell: write the program and its arguments as a list, or put the line into a script and name that. One that the plan itself proposes is only a warning, and is not run until a person gives its arguments.',
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
      'A numeric gate, or an integration test of the plan, names no value, has a reference that is no number, a negative tolerance, no unit where one is needed, or its program printed no number.',
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
] as const
