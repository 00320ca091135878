/** A draft holds the plan as it was when its task began; what became of the plan since then stays in the merge. */

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { doTask, planPath, plannedRepository, prepared, snapshot, taken, type Repository } from './repository.ts'

let repository: Repository
beforeEach(() => {
  repository = plannedRepository()
})
afterEach(() => repository.end())

test('marks and lines that came to the plan meanwhile are in the merge of a draft that knows neither', async () => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const { folder, base } = await prepared(workspaces, 'T002')
  await doTask(repository, workspaces, 'T001', (it) => writeFileSync(path.join(it, 'src/b.txt'), 'b2\n'))
  repository.write(planPath, `${repository.read(planPath)}- [ ] T004 four\n`)
  repository.commit('one task more')
  await workspaces.publish({ is: 'publish', tip: (await workspaces.begin()).tip! })
  writeFileSync(path.join(folder, 'src/a.txt'), 'a\n')
  const draft = (await taken(workspaces, snapshot('T002', base))).commit!
  const merge = await workspaces.merge({ is: 'integrate', stage: 'merge', workspace: 'T002', draft, base })
  expect(merge).toMatchObject({ is: 'merged', tip: repository.git('rev-parse', 'main') })
  const { tree } = merge as Extract<typeof merge, { is: 'merged' }>
  expect(repository.git('show', `${tree}:${planPath}`)).toBe(repository.git('show', `main:${planPath}`))
  expect(repository.git('show', `${tree}:${planPath}`)).toMatch(/\[X\] T001[^]*T004 four/)
  expect(repository.git('show', `${tree}:src/a.txt`)).toBe('a')
})

test('our own marks are no part of what evidence is bound to: a merge onto these alone is the draft that was judged', async () => {
  const workspaces = await repository.open()
  await workspaces.begin()
  const { folder, base } = await prepared(workspaces, 'T002')
  const tip = await doTask(repository, workspaces, 'T001', () => undefined)
  expect(repository.git('diff', '--name-only', base, tip)).toBe(planPath)
  writeFileSync(path.join(folder, 'src/a.txt'), 'a\n')
  const draft = await taken(workspaces, snapshot('T002', base))
  const merge = await workspaces.merge({
    is: 'integrate',
    stage: 'merge',
    workspace: 'T002',
    draft: draft.commit!,
    base,
  })
  expect(merge).toMatchObject({ is: 'merged', tip, evidenceTree: draft.tree })
  expect(merge).not.toMatchObject({ tree: draft.tree })
})
