/** In place without git: what would be ignored, and what gates make, is no work and judged by no gate. */

import { chmodSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileSpec } from '../../src/plan/model.ts'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { declared, plannedRepository, prepared, snapshot, taken, type Repository } from './repository.ts'

let repository: Repository
let workspaces: Workspaces
let named: readonly FileSpec[]
beforeEach(async () => {
  repository = plannedRepository()
  rmSync(path.join(repository.root, '.git'), { recursive: true })
  named = []
  workspaces = await open()
})
afterEach(() => repository.end())

async function open(run = 'run 1'): Promise<Workspaces> {
  const opened = await repository.open({ kind: 'in-place', git: null, run, declared: () => named })
  await opened.begin()
  return opened
}

/** What a gate that does something is said to have changed. */
async function gate(base: string, work: () => void): Promise<readonly string[]> {
  const guard = await workspaces.guard('T001', base)
  work()
  return (await guard.tidy()).edited
}

const build = (text: string) => (): void => repository.write('dist/app', text)

async function changes(base: string, files: readonly FileSpec[] = []): Promise<readonly string[]> {
  return (await taken(workspaces, snapshot('T001', base, files))).changes.map((it) => `${it.change} ${it.path}`)
}

describe('what .gitignore names', () => {
  beforeEach(() => repository.write('out/app', 'by an agent'))

  test('is changed by gates and agents without a word, and other files are told', async () => {
    const { base } = await prepared(workspaces, 'T001')
    const edited = await gate(base, () => {
      repository.write('out/app', 'by the gate')
      repository.write('src/a.txt', 'by the gate')
    })
    expect(edited).toEqual(['src/a.txt'])
    repository.write('out/app', 'by an agent again')
    repository.write('src/b.txt', 'by an agent')
    expect(await changes(base)).toEqual(['modified src/a.txt', 'modified src/b.txt'])
  })

  test('is no other state of the folder', async () => {
    const { base } = await prepared(workspaces, 'T001')
    const { commit, tree } = await taken(workspaces, snapshot('T001', base))
    repository.write('out/app', 'anew')
    expect(await workspaces.materialise(commit!)).toMatchObject({ is: 'ready', tree })
    expect(await workspaces.restore('T001', commit!)).toEqual({ is: 'restored', edited: false })
  })

  test('is work of a task that declares it, and still judged by no gate', async () => {
    named = [declared('out/made.txt'), { ...declared('out/new/**', 'glob'), action: 'create' }, declared('out/app')]
    const { base } = await prepared(workspaces, 'T001')
    repository.write('out/made.txt', 'm')
    repository.write('out/new/x.txt', 'x')
    repository.write('out/app', 'by an agent again')
    repository.write('out/other.txt', 'o')
    const draft = await taken(workspaces, snapshot('T001', base, named.slice(0, 2)))
    expect(draft.changes.map((it) => it.path)).toEqual(['out/made.txt', 'out/new/x.txt'])
    expect([draft.present, draft.before]).toEqual([['out/made.txt', 'out/new/**'], []])
    const other = await taken(workspaces, snapshot('T001', base, named))
    expect([other.changes[0], other.before]).toEqual([{ path: 'out/app', change: 'modified', from: null }, ['out/app']])
    expect(await gate(base, () => repository.write('out/made.txt', 'by the gate'))).toEqual([])
  })

  test('is another state of the folder where a task declares it: what was said of the one is not said of the other', async () => {
    named = [declared('out/made.txt')]
    const { base } = await prepared(workspaces, 'T001')
    const before = await taken(workspaces, snapshot('T001', base, named))
    repository.write('out/made.txt', 'm')
    const draft = await taken(workspaces, snapshot('T001', base, named))
    expect(draft.tree).not.toBe(before.tree)
    repository.write('out/made.txt', 'n')
    expect((await taken(workspaces, snapshot('T001', base, named))).tree).not.toBe(draft.tree)
  })

  test('hides nothing of what its task began on', async () => {
    const { base } = await prepared(workspaces, 'T001')
    repository.write('.gitignore', 'out/\nsrc/\n')
    repository.write('src/a.txt', 'by an agent')
    rmSync(path.join(repository.root, 'src/b.txt'))
    expect(await changes(base)).toEqual(['modified .gitignore', 'modified src/a.txt', 'deleted src/b.txt'])
  })
})

describe('what a gate has made', () => {
  test('is made anew without a word, and by no agent', async () => {
    const { base } = await prepared(workspaces, 'T001')
    expect(await gate(base, build('1'))).toEqual([])
    expect(await gate(base, build('2'))).toEqual([])
    expect(await changes(base)).toEqual([])
    const { base: same } = await prepared(workspaces, 'T001')
    expect(same).toBe(base)
    expect(await gate(base, () => rmSync(path.join(repository.root, 'dist'), { recursive: true }))).toEqual([])
    expect(await gate(base, build('3'))).toEqual([])
    expect(await workspaces.materialise(base)).toMatchObject({ is: 'ready' })
  })

  test('is no more than that in the next run', async () => {
    await gate((await prepared(workspaces, 'T001')).base, build('1'))
    workspaces = await open('run 2')
    const { base } = await prepared(workspaces, 'T001')
    expect(await gate(base, build('2'))).toEqual([])
    expect(await changes(base)).toEqual([])
  })

  test('is an agent’s once an agent has written it, and a gate that changes it then is told', async () => {
    const { base } = await prepared(workspaces, 'T001')
    await gate(base, build('1'))
    build('by an agent')()
    expect(await changes(base)).toEqual(['added dist/app'])
    expect(await gate(base, build('2'))).toEqual(['dist/app'])
    expect(await gate(base, build('1'))).toEqual(['dist/app'])
    expect(await changes(base)).toEqual(['added dist/app'])
  })

  test('is what gates made before where one was cut off: what else came then may be a person’s', async () => {
    const { base } = await prepared(workspaces, 'T001')
    await gate(base, build('1'))
    await workspaces.guard('T001', base)
    build('half')()
    repository.write('mine.txt', 'by a person')
    workspaces = await open()
    expect(await changes(base)).toEqual(['added mine.txt'])
    expect(await gate(base, build('2'))).toEqual([])
  })

  test('is not what came while an agent may have been at work, but for what gates made before', async () => {
    const ofBase = await workspaces.guard(null, null)
    build('1')()
    await ofBase.tidy()
    const { base } = await prepared(workspaces, 'T001')
    const beside = await workspaces.guard(null, null)
    build('2')()
    repository.write('src/new.txt', 'by an agent')
    expect(await beside.tidy()).toMatchObject({ edited: [] })
    expect(await changes(base)).toEqual(['added src/new.txt'])
  })

  test('was there before for a task that declares it', async () => {
    named = [declared('dist/app')]
    await gate((await prepared(workspaces, 'T001')).base, build('1'))
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    const { base } = await prepared(workspaces, 'T001')
    expect(await taken(workspaces, snapshot('T001', base, named))).toMatchObject({
      changes: [],
      before: ['dist/app'],
      present: ['dist/app'],
    })
    build('by an agent')()
    expect(await changes(base, named)).toEqual(['modified dist/app'])
  })
})

describe('what lies otherwise than in a draft that is to be merged', () => {
  let draft: string
  let base: string
  const otherwise = async (more: { readonly lies?: true } = { lies: true }): Promise<readonly string[] | undefined> => {
    const merged = await workspaces.merge({
      is: 'integrate',
      stage: 'merge',
      workspace: 'T001',
      draft,
      base,
      ...more,
    })
    if (merged.is !== 'merged') throw new Error(merged.is)
    // What the gates have seen is what is merged.
    expect(merged.tree).toBe(draft)
    return merged.otherwise
  }
  beforeEach(async () => {
    named = [declared('out/made.txt')]
    base = (await prepared(workspaces, 'T001')).base
    repository.write('src/a.txt', 'by an agent')
    repository.write('out/made.txt', 'm')
    draft = (await taken(workspaces, snapshot('T001', base, named))).commit!
  })

  test('is nothing where it lies as it was taken, or does so again', async () => {
    expect(await otherwise()).toBeUndefined()
    repository.write('src/a.txt', 'by a person')
    repository.write('src/a.txt', 'by an agent')
    repository.write('out/other.txt', 'ignored')
    expect(await otherwise()).toBeUndefined()
  })

  test('is what was edited, deleted and added, by whom ever, after a restart too', async () => {
    repository.write('src/a.txt', 'by a person')
    repository.write('notes.txt', 'n')
    rmSync(path.join(repository.root, 'src/b.txt'))
    rmSync(path.join(repository.root, 'out/made.txt'))
    workspaces = await open()
    expect(await otherwise()).toEqual(['notes.txt', 'out/made.txt', 'src/a.txt', 'src/b.txt'])
    // What was given up may lie there as well.
    expect(await otherwise({})).toBeUndefined()
  })

  test('is what came while a gate of something else looked, beside which somebody may be at work', async () => {
    const beside = await workspaces.guard(null, null)
    repository.write('src/a.txt', 'by a person')
    await beside.tidy()
    expect(await otherwise()).toEqual(['src/a.txt'])
  })

  test('is what stands there as a gate had left it before somebody worked on it again', async () => {
    await gate(base, () => repository.write('out/made.txt', 'by the gate'))
    expect(await otherwise()).toBeUndefined()
    repository.write('out/made.txt', 'n')
    draft = (await taken(workspaces, snapshot('T001', base, named))).commit!
    repository.write('out/made.txt', 'by the gate')
    expect(await otherwise()).toEqual(['out/made.txt'])
  })

  test('is nothing that one gate has left and another one another', async () => {
    await gate(base, () => repository.write('out/made.txt', 'by the gate'))
    await gate(base, () => repository.write('src/a.txt', 'by the gate'))
    expect(await otherwise()).toBeUndefined()
  })
})

test('what another executor has merged is looked at once more before it counts', async () => {
  const { base } = await prepared(workspaces, 'T001')
  repository.write('src/a.txt', 'by an agent')
  const draft = (await taken(workspaces, snapshot('T001', base))).commit!
  const integrate = { is: 'integrate', workspace: 'T001' } as const
  const merge = (): ReturnType<Workspaces['merge']> =>
    workspaces.merge({ ...integrate, stage: 'merge', draft, base, lies: true })
  const commit = (): ReturnType<Workspaces['commit']> =>
    workspaces.commit({ is: 'integrate', stage: 'commit', task: 'T001', tree: draft, tip: base, author: 'user' })
  await merge()
  workspaces = await open()
  expect(await commit()).toMatchObject({ is: 'committed', commit: draft })
  repository.write('src/a.txt', 'by a person')
  expect(await commit()).toMatchObject({ is: 'tip-moved', tip: base })
  expect(await merge()).toMatchObject({ is: 'merged', otherwise: ['src/a.txt'] })
})

test('what a gate has left of a draft is no change of it, and what is changed after that is', async () => {
  named = [declared('out/made.txt')]
  const { base } = await prepared(workspaces, 'T001')
  repository.write('out/made.txt', 'm')
  const draft = (await taken(workspaces, snapshot('T001', base, named))).commit!
  const merge = (): ReturnType<Workspaces['merge']> =>
    workspaces.merge({ is: 'integrate', stage: 'merge', workspace: 'T001', draft, base, lies: true })
  await gate(base, () => {
    repository.write('out/made.txt', 'made anew')
    rmSync(path.join(repository.root, 'src/b.txt'))
  })
  workspaces = await open()
  const merged = await merge()
  expect(merged).toMatchObject({ tree: draft })
  expect(merged).not.toHaveProperty('otherwise')
  repository.write('out/made.txt', 'by a person')
  repository.write('src/b.txt', 'back')
  expect(await merge()).toMatchObject({ otherwise: ['out/made.txt', 'src/b.txt'] })
})

test('a diff tells what is new, gone, renamed, no text, and who may run it, as git does', async () => {
  repository.write('src/long.txt', 'one\ntwo\nthree\n')
  repository.write('blob.bin', 'a\0')
  const { base } = await prepared(workspaces, 'T001')
  repository.write('new.txt', 'n\n')
  repository.write('of\ntwo lines', 'l\n')
  repository.write('blob.bin', 'b\0')
  renameSync(path.join(repository.root, 'src/long.txt'), path.join(repository.root, 'src/moved.txt'))
  rmSync(path.join(repository.root, 'src/b.txt'))
  chmodSync(path.join(repository.root, 'src/a.txt'), 0o755)
  const { commit, changes } = await taken(workspaces, snapshot('T001', base))
  const text = await workspaces.diff(base, commit!, { changes })
  expect(text.split(/^(?=diff --git )/m)).toEqual([
    'diff --git a/blob.bin b/blob.bin\nFiles a/blob.bin and b/blob.bin differ\n',
    'diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+n\n',
    'diff --git "a/of\\ntwo lines" "b/of\\ntwo lines"\nnew file mode 100644\n--- /dev/null\n+++ "b/of\\ntwo lines"\n@@ -0,0 +1 @@\n+l\n',
    'diff --git a/src/a.txt b/src/a.txt\nold mode 100644\nnew mode 100755\n',
    expect.stringMatching(
      /^diff --git a\/src\/b\.txt b\/src\/b\.txt\ndeleted file mode 100644\n--- a\/src\/b\.txt\n\+\+\+ \/dev\/null\n/,
    ),
    'diff --git a/src/long.txt b/src/moved.txt\nrename from src/long.txt\nrename to src/moved.txt\n',
  ])
  expect(await workspaces.diff(base, commit!, { limit: 10, changes })).toBe('diff --git')
})

test('a diff tells of the changes of the draft alone, of each text in another encoding or of more than a mebibyte that it differs, and ends in time', async () => {
  repository.write('latin.txt', Buffer.from([0x63, 0xe9, 0x0a]))
  const long = 'x'.repeat(2 ** 20)
  repository.write('long.txt', long)
  repository.write('out/.env', 'old pass phrase')
  named = [declared('out/.env')]
  const { base } = await prepared(workspaces, 'T001')
  repository.write('latin.txt', Buffer.from([0x63, 0xe8, 0x0a]))
  repository.write('long.txt', `${long}y`)
  repository.write('out/.env', 'new pass phrase')
  const { commit, changes } = await taken(workspaces, snapshot('T001', base))
  const own = changes.filter(({ path: it }) => it === 'latin.txt')
  expect(await workspaces.diff(base, commit!, { changes: own })).toBe(
    'diff --git a/latin.txt b/latin.txt\nFiles a/latin.txt and b/latin.txt differ\n',
  )
  const longOnes = changes.filter(({ path: it }) => it === 'long.txt')
  expect(await workspaces.diff(base, commit!, { changes: longOnes })).toContain(
    '\nFiles a/long.txt and b/long.txt differ\n',
  )
  const many = Array.from({ length: 1000 }, () => own).flat()
  const text = await workspaces.diff(base, commit!, { changes: many, limit: 200 })
  expect([text.length, text.split('diff --git').length]).toEqual([200, 4])
  // Somebody has cleaned up, but for the names.
  rmSync(path.join(repository.state, 'files/blobs'), { recursive: true })
  expect(await workspaces.diff(base, commit!, { changes: own })).toContain(
    '\nFiles a/latin.txt and b/latin.txt differ\n',
  )
})

test('what lies otherwise beside a draft that is taken anew is no work of its task, of whichever step, and stays none', async () => {
  repository.write('report.txt', 'before')
  const { base } = await prepared(workspaces, 'T001')
  repository.write('src/a.txt', 'by an agent')
  repository.write('more.txt', 'undeclared, by an agent')
  const red = (await taken(workspaces, snapshot('T001', base))).commit!
  repository.write('src/b.txt', 'by an agent, too')
  const green = (await taken(workspaces, snapshot('T001', red))).commit!
  const anew = async (draft: string, since: string): Promise<readonly string[]> => {
    const effect = { ...snapshot('T001', since, [declared('said.txt')]), anew: draft }
    const look = await taken(workspaces, effect)
    expect(look.rebased?.from[0]).toBe(base)
    return look.changes.map((it) => `${it.change} ${it.path}`)
  }
  const edit = (text: string): void => {
    for (const it of ['notes.txt', 'more.txt', 'src/b.txt', 'said.txt']) repository.write(it, text)
  }
  edit('by a person')
  await gate(red, () => repository.write('report.txt', 'by a gate'))
  const ofStep = ['added said.txt', 'modified more.txt', 'modified src/b.txt']
  expect([...(await anew(green, red))].sort()).toEqual(ofStep)
  // After a restart, and changed once more.
  workspaces = await open()
  const next = (await taken(workspaces, snapshot('T001', red))).commit!
  edit('by a person, once more')
  expect([...(await anew(next, red))].sort()).toEqual(ofStep)
  expect([...(await anew(next, base))].sort()).toEqual([
    'added more.txt',
    'added said.txt',
    'modified src/a.txt',
    'modified src/b.txt',
  ])
})
