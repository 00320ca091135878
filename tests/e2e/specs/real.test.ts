/** Real specs by the command line: each is checked, and dry-run where the check finds no error. */

import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { corpus, corpusFiles } from '../../rig/corpus.ts'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()
const files = corpusFiles('spec', () => true)
const parameters = files.flatMap(({ name }) => (/parameters_.*\.toml$/.test(name) ? [name] : []))

/** Those that the check refuses, and the codes of its errors. */
const refused: readonly (readonly [end: string, codes: readonly string[]])[] = [
  ['ecommerce_site.toml', ['MW514', 'MW500']],
  ['Dashboard_SPEC_Engine.toml', ['MW514']],
  ['fart_test.toml', ['MW013', 'MW514']],
  // Nobody has written a goal into it.
  ['parameters_template.toml', ['MW504']],
]

describe.skipIf(corpus === null)('real specs', () => {
  test.each(parameters)(
    '%s',
    async (name) => {
      const project = makeProject()
      for (const { name: file, bytes } of files) project.write(file, bytes)
      project.commit('Begin')
      const folder = path.posix.dirname(name)
      const checked = await project.run('check', name, '--json')
      const codes = refused.find(([end]) => name.endsWith(end))?.[1] ?? []
      const view = JSON.parse(checked.out) as {
        diagnostics: readonly { code: string; severity: string }[]
        preflight: { critical_errors: number; total_tasks: number; total_steps: number }
      }
      expect([checked.code, view.diagnostics.filter((it) => it.severity === 'error').map(({ code }) => code)]).toEqual([
        codes.length === 0 ? 0 : 2,
        codes,
      ])
      expect(view.preflight.critical_errors).toBe(codes.length)
      const plan = (await project.run('check', folder, '--json')).out
      // The folder of the tools holds one spec, and others by other names.
      expect(plan).toBe(checked.out)
      const ended = await project.run('run', name, '--dry-run', '--json')
      if (codes.length > 0) {
        expect(ended.code, ended.out).toBe(2)
        return
      }
      expect(ended.code, ended.out + ended.err).toBe(0)
      const { tasks } = JSON.parse(ended.out) as { tasks: readonly { state: string; attempts: number }[] }
      expect(tasks.map(({ state }) => state)).toEqual(Array.from({ length: view.preflight.total_tasks }, () => 'done'))
      expect(project.git('status', '--porcelain')).toBe('')
    },
    120_000,
  )
})
