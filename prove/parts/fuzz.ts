/** Part (h): everything that reads what others wrote, given what nobody should write. */

import type { Part, PartContext, PartFailure, PartResult, Size } from '../part.ts'
import { passArguments } from '../rig/arguments.ts'
import { lookForSecrets } from '../rig/canaries.ts'
import { fuzzReader } from '../rig/fuzz-reader.ts'
import { readers } from '../rig/readers.ts'
import { eachOf } from '../rig/spread.ts'

/** Inputs for each reader; P17 asks for a million of each. The plan's reader is the slowest and gets a tenth. */
const sizes: Readonly<Record<Size, { readonly inputs: number; readonly arguments: number }>> = {
  small: { inputs: 400, arguments: 4_000 },
  usual: { inputs: 15_000, arguments: 50_000 },
  full: { inputs: 1_000_000, arguments: 1_000_000 },
}
/** Inputs of one process: it is started anew then, so that what it keeps does not add up. */
const atOnce = 50_000

export const fuzz: Part = {
  name: 'fuzz',
  letter: 'h',
  title: 'fuzzing of every reader',
  promises: ['P17', 'S6', 'S10', 'S11', 'S13', 'S14'],
  run: proveFuzz,
}

async function proveFuzz({ size, seed, point, workers, progress }: PartContext): Promise<PartResult> {
  const failures: PartFailure[] = []
  const { inputs, arguments: wanted } = sizes[size]
  const sums = { inputs: 0, bytes: 0, slowestMs: 0 }
  const begun = performance.now()
  const jobs = readers.flatMap(({ name }) => {
    const [reader = '', input] = point?.split(':') ?? []
    if (point !== null && reader !== name) return []
    if (input !== undefined && /^\d+$/.test(input))
      return [{ reader: name, seed, from: Number(input), count: 1, growth: false }]
    const count = name === 'plan' || name === 'config' ? Math.ceil(inputs / 5) : inputs
    return Array.from({ length: Math.ceil(count / atOnce) }, (_, at) => ({
      reader: name,
      seed,
      from: at * atOnce,
      count: Math.min(atOnce, count - at * atOnce),
      growth: at === 0,
    }))
  })
  const all = jobs.reduce((sum, it) => sum + it.count, 0)
  let heard = 0
  await eachOf(jobs, workers, async (job) => {
    const done = await fuzzReader(job, (more) => progress((heard += more), all, 'inputs'))
    sums.inputs += done.inputs
    sums.bytes += done.bytes
    sums.slowestMs = Math.max(sums.slowestMs, done.slowestMs)
    for (const { input, text } of done.failures)
      failures.push({ point: `${job.reader}:${input}`, text: `${job.reader}: ${text}` })
  })
  const seconds = (performance.now() - begun) / 1000
  const passed = point === null || point === 'arguments' ? await passArguments(wanted, seed) : null
  const secrets = point === null || point === 'secrets' ? await lookForSecrets() : null
  failures.push(...(passed?.failures ?? []), ...(secrets?.failures ?? []))
  return {
    is: 'ran',
    points: sums.inputs + (passed?.values ?? 0) + (secrets?.canaries ?? 0),
    failures,
    figures: [
      ['readers', new Set(jobs.map((it) => it.reader)).size],
      ['inputs a second', Math.round(sums.inputs / seconds)],
      ['MB read', Math.round(sums.bytes / 1e6)],
      ['ms of work for the slowest input', Math.round(sums.slowestMs)],
      ['arguments that came through', passed?.values ?? 0],
      ['secrets that were looked for', secrets?.canaries ?? 0],
    ],
  }
}
