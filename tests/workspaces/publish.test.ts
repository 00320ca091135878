import { chmodSync, existsSync, mkdirSync, readlinkSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import {
  declared,
  doTask,
  integrate,
  makeRepository,
  marked,
  optionsFor,
  planPath,
  planText,
  plannedRepository,
  prepared,
  snapshot,
  taken,
  type Repository,
} from './repository.ts'

let repository: Repository
let workspaces: Workspaces
beforeEach(async () => {
  repository = plannedRepository()
  workspaces = await repository.open()
  await workspaces.begin()
})
afterEach(() => repository.end())

const write =
  (file: string, text: string) =>
  (folder: string): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
const publish = async () => workspaces.publish({ is: 'publish', tip: (await workspaces.tip()) ?? '' })
const published = { of: 'publish', is: 'published', to: 'main' }
/** The checkout that a run is begun in, and the branch that it publishes to. */
const openedAt = async (root: string, branch: string | null = null): Promise<Workspaces> => {
  const opened = await repository.open({ run: 'run 2', root, git: await lookAtGit(root), branch })
  await opened.begin()
  return opened
}
/** Other places of a checkout: what they hold is what the repository holds. */
const apart = (): string => {
  repository.git('init', '-q', '--separate-git-dir', path.join(repository.top, 'apart.git'))
  return repository.root
}
const submodule = (): string => {
  const around = path.join(repository.top, 'around')
  repository.git('init', '-q', around)
  repository.git(
    '-C',
    around,
    '-c',
    'protocol.file.allow=always',
    'submodule',
    '--quiet',
    'add',
    repository.root,
    'sub',
  )
  return path.join(around, 'sub')
}
const linked = (): string => {
  const folder = path.join(repository.top, 'linked')
  repository.git('switch', '-q', '-c', 'elsewhere')
  repository.git('worktree', 'add', '-q', folder, 'main')
  return folder
}
/** Commits to `up`, also as a patch, what conflicts with the branch; @returns the commit of that. */
const conflicting = (folder: string): string => {
  const commit = (text: string): void => {
    writeFileSync(path.join(folder, 'src/c.txt'), text)
    repository.git('-C', folder, 'add', 'src/c.txt')
    repository.git('-C', folder, 'commit', '-q', '-m', text)
  }
  repository.git('-C', folder, 'switch', '-q', '-c', 'up')
  commit('up')
  writeFileSync(path.join(folder, 'up.patch'), repository.git('-C', folder, 'format-patch', '-1', '--stdout'))
  repository.git('-C', folder, 'switch', '-q', 'main')
  commit('main')
  return repository.git('-C', folder, 'rev-parse', 'main')
}
const status = (): string => repository.git('status', '--porcelain')

describe('where it is safe', () => {
  test('branch, index, files and the working plan come forward together', async () => {
    const tip = await doTask(repository, workspaces, 'T001', write('src/new.txt', 'n'))
    expect(await publish()).toEqual(published)
    expect(repository.git('rev-parse', 'HEAD')).toBe(tip)
    expect(status()).toBe('')
    // The index has fresh stat data: also plumbing sees nothing changed.
    expect(repository.git('diff-files')).toBe('')
    expect(repository.read('src/new.txt')).toBe('n')
    expect(repository.read(planPath)).toContain('- [X] T001')
    expect(await publish()).toEqual(published)
  })

  test('files of the human that are not in the way stay as they are, staged or not', async () => {
    repository.write('src/a.txt', 'mine\n')
    repository.write('staged.txt', 'staged')
    repository.git('add', 'staged.txt')
    repository.write('untracked.txt', 'u')
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(status().split('\n').sort()).toEqual(['?? untracked.txt', 'A  staged.txt', 'M src/a.txt'].sort())
    expect(repository.read('src/b.txt')).toBe('b2\n')
  })

  test('the plan stays the very file that an editor may have open', async () => {
    const { ino } = statSync(path.join(repository.root, planPath))
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(repository.read(planPath)).toContain('- [X] T001')
    expect(statSync(path.join(repository.root, planPath)).ino).toBe(ino)
  })

  test('edits of the plan by the human stay, with our marks in them', async () => {
    repository.write(planPath, planText.replace('T003 three', 'T003 three, but better'))
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(repository.read(planPath)).toBe(
      planText.replace('[ ] T001', '[X] T001').replace('T003 three', 'T003 three, but better'),
    )
    expect(repository.git('show', `${tip}:${planPath}`)).toContain('T003 three\n'.trim())
    expect(repository.git('diff', '--stat', 'HEAD')).toContain('1 insertion')
  })

  test('a log that the integrator begins is there in the checkout, and an edited one stays the human’s', async () => {
    const log = 'specs/task-refinement-log.md'
    const { project } = await optionsFor(repository)
    let entries = 'one\n'
    workspaces = await repository.open({
      run: 'run 2',
      project: async (read, merging) => [...(await project(read, merging)), { path: log, bytes: Buffer.from(entries) }],
    })
    await workspaces.begin()
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(repository.read(log)).toBe('one\n')
    expect(status()).toBe('')
    repository.write(log, 'one\nmine\n')
    entries = 'one\ntwo\n'
    await doTask(repository, workspaces, 'T002', write('src/b.txt', 'b3\n'))
    expect(await publish()).toEqual(published)
    expect(repository.read(log)).toBe('one\nmine\n')
  })

  test('of a thousand files only the changed one is written', async () => {
    for (let i = 0; i < 1000; i++) repository.write(`many/${i % 20}/${i}.txt`, `${i}\n`)
    repository.commit('many')
    workspaces = await repository.open({ run: 'run 2' })
    await workspaces.begin()
    const inode = (file: string): number => statSync(path.join(repository.root, file)).ino
    const before = inode('many/1/1.txt')
    await doTask(repository, workspaces, 'T001', write('many/2/2.txt', 'two\n'))
    expect(await publish()).toEqual(published)
    expect(repository.git('show', '--name-only', '--format=', 'HEAD').split('\n').sort()).toEqual(
      ['many/2/2.txt', planPath].sort(),
    )
    expect(inode('many/1/1.txt')).toBe(before)
    expect(status()).toBe('')
  })

  test('a staged edit of the plan stays staged', async () => {
    repository.write(planPath, `${planText}- [ ] T004 four\n`)
    repository.git('add', planPath)
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(repository.git('show', `:${planPath}`)).toContain('- [X] T001 one')
    expect(repository.git('diff', '--cached', '--name-only')).toBe(planPath)
    expect(repository.git('diff', '--name-only')).toBe('')
  })

  test('a staged link in place of the plan stays staged as it is, and gets no marks', async () => {
    rmSync(path.join(repository.root, planPath))
    // What it says would be read as a task.
    symlinkSync('- [ ] T001 one', path.join(repository.root, planPath))
    repository.git('add', planPath)
    const before = repository.git('ls-files', '-s', planPath)
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(repository.git('ls-files', '-s', planPath)).toBe(before)
  })

  test('an untracked plan is marked in its file only', async () => {
    repository.git('rm', '-q', '--cached', planPath)
    repository.git('commit', '-qm', 'plan untracked')
    const ours = [planPath, 'specs/task-refinement-log.md'].map((it) => ({ path: it, bytes: Buffer.from('ours\n') }))
    workspaces = await repository.open({ run: 'run 2', project: () => Promise.resolve(ours) })
    await workspaces.begin()
    const tip = await doTask(repository, workspaces, 'T001', write('x.txt', 'x'))
    expect(await publish()).toEqual(published)
    expect(repository.git('ls-tree', '-r', '--name-only', tip)).not.toContain('specs/')
    expect(repository.read(planPath)).toContain('- [X] T001')
    expect(status()).toBe('?? specs/')
  })

  test('converted line ends are no change of the human', async () => {
    repository.write('.gitattributes', '*.bat text eol=crlf\n')
    repository.write('run.bat', 'one\r\ntwo\r\n')
    repository.commit('bat')
    workspaces = await repository.open({ run: 'run 2' })
    await workspaces.begin()
    await doTask(repository, workspaces, 'T001', write('run.bat', 'one\r\ntwo\r\nthree\r\n'))
    expect(await publish()).toEqual(published)
    expect(repository.read('run.bat')).toBe('one\r\ntwo\r\nthree\r\n')
    expect(repository.git('cat-file', '-p', 'HEAD:run.bat')).toBe('one\ntwo\nthree')
    expect(status()).toBe('')
    // The content alone says nothing of what may be run.
    await doTask(repository, workspaces, 'T002', (folder) => chmodSync(path.join(folder, 'run.bat'), 0o755))
    expect(await publish()).toEqual(published)
    expect([statSync(path.join(repository.root, 'run.bat')).mode & 0o111, status()]).toEqual([0o111, ''])
  })
})

test.each([
  ['false', 0o777],
  ['off', 0o777],
  ['no', 0o644],
])('where core.fileMode is %s, modes of the disk are no change of the human', async (value, mode) => {
  repository.git('config', 'core.fileMode', value)
  repository.write('run.sh', 'exit 0\n')
  repository.write('converted.txt', 'one\r\n')
  repository.write('.gitattributes', 'converted.txt text eol=crlf\n')
  repository.git('add', '.')
  repository.git('update-index', '--chmod=+x', 'run.sh')
  repository.git('commit', '-qm', 'Files')
  for (const it of [planPath, 'src/a.txt', 'src/b.txt', 'run.sh', 'converted.txt'])
    chmodSync(path.join(repository.root, it), mode)
  expect(status()).toBe('')
  workspaces = await repository.open({ run: 'modes' })
  await workspaces.begin()
  await doTask(repository, workspaces, 'T001', (folder) => {
    for (const it of ['src/a.txt', 'run.sh', 'converted.txt']) write(it, 'changed\n')(folder)
    rmSync(path.join(folder, 'src/b.txt'))
  })
  expect(await publish()).toEqual(published)
  expect(status()).toBe('')
  expect(repository.read('src/a.txt')).toBe('changed\n')
  expect(repository.git('ls-files', '-s', 'run.sh')).toContain('100755')
  // What really is theirs still stays.
  repository.write('src/a.txt', 'mine\n')
  await doTask(repository, workspaces, 'T002', write('src/a.txt', 'theirs\n'))
  expect(await publish()).toMatchObject({ is: 'waiting', paths: ['src/a.txt'] })
})

describe('what is in the way is never overwritten', () => {
  test.each<[string, (it: Repository) => void, string, () => void]>([
    [
      'a changed file',
      (it) => it.write('src/b.txt', 'mine\n'),
      'src/b.txt',
      () => expect(repository.read('src/b.txt')).toBe('mine\n'),
    ],
    [
      'a staged change',
      (it) => {
        it.write('src/b.txt', 'mine\n')
        it.git('add', 'src/b.txt')
        it.write('src/b.txt', 'b1\n')
      },
      'src/b.txt',
      () => expect(repository.git('show', ':src/b.txt')).toBe('mine'),
    ],
    [
      'a file that is to be tracked no more',
      (it) => it.git('rm', '-q', '--cached', 'src/b.txt'),
      'src/b.txt',
      () => expect(status()).toContain('D  src/b.txt'),
    ],
    [
      'an untracked file',
      (it) => it.write('src/new.txt', 'mine'),
      'src/new.txt',
      () => expect(repository.read('src/new.txt')).toBe('mine'),
    ],
    [
      'an ignored file',
      (it) => it.write('x.log', 'mine'),
      'x.log',
      () => expect(repository.read('x.log')).toBe('mine'),
    ],
    [
      'a deleted file',
      (it) => rmSync(path.join(it.root, 'src/b.txt')),
      'src/b.txt',
      () => expect(repository.has('src/b.txt')).toBe(false),
    ],
    [
      'a changed mode',
      (it) => chmodSync(path.join(it.root, 'src/b.txt'), 0o755),
      'src/b.txt',
      () => expect(status()).toContain('M src/b.txt'),
    ],
    [
      'a link to nowhere in place of the file',
      (it) => {
        rmSync(path.join(it.root, 'src/b.txt'))
        symlinkSync('nowhere', path.join(it.root, 'src/b.txt'))
      },
      'src/b.txt',
      () => expect(readlinkSync(path.join(repository.root, 'src/b.txt'))).toBe('nowhere'),
    ],
    [
      'a link in place of the folder',
      (it) => {
        mkdirSync(path.join(it.top, 'outside'))
        symlinkSync(path.join(it.top, 'outside'), path.join(it.root, 'fresh'))
      },
      'fresh/new.txt',
      () => expect(existsSync(path.join(repository.top, 'outside/new.txt'))).toBe(false),
    ],
    [
      'a folder where a file comes',
      (it) => it.write('plain/mine.txt', 'mine'),
      'plain',
      () => expect(repository.read('plain/mine.txt')).toBe('mine'),
    ],
  ])('%s', async (what, human, inTheWay, unharmed) => {
    // What a person has that git ignores is in no draft: here it comes when the draft is there.
    if (what !== 'an ignored file') human(repository)
    const head = repository.git('rev-parse', 'HEAD')
    const work = (folder: string): void => {
      write(inTheWay, 'ours\n')(folder)
      write('src/a.txt', 'ours too\n')(folder)
    }
    const tip = await doTask(repository, workspaces, 'T001', work, [declared(inTheWay)])
    if (what === 'an ignored file') human(repository)
    expect(await publish()).toMatchObject({ is: 'waiting', paths: [inTheWay] })
    unharmed()
    expect(repository.git('rev-parse', 'HEAD')).toBe(head)
    expect(repository.read('src/a.txt')).toContain('a1')
    expect(await workspaces.tip()).toBe(tip)
    expect(existsSync(path.join(repository.root, '.git/index.lock'))).toBe(false)
  })

  test('an untracked file beside those of a folder that becomes a file', async () => {
    repository.write('turn/ours.txt', 'o')
    repository.commit('turn')
    workspaces = await repository.open({ run: 'run 2' })
    await workspaces.begin()
    await doTask(repository, workspaces, 'T001', (folder) => {
      rmSync(path.join(folder, 'turn'), { recursive: true })
      write('turn', 'file')(folder)
    })
    repository.write('turn/mine.txt', 'mine')
    expect(await publish()).toMatchObject({ is: 'waiting', paths: ['turn'] })
    expect(repository.read('turn/mine.txt')).toBe('mine')
    rmSync(path.join(repository.root, 'turn/mine.txt'))
    expect(await publish()).toEqual(published)
    expect(repository.read('turn')).toBe('file')
    expect(status()).toBe('')
  })

  test('untracked files beside one that goes away stay', async () => {
    repository.write('deep/in/ours.txt', 'o')
    repository.commit('deep')
    workspaces = await repository.open({ run: 'run 2' })
    await workspaces.begin()
    await doTask(repository, workspaces, 'T001', (folder) => rmSync(path.join(folder, 'deep'), { recursive: true }))
    repository.write('deep/mine.txt', 'mine')
    expect(await publish()).toEqual(published)
    expect([repository.read('deep/mine.txt'), repository.has('deep/in')]).toEqual(['mine', false])
  })

  test('it goes on as soon as the way is free', async () => {
    repository.write('src/b.txt', 'mine\n')
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toMatchObject({ is: 'waiting' })
    repository.git('checkout', '-q', '--', 'src/b.txt')
    expect(await publish()).toEqual(published)
    expect(status()).toBe('')
  })

  test.each<[string, (it: Repository) => void, string]>([
    ['a lock on the index', (it) => it.write('.git/index.lock', ''), 'index is locked'],
    [
      'a merge under way',
      (it) => {
        it.git('checkout', '-q', '-b', 'side')
        it.write('side.txt', 's')
        it.commit('side')
        it.git('checkout', '-q', 'main')
        it.git('merge', '-q', '--no-ff', '--no-commit', 'side')
      },
      'a merge is under way',
    ],
  ])('%s', async (_what, human, reason) => {
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    human(repository)
    const outcome = await publish()
    expect(outcome).toMatchObject({ is: 'waiting' })
    expect(outcome.is === 'waiting' && outcome.failure.reason).toContain(reason)
    expect(repository.read('src/b.txt')).toBe('b1\n')
  })

  test.each(['.gitattributes', 'src/.gitattributes', '.git/info/attributes'])(
    'files that pass through a filter (LFS) wait, as %s says',
    async (attributes) => {
      repository.write(attributes, '*.bin filter=lfs\n')
      repository.write('src/x.bin', 'pointer')
      repository.commit('lfs')
      workspaces = await repository.open({ run: 'run 2' })
      await workspaces.begin()
      await doTask(repository, workspaces, 'T001', write('src/x.bin', 'other'))
      expect(await publish()).toMatchObject({ is: 'waiting', paths: ['src/x.bin'] })
      expect(repository.read('src/x.bin')).toBe('pointer')
    },
  )

  test.each<[string, (folder: string) => void]>([
    ['changes', write('src/x.bin', 'other')],
    ['goes away', (folder) => rmSync(path.join(folder, 'src/x.bin'))],
  ])('a file that a filter made is nobody’s change: where it %s, the way by hand is told', async (_what, work) => {
    repository.write('.gitattributes', '*.bin filter=turn\n')
    repository.git('config', 'filter.turn.clean', "tr 'a-y' 'b-z'")
    repository.git('config', 'filter.turn.smudge', "tr 'b-z' 'a-y'")
    repository.write('src/x.bin', 'abc')
    repository.write('src/b.txt', 'b1\n')
    repository.commit('filtered')
    expect(repository.git('show', 'HEAD:src/x.bin')).toBe('bcd')
    workspaces = await repository.open({ run: 'run 2' })
    await workspaces.begin()
    await doTask(repository, workspaces, 'T001', work)
    const outcome = await publish()
    expect(outcome).toMatchObject({ is: 'waiting', paths: ['src/x.bin'] })
    const { reason, help } = (outcome as Extract<typeof outcome, { is: 'waiting' }>).failure
    expect(reason).toContain('git filter')
    expect(help).toContain('git merge')
    expect(repository.read('src/x.bin')).toBe('abc')
    // A person's own change beside it is still theirs to put aside.
    await doTask(repository, workspaces, 'T002', write('src/b.txt', 'b2\n'))
    repository.write('src/b.txt', 'mine\n')
    expect(await publish()).toMatchObject({ is: 'waiting', paths: ['src/b.txt'] })
  })
})

describe('the human goes on working', () => {
  test('their commits are merged into the tip, their edit of the plan kept with our marks', async () => {
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    repository.write('src/a.txt', 'mine\na2\n')
    repository.write(planPath, `${planText}- [ ] T004 four\n`)
    const theirs = repository.commit('mine')
    expect(await publish()).toEqual({ ...published, tip: await workspaces.tip() })
    expect(repository.git('log', '-1', '--format=%P').split(' ')).toContain(theirs)
    expect(repository.read('src/a.txt')).toBe('mine\na2\n')
    expect(repository.read('src/b.txt')).toBe('b2\n')
    expect(repository.git('show', `HEAD:${planPath}`)).toBe(
      `${planText}- [ ] T004 four`.replace('[ ] T001', '[X] T001'),
    )
    expect(status()).toBe('')
    expect(await workspaces.tip()).toBe(repository.git('rev-parse', 'HEAD'))
    await doTask(repository, workspaces, 'T002', write('src/b.txt', 'b3\n'))
    expect(await publish()).toEqual(published)
    expect(repository.read(planPath)).toContain('- [X] T002')
  })

  test('their edit of the plan stays when work that began before it is merged', async () => {
    const { folder, base } = await prepared(workspaces, 'T001')
    repository.write(planPath, `${planText}- [ ] T004 four\n`)
    repository.commit('mine')
    await publish()
    write('src/b.txt', 'b2\n')(folder)
    const draft = await taken(workspaces, snapshot('T001', base))
    const tip = await integrate(repository, workspaces, 'T001', draft.commit!, base)
    expect(repository.git('show', `${tip}:${planPath}`)).toBe(
      `${planText}- [ ] T004 four`.replace('[ ] T001', '[X] T001'),
    )
  })

  test('the commit that brings them in is by whoever the others are by', async () => {
    workspaces = await repository.open({ run: 'run 2', author: { name: 'Grace', email: 'grace@example.org' } })
    await workspaces.begin()
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    repository.write('src/a.txt', 'mine\na2\n')
    repository.commit('mine')
    await publish()
    expect(repository.git('log', '-1', '--merges', '--format=%an')).toBe('Grace')
  })

  test('commits on which nothing of ours waits become the tip as they are', async () => {
    const theirs = (repository.write('m.txt', 'm'), repository.commit('mine'))
    expect(await publish()).toEqual({ ...published, tip: await workspaces.tip() })
    expect(await workspaces.tip()).toBe(theirs)
  })

  test('commits that conflict diverge, and nothing of either side is lost', async () => {
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'ours\n'))
    repository.write('src/b.txt', 'mine\n')
    const theirs = repository.commit('mine')
    const outcome = await publish()
    expect(outcome).toMatchObject({ is: 'diverged' })
    expect(outcome.is === 'diverged' && outcome.failure.reason).toContain('src/b.txt')
    expect(repository.git('rev-parse', 'HEAD')).toBe(theirs)
    expect(await workspaces.tip()).toBe(tip)
    repository.git('merge', '-q', '-X', 'ours', tip)
    expect(await publish()).toEqual({ ...published, tip: await workspaces.tip() })
  })

  test('on another branch: their files stay, the run’s branch moves on', async () => {
    repository.git('checkout', '-q', '-b', 'other')
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(repository.git('rev-parse', 'main')).toBe(tip)
    expect(repository.read('src/b.txt')).toBe('b1\n')
    expect(repository.read(planPath)).toBe(planText)
    repository.git('checkout', '-q', 'main')
    expect(repository.read('src/b.txt')).toBe('b2\n')
    await doTask(repository, workspaces, 'T002', write('src/b.txt', 'b3\n'))
    expect(await publish()).toEqual(published)
    expect(status()).toBe('')
  })

  test('with the branch being rebased here: wait for the end of that, which is no other worktree', async () => {
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    repository.git('-c', 'sequence.editor=sed -i s/^pick/edit/', 'rebase', '-q', '-i', '--root')
    expect(await publish()).toMatchObject({
      is: 'waiting',
      failure: { reason: 'a rebase is under way in your checkout', help: 'finish or abort it' },
    })
    expect(await workspaces.place?.()).toMatchObject({
      is: 'away',
      back: 'finish or abort a rebase first, and where that does not lead there, git switch main',
    })
    repository.git('rebase', '--abort')
    expect(await publish()).toEqual(published)
  })

  describe.each<[string, () => string]>([
    ['this checkout', () => repository.root],
    ['one whose git directory lies apart', () => apart()],
    ['one of a submodule', () => submodule()],
  ])('in %s', (_which, make) => {
    test.each([
      ['a rebase', 'rebase', '--merge', 'up'],
      ['a rebase', 'rebase', '--apply', 'up'],
      ['a series of patches (git am)', 'am', 'up.patch'],
    ])('%s stopped by a conflict is waited for: git %s %s', async (what, ...command) => {
      const folder = make()
      const git = (...args: string[]): string => repository.git('-C', folder, ...args)
      workspaces = await openedAt(folder)
      await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
      const main = conflicting(folder)
      expect(() => git(...command)).toThrow()
      expect(await publish()).toMatchObject({
        is: 'waiting',
        failure: { reason: `${what} is under way in your checkout`, help: 'finish or abort it' },
      })
      expect(git('rev-parse', 'main')).toBe(main)
    })
  })

  test('with the branch in another checkout whose folder is gone: what is said, typed, frees it', async () => {
    const folder = linked()
    const here = path.join(repository.top, 'here')
    repository.git('-C', folder, 'worktree', 'add', '-q', '-b', 'here', here, 'main')
    workspaces = await openedAt(here, 'main')
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    rmSync(folder, { recursive: true })
    const reason = `main is checked out in another worktree, whose folder ${folder} is gone`
    const help = 'put that back, or: git worktree prune (of a locked one behind git worktree unlock)'
    expect(await publish()).toMatchObject({ is: 'waiting', failure: { reason, help } })
    repository.git('worktree', 'prune')
    expect(await publish()).toMatchObject({ is: 'published' })
    expect(repository.git('rev-parse', 'main')).toBe(tip)
  })

  test.each<[string, () => string, (folder: string) => string]>([
    ['a linked worktree', () => linked(), (folder) => folder],
    ['the main one', () => repository.root, (folder) => folder],
    ['one whose git directory lies apart', () => apart(), () => `the checkout of ${repository.top}/apart.git`],
  ])('with the branch in another checkout, %s: who is to switch it, or to finish first', async (_which, make, name) => {
    const folder = make()
    const git = (...args: string[]): string => repository.git('-C', folder, ...args)
    const here = path.join(repository.top, 'here')
    git('worktree', 'add', '-q', '-b', 'here', here, 'main')
    workspaces = await openedAt(here, 'main')
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    const reason = 'main is checked out in another worktree'
    const free = { reason, help: `switch ${name(folder)} to another branch` }
    expect(await publish()).toMatchObject({ is: 'waiting', failure: free })
    const main = conflicting(folder)
    for (const [what, ...command] of [
      ['a rebase', 'rebase', '--apply', 'up'],
      ['a rebase', 'rebase', '--merge', 'up'],
      ['a series of patches (git am)', 'am', 'up.patch'],
    ]) {
      expect(() => git(...command)).toThrow()
      const help = `finish or abort it in ${name(folder)}, then switch that to another branch`
      const busy = { reason: `${reason}, and ${what} is under way there`, help }
      expect(await publish()).toMatchObject({ is: 'waiting', failure: busy })
      git(command[0] ?? '', '--abort')
    }
    expect(git('rev-parse', 'main')).toBe(main)
    git('switch', '-q', 'up')
    expect(await publish()).toMatchObject({ is: 'published', to: 'main' })
  })

  test('a bare repository holds no branch itself, whatever its HEAD names', async () => {
    const [bare, here] = ['bare.git', 'here'].map((it) => path.join(repository.top, it)) as [string, string]
    repository.git('clone', '-q', '--bare', repository.root, bare)
    repository.git('-C', bare, 'worktree', 'add', '-q', '-b', 'here', here, 'main')
    workspaces = await openedAt(here, 'main')
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toMatchObject({ is: 'published', to: 'main' })
    expect(repository.git('-C', bare, 'rev-parse', 'main')).toBe(tip)
  })

  test('who moved the branch back is asked, not overruled', async () => {
    const start = repository.git('rev-parse', 'HEAD')
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    await publish()
    repository.git('reset', '-q', '--hard', start)
    await doTask(repository, workspaces, 'T002', write('src/a.txt', 'x\n'))
    expect(await publish()).toMatchObject({ is: 'waiting' })
    expect(repository.git('rev-parse', 'HEAD')).toBe(start)
  })
})

describe('other targets', () => {
  test('--branch goes to that branch and touches nothing else', async () => {
    workspaces = await repository.open({ run: 'run 2', branch: 'millwright/plan' })
    await workspaces.begin()
    const head = repository.git('rev-parse', 'HEAD')
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual({ of: 'publish', is: 'published', to: 'millwright/plan' })
    expect(repository.git('rev-parse', 'millwright/plan')).toBe(tip)
    expect(repository.git('rev-parse', 'HEAD')).toBe(head)
    expect(status()).toBe('')
  })

  test.each(['../../x', 'a..b', 'a.lock', '', 'with space'])('--branch %j is no branch', async (branch) => {
    workspaces = await repository.open({ run: 'run 2', branch })
    await expect(workspaces.begin()).rejects.toThrow('cannot be the name of a branch')
  })

  test('a detached HEAD moves as long as it is the same', async () => {
    repository.git('checkout', '-q', '--detach')
    workspaces = await repository.open({ run: 'run 2' })
    expect((await workspaces.begin()).branch).toBeNull()
    const main = repository.git('rev-parse', 'main')
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual({ of: 'publish', is: 'published', to: 'HEAD' })
    expect(repository.git('rev-parse', 'HEAD')).toBe(tip)
    expect(repository.git('rev-parse', 'main')).toBe(main)
    repository.git('checkout', '-q', 'main')
    repository.write('mine.txt', 'of another branch')
    repository.commit('mine')
    const next = await doTask(repository, workspaces, 'T002', write('src/b.txt', 'b3\n'))
    const help = `switch back (git switch --detach ${tip.slice(0, 12)}), then \`millwright resume\``
    expect(await publish()).toMatchObject({ is: 'waiting', failure: { help } })
    expect(await workspaces.tip()).toBe(next)
    repository.git('switch', '-q', '--detach', tip.slice(0, 12))
    expect(await publish()).toEqual({ of: 'publish', is: 'published', to: 'HEAD' })
  })

  test('a repository without a commit starts from nothing', async () => {
    const empty = makeRepository()
    try {
      empty.write('mine.txt', 'm')
      workspaces = await empty.open()
      await workspaces.begin()
      const tip = await doTask(empty, workspaces, 'T001', write('src/b.txt', 'b\n'))
      expect(await publish()).toEqual(published)
      expect(empty.git('rev-parse', 'main')).toBe(tip)
      expect([...(await workspaces.outside!()).values()].filter((it) => it.is === 'commit')).toEqual([])
      expect(empty.git('status', '--porcelain')).toBe('?? mine.txt')
      expect(empty.read('src/b.txt')).toBe('b\n')
    } finally {
      await empty.end()
    }
  })

  test('a bare repository gets the branch', async () => {
    const bare = path.join(repository.top, 'bare.git')
    repository.git('clone', '-q', '--bare', repository.root, bare)
    const git = await lookAtGit(bare)
    expect(git?.root).toBeNull()
    workspaces = await repository.open({
      ...(await optionsFor(repository)),
      root: bare,
      git,
      stateFolder: path.join(repository.top, 'state2'),
    })
    await workspaces.begin()
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(repository.git('--git-dir', bare, 'rev-parse', 'main')).toBe(tip)
  })

  test('a linked worktree of the human is brought forward in itself', async () => {
    const second = path.join(repository.top, 'second')
    repository.git('worktree', 'add', '-q', '-b', 'side', second)
    const git = await lookAtGit(second)
    workspaces = await repository.open({
      root: second,
      git,
      run: 'run 2',
      stateFolder: path.join(repository.top, 'state2'),
    })
    expect((await workspaces.begin()).branch).toBe('refs/heads/side')
    const tip = await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toMatchObject({ is: 'published', to: 'side' })
    expect(repository.git('-C', second, 'rev-parse', 'HEAD')).toBe(tip)
    expect(repository.git('-C', second, 'status', '--porcelain')).toBe('')
    expect(repository.git('rev-parse', 'main')).not.toBe(tip)
  })

  test.each([
    ['SHA-256 objects', ['--object-format=sha256']],
    ['a shallow clone', []],
  ])('%s', async (kind, init) => {
    const other = makeRepository(init)
    try {
      if (kind === 'a shallow clone') {
        repository.commit('second')
        rmSync(other.root, { recursive: true })
        repository.git('clone', '-q', '--depth', '1', `file://${repository.root}`, other.root)
      } else {
        other.write(planPath, planText)
        other.write('src/b.txt', 'b1\n')
        other.commit('start')
      }
      workspaces = await other.open()
      await workspaces.begin()
      const tip = await doTask(other, workspaces, 'T001', write('src/b.txt', 'b2\n'))
      expect(await publish()).toEqual(published)
      expect(other.git('rev-parse', 'HEAD')).toBe(tip)
      expect(other.git('status', '--porcelain')).toBe('')
      expect(other.git('fsck', '--strict')).toBe('')
    } finally {
      await other.end()
    }
  })

  test('submodules stay as they are', async () => {
    const inner = makeRepository()
    inner.write('in.txt', 'in')
    inner.commit('inner')
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub')
    repository.commit('submodule')
    workspaces = await repository.open({ run: 'run 2', git: await lookAtGit(repository.root) })
    expect((await workspaces.begin()).remarks.join()).toContain('submodules')
    await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
    expect(await publish()).toEqual(published)
    expect(status()).toBe('')
    expect(repository.read('sub/in.txt')).toBe('in')
    await inner.end()
  })

  test('a submodule that the work removes waits for a merge by hand, which nothing of theirs is in the way of', async () => {
    const inner = makeRepository()
    inner.write('in.txt', 'in')
    inner.commit('inner')
    repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub')
    repository.commit('submodule')
    workspaces = await repository.open({ run: 'run 2' })
    await workspaces.begin()
    await doTask(repository, workspaces, 'T001', (folder) => rmSync(path.join(folder, 'sub'), { recursive: true }))
    const outcome = await publish()
    expect(outcome).toMatchObject({
      is: 'waiting',
      failure: {
        reason: 'submodules changed: sub',
        help: expect.stringMatching(/^merge by hand, then resume: git switch main && git merge /),
      },
      paths: ['sub'],
    })
    expect(repository.read('sub/in.txt')).toBe('in')
    repository.git('merge', '-q', (await workspaces.tip())!)
    expect(await publish()).toEqual(published)
    await inner.end()
  })
})

test('marks of this scratch run change only their box', () => {
  expect(Buffer.from(marked(new Set(['T002']), Buffer.from(planText))).toString()).toBe(
    planText.replace('[ ] T002', '[X] T002'),
  )
})

test('a prepared workspace starts from the published tip', async () => {
  await doTask(repository, workspaces, 'T001', write('src/b.txt', 'b2\n'))
  const { base } = await prepared(workspaces, 'T002')
  expect(base).toBe(await workspaces.tip())
})
