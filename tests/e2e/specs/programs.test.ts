/** Backups that are programs of the repository: they are run only where a person has trusted them, as gates are. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { markdown, parameters, values, writeTides } from './tide-book.ts'

const makeProject = projectsOfTests()
const silent = ['--mode', 'silent'] as const

/** The first step of the first task has a script in the place of its backup in words. */
const withProgram = values.replace(
  'backup_1 = "Take those of last year"\n',
  '[[tasks.steps.backups]]\nid = 1\ndescription = "Read the printed table"\ntool_path = "scripts/printed.sh"\ntool_args = "--months 12"\n',
)

test('nobody runs what nobody has trusted, and a script that changes is asked about again', async () => {
  const project = makeProject()
  project.write('scripts/printed.sh', 'mkdir -p data\necho "$@" > data/tides.csv\n')
  writeTides(project, { values: withProgram })
  project.agent(`if (task === '1' && !existsSync('data/tides.csv')) process.exit(1)\nwrite('done/' + task, '')`)
  const refused = await project.run('run', parameters, ...silent, '--exec', project.exec)
  expect([refused.code, refused.out + refused.err]).toEqual([
    2,
    expect.stringMatching(
      /This repository would execute:\n {2}backup-1 of step 1\.1: sh \.\/scripts\/printed\.sh --months 12\n {2}file scripts\/printed\.sh\n/,
    ),
  ])
  expect(project.has('data/tides.csv')).toBe(false)

  expect((await project.run('trust', markdown, '--yes')).code).toBe(0)
  const script = project.read('scripts/printed.sh')
  project.write('scripts/printed.sh', `${script}echo more\n`)
  expect((await project.run('run', markdown, ...silent, '--exec', project.exec)).code).toBe(2)
  project.write('scripts/printed.sh', script)
  const ended = await project.run('run', markdown, ...silent, '--exec', project.exec)
  expect(ended.code, ended.out + ended.err).toBe(0)
  expect(project.read('data/tides.csv')).toBe('--months 12\n')
  expect(ended.out).toContain('step 1, attempt 4, backup-1, sh ./scripts/printed.sh --months 12')
  // The second task's backup is a program, too, and its agent has not failed.
  expect(ended.out).not.toContain('> 2 Set the book\n    step 1, attempt 2')
})

test('a dry run runs none of them', async () => {
  const project = makeProject()
  // A program of the system, which there is in the copy that a dry run plays in, too.
  const system = withProgram.replace('scripts/printed.sh', 'mkdir').replace('--months 12', `${project.top}/made`)
  writeTides(project, { values: system })
  const doubles = { tasks: { 1: [{ says: 'failed' }, { says: 'failed' }, { says: 'failed' }, {}] } }
  project.write('doubles.json', JSON.stringify(doubles))
  project.commit('Doubles')
  const ended = await project.run('run', markdown, '--dry-run', '--doubles', 'doubles.json')
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('step 1, attempt 4, backup-1, dry-run')])
  expect(project.has('../made')).toBe(false)
})
