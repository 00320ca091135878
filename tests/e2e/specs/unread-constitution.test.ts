/** A constitution that is there and cannot be read refuses its specs: nobody knows what it forbids. */

import { mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { markdown, writeTides } from './tide-book.ts'

const makeProject = projectsOfTests()
const name = 'project_constitution.toml'
const forbids = '[constraints]\nprohibited_actions = ["delete data"]\n'

/** What lies at the place of the constitution, at the top of the project, one folder above the spec. */
function link(project: Project, to: string): void {
  symlinkSync(to, path.join(project.root, name))
}

const unread: readonly (readonly [what: string, make: (project: Project) => void, says: string])[] = [
  [
    'a link out of the repository',
    (project) => {
      link(project, path.join(makeProject().root, '.git', 'HEAD'))
    },
    `error MW011 ${name} is a link that leads out of the repository, to `,
  ],
  [
    'a link to nothing',
    (project) => {
      link(project, 'gone.toml')
    },
    `error MW011 ${name} is a link that leads to nothing`,
  ],
  [
    'links in a circle',
    (project) => {
      link(project, name)
    },
    `error MW011 cannot read ${name}: the symbolic links of the path lead in a circle`,
  ],
  [
    'a folder',
    (project) => {
      mkdirSync(path.join(project.root, name))
    },
    `error MW011 cannot read ${name}: it is a folder, not a file`,
  ],
  [
    'a file over the limit',
    (project) => {
      project.write(name, '')
      truncateSync(path.join(project.root, name), 65 * 1024 * 1024)
    },
    `error MW008 `,
  ],
]

describe.each(unread)('%s', (_, make, says) => {
  test('is an error with what to do, and nothing is started', async () => {
    const project = makeProject()
    writeTides(project)
    make(project)
    project.agent(`write('ran', '')`)
    const checked = await project.run('check', markdown)
    expect([checked.code, checked.out + checked.err]).toEqual([2, expect.stringContaining(says)])
    expect(checked.out + checked.err).toContain('into its place')
    const ended = await project.run('run', markdown, '--yes', '--mode', 'silent', '--exec', project.exec)
    expect([ended.code, ended.out + ended.err]).toEqual([2, expect.stringContaining(says)])
    expect(project.has('ran')).toBe(false)
    rmSync(path.join(project.root, name), { recursive: true })
    expect((await project.run('check', markdown)).code).toBe(0)
  })
})

test('a link to a file of the repository is followed', async () => {
  const project = makeProject()
  writeTides(project)
  project.write('house.toml', `${forbids}[quality]\ncritical_percentage = "x"\n`)
  link(project, 'house.toml')
  const checked = await project.run('check', markdown)
  expect([checked.code, checked.out + checked.err]).toEqual([2, expect.stringContaining(`${name}:4:23: error MW508`)])
})
