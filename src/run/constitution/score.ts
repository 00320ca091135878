/** One number for how well a run kept to its articles (seed 004 §6.2). */

import { distinct, type Article, type Violation, type ViolationSeverity } from './violation.ts'

/** What each article is worth: 100 together. */
const worth: Readonly<Record<Article, number>> = { VI: 20, VII: 20, VIII: 20, IX: 20, X: 20 }

/** What a violation takes of the worth of its article, in percent: a critical one all of it, a warning two fifths. */
const taken: Readonly<Record<ViolationSeverity, number>> = { critical: 100, warning: 40 }

/**
 * `overall_compliance_score`, from 0 to 100:
 *
 *     100 − Σ over the articles of  worth × min(100, 100 × critical violations + 40 × warnings) / 100
 *
 * A run without violations has 100. One warning takes 8 points (the seed's example: one backup that was a retry, 92), two of the same
 * article 16, three or more 20: an article can lose what it is worth and no more, so that one fault that is found in many steps does
 * not hide what the other articles say. What checks found alike counts once.
 */
export function complianceScore(violations: readonly Violation[]): number {
  const lost = new Map<Article, number>()
  for (const { article, severity } of distinct(violations))
    lost.set(article, Math.min(100, (lost.get(article) ?? 0) + taken[severity]))
  return [...lost].reduce((score, [article, percent]) => score - (worth[article] * percent) / 100, 100)
}
