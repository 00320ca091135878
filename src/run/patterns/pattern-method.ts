/** A pattern as another way to do a step: a method of its own, behind the one that failed (seed 004 §2.6, 0). */

import type { MethodSpec, StepSpec } from '../../plan/model.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { PatternMatch } from './pattern.ts'

/** Whether a method comes from a pattern, and not from the plan: `pattern-1`. */
function isPatternMethod(id: string): boolean {
  return /^pattern-\d+$/.test(id)
}

/** A list of these is longer than anybody reads. */
const mostTechnologies = 50

/**
 * @param nth its place among the alternatives that were shown, from 1
 * @param of.primary the method that failed: the same agent is asked
 */
export function patternMethod(
  { pattern }: PatternMatch,
  nth: number,
  { primary }: { readonly primary: MethodSpec | undefined },
): MethodSpec {
  const { name, reasoning, summary, technologies, reference } = pattern
  const parts = [
    `Do it as the pattern ${oneLine(name)} does.`,
    ...[reasoning, summary].filter((it) => it.trim() !== ''),
    ...(technologies.length === 0
      ? []
      : [`Technologies: ${oneLine(technologies.slice(0, mostTechnologies).join(', '))}`]),
    ...(reference === null ? [] : [`Reference: ${oneLine(reference)}`]),
  ]
  return {
    id: `pattern-${nth}`,
    does: 'agent',
    agent: primary?.does === 'agent' ? primary.agent : null,
    instruction: parts.join('\n\n'),
    argv: [],
    repeat: 'safe',
    trigger: 'primary_failure',
  }
}

/** The step with these ways behind its first one; of one that it has already the older stays. */
export function withPatterns(spec: StepSpec, patterns: readonly MethodSpec[]): StepSpec {
  const known = new Set(spec.methods.map(({ id }) => id))
  const fresh = patterns.filter(({ id }) => !known.has(id))
  const [primary, ...others] = spec.methods
  return fresh.length === 0 || primary === undefined ? spec : { ...spec, methods: [primary, ...fresh, ...others] }
}

/** The ways of a step that come from patterns. */
export function patternsOf({ methods }: StepSpec): readonly MethodSpec[] {
  return methods.filter(({ id }) => isPatternMethod(id))
}

/** The step as its plan has it. */
export function withoutPatterns(spec: StepSpec): StepSpec {
  return patternsOf(spec).length === 0
    ? spec
    : { ...spec, methods: spec.methods.filter((it) => !isPatternMethod(it.id)) }
}
