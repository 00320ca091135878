/** Who a person is to the machine: what records of their decisions name (REQUIREMENTS E2). */

import { userInfo } from 'node:os'

/** @returns the name in the environment, else that of the account; a word for it where the machine knows none */
export function accountName(env: Readonly<Record<string, string | undefined>>): string {
  const told = [env['USER'], env['LOGNAME']].find((it) => it !== undefined && it !== '')
  if (told !== undefined) return told
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that no account has.
    return 'a person'
  }
}
