/** Passwords in what a program connects with: `Server=db;Password=…;`, `host=db password=…`, `jdbc:…?password=…`. */

import type { LineFault } from './line-fault.ts'
import { isLikePassword, tells } from './production-commands.ts'
import type { LineKind, ValueForm } from './production-files.ts'
import { placeholder } from './production-placeholder.ts'

const quoted = /"[^"\r\n]{1,1000}"|'[^'\r\n]{1,1000}'|`[^`\r\n]{1,1000}`/g
const begins = /password|passwd|pwd/i
const place =
  /(?<![\w.])(?:server|data source|host|hostaddr|user id|uid|user|username|database|initial catalog|dbname|(?:account)?endpoint)\s{0,2}=\s{0,2}[^\s;=]|(?<!\w)jdbc:|:\/\//i
const password = /(?<![\w.-])(?:password|passwd|pwd)\s{0,2}=\s{0,2}([^\s;"'`&]{1,200})/i

/** A password that stands in a text together with what it is for. */
export function connectionIn(line: string, kind: LineKind, form: ValueForm): LineFault | null {
  if (!begins.test(line)) return null
  for (const text of form === 'quoted' ? (line.match(quoted) ?? []) : [line]) {
    const value = place.test(text) ? (password.exec(text)?.[1] ?? '') : ''
    if (value.length < 4 || /^[:?$@%/.~]/.test(value) || placeholder.test(value) || tells.test(value)) continue
    const isSure = isLikePassword(value) && (kind === 'source' || kind === 'configuration')
    return { about: 'credential', isSure, reason: 'a password is written into a connection' }
  }
  return null
}
