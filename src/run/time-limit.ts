/** The time limit that ended an attempt: which of the settings it was, and how long. */

export interface TimeLimit {
  /** The setting that says it, such as `policy.limits.idle`. */
  readonly key: string
  readonly ms: number
}

const units = [
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

/**
 * A limit in words, with its length as a configuration writes it: `15m (policy.limits.idle)`.
 * @param limit what ended the attempt
 */
export function limitText({ key, ms }: TimeLimit): string {
  const [unit, size] = units.find((it) => ms > 0 && ms % it[1] === 0) ?? (['ms', 1] as const)
  return `${ms / size}${unit} (${key})`
}

/**
 * The stricter of two limits; of equal ones the first.
 * @param other null where there is no second one
 */
export function stricter(first: TimeLimit, other: TimeLimit | null): TimeLimit {
  return other !== null && other.ms < first.ms ? other : first
}
