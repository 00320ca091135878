/** `[atdd]` of a configuration file: how the tests of criteria are run. */

import { readArgv } from './argv.ts'
import type { AtddSettings } from './config.ts'
import { durationMs } from './duration.ts'
import { named, type Reading } from './reading.ts'
import type { ConfigFile } from './schema.ts'

/** What the table sets; what is wrong with it goes to the findings of the reading (MW600, MW602, MW630). */
export function atddOf(written: ConfigFile['atdd'], of: Reading): Partial<AtddSettings> {
  if (written === undefined) return {}
  const { checklist, runner } = written
  const wordsOf = (key: 'run' | 'by_name'): readonly string[] | null => {
    const command = written[key]
    if (command === undefined) return null
    const span = of.spanAt(['atdd', key])
    const read = readArgv(command, `atdd.${key}`, span)
    if ('diagnostic' in read) {
      of.found.push(read.diagnostic)
      return null
    }
    if (!read.argv.some((it) => it.includes('{name}')))
      of.found.push({
        code: 'MW630',
        severity: 'error',
        message: `atdd.${key} has no place for the name of a test: it would run all of them`,
        help: 'Write {name} where the name of the test belongs',
        span,
        related: [],
      })
    return read.argv
  }
  const [run, byName] = [wordsOf('run'), wordsOf('by_name')]
  const words = run ?? byName
  if (words === null) return named({ checklist })
  return {
    tests: {
      run: words,
      byName: byName ?? words.filter((it) => !it.includes('{file}') && !it.includes('{dir}')),
      runner: runner ?? null,
      env: written.env ?? [],
      timeoutMs: written.timeout === undefined ? null : durationMs(written.timeout),
      origin: of.path,
      source: of.source,
    },
    ...named({ checklist }),
  }
}
