/** Gates that a plan or another gate names and nobody defines (MW613, MW508): looked for in the configuration, the call and the project's files. */

import type { Settings } from '../../config/settings.ts'
import { wrongNeeds } from '../../config/wrong-needs.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Draft } from '../../plan/draft.ts'
import { integrationGate } from '../../plan/integration-gate.ts'
import { nearest } from '../../plan/nearest-name.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { isOfTasks } from '../../plan/task-gate.ts'
import { groupsBeside, isBeside } from '../../run/beside.ts'
import { filesGate } from '../../run/files-gate.ts'
import { gatesNamed, gateWords, type NamedGate } from '../../run/gate-words.ts'
import type { Environment } from '../../system/environment.ts'

/**
 * What open tasks name and no gate is. A found gate counts also where its program is missing: that is said before a run (MW601).
 *
 * @param of.root absolute path of the project
 */
export async function undefinedGates(
  { tasks, groups }: Draft,
  of: { readonly settings: Settings; readonly root: string; readonly env: Environment },
): Promise<readonly Diagnostic[]> {
  const beside = groupsBeside({ groups })
  const named = tasks
    .filter((task) => task.mark.state !== 'done' && task.mark.state !== 'skipped' && !isBeside(beside, task))
    .flatMap(({ gates = [] }) => gates.filter(({ text }) => text !== filesGate))
  // A test of a layer is no task's gate.
  const gates = of.settings.gates.filter(isOfTasks)
  // There is always one that compares signatures.
  const isDefined = (word: string, among: readonly NamedGate[]): boolean =>
    word.toLowerCase() === 'contract' || gatesNamed(word, among).length > 0
  if (named.every(({ text }) => isDefined(text, gates))) return []
  const { discover } = await import('../../gates/discovery.ts')
  const all: readonly NamedGate[] = [...gates, ...(await discover(of.root, of.env['PATH'])).gates]
  return named
    .filter(({ text }) => !isDefined(text, all))
    .map(({ text, span }): Diagnostic => {
      const layer = of.settings.gates.find(({ name }) => name === integrationGate(text))?.integration?.layer
      if (layer !== undefined)
        return {
          code: 'MW613',
          severity: 'error',
          message: `gate ${safeLine(text)} is an integration test of ${layer === null ? 'the whole plan' : `the layer ${safeLine(layer)}`}, and no gate of a task`,
          help: `Take it out of the task, or take milestone out of [gates.${text}]`,
          span,
          related: [],
        }
      const meant = nearest(text, [...all.map(({ name }) => name), ...gateWords])
      const isWord = gateWords.some((it) => it === text.toLowerCase())
      return {
        code: 'MW613',
        severity: 'error',
        message: `gate ${safeLine(text)} is named but not defined${meant === null || isWord ? '' : `; did you mean ${meant}?`}`,
        help: helpFor(text, all),
        span,
        related: [],
      }
    })
}

/**
 * What gates of the configuration need and no gate is (MW508), as far as that is known without a call: with no command among them
 * those that the project's files name are taken, and so are those of them that the plan asks for.
 */
export function unmetNeeds(
  { tasks }: { readonly tasks: readonly Pick<Draft['tasks'][number], 'gates'>[] },
  { gates }: Pick<Settings, 'gates'>,
): readonly Diagnostic[] {
  if (!gates.some((it) => it.kind === 'command' && isOfTasks(it))) return []
  const named = new Set(tasks.flatMap((task) => (task.gates ?? []).map(({ text }) => text.toLowerCase())))
  return wrongNeeds(gates, (name) => named.has(name.toLowerCase()))
}

/** What a person writes to define it. */
function helpFor(word: string, all: readonly NamedGate[]): string {
  const known = all.length === 0 ? 'none' : all.map(({ name }) => name).join(', ')
  const name = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(word) ? word.toLowerCase() : 'NAME'
  const run = 'run = ["program", "argument"]'
  const table = word.toLowerCase() === 'numeric' ? `kind = "numeric", ${run} and values` : run
  return `Write [gates.${name}] with ${table} in millwright.toml, or correct the name; defined here: ${known}`
}
