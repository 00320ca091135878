/** The verdict of a numeric gate whose program ended well: what it printed, compared with the references. */

import type { NumericValue } from '../../plan/values/numeric-value.ts'
import type { GateSpec } from '../../run/effect.ts'
import { compareValues } from './compare-values.ts'
import type { Printed } from './printed.ts'
import { comparisonFingerprint, comparisonText } from './report.ts'

export interface ValuesJudged {
  readonly result: 'passed' | 'failed'
  /** A line and a table, for people and agents. */
  readonly text: string
  /** Of what failed; empty where nothing did. */
  readonly fingerprint: string
}

/** @param values what the gate compares: never none, which would pass whatever is printed */
export function judgeValues(gate: GateSpec, values: readonly NumericValue[], printed: Printed): ValuesJudged {
  const output = printed.text()
  if (output === null || values.length === 0) {
    const why =
      output === null
        ? `it printed more than ${printed.most} bytes, so that its values are not looked for`
        : 'it compares no value'
    return { result: 'failed', text: `MW603 gate ${gate.name} failed: ${why}`, fingerprint: why }
  }
  const comparisons = compareValues(output, values)
  const fingerprint = comparisonFingerprint(comparisons)
  return { result: fingerprint === '' ? 'passed' : 'failed', text: comparisonText(gate.name, comparisons), fingerprint }
}
