/** Part (f): a real journal with every kind of damage, read by the real code and by the real program. */

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { randomFrom, type Random } from '../../tests/rig/random.ts'
import type { Part, PartContext, PartFailure, PartResult, Size } from '../part.ts'
import { allVerbs, damageCalls, type ToldFault } from '../rig/damage-calls.ts'
import { blockFault, journalFiles, nameOf, singleFault, singleFaults } from '../rig/damage.ts'
import { readDamaged } from '../rig/read-damaged.ts'
import { makeSampleJournal, type SampleJournal, type Shape } from '../rig/sample-journal.ts'
import { eachOf, shares } from '../rig/spread.ts'

/** Of each size: single faults (cuts and flips), block faults and pairs of faults for each shape, and faults for calls. */
const sizes: Readonly<
  Record<Size, { readonly single: number; readonly block: number; readonly pairs: number; readonly calls: number }>
> = {
  small: { single: 150, block: 40, pairs: 10, calls: 2 },
  usual: { single: 800, block: 120, pairs: 60, calls: 4 },
  // P11 asks for 270,000 loads.
  full: { single: 125_000, block: 10_000, pairs: 10_000, calls: 200 },
}

export const journalDamage: Part = {
  name: 'journal-damage',
  letter: 'f',
  title: 'a damaged journal',
  promises: ['P11'],
  run: proveJournalDamage,
}

async function proveJournalDamage(context: PartContext): Promise<PartResult> {
  const sample = await makeSampleJournal(8, context.scratch)
  try {
    return await damageSample(sample, context)
  } finally {
    sample.repository.remove()
  }
}

async function damageSample(sample: SampleJournal, context: PartContext): Promise<PartResult> {
  const { size, seed, point, workers, scratch, progress } = context
  const { single, block, pairs, calls } = sizes[size]
  const random = randomFrom(seed)
  const failures: PartFailure[] = []
  const counts = new Map<string, number>()
  let points = 0
  /** Faults that were told as damage: the program has to refuse them too. */
  const told: ToldFault[] = []
  for (const shape of ['with-log', 'closed'] as const) {
    const chosen = faultsOf(sample, shape, { single, block, pairs }, random)
    const faults = point === null ? chosen : point.startsWith(`${shape}:`) ? [point.slice(shape.length + 1)] : []
    const sound = path.join(scratch, shape)
    mkdirSync(sound)
    for (const [name, bytes] of sample.shapes[shape]) writeFileSync(path.join(sound, name), bytes)
    let done = 0
    const jobs = shares(faults, workers).map((share, lane) => ({
      share,
      folder: path.join(scratch, `${shape}-${lane}`),
    }))
    await eachOf(jobs, workers, ({ share, folder }) =>
      readDamaged(
        { sound, scratch: folder, planId: sample.planId, blobs: sample.blobs, faults: share },
        ({ fault, is, toldBy, text }) => {
          done += 1
          progress(done, faults.length, `${shape}: damaged journals read`)
          counts.set(is, (counts.get(is) ?? 0) + 1)
          if (is === 'wrong') failures.push({ point: `${shape}:${fault}`, text: `${shape} ${fault}: ${text ?? ''}` })
          if (is === 'stopped' && toldBy !== 'verify')
            told.push({ fault: `${shape}:${fault}`, isInbox: toldBy === 'inbox' })
        },
      ),
    )
    points += faults.length
  }
  // Damage of the log is always among them: SQLite would take it in as it closes the file.
  const inLog = told.find(({ fault }) => fault.startsWith('with-log:journal.db-wal/flip'))
  const chosen =
    point === null
      ? [...(inLog ? [inLog] : []), ...Array.from({ length: Math.min(calls, told.length) }, () => random.pick(told))]
      : told
  const called = await damageCalls(sample, {
    faults: chosen,
    verbs: size === 'small' ? ['status', 'run'] : allVerbs,
    cases: point === null || point.startsWith('case:'),
    point,
  })
  failures.push(...called.failures)
  return {
    is: 'ran',
    points: points + called.points,
    failures,
    figures: [
      ['events in the journal', sample.events],
      ['told and stopped', counts.get('stopped') ?? 0],
      ['read as a shorter journal', counts.get('prefix') ?? 0],
      ['in places that nobody reads', counts.get('unharmed') ?? 0],
      ['calls of the program', called.calls],
    ],
  }
}

function faultsOf(
  { shapes }: SampleJournal,
  shape: Shape,
  { single, block, pairs }: { readonly single: number; readonly block: number; readonly pairs: number },
  random: Random,
): readonly string[] {
  const files = journalFiles.flatMap((name) => {
    const bytes = shapes[shape].get(name)
    return bytes === undefined ? [] : [{ name, size: bytes.length }]
  })
  const all = files.reduce((sum, it) => sum + singleFaults(it.size), 0)
  const one = (): string => {
    const { name, size } = random.pick(files)
    const fault = random.chance(0.15) ? blockFault(size, random) : singleFault(size, random.below(singleFaults(size)))
    return `${name}/${nameOf(fault)}`
  }
  const singles = files.flatMap(({ name, size }) => {
    const count = Math.round((single * singleFaults(size)) / all)
    // All of them where that is not more; else a sample, in which every place is as likely.
    const wanted = singleFaults(size) <= count ? [...Array(singleFaults(size)).keys()] : null
    return (wanted ?? Array.from({ length: count }, () => random.below(singleFaults(size)))).map(
      (at) => `${name}/${nameOf(singleFault(size, at))}`,
    )
  })
  const blocks = Array.from({ length: block }, () => {
    const { name, size } = random.pick(files)
    return `${name}/${nameOf(blockFault(size, random))}`
  })
  return [...new Set([...singles, ...blocks, ...Array.from({ length: pairs }, () => `${one()}+${one()}`)])]
}
