/** Names of lists that say of what stands below them that it need not hold. */

const weak =
  /\b(?:optional\w*|should|could|may|might|would|nice[- ]to[- ]haves?|ideally|prefer(?:red|abl[ey]|ences?)?|desir(?:able|ed)|wish(?:es|list)?|won['’]?t|if possible|recommended|suggest(?:ed|ions?))\b/i

/** `Optional`, `Should have`, `Here apply the following optional constraints`. */
export function weakens(name: string): boolean {
  return weak.test(name)
}
