/** Writes the last results into the table of docs/PROOF.md, between its two comments. */

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Done, Size } from './part.ts'

const page = path.join(import.meta.dirname, '..', 'docs', 'PROOF.md')
const begin = '<!-- results: begin -->'
const end = '<!-- results: end -->'

/** Puts the table of these results in the place of the one before. @throws when the page lacks the comments around it */
export function keepResults(
  results: readonly Done[],
  about: { readonly commit: string; readonly size: Size; readonly seed: number; readonly at: Date },
): void {
  const text = readFileSync(page, 'utf8')
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${page} has no place for results: ${begin} … ${end}`)
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n\n${tableOf(results, about)}\n\n${text.slice(to)}`)
}

function tableOf(
  results: readonly Done[],
  {
    commit,
    size,
    seed,
    at,
  }: { readonly commit: string; readonly size: Size; readonly seed: number; readonly at: Date },
): string {
  const rows = results.map(({ part, result, seconds }) => {
    const cells =
      result.is === 'skipped'
        ? ['–', `not run: ${result.missing}`, '–']
        : [
            String(result.points),
            [
              result.failures.length === 0 ? 'all held' : `**${result.failures.length} failed**`,
              ...result.figures.map(([name, value]) => `${value} ${name}`),
            ].join(', '),
            `${seconds.toFixed(0)} s`,
          ]
    return `| ${part.letter} | ${part.title} | ${part.promises.join(', ')} | ${cells.join(' | ')} |`
  })
  return [
    `${at.toISOString().slice(0, 10)}, commit ${commit}, size ${size}, seed ${seed}, Node ${process.version}, ${process.platform} ${process.arch}.`,
    '',
    '| part | what | promises | points | result | time |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
