/** The shape of `millwright.toml`; the published JSON Schema is generated from it. Loaded only when a file is read. */

import { z } from 'zod'
import { classifyPath } from '../plan/path-safety.ts'
import { isBranchName } from './branch-name.ts'
import { escalation } from './escalation-schema.ts'
import { testRunners } from '../plan/test-runner.ts'
import { durationMs, longestMs } from './duration.ts'

const name = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'a name has letters, digits, `.`, `_` or `-`, and at most 64 of them')

// What `meta` adds is for editors, which read the published schema alone; people who run it get the better messages of
// the checks that follow.
const command = z
  .union([z.array(z.string()).meta({ minItems: 1 }), z.string().meta({ minLength: 1 })])
  .describe('Program and arguments. A line of plain words is split as a shell does; it is never given to a shell.')

const duration = (what: string, most = longestMs) =>
  z
    .union([
      z.string().meta({ pattern: String.raw`^\s*([0-9]+\.?[0-9]*|\.[0-9]+)\s*(ms|s|m|min|h)\s*$` }),
      z.number().meta({ exclusiveMinimum: 0, maximum: most / 1000 }),
    ])
    .refine((it) => durationMs(it) !== null, { error: 'must be a length of time such as "90s", "20m" or "1h"' })
    .refine((it) => (durationMs(it) ?? 1) > 0 && (durationMs(it) ?? 1) <= most, {
      error: `must be more than 0 and at most ${most / 3_600_000}h`,
      params: { code: 'MW604' },
    })
    .describe(`${what}: "90s", "20m", "1h", or a number of seconds; at most ${most / 3_600_000}h.`)

const bytes = (what: string) =>
  z
    .int()
    .refine((it) => it > 0 && it <= 1024 ** 3, {
      error: 'must be more than 0 and at most 1 GiB',
      params: { code: 'MW604', help: 'Write a number of bytes, such as 1000000' },
    })
    .meta({ minimum: 1, maximum: 1024 ** 3 })
    .describe(`${what}, in bytes.`)

const longestBudgetMs = 1000 * 3_600_000

const attempts = (whose: string) => z.int().min(1).max(1_000_000).describe(`Attempts ${whose} at most.`)

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')

const relativePath = z
  .string()
  .min(1)
  .refine((it) => classifyPath(it).kind === 'safe', { error: 'must be a path inside the repository' })

/** Whether a path is the repository itself: what lies there is of all kinds. */
function isTop(path: string): boolean {
  const found = classifyPath(path)
  return found.kind === 'safe' && found.path === '.'
}

/** For editors: what a kind needs beside its name; a table without a kind is of the first one. */
const needs = (kinds: Readonly<Record<string, readonly string[]>>): { readonly anyOf: object[] } => ({
  anyOf: Object.entries(kinds).map(([kind, required], index) => ({
    type: 'object',
    properties: { kind: { const: kind }, ...Object.fromEntries(required.map((key) => [key, true])) },
    required: index === 0 ? [...required] : ['kind', ...required],
  })),
})

const agent = z
  .strictObject({
    kind: z
      .enum(['command', 'preset', 'human', 'scripted', 'acp'])
      .default('command')
      .describe(
        'What drives the agent: any command line, a preset, a person, a script of doubles, or the Agent Client Protocol.',
      ),
    command: command.optional(),
    preset: z.string().optional().describe('Name of the preset for `kind = "preset"`: claude-code, codex.'),
    args: z.array(z.string()).optional().describe('Further arguments for a preset.'),
    brief: z
      .enum(['stdin', 'file', 'argument'])
      .optional()
      .describe(
        'How the brief reaches the command; `argument` needs `{brief}` in it, `file` is `{briefFile}` or MILLWRIGHT_BRIEF.',
      ),
    env: z.array(variable).optional().describe('Names of environment variables that are passed on.'),
    set: z.record(variable, z.string()).optional().describe('Environment variables with a fixed value.'),
    script: z.string().optional().describe('Script of doubles for `kind = "scripted"`, relative to this file.'),
    timeout: duration('Longest time of one attempt').optional(),
    idle_timeout: duration('Longest time without any output').optional(),
  })
  .describe('Who does the work.')
  .meta(needs({ command: ['command'], preset: ['preset'], human: [], scripted: ['script'], acp: ['command'] }))

/** What the message of a commit may be filled with. */
const templateSlots: ReadonlySet<string> = new Set(['{id}', '{title}', '{task}'])

const tolerance = (what: string) => z.number().min(0).optional().describe(what)

/** Exactly one of these says where a value stands. */
const finders = ['json_path', 'regex', 'column'] as const

/** What it needs is told by whoever reads it, so that one that lacks something hides nothing of the others. */
const numericValue = z
  .strictObject({
    name: z.string().min(1).max(64).optional().describe('What the value is called; each name once in a gate.'),
    json_path: z.string().optional().describe('Where it stands in printed JSON: `$.a.b[0]["c"]`.'),
    regex: z
      .string()
      .optional()
      .describe(
        'Or what finds it in a line of the output; its first group is the value. Nothing that needs going back.',
      ),
    column: z
      .union([z.string().min(1), z.int().min(1)])
      .optional()
      .describe('Or the column of a printed table, by its name or by its number from 1.'),
    row: z
      .union([z.string(), z.int()])
      .optional()
      .describe(
        'Row of that table, by its first cell or by its number (-1 is the last); the last one where it is left out.',
      ),
    match: z
      .enum(['only', 'first', 'last'])
      .optional()
      .describe('Which one counts where there are several; `only`, the default, fails with all places.'),
    reference: z.number().optional().describe('What it has to be.'),
    atol: tolerance('How far it may be off.'),
    rtol: tolerance('How far it may be off, as a part of the reference; both together: atol + rtol * |reference|.'),
    unit: z.string().min(1).max(32).optional().describe('What has to stand behind the number; without it nothing may.'),
  })
  .meta({
    required: ['name', 'reference'],
    oneOf: finders.map((key) => ({ type: 'object', properties: { [key]: true }, required: [key] })),
  })

const gate = z
  .strictObject({
    kind: z.enum(['command', 'contract', 'numeric']).default('command').describe('How the verdict is found.'),
    run: command.optional(),
    cwd: relativePath.optional().describe('Working directory, relative to the repository.'),
    env: z.array(variable).optional().describe('Names of environment variables that are passed on.'),
    timeout: duration('Longest time of one run').optional(),
    idle_timeout: duration('Longest time of one run without any output; none by itself').optional(),
    output: bytes('Output kept of one run').optional(),
    repeat: z
      .enum(['safe', 'ask', 'never'])
      .optional()
      .describe('Whether it may be run again when nobody saw how it ended.'),
    paths: z.array(z.string()).optional().describe('Globs: only tasks that name a matching file get this gate.'),
    phases: z.array(z.string()).optional().describe('Phase numbers or titles: only their tasks get this gate.'),
    needs: z
      .array(name)
      .max(100)
      .optional()
      .describe(
        'Gates declared before it that have to run first on the same files; without it, those that build. Empty: none.',
      ),
    milestone: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe(
        'An integration test: run once all tasks of this layer are done (`all`: of the plan), and for no single task.',
      ),
    covers: z
      .array(z.string().min(1).max(64))
      .max(1000)
      .optional()
      .describe('Ids of tasks that an integration test waits for beside those of its layer.'),
    additions: z
      .enum(['pass', 'fail'])
      .optional()
      .describe('Whether a public signature that is new passes a contract gate, which it does by itself.'),
    ignore: z
      .array(z.string())
      .optional()
      .describe('Globs of files whose signatures a contract gate does not look at.'),
    layers: z
      .array(z.string().min(1))
      .optional()
      .describe('Layers of a project state: only their tasks get this gate, and all of them.'),
    types: z
      .array(z.string().min(1))
      .optional()
      .describe('Types of tasks of a project state: only such tasks get this gate, and all of them.'),
    values: z.array(numericValue).max(200).optional().describe('What a numeric gate compares.'),
  })
  .describe('How work is checked.')
  .meta(needs({ command: ['run'], contract: [], numeric: ['run', 'values'] }))

const policy = z.strictObject({
  mode: z.enum(['silent', 'collaborative', 'dynamic', 'education']).optional().describe('How much a person is asked.'),
  agent: name.optional().describe('The agent that is taken where nobody names one.'),
  jobs: z.int().min(1).max(256).optional().describe('How many tasks are worked on at once.'),
  retries: z.int().min(0).max(100).optional().describe('Attempts after the first one, per method.'),
  interruptions: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe('Attempts cut off in a row, while the run brings none to an end, before the task is blocked.'),
  redraft: z.enum(['draft', 'base']).optional().describe('After a red gate: mend the draft or start again.'),
  gate_rounds: z.int().min(1).max(100).optional().describe('Passes over one draft before it counts as used up.'),
  review_rounds: z.int().min(1).max(100).optional().describe('How often a person may send a draft back.'),
  milestone_rounds: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe(
      'How often red integration tests bring a task into the plan that finds out why, before a person is asked.',
    ),
  exhausted: z.enum(['block', 'ask']).optional().describe('When every method is used up.'),
  unverified: z
    .enum(['accept', 'ask', 'block'])
    .optional()
    .describe('A task that neither a gate nor its declared files check, or that changed nothing.'),
  baseline: z.enum(['ask', 'ignore-same', 'block']).optional().describe('A gate that is red before the first task.'),
  deviations: z.enum(['record', 'ask', 'block']).optional().describe('A change outside `files:`.'),
  added_tasks: z
    .enum(['record', 'accept'])
    .optional()
    .describe('Tasks that an agent says are missing: told to you only, or written into the plan.'),
  rejected: z.enum(['fail', 'decompose']).optional().describe('What follows when a person rejects a task.'),
  review: z
    .enum(['never', 'critical', 'always'])
    .optional()
    .describe('When a person sees a draft before it is merged.'),
  limits: z
    .strictObject({
      attempt: duration('Longest time of one attempt').optional(),
      idle: duration('Longest time of an attempt without output').optional(),
      gate: duration('Longest time of one gate').optional(),
      attempt_output: bytes('Output kept per attempt').optional(),
      gate_output: bytes('Output kept per gate').optional(),
    })
    .optional()
    .describe('How long things may take, and how much they may say.'),
  budgets: z
    .strictObject({
      task_attempts: attempts('of one task').optional(),
      task_time: duration('Time that the attempts of one task may take together', longestBudgetMs).optional(),
      run_attempts: attempts('of a run').optional(),
      run_time: duration('Time that the attempts of a run may take together', longestBudgetMs).optional(),
      day_attempts: attempts('of all runs of a plan in 24 hours').optional(),
      day_time: duration(
        'Time that the attempts of all runs of a plan may take in 24 hours',
        longestBudgetMs,
      ).optional(),
    })
    .optional()
    .describe('What may be used at most; where nobody says it, as much as is wanted.'),
  escalation: escalation.optional(),
})

const atdd = z
  .strictObject({
    run: command
      .optional()
      .describe('Runs one test: `{file}`, `{dir}` and `{name}` are filled in, as a whole argument or within one.'),
    by_name: command.optional().describe('The same where no file is named; else `run` without what names one.'),
    runner: z
      .enum(testRunners)
      .optional()
      .describe('Whose output it is, by which it is told whether the test ran at all; else told by the program.'),
    env: z.array(variable).optional().describe('Names of environment variables that are passed on.'),
    timeout: duration('Longest time of one test').optional(),
    checklist: relativePath.optional().describe('The checklist of criteria; else found beside the plan.'),
  })
  .describe('How the tests of acceptance criteria are run, one by one, in ATDD mode.')

const research = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .describe(
        'Whether anything is looked up before tasks of a spec that want it; `false` of yours holds everywhere.',
      ),
    agent: name
      .optional()
      .describe('The agent that looks things up: where no tool does, and beside tools for sources that have none.'),
    timeout: duration('Longest time of the research before one task').optional(),
    tools: z
      .array(
        z.strictObject({
          source: z.string().min(1).max(64).describe('The kind of source, as specs name it: `web_search`.'),
          server: z.string().min(1).max(128).describe('An MCP server, by its name in `.mcp.json` or your clients.'),
          tool: z.string().min(1).max(128).describe('Its tool that is called.'),
          query: z.string().min(1).max(128).describe('The argument of the tool that gets the query.'),
        }),
      )
      .max(50)
      .optional()
      .describe('Tools of MCP servers, one for each kind of source.'),
  })
  .describe('What is looked up before a task of a spec with `research_enabled = true`.')

const judgement = z
  .strictObject({
    agent: name
      .optional()
      .describe('The agent that is asked; without one nobody is. Better another one than the one that works.'),
    steps: z
      .boolean()
      .optional()
      .describe('Whether it is asked about expected outputs that no program has verified; true where nobody says it.'),
    completion: z
      .boolean()
      .optional()
      .describe(
        'Whether it is asked about criteria of completion that no program can tell; true where nobody says it.',
      ),
    retry: z
      .boolean()
      .optional()
      .describe(
        'Whether an output that it holds for another one than expected is worked on once more, in silent and dynamic mode; false where nobody says it.',
      ),
    timeout: duration('Longest time of one question').optional(),
  })
  .describe('An agent that judges what no program can tell in runs of specs; each judgement is marked as such.')

const patterns = z
  .strictObject({
    folder: relativePath
      .refine((it) => !isTop(it), { error: 'must be a folder below the top of the repository' })
      .optional()
      .describe('Folder of the repository with pattern files; similar ones are found by their words.'),
    command: command.optional().describe('Or a program that is asked: JSON on its input, JSON on its output.'),
    env: z.array(variable).optional().describe('Names of environment variables that are passed on to it.'),
    mcp: z.string().min(1).max(200).optional().describe('Or a configured MCP server, by its name.'),
    tool: z.string().min(1).max(200).optional().describe('The tool of that server that is asked.'),
    timeout: duration('Longest time of a question to a program or a server').optional(),
    threshold: z
      .number()
      .min(0.5)
      .max(4)
      .optional()
      .describe('The risk above which a person is warned; 1.5 by itself.'),
  })
  .meta({
    oneOf: [
      ...['folder', 'command', 'mcp'].map((key) => ({ type: 'object', properties: { [key]: true }, required: [key] })),
      { not: { anyOf: ['folder', 'command', 'mcp'].map((key) => ({ required: [key] })) } },
    ],
  })
  .describe('Where patterns come from that could take the place of the one that a spec was made from.')

/** The whole file. */
export const configSchema = z
  .strictObject({
    agents: z.record(name, agent).optional().describe('Who may do the work, by name.'),
    gates: z.record(name, gate).optional().describe('What checks it, by name.'),
    atdd: atdd.optional(),
    patterns: patterns.optional(),
    workspace: z
      .strictObject({
        kind: z.enum(['worktree', 'in-place', 'none']).optional().describe('Where tasks work.'),
        setup: command.optional().describe('Run once in a fresh workspace, for instance ["npm", "ci"].'),
        share: z
          .array(relativePath)
          .optional()
          .describe('Folders of the checkout that workspaces share, such as node_modules.'),
        copy: z.array(relativePath).optional().describe('Files that git does not know and a workspace needs.'),
        scratch: z
          .boolean()
          .optional()
          .describe('Run in a fresh repository made from a copy of this folder: for examples and demos.'),
      })
      .optional()
      .describe('Where work is done, and what makes it ready.'),
    policy: policy.optional().describe('How a run goes, and when a person is asked.'),
    diagnostics: z
      .record(
        z.string().regex(/^MW\d{3}$/, 'must be a code such as MW113'),
        z.enum(['error', 'warning', 'info', 'off']),
      )
      .optional()
      .describe('Severity of diagnostics by code.'),
    commit: z
      .strictObject({
        author: z.enum(['millwright', 'user']).optional().describe('Whose name stands on the commits.'),
        template: z
          .string()
          .min(1)
          .max(2000)
          .refine((it) => [...it.matchAll(/\{([a-z]{1,40})\}/gi)].every(([slot]) => templateSlots.has(slot)), {
            error: 'may name {id}, {title} and {task} only',
          })
          .optional()
          .describe('Message with {id}, {title}, {task}; trailers are added.'),
      })
      .optional()
      .describe('What the commits look like.'),
    git: z
      .strictObject({
        branch: z
          .string()
          .min(1)
          .max(200)
          .refine((it) => isBranchName(it), { error: 'is no name that git takes for a branch' })
          .optional()
          .describe('Publish to this branch instead of the present one.'),
        publish: z.enum(['checkout', 'branch']).optional().describe('Bring the checkout forward, or only a branch.'),
      })
      .optional()
      .describe('Where the work goes.'),
    roles: z
      .record(name, z.strictObject({ agent: name.describe('The agent that works on tasks of this role.') }))
      .optional()
      .describe('Who works on which kind of task: by the specialist that the plan names, else by its layer.'),
    prompts: z
      .strictObject({
        folder: relativePath
          .optional()
          .describe(
            'Folder of the repository with prompt templates, ROLE.md; `.millwright/prompts` where nobody says it.',
          ),
      })
      .optional()
      .describe('What agents are told, by the role of a task.'),
    research: research.optional(),
    judgement: judgement.optional(),
    milestones: z
      .strictObject({
        definitions: relativePath
          .refine((it) => !isTop(it), { error: 'must be a folder below the top of the repository' })
          .optional()
          .describe('Folder of the repository whose `*.json` files define integration tests.'),
      })
      .optional()
      .describe('What is run once the tasks of a layer are done, beside the gates that have a `milestone`.'),
    security: z
      .strictObject({
        sandbox: z.enum(['auto', 'on', 'off']).optional().describe('Whether agents and gates are confined.'),
      })
      .optional()
      .describe('Only your own configuration may loosen what stands here.'),
  })
  .describe('Configuration of Millwright: data only, never code.')

/** What a file holds once its shape is right. */
export type ConfigFile = z.output<typeof configSchema>

/** The published JSON Schema, as text with a final line end. */
export function jsonSchemaText(): string {
  const { $schema, ...rest } = z.toJSONSchema(configSchema, { io: 'input' })
  return `${JSON.stringify({ $schema, title: 'millwright.toml', ...rest }, null, 2)}\n`
}
