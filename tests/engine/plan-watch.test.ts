import { expect, test } from 'vitest'
import { watchPlan, type PlanReading } from '../../src/engine/plan-watch.ts'
import type { Place } from '../../src/workspaces/workspaces.ts'
import { plan, task } from '../run/world.ts'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const bytes = (it: string): Uint8Array => Buffer.from(it)

/** A watch over a file that the test makes up. */
function made() {
  const world = {
    file: 'begin',
    unsound: null as string | null,
    atWork: [] as string[],
    held: false,
    places: [] as Place[],
    said: [] as string[],
    /** Happens while the file is read. */
    meanwhile: (): void => undefined,
  }
  const reread = (known: string): Promise<PlanReading | null> => {
    world.meanwhile()
    if (world.unsound !== null) return Promise.resolve({ is: 'unsound', reason: world.unsound })
    if (world.file === known) return Promise.resolve(null)
    return Promise.resolve({
      is: 'sound',
      read: { plan: plan([task('A')]), hash: world.file, length: world.file.length },
    })
  }
  const watch = watchPlan({
    hash: 'begin',
    length: 'begin'.length,
    reread,
    hashOf: text,
    atWork: () => world.atWork,
    isHeld: () => world.held,
    place: () => Promise.resolve(world.places.shift() ?? { is: 'home' }),
    remark: (it) => world.said.push(it),
  })
  return { world, watch }
}

test('an edit is told once', async () => {
  const { world, watch } = made()
  expect(await watch.look()).toBe(null)
  world.file = 'edited'
  expect(await watch.look()).toMatchObject({ is: 'plan-read', read: { hash: 'edited' }, during: [] })
  expect(await watch.look()).toBe(null)
})

test.each<[string, (world: ReturnType<typeof made>['world']) => void]>([
  ['held', (world) => (world.held = true)],
  ['being moved', (world) => world.places.push({ is: 'moving' })],
  [
    'on another branch',
    (world) => world.places.push({ is: 'away', home: 'main', now: 'other', back: 'git switch main' }),
  ],
  ['half written', (world) => (world.unsound = 'no task')],
  ['moved while it was read', (world) => world.places.push({ is: 'home' }, { is: 'moving' })],
])('who was at work while the plan was %s is named with the next edit', async (_how, make) => {
  const { world, watch } = made()
  world.atWork = ['u1']
  make(world)
  world.file = 'edited'
  expect(await watch.look()).toBe(null)
  Object.assign(world, { atWork: [], held: false, unsound: null })
  expect(await watch.look()).toMatchObject({ is: 'plan-read', during: ['u1'] })
  world.file = 'again'
  expect(await watch.look()).toMatchObject({ during: [] })
})

test('who was at work before a look that found nothing is not', async () => {
  const { world, watch } = made()
  world.atWork = ['u1']
  world.held = true
  await watch.look()
  Object.assign(world, { atWork: [], held: false })
  expect(await watch.look()).toBe(null)
  world.file = 'edited'
  expect(await watch.look()).toMatchObject({ during: [] })
})

test('a checkout that comes while the plan is read: nothing of the other branch is taken', async () => {
  const { world, watch } = made()
  world.file = 'of the other branch'
  world.places.push({ is: 'home' }, { is: 'away', home: 'main', now: 'other', back: 'git switch main' })
  expect(await watch.look()).toBe(null)
  world.file = 'begin'
  expect(await watch.look()).toBe(null)
  expect(await watch.readUpTo(bytes('of the other branch'))).toBe(0)
})

test('once other bytes were seen, the known ones are read again when they are back, so that marks that waited follow', async () => {
  for (const make of [
    (world: ReturnType<typeof made>['world']) => (world.unsound = 'no task'),
    (world: ReturnType<typeof made>['world']) =>
      world.places.push({ is: 'away', home: 'main', now: 'other', back: 'git switch main' }),
  ]) {
    const { world, watch } = made()
    make(world)
    expect(await watch.look()).toBe(null)
    world.unsound = null
    expect(await watch.look()).toMatchObject({ is: 'plan-read', read: { hash: 'begin' } })
    expect(await watch.look()).toBe(null)
  }
  const { watch } = made()
  expect(await watch.readUpTo(bytes('somebody else wrote this'))).toBe(0)
  expect(await watch.look()).toMatchObject({ read: { hash: 'begin' } })
})

test('what stands in the way is said once, and again after it was mended', async () => {
  const { world, watch } = made()
  world.unsound = 'no task'
  await watch.look()
  await watch.look()
  expect(world.said).toEqual([expect.stringContaining('waiting (no task)')])
  world.unsound = null
  world.file = 'mended'
  await watch.look()
  world.unsound = 'no task'
  await watch.look()
  expect(world.said).toHaveLength(2)
})

test('our own marks over what was read are known; over a fresh edit they are not', async () => {
  const { world, watch } = made()
  watch.wrote(bytes('begin'), bytes('marked'))
  world.file = 'marked'
  expect(await watch.look()).toBe(null)
  watch.wrote(bytes('edited'), bytes('edited and marked'))
  world.file = 'edited and marked'
  expect(await watch.look()).toMatchObject({ read: { hash: 'edited and marked' } })
})

test('what was put behind the end of what was read is not read, and our marks before it are known', async () => {
  const { world, watch } = made()
  expect(await watch.readUpTo(bytes('begin'))).toBe(5)
  world.file = 'begin and a note\n'
  expect(await watch.readUpTo(bytes(world.file))).toBe(5)
  expect(watch.isRead(bytes(world.file))).toBe(false)
  watch.wrote(bytes(world.file), bytes('BEGUN! and a note\n'))
  world.file = 'BEGUN! and a note\n'
  expect(await watch.readUpTo(bytes(world.file))).toBe('BEGUN!'.length)
  expect(await watch.look()).toMatchObject({ is: 'plan-read', read: { hash: world.file } })
  expect(await watch.readUpTo(bytes(world.file))).toBe(world.file.length)
})

test.each<[string, string, (world: ReturnType<typeof made>['world']) => void]>([
  ['something before it as well', 'a note, begin\n', () => undefined],
  ['less than there was', 'beg', () => undefined],
  ['half a line', 'begin and a', () => undefined],
  ['what the plan cannot be read with', 'begin and a half\n', (world) => (world.unsound = 'no task')],
  ['what an agent may have written', 'begin and a task\n', (world) => (world.held = true)],
  [
    'what is of another branch',
    'begin and a note\n',
    (world) => world.places.push({ is: 'away', home: 'main', now: 'other', back: 'git switch main' }),
  ],
])('where that is %s, nothing of it counts as read', async (_, file, make) => {
  const { world, watch } = made()
  make(world)
  world.file = file
  expect(await watch.readUpTo(bytes(file))).toBe(0)
  Object.assign(world, { file: 'begin', unsound: null, held: false })
  expect(await watch.look()).toMatchObject({ read: { hash: 'begin' } })
})
