import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileSpec } from '../../src/plan/model.ts'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import {
  attempt,
  declared,
  integrate,
  planPath,
  planText,
  plannedRepository,
  prepare,
  prepared,
  snapshot,
  taken,
  type Repository,
} from './repository.ts'

let repository: Repository
let workspaces: Workspaces
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(() => repository.end())

/** The same behaviour is asked of both: with git, and with file states. */
describe.each(['git', 'files'])('in place, with %s', (kind) => {
  beforeEach(async () => {
    if (kind === 'files') rmSync(path.join(repository.root, '.git'), { recursive: true })
    workspaces = await repository.open({ kind: 'in-place', ...(kind === 'files' ? { git: null } : {}) })
    await workspaces.begin()
  })

  test('work is done in the folder itself, one task at a time', async () => {
    const { folder } = await prepared(workspaces, 'T001')
    expect(folder).toBe(repository.root)
    expect(await workspaces.prepare(prepare('T002'))).toMatchObject({ is: 'failed', retry: true })
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    expect(await workspaces.prepare(prepare('T002'))).toMatchObject({ is: 'prepared' })
  })

  test('gates look at the folder while a task begins and its draft is taken', async () => {
    // Written anew as they were, they are read once more by whoever looks next.
    const writeMany = (): void => {
      for (let nth = 0; nth < 200; nth += 1) repository.write(`many/${nth}.txt`, String(nth))
    }
    writeMany()
    const { base } = await prepared(workspaces, 'T001')
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    const beside = async (work: () => Promise<{ readonly is: string }>): Promise<readonly string[]> => {
      writeMany()
      const looks = [1, 2, 3].map(() => workspaces.materialise(base))
      return (await Promise.all([work(), ...looks])).map((it) => it.is)
    }
    expect(await beside(() => workspaces.prepare(prepare('T001')))).toEqual(['prepared', 'ready', 'ready', 'ready'])
    expect(await beside(() => workspaces.snapshot(snapshot('T001', base, [])))).toEqual([
      ...['taken', 'ready', 'ready', 'ready'],
    ])
  })

  test('whoever begins while it is given back waits for that', async () => {
    const { base } = await prepared(workspaces, 'T001')
    repository.write('left.txt', 'left')
    const given = workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001', leaves: true })
    expect(await workspaces.prepare(prepare('T002'))).toMatchObject({ is: 'prepared' })
    expect(await given).toMatchObject({ is: 'disposed', leftovers: { base } })
  })

  test('edits that the human had not committed are not charged to the agent', async () => {
    repository.write('src/a.txt', 'mine\n')
    repository.write('mine.txt', 'm')
    const { base } = await prepared(workspaces, 'T001')
    repository.write('src/b.txt', 'b2\n')
    repository.write('new.txt', 'n')
    const draft = await taken(workspaces, snapshot('T001', base, [declared('new.txt'), declared('src/b.txt')]))
    expect(draft.changes).toEqual([
      { path: 'new.txt', change: 'added', from: null },
      { path: 'src/b.txt', change: 'modified', from: null },
    ])
    expect([draft.present, draft.before]).toEqual([['new.txt', 'src/b.txt'], ['src/b.txt']])
    expect(draft.protectedChanges).toEqual([])
  })

  test('our own entries in the log are not charged to the agent, its own lines are', async () => {
    const log = 'specs/task-refinement-log.md'
    const entry = '\n[DEVIATION] T001: something\n'
    const noted = (bytes: Uint8Array | null): Uint8Array => {
      const text = Buffer.from(bytes ?? []).toString()
      return Buffer.from(text.includes(entry) ? text : text + entry)
    }
    const here = await repository.open({
      kind: 'in-place',
      ...(kind === 'files' ? { git: null } : {}),
      projectWorking: (file, bytes) => (file === log ? noted(bytes) : bytes),
    })
    const { base } = await prepared(here, 'T001')
    repository.write(log, noted(null))
    expect((await taken(here, snapshot('T001', base))).protectedChanges).toEqual([])
    repository.write(log, Buffer.concat([noted(null), Buffer.from('mine\n')]))
    expect((await taken(here, snapshot('T001', base))).protectedChanges).toEqual([log])
  })

  test('what we wrote there before the task began anew is not charged to its next step, which is compared with an earlier draft', async () => {
    const log = 'specs/task-refinement-log.md'
    const here = await repository.open({
      kind: 'in-place',
      ...(kind === 'files' ? { git: null } : {}),
      projectWorking: (_, bytes) => bytes,
    })
    const first = await prepared(here, 'T001')
    repository.write('src/new.txt', 'n')
    const { commit } = await taken(here, snapshot('T001', first.base))
    await here.dispose({ is: 'dispose-workspace', workspace: 'T001', leaves: true })
    repository.write(log, 'ours\n')
    await prepared(here, 'T001-2')
    expect((await taken(here, snapshot('T001-2', commit))).protectedChanges).toEqual([])
    repository.write(log, 'ours\nmine\n')
    expect((await taken(here, snapshot('T001-2', commit))).protectedChanges).toEqual([log])
  })

  test('a contract that is otherwise than where the task began is told and in no draft, whoever has changed it', async () => {
    repository.write('millwright.contract', 'millwright contract 1\n')
    const { base } = await prepared(workspaces, 'T001')
    expect(await taken(workspaces, snapshot('T001', base))).not.toHaveProperty('protectedLeft')
    repository.write('millwright.contract', 'millwright contract 1\n# weaker\n')
    const draft = await taken(workspaces, snapshot('T001', base))
    expect(draft).toMatchObject({ changes: [], protectedChanges: [], protectedLeft: ['millwright.contract'] })
    expect(draft.tree).toBe(await workspaces.evidenceTreeOf(base))
  })

  test('a name that is not UTF-8 ends nothing', async () => {
    const { base } = await prepared(workspaces, 'T001')
    const folder = Buffer.from(`${path.join(repository.root, 'src')}/`)
    writeFileSync(Buffer.concat([folder, Buffer.from([0x62, 0xff])]), 'x')
    const outcome = await workspaces.snapshot(snapshot('T001', base))
    if (kind === 'git')
      expect(outcome).toMatchObject({ is: 'failed', failure: { reason: expect.stringContaining('src/b\\377') } })
    else expect(outcome).toMatchObject({ changes: [{ path: 'src/b\ufffd', change: 'added' }] })
  })

  test('names every kind of change', async () => {
    repository.write('turn', 'file')
    repository.write('moved.txt', 'a file that moves, long enough to be known again\n')
    const { base } = await prepared(workspaces, 'T001')
    rmSync(path.join(repository.root, 'turn'))
    repository.write('turn/in\nner.txt', 'i')
    renameSync(path.join(repository.root, 'moved.txt'), path.join(repository.root, 'to.txt'))
    chmodSync(path.join(repository.root, 'src/a.txt'), 0o755)
    rmSync(path.join(repository.root, 'src/b.txt'))
    symlinkSync('a.txt', path.join(repository.root, 'src/b.txt'))
    mkdirSync(path.join(repository.root, 'empty'))
    const files = [declared('empty', 'directory'), declared('**/*.txt', 'glob')]
    const draft = await taken(workspaces, snapshot('T001', base, files))
    expect(draft.changes.map((it) => `${it.change} ${it.from ?? ''}>${it.path}`).sort()).toEqual(
      [
        'added >turn/in\nner.txt',
        'deleted >turn',
        'modified >src/a.txt',
        'renamed moved.txt>to.txt',
        'type-changed >src/b.txt',
      ].sort(),
    )
    expect([...draft.present].sort()).toEqual(['**/*.txt', 'empty'])
  })

  test('what differs in the plan is no work: marks of ours, and edits of the person', async () => {
    const { base } = await prepared(workspaces, 'T001')
    repository.write(planPath, planText.replace('[ ] T002', '[X] T002'))
    expect(await taken(workspaces, snapshot('T001', base))).toMatchObject({
      planEdited: false,
      ticked: [],
      changes: [],
    })
  })

  test('nothing is put back by itself', async () => {
    const { base } = await prepared(workspaces, 'T001')
    expect(await workspaces.restore('T001', base)).toEqual({ is: 'restored', edited: false })
    repository.write('half.txt', 'half')
    expect(await workspaces.restore('T001', base)).toMatchObject({ is: 'asks' })
    expect(repository.read('half.txt')).toBe('half')
  })

  test('asked again after a restart, the base is still from before the work', async () => {
    const first = await prepared(workspaces, 'T001')
    repository.write('half.txt', 'half')
    const after = await repository.open({ kind: 'in-place', ...(kind === 'files' ? { git: null } : {}) })
    await after.begin()
    const second = await prepared(after, 'T001')
    expect(second.base).toBe(first.base)
    expect((await taken(after, snapshot('T001', second.base))).changes.map((it) => it.path)).toEqual(['half.txt'])
    expect(await after.keep('T001', 'attempt 1')).not.toBeNull()
  })

  test('a task is merged, marked and published, and gates see the folder where it is the tree', async () => {
    const { base } = await prepared(workspaces, 'T001')
    repository.write('src/b.txt', 'b2\n')
    const draft = await taken(workspaces, snapshot('T001', base))
    const place = await workspaces.materialise(draft.commit!)
    expect(place).toMatchObject({ is: 'ready', folder: repository.root, tree: draft.tree })
    const tip = await integrate(repository, workspaces, 'T001', draft.commit!, base)
    expect(await workspaces.contains(tip)).toBe(true)
    expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'published' })
    expect(repository.read(planPath)).toContain('- [X] T001')
    expect(repository.read('src/b.txt')).toBe('b2\n')
    expect(await workspaces.tip()).toBe(tip)
  })
})

describe('in place, with git only', () => {
  test('the human’s edits stay uncommitted beside the commit of the task', async () => {
    repository.write('src/a.txt', 'a1\na2\na3\na4\na5\na6\nmine\n')
    repository.write('mine.txt', 'm')
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    repository.write('src/a.txt', 'ours\na2\na3\na4\na5\na6\nmine\n')
    const draft = await taken(workspaces, snapshot('T001', base))
    const tip = await integrate(repository, workspaces, 'T001', draft.commit!, base)
    expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'published' })
    expect(repository.git('show', 'HEAD:src/a.txt')).toBe('ours\na2\na3\na4\na5\na6\na7')
    expect(repository.read('src/a.txt')).toBe('ours\na2\na3\na4\na5\na6\nmine\n')
    expect(repository.git('status', '--porcelain').split('\n').sort()).toEqual(['?? mine.txt', 'M src/a.txt'])
    expect(repository.git('log', '--format=%s')).toBe('T001\nstart')
  })

  test('what the human has staged of a file of the task is in the way, and stays', async () => {
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    repository.write('src/b.txt', 'staged\n')
    repository.git('add', 'src/b.txt')
    repository.write('src/b.txt', 'b2\n')
    const draft = await taken(workspaces, snapshot('T001', base))
    const tip = await integrate(repository, workspaces, 'T001', draft.commit!, base)
    expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'waiting', paths: ['src/b.txt'] })
    expect([repository.git('show', ':src/b.txt'), repository.read('src/b.txt')]).toEqual(['staged', 'b2\n'])
  })

  test('a repository inside is the human’s, and left alone, where it was there before; else its files are the draft', async () => {
    const workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const inside = (folder: string): void => {
      repository.write(`${folder}/file.txt`, 'f')
      for (const words of [
        ['init', '-q'],
        ['add', '-A'],
        ['commit', '-qm', 'x'],
      ])
        repository.git('-C', folder, ...words)
    }
    inside('vendor/theirs')
    const { base } = await prepared(workspaces, 'T001')
    inside('vendor/ours')
    const draft = await taken(workspaces, snapshot('T001', base))
    expect(draft.changes.map((it) => it.path)).toEqual(['vendor/ours/file.txt'])
    const tip = await integrate(repository, workspaces, 'T001', draft.commit!, base)
    expect(repository.git('ls-tree', '-r', '--name-only', tip, 'vendor')).toBe('vendor/ours/file.txt')
    expect(repository.has('vendor/ours/.git')).toBe(true)
  })

  test('what git ignores stays in the folder and out of the draft, declared or not', async () => {
    repository.write('out/.env', 'secret')
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    repository.write('out/new.txt', 'n')
    const draft = await taken(workspaces, snapshot('T001', base, [declared('out/.env'), declared('out/new.txt')]))
    expect(draft.changes).toEqual([])
    expect(draft.ignored).toEqual([
      { path: 'out/.env', isInDraft: false },
      { path: 'out/new.txt', isInDraft: false },
    ])
  })

  test('commits of the branch that the tip lacks are brought in before anything begins; where they cannot be, it begins', async () => {
    workspaces = await repository.open({ kind: 'in-place' })
    const { tip } = await workspaces.begin()
    repository.write('src/b.txt', 'theirs\n')
    const commit = repository.commit('theirs')
    expect(await workspaces.prepare(prepare('T001'))).toEqual({ of: 'prepare-workspace', is: 'behind' })
    expect(await workspaces.publish({ is: 'publish', tip: tip! })).toMatchObject({ is: 'published', tip: commit })
    const { base } = await prepared(workspaces, 'T001')
    repository.write('src/b.txt', 'theirs\nb2\n')
    const draft = await taken(workspaces, snapshot('T001', base))
    await integrate(repository, workspaces, 'T001', draft.commit!, base)
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    repository.git('commit', '-q', '--amend', '-m', 'others')
    expect(await workspaces.prepare(prepare('T002'))).toMatchObject({ is: 'behind' })
    expect(await workspaces.publish({ is: 'publish', tip: commit })).toMatchObject({ is: 'waiting' })
    expect(await workspaces.prepare(prepare('T002'))).toMatchObject({ is: 'prepared' })
  })

  test('what is committed on the branch meanwhile is named, but for what was changed again', async () => {
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    expect((await taken(workspaces, snapshot('T001', base))).committed).toBeUndefined()
    repository.write('theirs.txt', 't')
    repository.write('src/b.txt', 'b2\n')
    repository.commit('theirs')
    repository.write('src/b.txt', 'b3\n')
    const draft = await taken(workspaces, snapshot('T001', base))
    expect(draft.changes.map((it) => it.path)).toEqual(['src/b.txt', 'theirs.txt'])
    expect(draft.committed).toEqual(['theirs.txt'])
  })

  test('what is committed while a draft waits is what the task goes on from, but for what it declares and what the draft has', async () => {
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    const first = { ...snapshot('T001', base), declared: [declared('own.txt')] }
    repository.write('own.txt', 'o\n')
    repository.write('beside.txt', 'agent\n')
    const draft = await taken(workspaces, first)
    expect(draft.rebased).toBeUndefined()
    repository.write('theirs.txt', 't\n')
    repository.write('src/b.txt', 'b2\n')
    repository.write('own.txt', 'o2\n')
    repository.commit('theirs')
    repository.write('src/b.txt', 'b3\n')
    await workspaces.restore('T001', draft.commit!, { keep: true, isDraft: true })
    repository.write('late.txt', 'l\n')
    repository.commit('while the agent works')
    const next = await taken(workspaces, first)
    expect(next.changes.map((it) => `${it.change} ${it.path}`)).toEqual([
      'added beside.txt',
      'added late.txt',
      'added own.txt',
      'modified src/b.txt',
    ])
    expect(next.committed).toEqual(['beside.txt', 'late.txt', 'own.txt', 'src/b.txt'])
    expect(next.rebased?.from).toEqual([base])
    const { to } = next.rebased!
    expect((await workspaces.diff(to, next.commit!, { limit: 4096 })).includes('theirs.txt')).toBe(false)
    await workspaces.restore('T001', next.commit!, { keep: true, isDraft: true })
    expect((await taken(workspaces, first)).rebased).toEqual({ from: [base], to })
  })

  /** The next draft of a file that a person has committed as `text` while its first draft waited. */
  const committedAndSentBack = async (text: string, { isOnTip = false, isBeside = false } = {}) => {
    workspaces = await repository.open({ kind: 'in-place' })
    const { tip: before } = await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    repository.write('own.txt', 'draft 1\n')
    const effect = { ...snapshot('T001', base), declared: [declared('own.txt')] }
    const first = await taken(workspaces, effect)
    repository.write('own.txt', text)
    repository.git('add', 'own.txt')
    if (isBeside) repository.write('theirs.txt', 't\n')
    if (isBeside) repository.git('add', 'theirs.txt')
    repository.git('commit', '-q', '-m', 'so far')
    if (isOnTip) await workspaces.publish({ is: 'publish', tip: before! })
    await workspaces.restore('T001', first.commit!, { keep: true, isDraft: true })
    repository.write('own.txt', 'draft 2\n')
    const next = await taken(workspaces, { ...effect, name: attempt('T001', 2, 2) })
    return { draft: next.commit!, base: next.rebased?.to ?? base }
  }

  test.each([
    { isOnTip: false, isBeside: false },
    { isOnTip: true, isBeside: false },
    { isOnTip: false, isBeside: true },
    { isOnTip: true, isBeside: true },
  ])(
    'a draft that is committed while it waits is what the next one goes on from; on the tip: $isOnTip; with more: $isBeside',
    async (how) => {
      const { draft, base } = await committedAndSentBack('draft 1\n', how)
      const tip = await integrate(repository, workspaces, 'T001', draft, base)
      expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'published' })
      expect(repository.git('show', 'HEAD:own.txt')).toBe('draft 2')
      expect(repository.git('status', '--porcelain')).toBe('')
    },
  )

  /** @returns what the branch holds once a draft that a person had committed was sent back, and the next one is published */
  const publishedOver = async (one: () => void, other: () => void): Promise<string> => {
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    one()
    const first = await taken(workspaces, snapshot('T001', base))
    repository.commit('so far')
    await workspaces.restore('T001', first.commit!, { keep: true, isDraft: true })
    other()
    const { commit } = await taken(workspaces, { ...snapshot('T001', base), name: attempt('T001', 2, 2) })
    const tip = await integrate(repository, workspaces, 'T001', commit!, base)
    expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'published' })
    repository.git('fsck', '--strict')
    return repository.git('ls-tree', '-r', 'HEAD', 'src/b.txt', 'own.sh').replaceAll(/ blob [0-9a-f]+\t/g, ' ')
  }

  test('so is one that had taken a file away', async () => {
    const held = await publishedOver(
      () => rmSync(path.join(repository.root, 'src/b.txt')),
      () => repository.write('src/b.txt', 'draft 2\n'),
    )
    expect(held).toBe('100644 src/b.txt')
    expect(repository.git('show', 'HEAD:src/b.txt')).toBe('draft 2')
  })

  test('so is one in which the next one changes who may run a file', async () => {
    const held = await publishedOver(
      () => repository.write('own.sh', 'true\n'),
      () => chmodSync(path.join(repository.root, 'own.sh'), 0o755),
    )
    expect(held).toBe('100755 own.sh\n100644 src/b.txt')
  })

  test('committed with an edit of theirs it is their work, and the next draft conflicts with it', async () => {
    const { draft, base } = await committedAndSentBack('draft 1\nmine\n')
    const tip = await integrate(repository, workspaces, 'T001', draft, base)
    expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'diverged' })
    expect(repository.git('show', 'HEAD:own.txt')).toBe('draft 1\nmine')
  })

  test('what they take back to a draft of before, once another one is there, is their work as well', async () => {
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    const effect = { ...snapshot('T001', base), declared: [declared('own.txt')] }
    repository.write('own.txt', 'draft 1\n')
    await taken(workspaces, effect)
    repository.write('own.txt', 'draft 2\n')
    const { commit } = await taken(workspaces, { ...effect, name: attempt('T001', 2, 2) })
    repository.write('own.txt', 'draft 1\n')
    repository.git('add', 'own.txt')
    repository.git('commit', '-q', '-m', 'take it back')
    const tip = await integrate(repository, workspaces, 'T001', commit!, base)
    expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'diverged' })
  })

  test('what they take back to a draft of before the one that they had committed last, is their work as well', async () => {
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    const effect = { ...snapshot('T001', base), declared: [declared('own.txt')] }
    const drafted = async (number: number): Promise<string> => {
      repository.write('own.txt', `draft ${number}\n`)
      return (await taken(workspaces, { ...effect, name: attempt('T001', number, number) })).commit!
    }
    const committed = (): void => {
      repository.git('add', 'own.txt')
      repository.git('commit', '-q', '-m', 'so far')
    }
    await drafted(1)
    committed()
    await drafted(2)
    committed()
    const third = await drafted(3)
    repository.write('own.txt', 'draft 1\n')
    committed()
    const tip = await integrate(repository, workspaces, 'T001', third, base)
    expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'diverged' })
  })

  test('a draft that was put aside in the folder is merged, and that it lies there no more is told with what brings it', async () => {
    const told: string[] = []
    workspaces = await repository.open({ kind: 'in-place', remark: (text) => void told.push(text) })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    repository.write('own.txt', 'draft\n')
    repository.write('here.txt', 'draft\n')
    const draft = (await taken(workspaces, snapshot('T001', base))).commit!
    rmSync(path.join(repository.root, 'own.txt'))
    const tip = await integrate(repository, workspaces, 'T001', draft, base)
    expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'published' })
    expect(told).toEqual([
      expect.stringMatching(/^in your folder own\.txt lies as before .*, git checkout HEAD -- :\/own\.txt$/),
    ])
    repository.git('checkout', 'HEAD', '--', ':/own.txt')
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  test('what a person takes back of what was merged stays taken back, also where an earlier draft had it so', async () => {
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const drafted = async (task: string, text: string): Promise<{ draft: string; base: string }> => {
      const { base } = await prepared(workspaces, task)
      repository.write('own.txt', text)
      return { draft: (await taken(workspaces, snapshot(task, base))).commit!, base }
    }
    const merged = async (task: string, { draft, base }: { draft: string; base: string }): Promise<void> => {
      const tip = await integrate(repository, workspaces, task, draft, base)
      expect(await workspaces.publish({ is: 'publish', tip })).toMatchObject({ is: 'published' })
      await workspaces.dispose({ is: 'dispose-workspace', workspace: task })
    }
    await merged('T001', await drafted('T001', '1\n2\n3\n4\n5\n6\n'))
    await merged('T002', await drafted('T002', '1\nBAD\n3\n4\n5\n6\n'))
    const three = await drafted('T003', '1\nBAD\n3\n4\n5\nSIX\n')
    repository.write('own.txt', '1\n2\n3\n4\n5\n6\n')
    repository.git('add', 'own.txt')
    repository.git('commit', '-q', '-m', 'take it back')
    await merged('T003', three)
    expect(repository.git('show', 'HEAD:own.txt')).toBe('1\n2\n3\n4\n5\nSIX')
  })

  test.each<[string, readonly FileSpec[]]>([
    ['declares nothing', []],
    ['only reads it', [{ ...declared('theirs.txt'), action: 'read' }]],
  ])(
    'what is committed while a draft waits is not the work of a later step either, nor of a task that %s',
    async (_, others) => {
      workspaces = await repository.open({ kind: 'in-place' })
      await workspaces.begin()
      const { base } = await prepared(workspaces, 'T001')
      repository.write('own.txt', 'o\n')
      const step = { ...snapshot('T001', base), declared: [declared('own.txt')] }
      const red = (await taken(workspaces, step)).commit!
      repository.write('theirs.txt', 't\n')
      repository.commit('theirs')
      await workspaces.restore('T001', red, { keep: true })
      const all = await taken(workspaces, { ...step, declared: others })
      expect(all.changes.map(({ path }) => path)).toEqual(['own.txt'])
      repository.write('own.txt', 'o2\n')
      const green = await taken(workspaces, { ...step, base: red })
      expect(green.changes.map((it) => `${it.change} ${it.path}`)).toEqual(['modified own.txt'])
    },
  )

  test('taken up again, a task finds its own work; what it was done on and nobody has committed is not put back', async () => {
    repository.write('src/b.txt', 'mine\n')
    workspaces = await repository.open({ kind: 'in-place' })
    await workspaces.begin()
    const { base } = await prepared(workspaces, 'T001')
    repository.write('src/a.txt', 'a2\n')
    repository.write('src/b.txt', 'b2\n')
    repository.write('new.txt', 'n')
    const { commit } = await taken(workspaces, snapshot('T001', base))
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    const leftovers = { base, draft: commit! }
    expect(await workspaces.prepare({ ...prepare('T001-2'), leftovers })).toMatchObject({ is: 'prepared' })
    const again = await taken(workspaces, snapshot('T001-2', null))
    expect(again.changes.map((it) => `${it.change} ${it.path}`)).toEqual(['added new.txt', 'modified src/a.txt'])
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001-2' })
    const some = { ...leftovers, paths: ['new.txt', 'src/b.txt'] }
    expect(await workspaces.prepare({ ...prepare('T002'), leftovers: some })).toMatchObject({ is: 'prepared' })
    const other = await taken(workspaces, snapshot('T002', null))
    expect(other.changes.map((it) => `${it.change} ${it.path}`)).toEqual(['added new.txt'])
  })

  test('a tree that the folder is not is looked at outside', async () => {
    workspaces = await repository.open({ kind: 'in-place' })
    const { tip } = await workspaces.begin()
    repository.write('src/a.txt', 'mine\n')
    const place = await workspaces.materialise(tip!)
    expect(place).toMatchObject({ is: 'ready' })
    expect(place.is === 'ready' && place.folder).not.toBe(repository.root)
  })
})

describe('no workspace', () => {
  test('looks only at which declared files are there', async () => {
    workspaces = await repository.open({ kind: 'none' })
    expect(await workspaces.begin()).toMatchObject({ tip: null, branch: null })
    expect(await workspaces.prepare(prepare('T001'))).toMatchObject({ base: null, tree: null })
    const draft = await taken(workspaces, snapshot('T001', null, [declared('src/a.txt'), declared('x')]))
    expect(draft).toMatchObject({ commit: null, changes: [], present: ['src/a.txt'] })
    writeFileSync(path.join(repository.root, 'x'), 'x')
    expect(workspaces.folderOf('T001')).toBe(repository.root)
  })
})
