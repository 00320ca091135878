/** Sections of a spec's report about methods: how often each worked, which backups were tried, what failed where. */

import type { ProgressDocument, ProgressStep } from '../spec/progress/schema.ts'
import { facts, section, table, type Bars, type Part, type Section, type Tone } from './document.ts'
import { worstOf } from './run-sections.ts'
import { counted, known, partsText, percent, stateCell } from './words.ts'

/** Methods that were used and how far backups helped; what failed where. */
export function methodsSection(document: ProgressDocument): readonly Section[] {
  const patterns = document.post_execution_analysis?.failure_patterns ?? null
  const steps = document.tasks.flatMap((task) => task.steps)
  return [
    ...section('Methods and backups', [
      ...methods(steps),
      facts([
        ['Backups that worked', patterns?.backup_success_rate == null ? null : percent(patterns.backup_success_rate)],
      ]),
      ...table(
        'Backups that were tried',
        ['Step', 'Backup', 'What', 'Why it was tried', 'Attempts', 'Outcome'],
        steps.flatMap((step) =>
          step.backup_attempts.map((it) => [
            step.step_id,
            it.backup_id,
            it.description,
            known(it.justification ?? it.trigger_condition),
            String(it.attempts),
            stateCell(it.outcome),
          ]),
        ),
      ),
      ...table(
        'Backups by how often they worked',
        ['What', 'Worked'],
        (patterns?.most_successful_backups ?? []).map((it) => [it.backup_description, percent(it.success_rate)]),
      ),
    ]),
    ...section('Failures', [
      ...failures(document),
      ...table(
        'Steps that failed often',
        ['Step', 'Failures', 'Retries'],
        (patterns?.steps_that_frequently_fail ?? []).map((it) => [
          it.step_id,
          String(it.failure_count),
          String(it.retry_count),
        ]),
      ),
    ]),
  ]
}

/** How each method went, over all steps. */
function methods(steps: readonly ProgressStep[]): readonly Bars[] {
  const tried = new Map<string, { worked: number; failed: number }>()
  const note = (method: string, worked: boolean): void => {
    const { worked: yes, failed: no } = tried.get(method) ?? { worked: 0, failed: 0 }
    tried.set(method, worked ? { worked: yes + 1, failed: no } : { worked: yes, failed: no + 1 })
  }
  for (const { status, method_used: used, backup_attempts: backups, all_backups_exhausted: isUsedUp } of steps) {
    if (used === 'primary' && (status === 'completed' || status === 'failed'))
      note('primary', status === 'completed' && !isUsedUp)
    else if (backups.length > 0 || used?.startsWith('backup') === true) note('primary', false)
    for (const it of backups) note(it.backup_id, it.outcome === 'success')
  }
  if (tried.size === 0) return []
  const rows = [...tried].sort(byName).map(([label, { worked, failed }]) => {
    const parts = [part('worked', label === 'primary' ? 'good' : 'other', worked), part('failed', 'bad', failed)]
    return { label, parts: parts.map((it) => named(it, label)), text: partsText(parts) }
  })
  return [
    {
      is: 'bars',
      title: 'How each method went',
      summary: `${rows.map(({ label, text }) => `${label}: ${text}`).join('; ')}.`,
      most: Math.max(...[...tried.values()].map(({ worked, failed }) => worked + failed)),
      rows,
    },
  ]
}

/** `primary` first, then the backups. */
function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  const place = (name: string): number => (name === 'primary' ? 0 : Number(name.split('_')[1] ?? 0))
  return place(a) - place(b)
}

function part(name: string, tone: Tone, count: number): Part {
  return { name, tone, count }
}

function named({ name, tone, count }: Part, method: string): Part {
  return { name: name === 'worked' ? (method === 'primary' ? 'primary worked' : 'backup worked') : name, tone, count }
}

/** Steps that failed, task by task; none where nothing has. */
function failures({ tasks }: ProgressDocument): readonly Bars[] {
  const rows = tasks.flatMap(({ task_id, description, steps }) => {
    const ended = steps.filter(({ status }) => status === 'completed' || status === 'failed' || status === 'skipped')
    const failed = ended.filter(({ status }) => status === 'failed').length
    if (ended.length === 0) return []
    const parts = [part('failed', 'bad', failed), part('did not fail', 'good', ended.length - failed)]
    const text = `${failed} of ${counted(ended.length, 'step')} failed (${percent(failed / ended.length)})`
    return [{ label: `${task_id} ${description}`, parts, text, red: failed, total: ended.length }]
  })
  const failing = rows.filter(({ red }) => red > 0)
  if (failing.length === 0) return []
  const shown = worstOf(failing)
  return [
    {
      is: 'bars',
      title: 'Failures by task',
      summary: `Steps failed in ${counted(failing.length, 'task')} of ${rows.length}.`,
      most: Math.max(...shown.map(({ total }) => total)),
      rows: shown,
    },
  ]
}
