/** The catalogue of diagnostic codes: titles, severities and explanations as data. */

import type { Code } from './diagnostic.ts'
import { anyPlanCodes } from './codes/any-plan.ts'
import type { CodeEntry } from './codes/entry.ts'
import { dataCodes } from './codes/data.ts'
import { journalCodes } from './codes/journal.ts'
import { mcpCodes } from './codes/mcp.ts'
import { phaseTasksCodes } from './codes/phase-tasks.ts'
import { settingsCodes } from './codes/settings.ts'
import { specCodes } from './codes/spec.ts'

export type { CodeEntry } from './codes/entry.ts'

/** Every known code, in the order of its number (RELIABILITY 7). */
export const codes: readonly CodeEntry[] = [
  ...anyPlanCodes,
  ...phaseTasksCodes,
  ...dataCodes,
  ...settingsCodes,
  ...specCodes,
  ...journalCodes,
  ...mcpCodes,
].sort((a, b) => (a.code < b.code ? -1 : 1))

const byCode: ReadonlyMap<string, CodeEntry> = new Map(codes.map((it) => [it.code, it]))

/** Looks a code up as it was typed; null where there is no such code. */
export function codeEntry(code: Code | (string & {})): CodeEntry | null {
  return byCode.get(code) ?? null
}
