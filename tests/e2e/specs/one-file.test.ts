/** A spec of which only one file is there, or can be read: what it lacks is told, whatever it is called by (seed 004 §1.1). */

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { markdown, parameters, writeTides } from './tide-book.ts'

const makeProject = projectsOfTests()

/** The finding of a missing file, as it is printed. */
async function missingIn(project: Project, ...call: readonly string[]): Promise<string> {
  const { code, out, err } = await project.run(...call)
  const lines = (out + err).split('\n').filter((it) => /MW503|MW011/.test(it))
  return `${code}: ${lines.join(' | ')}`
}

function without(file: string): Project {
  const project = makeProject()
  writeTides(project)
  rmSync(path.join(project.root, file))
  return project
}

describe('in a folder', () => {
  test.each([
    [markdown, `${parameters}:1:1: error MW503 no spec_tides.md lies beside parameters_tides.toml`],
    [parameters, `${markdown}:1:1: error MW503 no parameters_tides.toml lies beside spec_tides.md`],
  ])('without %s it is named, and nothing is started', async (gone, says) => {
    const project = without(gone)
    expect(await missingIn(project, 'check', 'plans')).toBe(`2: ${says}`)
    const run = ['run', 'plans', '--yes', '--mode', 'silent', '--exec', project.exec]
    expect(await missingIn(project, ...run)).toBe(`2: ${says}`)
  })

  test('beside another plan it is none, and two of them have to be named', async () => {
    const project = without(parameters)
    project.write('plans/spec_sale.md', '# Sale\n')
    const { out, err } = await project.run('check', 'plans')
    expect(out + err).toContain('MW800 plans holds more than one plan: spec_sale.md, spec_tides.md')
    project.write('plans/parameters_sale.toml', '')
    expect((await project.run('check', 'plans')).out).toContain('plans/spec_sale.md')
  })

  test('other files are no plan', async () => {
    const project = makeProject()
    project.write('plans/api_spec.md', '# API\n')
    expect(await missingIn(project, 'check', 'plans')).toContain('MW011 plans is a folder and holds no plan')
  })
})

describe('what lies in its place and cannot be read is told', () => {
  const outside = (): string => {
    const file = path.join(makeProject().root, 'elsewhere.txt')
    writeFileSync(file, 'x')
    return file
  }
  test.each<readonly [string, (file: string) => void, string]>([
    [
      'a link out of the repository',
      (file) => {
        symlinkSync(outside(), file)
      },
      ' is a link that leads out of the repository, to ',
    ],
    [
      'a link to nothing',
      (file) => {
        symlinkSync('gone', file)
      },
      ' is a link that leads to nothing',
    ],
    [
      'a pipe',
      (file) => {
        execFileSync('mkfifo', [file])
      },
      'it is no ordinary file',
    ],
    [
      'a folder',
      (file) => {
        mkdirSync(file)
      },
      'it is a folder, not a file',
    ],
  ])('%s', async (_, make, says) => {
    for (const [gone, named] of [
      [parameters, markdown],
      [markdown, parameters],
    ] as const) {
      const project = without(gone)
      make(path.join(project.root, gone))
      const told = await missingIn(project, 'check', named)
      expect(told).toContain(`2: ${named}:1:1: error MW503 `)
      expect(told).toContain(gone)
      expect(told).toContain(says)
      expect(told).not.toContain('lies beside')
    }
  })
})
