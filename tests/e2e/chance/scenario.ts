/** Random projects, plans, agents and people for the real program, as plain data. */

import fc from 'fast-check'

/** What an attempt does; most do the declared work, and something beside it. */
export const ways = [
  'works',
  'does nothing',
  'fails',
  'works elsewhere',
  'ticks the plan',
  'rewrites the plan',
  'commits',
  'stashes',
  'deletes its files',
  'breaks the gate',
  'clashes',
  'changes the gate',
  'breaks the set-up',
  'gives up',
  'adds a task',
  'makes a folder',
  'makes a link',
  'nests a repository',
  'renames a file',
  'makes it executable',
  'writes into the checkout',
  'takes everything away',
] as const
export type Way = (typeof ways)[number]

const place = fc.nat(11)
const often = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))

const file = fc.oneof(
  fc.constant({ path: 'src/ID.txt', action: 'CREATE' }),
  fc.constantFrom(
    { path: 'src/made.txt', action: 'CREATE' },
    { path: 'src/a.txt', action: 'MODIFY' },
    { path: 'src/b b.txt', action: 'MODIFY' },
    { path: 'src/red.txt', action: 'MODIFY' },
    { path: 'package-lock.json', action: 'MODIFY' },
    { path: 'src/old.txt', action: 'DELETE' },
    { path: 'src/older.txt', action: 'DELETE' },
    { path: 'ignored/ID.txt', action: 'CREATE' },
    { path: 'docs/ID.md', action: '' },
    { path: 'src/a.txt', action: 'REVIEW' },
  ),
)

const task = fc.record({
  after: fc.array(place, { maxLength: 2 }),
  files: fc.array(file, { maxLength: 3 }),
  tests: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  mark: fc.oneof({ weight: 12, arbitrary: fc.constant(' ') }, fc.constantFrom('X', 'BLOCKED', 'SKIP', 'DEFER', '?')),
  first: fc.array(fc.constantFrom(...ways), { maxLength: 3 }),
  last: fc.oneof({ weight: 6, arbitrary: fc.constant<Way>('works') }, fc.constantFrom(...ways)),
})

const repository = fc.record({
  kind: often('plain', 'plain', 'detached', 'unborn', 'linked', 'no git'),
  ignores: fc.boolean(),
  eol: often('', '', '*.txt text eol=crlf\n*.md text eol=crlf\n', '* text=auto\n', '*.txt eol=crlf\n'),
  submodule: often(false, false, true),
  plan: often('tasks.md', 'docs/some plan/tasks.md'),
  crlf: often(false, false, true),
  table: fc.boolean(),
  isPlanCommitted: often(true, true, false),
} as const)

const settings = fc.record({
  gate: fc.constantFrom('none', 'call', 'configured', 'configured'),
  base: often('green', 'green', 'red'),
  leaves: fc.boolean(),
  setup: often('none', 'ignored', 'untracked', 'tracked', 'none'),
  workspace: often('worktree', 'worktree', 'in-place', 'none'),
  mode: often('dynamic', 'collaborative', 'silent'),
  isStandard: often(false, false, true),
  jobs: fc.integer({ min: 1, max: 3 }),
  branch: often('', '', 'other-result'),
  policy: fc.record({
    retries: fc.nat(2),
    interruptions: fc.constantFrom(5, 1),
    redraft: fc.constantFrom('draft', 'base'),
    exhausted: fc.constantFrom('block', 'ask'),
    unverified: fc.constantFrom('accept', 'ask', 'block'),
    baseline: fc.constantFrom('ask', 'ignore-same', 'block'),
    deviations: often('record', 'record', 'ask', 'block'),
    added_tasks: fc.constantFrom('record', 'accept'),
    rejected: fc.constantFrom('fail', 'decompose'),
    review: often('never', 'always'),
  }),
} as const)

/** After how many milliseconds a short call is killed, if it is. */
const dies = fc.option(fc.nat(250), { nil: null, freq: 4 })

/** What a person does while nothing runs, or at the meeting of an agent. */
const quick = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('write' as const),
      file: place,
      commit: fc.constantFrom('no', 'staged', 'it', 'all'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('plan' as const),
      edit: fc.constantFrom('tick', 'open', 'block', 'unknown', 'add', 'remove', 'retitle', 'files', 'after', 'note'),
      task: place,
      commit: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('verb' as const),
      verb: fc.constantFrom('skip', 'defer', 'accept', 'unblock'),
      task: place,
      dies,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('answer' as const), review: place, option: place, dies }) },
  fc.record({ does: fc.constant('switch' as const), to: fc.constantFrom('other', 'a new one', 'merge') }),
  fc.record({ does: fc.constantFrom('pause' as const, 'stop' as const) }),
  fc.record({ does: fc.constant('take away' as const), how: fc.constantFrom('reset', 'amend', 'revert') }),
  fc.record({
    does: fc.constant('look' as const),
    at: fc.constantFrom('status', 'why', 'log', 'rebuild', 'clean', 'review', 'check', 'resume'),
    dies,
  }),
)
export type Quick = typeof quick extends fc.Arbitrary<infer T> ? T : never

const call = fc.record({
  does: fc.constant('call' as const),
  verb: fc.constantFrom('run', 'resume'),
  kill: fc.option(fc.record({ after: fc.nat(40), wait: fc.nat(25) }), { nil: null, freq: 2 }),
  only: fc.oneof({ weight: 5, arbitrary: fc.constant<number[]>([]) }, fc.array(place, { minLength: 1, maxLength: 2 })),
  meanwhile: fc.oneof(fc.constant<Quick[]>([]), fc.array(quick, { minLength: 1, maxLength: 4 })),
})
export type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

export const scenario = fc.noBias(
  fc.record({
    repository,
    settings,
    tasks: fc.array(task, { minLength: 2, maxLength: 6 }),
    first: call,
    acts: fc.array(fc.oneof({ weight: 3, arbitrary: call }, { weight: 4, arbitrary: quick }), {
      maxLength: 10,
      size: 'max',
    }),
  }),
)
export type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never
