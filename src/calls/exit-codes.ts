/** The exit codes of every command (DESIGN, 'The command line'): a contract with scripts. */

export const exitCodes = {
  /** Everything is done; for `check`, nothing is wrong. */
  done: 0,
  /** The run ended with tasks that are not done; for `check`, warnings under `--strict`; for `doctor`, a problem. */
  notDone: 1,
  /** The plan or the call is wrong, and nothing was started. */
  wrong: 2,
  /** Paused, or waiting for a human; wins over `notDone`. */
  waiting: 3,
  /** A fault of this program. */
  ourFault: 4,
  /** Ended by Ctrl-C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The codes in words, as the help shows them. */
export const exitCodesText = `Exit codes:
  0    everything done (check: nothing wrong)
  1    ended with tasks not done (check: warnings under --strict)
  2    the plan or the call is wrong, nothing was started
  3    paused, or waiting for a person
  4    a fault of millwright itself
  130  interrupted
`
