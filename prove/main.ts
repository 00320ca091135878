/**
 * `npm run prove`: puts faults into the real program and looks whether anything is lost. Exit code 0: every point held;
 * 1: some did not; 2: the call is wrong.
 */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { keepResults } from './keep-results.ts'
import { NoSuchPoint, type Part, type Done, type Size } from './part.ts'
import { parts } from './parts.ts'

const usage = `Usage: npm run prove -- [options]

Puts faults into runs of the real program, point by point, and compares what is left with an undisturbed run.

  --small         what CI has time for
  --full          every point, and the most of what is counted: days on two cores
  --only PART     one part; may be given again (${parts.map((it) => it.name).join(', ')})
  --point POINT   one point of one part, as a failure names it
  --seed N        where chance is involved; without it a fresh one is taken and printed
  --workers N     processes kept busy at once (default: the machine's cores)
  --keep          write the results of all parts into docs/PROOF.md

Examples:
  npm run prove
  npm run prove -- --only simulation --seed 7 --point 412
`

/** @throws for an option that there is none of */
function readWords() {
  return parseArgs({
    options: {
      small: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      point: { type: 'string' },
      seed: { type: 'string' },
      workers: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values
}

function wrongCall(what: string): number {
  process.stderr.write(`prove: ${what}\n\n${usage}`)
  return 2
}

async function main(): Promise<number> {
  let values: ReturnType<typeof readWords>
  try {
    values = readWords()
  } catch (error) {
    // Its messages are of more than one line.
    return wrongCall((error as Error).message.split('\n', 1)[0] ?? '')
  }
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const unknown = values.only.filter((name) => !parts.some((it) => it.name === name))
  const seed = wholeNumber(values.seed) ?? Date.now() % 1_000_000
  const workers = wholeNumber(values.workers) ?? os.availableParallelism()
  const wrong =
    unknown.length > 0
      ? `no part is called ${unknown.join(', ')}`
      : values.point !== undefined && values.only.length !== 1
        ? '--point needs the part that it belongs to: --only PART'
        : values.small && values.full
          ? '--small and --full are two sizes'
          : !Number.isSafeInteger(seed) || !Number.isSafeInteger(workers) || workers < 1
            ? '--seed and --workers are whole numbers'
            : values.keep && (values.only.length > 0 || values.point !== undefined)
              ? '--keep writes the whole table: without --only and --point'
              : null
  if (wrong !== null) return wrongCall(wrong)
  const size: Size = values.small ? 'small' : values.full ? 'full' : 'usual'
  const commit = execFileSync('git', ['describe', '--always', '--dirty', '--abbrev=12'], { encoding: 'utf8' }).trim()
  process.stdout.write(`proof of ${commit}, size ${size}, seed ${seed}\n`)
  const chosen = parts.filter((it) => values.only.length === 0 || values.only.includes(it.name))
  const results: Done[] = []
  for (const part of chosen) {
    const scratch = mkdtempSync(path.join(os.tmpdir(), `millwright-prove-${part.name}-`))
    mkdirSync(scratch, { recursive: true })
    const begun = performance.now()
    try {
      const result = await part.run({
        size,
        seed,
        point: values.point ?? null,
        workers,
        scratch,
        progress: (done, all, what) => tellProgress(part, done, all, what),
      })
      // A part that has put nothing in has shown nothing.
      if (result.is === 'ran' && result.points === 0)
        return wrongCall(`${part.name} has no point ${values.point ?? ''}: nothing was tried`)
      const done: Done = { part, result, seconds: (performance.now() - begun) / 1000 }
      results.push(done)
      clearProgress()
      tell(done, { size, seed })
    } catch (error) {
      if (!(error instanceof NoSuchPoint)) throw error
      return wrongCall(`${part.name} has no point ${error.point}${error.help === '' ? '' : `: ${error.help}`}`)
    } finally {
      rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  if (values.keep) keepResults(results, { commit, size, seed, at: new Date() })
  return results.some(({ result }) => result.is === 'ran' && result.failures.length > 0) ? 1 : 0
}

function wholeNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

let lastTold = 0

/** On a terminal a line that is written over; elsewhere a line every ten seconds, so that a log shows life. */
function tellProgress(part: Part, done: number, all: number | null, what: string): void {
  const isTerminal = process.stderr.isTTY
  const now = performance.now()
  if (now - lastTold < (isTerminal ? 100 : 10_000)) return
  lastTold = now
  const line = `  ${part.name}: ${done}${all === null ? '' : ` of ${all}`} ${what}`
  process.stderr.write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`)
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

function tell({ part, result, seconds }: Done, { size, seed }: { readonly size: Size; readonly seed: number }): void {
  const head = `(${part.letter}) ${part.title}`
  if (result.is === 'skipped') {
    process.stdout.write(`-  ${head}: not run, ${result.missing}\n`)
    return
  }
  const { points, failures, figures } = result
  const more = figures.map(([name, value]) => `, ${value} ${name}`).join('')
  const verdict = failures.length === 0 ? 'all held' : `${failures.length} FAILED`
  process.stdout.write(
    `${failures.length === 0 ? '+' : 'x'}  ${head}: ${points} points, ${verdict}${more}, ${seconds.toFixed(0)} s\n`,
  )
  for (const { point, text } of failures.slice(0, 20)) {
    const sizeWord = size === 'usual' ? '' : ` --${size}`
    process.stdout.write(`   ${text.split('\n').join('\n     ')}\n`)
    process.stdout.write(
      `     repeat: npm run prove -- --only ${part.name}${sizeWord} --seed ${seed} --point '${point}'\n`,
    )
  }
  if (failures.length > 20) process.stdout.write(`   and ${failures.length - 20} more\n`)
}

// Whatever still holds a pipe open, of a program that had to be ended, is waited for by nobody.
process.exit(await main())
