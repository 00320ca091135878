/** In the person's own folder: what a gate changes is told and never put back, and the folder has one holder. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Workspaces } from '../../src/workspaces/workspaces.ts'
import { optionsFor, planPath, planText, plannedRepository, prepare, prepared, type Repository } from './repository.ts'

let repository: Repository
let workspaces: Workspaces
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(() => repository.end())

describe.each(['git', 'files'])('in place, with %s', (kind) => {
  let base: string
  beforeEach(async () => {
    if (kind === 'files') rmSync(path.join(repository.root, '.git'), { recursive: true })
    workspaces = await repository.open({ kind: 'in-place', ...(kind === 'files' ? { git: null } : {}) })
    await workspaces.begin()
    repository.write('src/a.txt', 'by the person\n')
    ;({ base } = await prepared(workspaces, 'T001'))
  })

  test('a file that a gate changes or deletes is named, and stays as the gate left it', async () => {
    const guard = await workspaces.guard('T001', base)
    repository.write('src/b.txt', 'by the gate\n')
    rmSync(path.join(repository.root, '.gitignore'))
    const { edited, isPutBack, left } = await guard.tidy()
    expect([[...edited].sort(), isPutBack, left]).toEqual([['.gitignore', 'src/b.txt'], false, false])
    expect(repository.read('src/b.txt')).toBe('by the gate\n')
    expect(repository.has('.gitignore')).toBe(false)
  })

  test('what it only adds is no change, nor are our marks in the plan, nor what was there before it', async () => {
    const guard = await workspaces.guard('T001', base)
    repository.write('report.txt', 'by the gate\n')
    repository.write(planPath, planText.replace('[ ] T001', '[X] T001'))
    expect(await guard.tidy()).toEqual({ edited: [], isPutBack: false, left: false })
    expect(repository.read('report.txt')).toBe('by the gate\n')
    expect(repository.read('src/a.txt')).toBe('by the person\n')
  })

  test('nor are the names under which we write the plan and its log, which come and go; others like them are work', async () => {
    const { bookkeeping } = await optionsFor(repository)
    const written = bookkeeping.flatMap((it) =>
      ['0a1b2c3d.tmp', 'zzzz9999.old'].map((ending) => `${path.dirname(it)}/.${path.basename(it)}.${ending}`),
    )
    const longerAndShorter = ['specs/.tasks.md.beginning.old', 'specs/.tasks.md.draft.old']
    const work = ['.env.template.old', ...longerAndShorter, 'src/.tasks.md.0a1b2c3d.tmp']
    for (const it of [...written, ...work]) repository.write(it, 'being written\n')
    const guard = await workspaces.guard('T001', base)
    for (const it of [...written, ...work]) rmSync(path.join(repository.root, it))
    const { edited, isPutBack, left } = await guard.tidy()
    expect([[...edited].sort(), isPutBack, left]).toEqual([work, false, false])
  })

  test('the folder is given back by its holder alone', async () => {
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T002' })
    expect(await workspaces.prepare(prepare('T003'))).toMatchObject({ is: 'failed' })
    await workspaces.dispose({ is: 'dispose-workspace', workspace: 'T001' })
    expect(await workspaces.prepare(prepare('T003'))).toMatchObject({ is: 'prepared' })
  })
})

test('with git: what nobody has changed since the task began is not kept once more, what was changed is', async () => {
  workspaces = await repository.open({ kind: 'in-place' })
  await workspaces.begin()
  repository.write('src/a.txt', 'by the person\n')
  await prepared(workspaces, 'T001')
  expect(await workspaces.keep('T001', 'cut off')).toBe(null)
  repository.write('src/b.txt', 'by the agent\n')
  const kept = await workspaces.keep('T001', 'cut off')
  expect(repository.git('show', `${kept!}:src/b.txt`)).toBe('by the agent')
  expect(await workspaces.keep('T002', 'cut off')).toBe(null)
})

test('with git: what is kept twice under one name is two commits, and the same content is one', async () => {
  workspaces = await repository.open({ kind: 'in-place' })
  await workspaces.begin()
  await prepared(workspaces, 'T001')
  repository.write('src/b.txt', 'first\n')
  const first = await workspaces.keep('T001', 'cut off')
  expect(await workspaces.keep('T001', 'cut off')).toBe(first)
  repository.write('src/b.txt', 'second\n')
  const second = await workspaces.keep('T001', 'cut off')
  expect(second).not.toBe(first)
  const names = repository.git('for-each-ref', '--format=%(refname)', 'refs/millwright/*/kept/**').split('\n')
  expect(names.map((it) => repository.git('show', `${it}:src/b.txt`))).toEqual(['first', 'second'])
})
