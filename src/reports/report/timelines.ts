/** When things happened in a run, as charts. */

import type { Mode } from '../../plan/policy.ts'
import { durationText } from '../run/duration.ts'
import type { ProgressDocument, ProgressStep } from '../spec/progress/schema.ts'
import { clipped } from './clipped.ts'
import type { Stretch, Timeline, Tone } from './document.ts'
import { counted, known, momentText, wordOf } from './words.ts'

/** More lines than that are no picture any more. */
const mostRows = 150

/** What names a line beside its picture. */
export const longestLabel = 60

type Row = Timeline['rows'][number]

/**
 * A line for each row that something happened in.
 * @param of.what what a row is, for the words: `task`
 */
export function timeline(
  title: string,
  rows: readonly Row[],
  of: { readonly what: string; readonly from: number; readonly to: number },
): readonly Timeline[] {
  const busy = rows.filter(({ stretches }) => stretches.length > 0)
  const shown = busy.length <= mostRows ? busy : longest(busy)
  const left = busy.length - shown.length
  if (shown.length === 0) return []
  const rest = left === 0 ? '' : ` The ${counted(left, of.what)} that took least time are not in the picture.`
  return [
    {
      is: 'timeline',
      title,
      summary: `${counted(busy.length, of.what)} from ${momentText(of.from)} to ${momentText(of.to)} (${durationText(of.to - of.from)}).${rest}`,
      from: of.from,
      to: Math.max(of.to, of.from),
      rows: shown,
    },
  ]
}

function longest(rows: readonly Row[]): readonly Row[] {
  const kept = new Set([...rows].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, mostRows))
  return rows.filter((it) => kept.has(it))
}

function lengthOf({ stretches }: Row): number {
  return stretches.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** The steps of a spec: how each method of theirs went, from moment to moment. */
export function stepTimeline(document: ProgressDocument, to: number): readonly Timeline[] {
  const from = document.start_time === null ? null : Date.parse(document.start_time)
  if (from === null) return []
  const rows = document.tasks.flatMap(({ steps }) =>
    steps.map((step) => {
      const stretches = stretchesOf(step, to).filter((it) => it.to >= from)
      const [first, last] = [stretches[0], stretches.at(-1)]
      const took = first === undefined || last === undefined ? '' : `, ${durationText(last.to - first.from)}`
      const isAtWork = step.status === 'started' || step.status === 'retried'
      const status = isAtWork ? 'in progress' : wordOf(step.status)
      return {
        label: clipped(`${step.step_id} ${step.description}`, longestLabel),
        stretches,
        text: `${status}${took}`,
      }
    }),
  )
  return timeline('Steps over time', rows, { what: 'step', from, to })
}

function stretchesOf(
  { entries, step_id, all_backups_exhausted: isUsedUp }: ProgressStep,
  end: number,
): readonly Stretch[] {
  return entries.flatMap((entry, at) => {
    if (entry.status !== 'started' && entry.status !== 'retried') return []
    const next = entries[at + 1]
    const from = Date.parse(entry.timestamp)
    const to = Math.max(from, next === undefined ? end : Date.parse(next.timestamp))
    const method = known(entry.method_used)
    const isLetStand = isUsedUp && next?.status === 'completed' && at + 2 === entries.length
    const { name, tone } = isLetStand ? letStand : howItWent(method, next?.status)
    return [{ name, tone, from, to, text: `step ${step_id}, ${method}: ${name}, ${durationText(to - from)}` }]
  })
}

function howItWent(method: string, next: ProgressStep['entries'][number]['status'] | undefined): Named {
  switch (next) {
    case 'completed':
      return method.startsWith('backup')
        ? { name: 'completed by a backup', tone: 'other' }
        : { name: 'completed by the primary method', tone: 'good' }
    case 'retried':
    case 'failed':
      return { name: 'attempt failed', tone: 'bad' }
    case 'skipped':
      return { name: 'skipped', tone: 'off' }
    case 'started':
      return { name: 'begun anew', tone: 'off' }
    case undefined:
      return { name: 'under way', tone: 'busy' }
    default:
      return next satisfies never
  }
}

const letStand: Named = { name: 'let stand by a person', tone: 'warn' }

interface Named {
  readonly name: string
  readonly tone: Tone
}

const modeTones: Readonly<Record<Mode, Tone>> = {
  silent: 'off',
  dynamic: 'busy',
  collaborative: 'warn',
  education: 'other',
}

/** The mode in force, from switch to switch; none where it never changed. */
export function modeTimeline(document: ProgressDocument, to: number): readonly Timeline[] {
  const { start_time, mode_switches: switches, current_mode } = document
  const from = start_time === null ? null : Date.parse(start_time)
  if (from === null || switches.length === 0) return []
  const begins = [
    { at: from, mode: switches[0]?.from ?? current_mode },
    ...switches.map((it) => ({ at: Date.parse(it.timestamp), mode: it.to })),
  ]
  const stretches = begins.map(({ at, mode }, nth): Stretch => {
    const end = Math.max(at, begins[nth + 1]?.at ?? to)
    return { name: mode, tone: modeTones[mode], from: at, to: end, text: `${mode}, ${durationText(end - at)}` }
  })
  const text = stretches.map((it) => it.text).join('; ')
  return timeline('Mode over time', [{ label: 'mode', stretches, text }], { what: 'mode', from, to }).map((it) => ({
    ...it,
    summary: `${counted(switches.length, 'switch', 'switches')} of the mode: ${text}.`,
  }))
}
