/** Every command of the program as data: what it takes, what it is for, examples, and where its code lies. */

import { reviewAnswers } from '../run/command.ts'
import { reportFormats } from '../calls/journal/report-format.ts'
import type { Command } from './output.ts'
import * as options from './options.ts'
import type { OptionSpec } from './options.ts'

export interface CommandSpec {
  readonly name: string
  /** As commander writes them: `<plan>`, `[plan]`, `[items...]`. */
  readonly arguments: readonly { readonly form: string; readonly says: string; readonly choices?: readonly string[] }[]
  /** One line for the list of commands. */
  readonly summary: string
  /** More for the command's own help; the summary where it is absent. */
  readonly description?: string
  readonly options: readonly OptionSpec[]
  /** Two or three calls, each with what it does. */
  readonly examples: readonly (readonly [call: string, does: string])[]
  /** Loads the code only when the command is called: the others cost nothing at start-up. */
  readonly load: () => Promise<{ readonly command: Command }>
}

const plan = { form: '<plan>', says: 'the plan: a file, or a folder that holds one' }
const optionalPlan = { form: '[plan]', says: 'the plan: a file, or a folder that holds one (default: this folder)' }
const task = { form: '<id>', says: 'id of a task' }
const tasks = { form: '<id...>', says: 'id of a task, or of several' }

/** A verb of a person about tasks. */
function verb(name: string, summary: string, example: string, load: CommandSpec['load']): CommandSpec {
  return {
    name,
    arguments: [plan, tasks],
    summary,
    options: [options.message, options.dialect, options.json],
    examples: [
      [`millwright ${name} tasks.md T0012`, example],
      [`millwright ${name} tasks.md T0012 -m "why"`, 'with a reason, which is recorded'],
    ],
    load,
  }
}

/** In the order in which help shows them. */
export const commandList: readonly CommandSpec[] = [
  {
    name: 'check',
    arguments: [plan],
    summary: 'show everything that is wrong or odd in a plan',
    description:
      'Reads a plan and shows every finding with its place, the line and what to do. Nothing is run or written; only --verify-tools starts something: the MCP servers that a spec wants, where they are trusted.',
    options: [
      options.format(['text', 'json', 'sarif', 'github']),
      options.json,
      options.all,
      options.strict,
      options.verifyTools,
      options.dialect,
    ],
    examples: [
      ['millwright check tasks.md', 'read the findings'],
      ['millwright check . --format json', 'the same for a program'],
      ['millwright check tasks.md --strict --format github', 'in CI: annotations, and warnings fail'],
    ],
    load: () => import('./commands/check.ts'),
  },
  {
    name: 'graph',
    arguments: [plan],
    summary: "show a plan's order, stages and critical path",
    options: [options.format(['text', 'mermaid', 'dot', 'svg', 'json']), options.json, options.dialect],
    examples: [
      ['millwright graph tasks.md', 'in the terminal'],
      ['millwright graph tasks.md --format mermaid > plan.mmd', 'as a picture for Markdown'],
      ['millwright graph tasks.md --format json', 'as data'],
    ],
    load: () => import('./commands/graph.ts'),
  },
  {
    name: 'run',
    arguments: [plan],
    summary: 'run a plan, or go on with a run that has not ended',
    description:
      'Runs the tasks of a plan in dependency order: an agent works on each, gates check it, accepted work is committed and marked in the plan. A run that was interrupted goes on where it was.',
    options: options.run,
    examples: [
      ['millwright run tasks.md --agent claude-code', 'with a known agent'],
      ['millwright run tasks.md --exec "my-agent --quiet" --gate unit="npm test"', 'with any program and a gate'],
      ['millwright run tasks.md --dry-run', 'see what would happen, with no agent'],
    ],
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'resume',
    arguments: [optionalPlan],
    summary: 'go on with the run that has not ended',
    options: [options.dialect, options.trusting, options.json, options.jsonl],
    examples: [
      ['millwright resume', 'the plan of this folder'],
      ['millwright resume tasks.md', 'this plan'],
    ],
    load: () => import('./commands/resume.ts'),
  },
  {
    name: 'status',
    arguments: [optionalPlan],
    summary: 'show how far a plan is and what waits',
    options: [options.dialect, options.json],
    examples: [
      ['millwright status', 'the plan of this folder'],
      ['millwright status tasks.md --json', 'for a program'],
    ],
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'why',
    arguments: [plan, task],
    summary: 'explain why a task waits, failed or is blocked',
    options: [options.dialect, options.json],
    examples: [
      ['millwright why tasks.md T0012', 'the chain of blockers, nearest first'],
      ['millwright why tasks.md T0012 --json', 'for a program'],
    ],
    load: () => import('./commands/why.ts'),
  },
  {
    name: 'review',
    arguments: [
      {
        form: '[verb]',
        says: 'what to do (default: list)',
        choices: ['list', 'show', ...reviewAnswers],
      },
      { form: '[review]', says: 'id of a review' },
    ],
    summary: 'list and answer what waits for a person',
    description:
      'Lists what waits for a person, or answers it; each question names the answers that it takes. approve takes the draft, override too, although a gate is red. revise asks for another round with what -m says. reject ends the task as failed, skip leaves it out, block ends it blocked. retry makes the attempt or asks the gate again. ignore-same lets this very failure of a gate pass. dynamic goes on, and takes a run that has turned to people back to its mode. A checkpoint of education mode takes approve (the recommended approach), alternatives (all of them once more), explain-more (-m says what) and try-different (-m names the approach). pause leaves the question open, and a run that is at work parks.',
    options: [options.message, options.presented, options.plan, options.json],
    examples: [
      ['millwright review', 'what waits'],
      ['millwright review show R3', 'the draft, its criteria, gates and diff'],
      ['millwright review revise R3 -m "keep the old name"', 'ask for another round'],
    ],
    load: () => import('./commands/review.ts'),
  },
  verb(
    'unblock',
    'let a blocked or failed task be tried again',
    'it and what waits for it are open again',
    () => import('./commands/unblock.ts'),
  ),
  verb('skip', 'leave a task out', 'what waits for it goes on without it', () => import('./commands/skip.ts')),
  verb('defer', 'put a task off', 'what waits for it ends blocked', () => import('./commands/defer.ts')),
  verb('accept', 'say that a person did a task', 'done, and no gate is asked', () => import('./commands/accept.ts')),
  {
    name: 'pause',
    arguments: [optionalPlan],
    summary: 'let the work under way end, and start nothing new',
    options: [options.message, options.json],
    examples: [
      ['millwright pause', 'the plan of this folder'],
      ['millwright pause tasks.md -m "lunch"', 'with a reason'],
    ],
    load: () => import('./commands/pause.ts'),
  },
  {
    name: 'stop',
    arguments: [optionalPlan],
    summary: 'end the agents at work and leave the run as it is, to be resumed',
    options: [options.message, options.json],
    examples: [
      ['millwright stop', 'the plan of this folder'],
      ['millwright stop tasks.md', 'this plan; `millwright resume` goes on'],
    ],
    load: () => import('./commands/stop.ts'),
  },
  {
    name: 'mode',
    arguments: [plan, { form: '<mode>', says: 'the mode that it goes on in', choices: ['dynamic'] }],
    summary: 'let a run that has turned to people be dynamic again',
    description:
      'A dynamic run of a spec turns to people when its steps fail in a way that its thresholds name: from then on it is collaborative. This takes it back. What has led to people until then does not again. To give a run another mode of its own, call `run` with --mode.',
    options: [options.message, options.dialect, options.json],
    examples: [
      ['millwright mode . dynamic', 'the plan of this folder'],
      ['millwright mode spec_tides.md dynamic -m "seen"', 'with a reason, which is recorded'],
    ],
    load: () => import('./commands/mode.ts'),
  },
  {
    name: 'log',
    arguments: [optionalPlan],
    summary: 'show what happened, event by event',
    options: [options.follow, options.dialect, options.json, options.jsonl],
    examples: [
      ['millwright log tasks.md', 'everything so far'],
      ['millwright log tasks.md --follow', 'and what happens now'],
    ],
    load: () => import('./commands/log.ts'),
  },
  {
    name: 'replay',
    arguments: [plan],
    summary: 'show the state a run had after an event',
    options: [options.untilSeq, options.dialect, options.json],
    examples: [
      ['millwright replay tasks.md', 'after the last event'],
      ['millwright replay tasks.md --until 120', 'after event 120'],
    ],
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'verify',
    arguments: [{ form: '<plan>', says: 'the plan, or the folder of an archive of one' }],
    summary: "check that the journal, the record of a plan's runs, is whole and unchanged",
    options: [options.dialect, options.json],
    examples: [
      ['millwright verify tasks.md', 'the chain of hashes, and what is behind it'],
      ['millwright verify tasks.md --json', 'for a program'],
      ['millwright verify archive_2026-01-31', 'whether an archive is as it was made'],
    ],
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'report',
    arguments: [optionalPlan],
    summary: 'show what came out of the last run of a plan, for people',
    description:
      'Makes a report of the last run from the journal: outcome, time, tasks and steps, gates, and of a spec also its backups, modes, compliance and recommendations. The HTML is one file with charts, and needs neither a script nor the network. Nothing is run, and nothing written but --output.',
    options: [options.format(reportFormats), options.json, options.output, options.force, options.dialect],
    examples: [
      ['millwright report tasks.md', 'as Markdown, in the terminal'],
      ['millwright report tasks.md --format html --output report.html', 'as a page with charts'],
      ['millwright report tasks.md --json', 'as data; of a spec its progress file'],
    ],
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'archive',
    arguments: [optionalPlan],
    summary: "put a plan's files, report and log into a folder beside it",
    description:
      'Copies what belongs to the last run of a plan into archive_DATE beside it, for whoever has to look at it later: the files of the plan, of a spec its progress, notepad and lessons, the report and the whole log, with a manifest of their digests. Never over an earlier archive, and not while a run is at work.',
    options: [options.dialect, options.json],
    examples: [
      ['millwright archive', 'the plan of this folder'],
      ['millwright archive spec_tides.md --json', 'with the manifest, for a program'],
      ['millwright verify archive_2026-01-31', 'whether an archive is as it was made'],
    ],
    load: () => import('./commands/archive.ts'),
  },
  {
    name: 'rebuild',
    arguments: [plan],
    summary: "write a plan's marks anew from the journal",
    options: [options.dialect, options.yes, options.json],
    examples: [
      ['millwright rebuild tasks.md', 'shows what would change and asks'],
      ['millwright rebuild tasks.md --yes', 'does it'],
    ],
    load: () => import('./commands/rebuild.ts'),
  },
  {
    name: 'init',
    arguments: [{ form: '[folder]', says: 'the project (default: this folder)' }],
    summary: 'write a millwright.toml with comments to start from',
    options: [options.prompt, options.force, options.json],
    examples: [
      ['millwright init', 'in this folder'],
      ['millwright init ../other', 'in another one'],
      ['millwright init --prompt core', 'what agents are told of core tasks, to change it'],
    ],
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'doctor',
    arguments: [{ form: '[folder]', says: 'the project (default: this folder)' }],
    summary: 'look whether everything that a run needs is there',
    options: [options.json],
    examples: [
      ['millwright doctor', 'git, agents, gates, sandbox, configuration'],
      ['millwright doctor --json', 'for a program'],
    ],
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'trust',
    arguments: [{ form: '[folder]', says: 'the project (default: this folder)' }],
    summary: 'show what a repository would execute, and allow it',
    description:
      'Shows every program that the configuration of a repository names (agents, gates, set-up) and what it has agents told (prompt templates), and allows exactly that until it changes.',
    options: [options.yes, options.json],
    examples: [
      ['millwright trust', 'shows it and asks'],
      ['millwright trust --yes', 'allows it without asking'],
    ],
    load: () => import('./commands/trust.ts'),
  },
  {
    name: 'contract',
    arguments: [
      { form: '[verb]', says: 'what to do (default: show)', choices: ['show', 'accept'] },
      { form: '[paths...]', says: 'files and folders of the project (default: all of it)' },
    ],
    summary: 'show the public signatures of a project, or accept them as its contract',
    description:
      'show prints what the files of a project offer to others, as its contract gates read it. accept makes that the stored contract, the file millwright.contract, after it has shown what changes; commit that file. Gates of the kind contract hold tasks to it.',
    options: [options.at, options.message, options.yes, options.json],
    examples: [
      ['millwright contract show src/api.ts', 'what this file offers'],
      ['millwright contract accept src/api.ts', 'shows what changes in the contract and asks'],
      ['millwright contract accept src --at 1a2b3c -m "why"', 'as it is in a commit, such as a draft'],
    ],
    load: () => import('./commands/contract.ts'),
  },
  {
    name: 'clean',
    arguments: [],
    summary: 'remove what ended runs left behind',
    description:
      'Removes the worktrees and scratch copies of runs that have ended, and their git references where the work is on a branch. What is at work, unfinished or merged nowhere stays, and is named.',
    options: [options.dryRun, options.json],
    examples: [
      ['millwright clean --dry-run', 'what would go, and what it would free'],
      ['millwright clean', 'removes it'],
    ],
    load: () => import('./commands/clean.ts'),
  },
  {
    name: 'completion',
    arguments: [{ form: '<shell>', says: 'the shell', choices: ['bash', 'zsh', 'fish'] }],
    summary: 'print a script that completes commands and options',
    options: [],
    examples: [
      ['source <(millwright completion bash)', 'for this session'],
      ['millwright completion zsh > ~/.zsh/_millwright', 'for every session, where fpath names that folder'],
      ['millwright completion fish > ~/.config/fish/completions/millwright.fish', 'for every session'],
    ],
    load: () => import('./commands/completion.ts'),
  },
]
