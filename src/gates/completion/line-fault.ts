/** What is wrong with a line that is to be in production. */

/** It tells of a secret, and never what it is. */
export interface LineFault {
  readonly about: 'test-mode' | 'credential'
  /** Whether it is surely one: what only may be is for somebody to look at. */
  readonly isSure: boolean
  readonly reason: string
}
