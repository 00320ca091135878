/** What a brief says of what is there already: findings of an audit, what was done before, and the contracts of that. */

import type { AuditItem, TaskSpec } from '../plan/model.ts'
import type { ProgressClaims } from '../plan/progress-claims.ts'
import type { KeptDraft } from '../plan/kept-draft.ts'
import { printable } from '../run/excerpt.ts'
import type { FileChange } from '../run/outcome.ts'
import { claimsPart } from './brief-claims.ts'
import { auditMatches } from './audit-matches.ts'
import { section, stacked, type Room } from './brief-room.ts'
import { auditTold, contractsTold, fillTemplate, keptTold } from './templates.ts'

/** What a blocker left behind. */
export interface BlockerOutput {
  readonly id: string
  readonly title: string
  readonly commit: string | null
  readonly changes: readonly FileChange[]
  /** What its agent said of it; a claim. */
  readonly said: string
  /** What a file of the plan keeps of it, where this journal's runs have not seen it made; a claim as well. */
  readonly kept?: KeptDraft
}

/** Most bytes of each part. */
const most = { blockers: 12_000, kept: 12_000, keptDraft: 6_000, contracts: 12_000, audit: 4_000 } as const
/** Most characters of one finding. */
const longestFinding = 600

function oneLine(text: string, length: number): string {
  return printable(
    text
      .slice(0, 4 * length)
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, length),
  )
}

function blockerText(blocker: BlockerOutput): string {
  const commit = blocker.commit === null ? '' : ` (commit ${blocker.commit.slice(0, 12)})`
  const files = blocker.changes.slice(0, 40).map((it) => `  - ${it.change} \`${it.path}\``)
  const more = blocker.changes.length > 40 ? [`  - and ${blocker.changes.length - 40} more`] : []
  const said = blocker.said.trim() === '' ? [] : [`  - it said: ${oneLine(blocker.said, 400)}`]
  return [`- ${blocker.id} ${blocker.title}${commit}`, ...files, ...more, ...said].join('\n')
}

/** What the plan's file keeps of drafts that were made elsewhere: all of it between fences, with the task that it is about. */
function keptText(blockers: readonly BlockerOutput[], room: Room): string {
  const own = room.within(most.kept)
  const parts = blockers.flatMap(({ id, kept }) => {
    if (kept === undefined) return []
    const files = kept.files.map(({ path, change }) => `${change === '' ? 'names' : change} ${printable(path)}`)
    const told = [kept.explanation, files.join('\n'), kept.code].filter((it) => it !== '').join('\n\n')
    return [stacked(fillTemplate(keptTold, { id: oneLine(id, 120) }), own.fenced(told, most.keptDraft))]
  })
  return stacked(...parts)
}

function auditLine({ component, status, description, text }: AuditItem): string {
  const word = status.trim() === '' ? '' : ` (${oneLine(status, 40)})`
  const told = [description, text].map((it) => oneLine(it, longestFinding)).filter((it) => it !== '')
  return `- ${oneLine(component, 120)}${word}${told.length === 0 ? '' : `: ${told.join('; ')}`}`
}

/**
 * @param of.audit all findings of the plan; those that are about the task are told
 * @param of.claims what a progress file of another tool says of the plan; null where there is none
 * @param of.contracts public signatures of the files that its blockers changed, as text; empty where none are known
 */
export function backgroundPart(
  of: {
    readonly task: TaskSpec
    readonly audit: readonly AuditItem[]
    readonly blockers: readonly BlockerOutput[]
    readonly contracts: string
    readonly claims: ProgressClaims | null
  },
  room: Room,
): string {
  const blockers = room.take(of.blockers.map(blockerText).join('\n'), most.blockers)
  const kept = keptText(of.blockers, room)
  const contracts = of.contracts === '' ? '' : stacked(contractsTold, room.fenced(of.contracts, most.contracts))
  const matches = auditMatches(of.task, of.audit)
  const audit = matches.length === 0 ? '' : stacked(auditTold, room.take(matches.map(auditLine).join('\n'), most.audit))
  return stacked(
    section('What is there already', audit),
    claimsPart(of.claims, of.task, room),
    section('What was done before you', stacked(blockers, kept, contracts)),
  )
}
