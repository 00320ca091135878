/** ATDD in a run: which criteria there are, how their tests are run, and what becomes of the plan (seed 000 §5). */

import { greenWords, phaseWords, redWords, type TestPlace } from '../../agents/test-first-words.ts'
import { settle, testGates, type SettledGate } from '../../config/gates.ts'
import type { Settings } from '../../config/settings.ts'
import type { ConfigSource, TestCommand } from '../../config/config.ts'
import { discover } from '../../gates/discovery.ts'
import { criterionCommand } from '../../gates/criterion-gate.ts'
import { namesTest, runnerOf, templateFor, tokenFor, type TestTemplate } from '../../gates/test-runners.ts'
import { criteriaOf, criterionKey, type Criterion } from '../../plan/criterion.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Plan, TaskSpec } from '../../plan/model.ts'
import { listed } from '../../plan/names.ts'
import { ownersOf, testFirst, unsplit, withRules, type CriterionSteps, type Owners } from '../../plan/test-first.ts'
import type { GateSpec } from '../../run/effect.ts'
import type { FoundChecklist } from './checklist.ts'

/** How the tests of a project are run one by one, and whose word that is. */
export interface TestCommands {
  readonly templates: readonly TestTemplate[]
  /** What has to be trusted for it, with the slots open; empty where it is the person's own word. */
  readonly executables: readonly SettledGate[]
  readonly settled: Pick<TestCommand, 'env' | 'timeoutMs'> & { readonly source: ConfigSource }
}

/** What ATDD makes of a run. */
export interface TestFirst {
  /** The plan as it is executed, of one whose gates are assigned; as often as it is read. */
  readonly split: (plan: Plan) => Plan
  readonly gates: readonly GateSpec[]
  /** The same, for what looks at gates as they are configured. */
  readonly settledGates: readonly SettledGate[]
  /** All criteria that the plan's tasks are about, in their order. */
  readonly criteria: readonly Criterion[]
  readonly remarks: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The command of the configuration, else those that the project's files name.
 * @param isAsked whether the person asks for ATDD with the call: then what is found is their own word
 */
export async function testCommands(
  { settings, root }: { readonly settings: Settings; readonly root: string },
  searchPath: string | undefined,
  isAsked: boolean,
): Promise<TestCommands> {
  const { tests } = settings.atdd
  if (tests !== null) {
    const { run, byName, runner, origin } = tests
    const template: TestTemplate = { run, byName, runner: runner ?? runnerOf(run), endings: [], origin }
    const executables = testGates(tests).map((it) => settle(it, settings.policy))
    return { templates: [template], executables, settled: tests }
  }
  const { tests: templates } = await discover(root, searchPath)
  const source = isAsked ? 'command-line' : 'repository'
  const settled = { env: [], timeoutMs: null, source } as const
  const executables = templates.flatMap(({ run, byName, origin, runner }) =>
    testGates({ run, byName, runner, origin, ...settled }).map((it) => settle(it, settings.policy)),
  )
  return { templates, executables, settled }
}

/**
 * @param plan with its gates assigned
 * @param of.known which task works on which criterion, as far as an earlier part of the journal says
 * @param of.taken names of the other gates
 */
export function testFirstOf(
  plan: Plan,
  of: {
    readonly checklist: FoundChecklist
    readonly commands: TestCommands
    readonly settings: Settings
    /** Whether tasks go to agents one by one; else an agent keeps the order of its phase on its own word. */
    readonly mechanical: boolean
    readonly known: Owners
    readonly taken: ReadonlySet<string>
  },
): TestFirst {
  const { checklist, commands, settings } = of
  const inList = checklist.criteria
  const criteria = new Map(
    plan.tasks.flatMap((task) => criteriaOf(task, inList)).map((it) => [criterionKey(it.id), it] as const),
  )
  const first = ownersOf(plan, inList, of.known)
  const steps = new Map<string, CriterionSteps>()
  const gates: GateSpec[] = []
  const settledGates: SettledGate[] = []
  const diagnostics: Diagnostic[] = []
  for (const [key, criterion] of of.mechanical ? criteria : []) {
    const template = templateFor(commands.templates, criterion.file)
    if (template === null) {
      diagnostics.push(noRunner())
      break
    }
    const { argv, test, token } = criterionCommand(criterion, template)
    if (!namesTest(criterion.name === null || criterion.file === null ? template.byName : template.run)) {
      diagnostics.push(noName(criterion, template))
      break
    }
    const { timeoutMs, env, source } = commands.settled
    const [open] = testGates({ ...template, env, timeoutMs, source })
    if (open === undefined) continue
    const name = of.taken.has(criterion.id) ? `${criterion.id} (test)` : criterion.id
    const settled = settle({ ...open, name, argv }, settings.policy)
    settledGates.push(settled)
    gates.push({
      name,
      kind: 'command',
      argv,
      cwd: settled.cwd,
      env,
      timeoutMs: settled.timeoutMs,
      outputBytes: settled.outputBytes,
      repeat: settled.repeat,
      origin: template.origin,
      test,
    })
    const place: TestPlace = { ...criterion, token }
    steps.set(key, { gate: name, red: redWords(place), green: greenWords(place) })
  }
  let owners = of.known
  const placeOf = (criterion: Criterion): TestPlace => {
    const runner = templateFor(commands.templates, criterion.file)?.runner ?? 'exit-code'
    return { ...criterion, token: criterion.name === null ? tokenFor(runner, criterion.id) : null }
  }
  const rulesOf = (task: TaskSpec): string => phaseWords(criteriaOf(task, inList).map(placeOf))
  const split = (read: Plan): Plan => {
    if (!of.mechanical) return withRules(read, rulesOf)
    owners = ownersOf(read, inList, owners)
    return testFirst(read, { listed: inList, owners, steps })
  }
  return {
    split,
    gates,
    settledGates,
    criteria: [...criteria.values()],
    remarks: remarksOf(plan, criteria, { ...of, owners: first }),
    diagnostics,
  }
}

function remarksOf(
  plan: Plan,
  criteria: ReadonlyMap<string, Criterion>,
  {
    checklist,
    mechanical,
    settings,
    owners,
  }: {
    readonly checklist: FoundChecklist
    readonly mechanical: boolean
    readonly settings: Settings
    readonly owners: Owners
  },
): readonly string[] {
  const { path, isThere, criteria: inList } = checklist
  const count = (number: number): string => (number === 1 ? '1 criterion' : `${number} criteria`)
  const split = [...criteria].flatMap(([key, it]) => (owners.has(key) ? [it] : []))
  const named = split.filter(({ name }) => name !== null).length
  const untraced = [...inList.keys()].filter((it) => !criteria.has(it)).length
  if (criteria.size === 0)
    return [`ATDD: no task traces an acceptance criterion (${isThere ? path : 'traces: AC-…'}), and none is split`]
  if (!mechanical) return [`ATDD: the agent of a phase is told to see each of ${count(criteria.size)} red first`]
  const bare = unsplit(plan, inList, owners).map(({ id }) => id)
  return [
    ...(split.length === 0
      ? ['ATDD: no criterion is red first, then green']
      : [
          `ATDD: ${count(split.length)}, each red first, then green; ${isThere ? `${path} names the test of ${named}` : `${path} is made`}`,
        ]),
    ...(bare.length > 0
      ? [
          `ATDD: no test is asked for of ${listed(bare)}: the tasks that trace ${bare.length === 1 ? 'it' : 'them'} write documents, only look, or have steps of their own`,
        ]
      : []),
    ...(settings.policy.workspace === 'none'
      ? ['ATDD: without a workspace nobody looks whether a test is changed after it was seen red']
      : []),
    ...(untraced > 0 && plan.tasks.length > 0 ? [`ATDD: no task traces ${count(untraced)} of ${path}`] : []),
  ]
}

function noRunner(): Diagnostic {
  return {
    code: 'MW630',
    severity: 'error',
    message: 'ATDD needs to run the test of one criterion by itself, and nothing in the project says how',
    help: 'write it into millwright.toml, for instance [atdd] run = ["npx", "vitest", "run", "{file}", "-t", "{name}"]',
    span: null,
    related: [],
  }
}

function noName({ id }: Criterion, { origin }: TestTemplate): Diagnostic {
  return {
    code: 'MW630',
    severity: 'error',
    message: `the checklist names no test of ${id}, and the command of ${origin} finds none without a file`,
    help: 'write [atdd] by_name = [...] with {name} in it, or name test_file and test_name of each criterion',
    span: null,
    related: [],
  }
}
