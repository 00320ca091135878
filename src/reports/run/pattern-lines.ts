/** What is told of a spec's pattern while its run goes on (seed 004 §2.0a). */

import { oneLine } from '../../plan/one-line.ts'
import type { Mode } from '../../plan/policy.ts'
import type { Feasibility } from '../../run/patterns/feasibility.ts'
import { asksPeople, type DeviationDoes, type PatternsJudged } from '../../run/patterns/judged.ts'
import { noPatternLine, patternWarning } from '../../run/patterns/texts.ts'

const options: Readonly<Record<DeviationDoes, string>> = {
  continue: '[A] Continue anyway (log deviation)',
  escalate: '[B] Escalate to collaborative mode for review',
  alternatives: '[C] Suggest alternative patterns with matching tech',
}

/** What follows from a deviation or a high risk, in one line. */
export function decidedText({ does, mode }: { readonly does: DeviationDoes; readonly mode: Mode }): string {
  const by = asksPeople(mode) ? '' : `; ${mode} mode asks nobody`
  return `deviation from the pattern: ${options[does]}${by}`
}

/** What was found out before the first task, in one line. */
export function judgedText({ feasibility, asked, failed }: PatternsJudged): string {
  if (feasibility === null) return noPatternLine
  const names = feasibility.backups.map(({ pattern }) => oneLine(pattern.name)).join(', ')
  const backups =
    failed !== null
      ? [`no backup patterns, ${asked ?? 'its source'}: ${failed}`]
      : asked === null
        ? []
        : [`backup patterns: ${names === '' ? 'none' : names}`]
  return [patternText(feasibility), ...backups].join('; ')
}

function patternText({ chosen, alignment, risk }: Feasibility): string {
  return `pattern ${oneLine(chosen.name)} (confidence: ${chosen.confidence ?? 'UNKNOWN'}), technology alignment: ${alignment.is}, risk: ${risk.level}`
}

/**
 * The lines before the first task; empty where the spec names no pattern.
 * @param isAsked whether people are asked of a deviation: then the options stand there
 */
export function judgedLines(judged: PatternsJudged, isAsked: boolean): readonly string[] {
  const { feasibility, asked, failed } = judged
  if (feasibility === null) return []
  const warning = isAsked ? null : patternWarning(feasibility)
  return [
    patternText(feasibility),
    ...(warning === null ? [] : ['', ...warning.text.split('\n'), '']),
    ...(failed === null ? backupLines(feasibility, asked) : [`WARNING: no backup patterns: ${asked ?? ''}: ${failed}`]),
  ]
}

function backupLines({ backups, wantsBackups }: Feasibility, asked: string | null): readonly string[] {
  if (asked === null) return wantsBackups ? ['no backup patterns: no source of patterns was asked'] : []
  if (backups.length === 0) return [`no backup patterns: ${asked} knows none that is alike`]
  const told = backups.map(({ pattern, similarity }) => {
    const like = similarity === null ? '' : `, similarity: ${similarity.toFixed(2)}`
    return `  ${oneLine(pattern.name)} (confidence: ${pattern.confidence ?? 'UNKNOWN'}${like})`
  })
  return [`backup patterns (from ${asked}):`, ...told]
}
