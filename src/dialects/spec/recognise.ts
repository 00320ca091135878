/** Whether a file looks like one of a spec, and by what. It is looked at as text: nothing has to be loaded for that. */

import type { Source } from '../../plan/source.ts'
import type { Recognition } from '../dialect.ts'
import { decode } from '../scan/bytes.ts'
import { scan } from '../scanner.ts'
import { withPlainColons } from './markdown/wide-colons.ts'
import { constitutionName, specName } from './names.ts'

const tasksSign = 'it has headings such as "Task [1]"'
const tablesSign = 'it has [[tasks]]'

/** Beyond this much of a file nothing new is learned about its format. */
const looked = 256 * 1024

/**
 * Certain by its name and what it holds, or where both its tasks and something else are those of a spec; likely by its name
 * alone. Else its signs are told, and claim nothing.
 */
export function recogniseSpec([source]: readonly Source[]): Recognition | null {
  if (source === undefined) return null
  const name = source.path.slice(source.path.lastIndexOf('/') + 1)
  const dialect = 'spec'
  if (name === constitutionName) return null
  const isToml = /\.toml$/i.test(name)
  if (!isToml && !/\.(?:md|markdown)$/i.test(name)) return null
  const signs = isToml ? tablesIn(source) : headingsIn(source)
  const named = specName(name)
  const because = [...(named === null ? [] : [`it is called ${name}`]), ...signs]
  if (named === null && signs.length === 0) return null
  // Other tools call their files so, and other texts have one of the signs: what is held decides.
  const hasTasks = signs.some((it) => it === tasksSign || it === tablesSign)
  const strength =
    named !== null
      ? signs.length > 0 || isToml
        ? 'certain'
        : 'likely'
      : hasTasks && signs.length > 1
        ? 'certain'
        : 'weak'
  return { dialect, strength, because, ...(signs.length > 0 ? { holdsOwn: true } : {}) }
}

function tablesIn(source: Source): readonly string[] {
  const { bytes } = source
  const text = decode(bytes, 0, Math.min(bytes.length, looked))
  const signs: string[] = []
  if (/^[ \t]*\[\[tasks(?:\.steps)?\]\]/m.test(text) || /^[ \t]*\[tasks\]/m.test(text)) signs.push(tablesSign)
  if (/^[ \t]*\[?\[speclets/m.test(text)) signs.push('it has [[speclets]]')
  if (/^[ \t]*\[goal\]/m.test(text)) signs.push('it has [goal]')
  return signs
}

const heading = /^#{1,6}[ \t]+(?:task[ \t]+\[[\d.]+\]|SPE?CLet[ \t]+\[[^\]]+\])/i

function headingsIn(source: Source): readonly string[] {
  const lines = scan(withPlainColons(source))
  const seen = new Set<string>()
  for (let line = 0; line < lines.count && lines.start(line) < looked; line += 1) {
    if (lines.kind(line) !== 'text') continue
    const text = decode(lines.bytes, lines.start(line), Math.min(lines.end(line), lines.start(line) + 200))
    if (heading.test(text)) seen.add(tasksSign)
    else if (/^#{2,6}[ \t]+Definition of Complete\b/i.test(text)) seen.add('it has "Definition of Complete"')
    else if (/^[ \t]*[-*][ \t]+(?:\*\*)?Primary(?: method)?[ \t]*:/i.test(text))
      seen.add('its steps have primary methods')
    else if (/^\*\*TOML Reference[ \t]*:\*\*/.test(text) || /^## Bridging\b/.test(text)) seen.add('it refers to TOML')
    else if (/\*\*SPEC?let ID[ \t]*:\*\*/i.test(text)) seen.add('it is a SPECLet')
  }
  return [...seen]
}
