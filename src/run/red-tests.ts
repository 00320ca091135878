/** What red integration tests say, and of whose work they speak. */

import { plainText } from '../plan/added-task.ts'
import { testOfGate } from '../plan/integration-gate.ts'
import { shellWords } from '../plan/shell-word.ts'
import type { Evidence } from './outcome.ts'
import type { RunState, TaskRun } from './state.ts'
import { tellingLine } from './telling-line.ts'

const longestDescription = 120

/** The id of a test. */
export function testName({ gate }: Pick<Evidence, 'gate'>): string {
  return testOfGate(gate) ?? gate
}

/** What a red test is and what it said, else how it ended; one line. */
export function redTestText({ gates }: RunState, evidence: Evidence): string {
  const { gate, result, exitCode, excerpt } = evidence
  const name = testName(evidence)
  const what = plainText(gates.get(gate)?.integration?.description ?? '', longestDescription)
  // Our own words about a gate call it as it is known within.
  const said = tellingLine(excerpt).replace(`gate ${gate} failed: `, '').replaceAll(gate, name)
  const how = `${result.replaceAll('-', ' ')}${exitCode === null ? '' : `, exit code ${exitCode}`}`
  return `${name}${what === '' ? '' : ` (${what})`}: ${said === '' ? how : said}`
}

/** How a test is run, as it can be typed; where a plan could not hold that unchanged, where it stands. */
export function commandText({ gates }: RunState, { gate, argv }: Evidence): string {
  const command = shellWords(argv)
  const kept = plainText(command, command.length)
  return kept === command ? command : `the command of ${testName({ gate })} in ${gates.get(gate)?.origin ?? 'the plan'}`
}

/**
 * The first of those whose files are named most often. Where several paths fit, the longest is meant: `src/a.c` names no `a.c`.
 * @returns null for no tasks
 */
export function mostNamed(tasks: readonly TaskRun[], output: string): TaskRun | null {
  const files = tasks.map((task) => ({ task, paths: pathsOf(task) }))
  const all = [...new Set(files.flatMap(({ paths }) => [...paths]))].sort((a, b) => b.length - a.length)
  const times = new Map<string, number>()
  let rest = output
  for (const path of all) {
    const { count, without } = takenOut(path, rest)
    times.set(path, count)
    rest = without
  }
  const named = files.map(({ task, paths }) => {
    return { task, count: [...paths].reduce((sum, path) => sum + (times.get(path) ?? 0), 0) }
  })
  const most = Math.max(0, ...named.map(({ count }) => count))
  return named.find(({ count }) => count === most)?.task ?? null
}

function pathsOf(task: TaskRun): ReadonlySet<string> {
  const changed = task.steps.flatMap((step) => step.draft?.changes.map(({ path }) => path) ?? [])
  return new Set([...changed, ...task.spec.files.map(({ path }) => path)].filter((path) => path !== ''))
}

/** Counts a path where it stands as a whole, perhaps below a folder, and takes it out there. */
function takenOut(path: string, text: string): { readonly count: number; readonly without: string } {
  const parts = text.split(path)
  let [without = ''] = parts
  let count = 0
  for (const part of parts.slice(1)) {
    const isWhole =
      !/[\p{L}\p{N}_.-]$/u.test(withoutDot(without).slice(-2)) &&
      !/^(?:[\p{L}\p{N}_/-]|\.[\p{L}\p{N}])/u.test(part.slice(0, 3))
    count += isWhole ? 1 : 0
    without += `${isWhole ? '\n' : path}${part}`
  }
  return { count, without }
}

/** Without the `./` that a path may begin with. */
function withoutDot(text: string): string {
  return text.endsWith('./') ? text.slice(0, -2) : text
}
