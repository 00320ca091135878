import { describe, expect, test } from 'vitest'
import { corpus, corpusFiles } from '../../rig/corpus.ts'
import { spansOf, tell } from './told.ts'

interface Counts {
  readonly tasks: number
  readonly steps: number
  readonly backups: number
  readonly speclets: number
  readonly criteria: number
  readonly tools: number
}

/** Counted by hand in each file; by the end of its name. */
const counted: ReadonlyMap<string, Counts> = new Map([
  ['/spec_podcast.md', { tasks: 5, steps: 20, backups: 15, speclets: 0, criteria: 23, tools: 0 }],
  ['/spec_Better_SPEC.md', { tasks: 11, steps: 53, backups: 9, speclets: 0, criteria: 12, tools: 0 }],
  ['/spec_Dashboard_SPEC_Engine.md', { tasks: 24, steps: 90, backups: 6, speclets: 8, criteria: 21, tools: 2 }],
  ['/WTF_SPEC.md', { tasks: 4, steps: 13, backups: 13, speclets: 0, criteria: 15, tools: 4 }],
  ['/spec_encryption.md', { tasks: 3, steps: 8, backups: 8, speclets: 0, criteria: 0, tools: 0 }],
  ['/spec_ecommerce_site.md', { tasks: 6, steps: 32, backups: 16, speclets: 0, criteria: 6, tools: 0 }],
  ['/spec_fart_test.md', { tasks: 0, steps: 0, backups: 0, speclets: 0, criteria: 3, tools: 0 }],
  ['/Spec_template.md', { tasks: 0, steps: 0, backups: 0, speclets: 0, criteria: 3, tools: 0 }],
])
const files = corpusFiles('spec', (name) => name.endsWith('.md'))
const specs = files.filter(({ name }) => [...counted.keys()].some((end) => name.endsWith(end)))

describe.skipIf(corpus === null)('real specs', () => {
  test('all of them are here', () => {
    expect(specs).toHaveLength(counted.size)
  })

  test.each(specs)('$name', ({ name, bytes }) => {
    const { told, found } = tell(bytes, name)
    const [, counts] = [...counted].find(([end]) => name.endsWith(end)) ?? []
    const steps = told.tasks.flatMap((task) => task.steps)
    expect({
      tasks: told.tasks.length,
      steps: steps.length,
      backups: steps.flatMap(({ backups }) => backups).length,
      speclets: told.speclets.length,
      criteria: told.criteria.length,
      tools: told.tools.length,
    }).toEqual(counts)
    for (const step of steps) {
      expect(step.title).not.toBeNull()
      expect(step.method).not.toBeNull()
      expect(step.expected).not.toBeNull()
      expect(step.critical).not.toBeNull()
    }
    const isTemplate = name.endsWith('template.md')
    expect(told.goals).toHaveLength(isTemplate ? 0 : 1)
    expect(told.title).not.toBeNull()
    if (!isTemplate) expect(told.coverage.read).toBe(told.coverage.taskLike)
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('the one with SPECLets: their order, and the place where it contradicts itself', () => {
    const { told, found } = tell(specs.find(({ name }) => name.includes('Dashboard'))?.bytes ?? new Uint8Array())
    expect(told.speclets.map(({ id, dependsOn }) => [id, dependsOn.map(({ text }) => text).join()])).toEqual([
      ['1', ''],
      ['2', '1'],
      ['3', '1,2'],
      ['4', '1,2'],
      ['5', '1,2'],
      ['6', '1,2,3,4,5'],
      ['7', '6'],
      ['8', '1,2,3,4,5,6,7'],
    ])
    expect(
      told.speclets.every(
        ({ tasks, critical, parallel }) => tasks.length === 0 && critical?.value === true && parallel !== null,
      ),
    ).toBe(true)
    expect(found.map(({ code }) => code)).toEqual(['MW505'])
  })

  test('files of every other format are read without a crash, with places inside', () => {
    for (const { name, bytes } of corpusFiles('.', (it) => it.endsWith('.md')))
      for (const { offset, length } of spansOf(tell(bytes, name)))
        expect(offset + length).toBeLessThanOrEqual(bytes.length)
  })
})
