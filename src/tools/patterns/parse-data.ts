/** The text of a pattern file into plain data, by the ending of its name. */

import { jsonFault } from '../../plan/json-fault.ts'

export type Parsed =
  | { readonly is: 'data'; readonly value: unknown }
  | { readonly is: 'fault'; readonly line: number | null; readonly column: number | null; readonly reason: string }

/** Data, and of a Markdown file what stands below its front matter. */
export type FileParsed =
  Exclude<Parsed, { readonly is: 'data' }> | { readonly is: 'data'; readonly value: unknown; readonly body: string }

/** Endings of files that hold patterns. */
export const patternEndings = ['.md', '.markdown', '.toml', '.json', '.yaml', '.yml'] as const

function parseJson(text: string): Parsed {
  try {
    return { is: 'data', value: JSON.parse(text) as unknown }
  } catch {
    const fault = jsonFault(text)
    return { is: 'fault', line: fault?.line ?? null, column: fault?.column ?? null, reason: 'not JSON' }
  }
}

interface FrontMatter {
  readonly fence: '---' | '+++'
  readonly text: string
  readonly body: string
}

/** What stands between the first line and the next one like it: `---` for YAML, `+++` for TOML. */
function frontMatter(text: string): FrontMatter | null {
  const lines = text.split('\n')
  const fence = lines[0]?.trimEnd()
  if (fence !== '---' && fence !== '+++') return null
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === fence)
  if (end < 0) return null
  return { fence, text: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') }
}

async function parsed(text: string, as: 'yaml' | 'toml' | 'json'): Promise<Parsed> {
  try {
    switch (as) {
      case 'json':
        return parseJson(text)
      case 'yaml':
        return (await import('./parse-yaml.ts')).parseYaml(text)
      case 'toml':
        return (await import('./parse-toml.ts')).parseToml(text)
    }
  } catch (error) {
    // Each of them descends by calling itself: nesting beyond the stack ends here.
    if (error instanceof RangeError) return { is: 'fault', line: null, column: null, reason: 'nested too deeply' }
    throw error
  }
}

/**
 * Parses a file.
 * @param name by whose ending it is known
 * @param text without a byte order mark
 */
export async function parseFile(name: string, text: string): Promise<FileParsed> {
  const ending = name.toLowerCase().slice(name.lastIndexOf('.'))
  if (ending !== '.md' && ending !== '.markdown') {
    const read = await parsed(text, ending === '.json' ? 'json' : ending === '.toml' ? 'toml' : 'yaml')
    return read.is === 'data' ? { ...read, body: '' } : read
  }
  const front = frontMatter(text)
  if (front === null)
    return { is: 'fault', line: 1, column: 1, reason: 'has no front matter between two lines of --- or of +++' }
  const read = await parsed(front.text, front.fence === '---' ? 'yaml' : 'toml')
  if (read.is === 'data') return { ...read, body: front.body }
  // The first line of the file is the fence.
  return { ...read, line: read.line === null ? null : read.line + 1 }
}
