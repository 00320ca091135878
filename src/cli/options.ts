/** The options of the command line, each defined once (DESIGN, 'The command line'). */

import { jobsRange, modes, sandboxChoices, workspaceKinds } from '../calls/run/run-options.ts'

export interface OptionSpec {
  /** As commander writes them: `-m, --message <text>`. */
  readonly flags: string
  readonly says: string
  readonly choices?: readonly string[]
  /** Option names in camel case that may not stand beside it. */
  readonly conflicts?: readonly string[]
  /** Given more than once, the values make a list. Without it the last one counts. */
  readonly repeated?: true
  /** Takes several values, behind commas, as words of their own, or by being given again. */
  readonly list?: true
  /** Turns the text into what commands get; throws `WrongValue` with what is wrong. */
  readonly read?: (text: string) => unknown
}

/** An option's value that cannot be used; the message goes behind commander's own. */
export class WrongValue extends Error {}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN
    if (!(number >= least && number <= most))
      throw new WrongValue(`It must be a whole number from ${least} to ${most}.`)
    return number
  }
}

export const json: OptionSpec = { flags: '--json', says: 'print one JSON document' }
export const jsonl: OptionSpec = {
  flags: '--jsonl',
  says: 'print a stream of JSON lines',
  conflicts: ['json'],
}
export const strict: OptionSpec = { flags: '--strict', says: 'exit with 1 where there are warnings' }
export const verifyTools: OptionSpec = {
  flags: '--verify-tools',
  says: 'start the MCP servers that a spec wants, and ask them for their tools (exit 2 where a run would halt)',
}
export const all: OptionSpec = { flags: '--all', says: 'show each finding in full, also where many are alike' }
export const dialect: OptionSpec = { flags: '--dialect <name>', says: 'format of the plan (default: recognised)' }
export const message: OptionSpec = { flags: '-m, --message <text>', says: 'reason or answer, which is recorded' }
export const presented: OptionSpec = {
  flags: '--presented <digest>',
  says: 'answer only what `review show` has shown under this digest',
}
export const at: OptionSpec = {
  flags: '--at <commit>',
  says: 'the files as they are in a commit (default: on the disk)',
}
export const yes: OptionSpec = { flags: '--yes', says: 'do it without asking' }
export const trusting: OptionSpec = { flags: '--yes', says: 'trust what this repository would execute' }
export const force: OptionSpec = { flags: '--force', says: 'write over a file that is there' }
export const output: OptionSpec = {
  flags: '--output <file>',
  says: 'write it into a file; one that is there already is replaced where it is such a report, or with --force',
}
export const prompt: OptionSpec = {
  flags: '--prompt <role>',
  says: 'write the built-in prompt template of a role instead, to begin from; may be given again',
  repeated: true,
}
export const dryRun: OptionSpec = { flags: '--dry-run', says: 'only list what would be removed' }
export const follow: OptionSpec = {
  flags: '-f, --follow',
  says: 'go on showing what happens',
  conflicts: ['json'],
}
export const plan: OptionSpec = { flags: '--plan <plan>', says: 'the plan (default: the one of this folder)' }
export const untilSeq: OptionSpec = {
  flags: '--until <seq>',
  says: 'number of the last event taken',
  read: wholeNumber(0, 999_999_999),
}

/** `--format` with the forms a command knows; commander names them and refuses others. */
export function format(choices: readonly string[]): OptionSpec {
  return {
    flags: '--format <form>',
    says: `form of the output (default: ${choices[0] ?? ''}${choices.includes('svg') ? '; svg comes later' : ''})`,
    choices,
  }
}

/** What `run` takes. */
export const run: readonly OptionSpec[] = [
  { flags: '--agent <name>', says: 'agent for all tasks: configured, or a preset that `doctor` lists' },
  {
    flags: '--exec <command>',
    says: 'program as agent, split into words without a shell; the brief comes on stdin',
    conflicts: ['agent'],
  },
  {
    flags: '--gate <name=command>',
    says: 'gate that every task must pass; may be given again',
    repeated: true,
  },
  {
    flags: '--jobs <n>',
    says: 'how many tasks are worked on at a time (default: as cores and memory allow, 4 at most; 1 in one folder)',
    read: wholeNumber(jobsRange.least, jobsRange.most),
  },
  {
    flags: '--mode <mode>',
    says: 'how much a person is asked',
    choices: modes,
  },
  { flags: '--mechanical', says: 'task by task, also where the project says otherwise; needs files: in the phase' },
  { flags: '--standard', says: 'hand the whole phase to one agent', conflicts: ['mechanical'] },
  { flags: '--atdd', says: 'see the test of each acceptance criterion fail first, then pass' },
  { flags: '--no-atdd', says: 'do not, also where the project asks for it' },
  {
    flags: '--phase <id>',
    says: 'phase to run, or `all`; may be given again (default: implementation)',
    repeated: true,
  },
  {
    flags: '--workspace <kind>',
    says: 'where agents work: a checkout per task (default with git), your folder, or your folder without looking at it',
    choices: workspaceKinds,
  },
  {
    flags: '--sandbox <when>',
    says: 'keep agents and gates inside a sandbox; there is none yet, and `on` is refused',
    choices: sandboxChoices,
  },
  {
    flags: '--only <ids>',
    says: 'exactly these tasks, with commas or spaces between them; their blockers are not added',
    list: true,
  },
  { flags: '--until <id>', says: 'this task and all that it waits for' },
  { flags: '--branch <name>', says: 'put the result on this branch; of the checkout only the plan is marked' },
  {
    flags: '--dry-run',
    says: 'play the run in a copy, with stand-ins for agents and gates; nothing of yours is changed',
  },
  { flags: '--doubles <file>', says: 'what these stand-ins do, as JSON; only with --dry-run' },
  dialect,
  trusting,
  json,
  jsonl,
]
