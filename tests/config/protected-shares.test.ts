import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { type Project, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

function make(config: string): Project {
  const project = makeProject()
  project.write('docs/tasks.md', '# Plan\n\n## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.write('millwright.toml', config)
  project.commit('Begin')
  project.agent(`write('one.txt', '1')`)
  return project
}

const found = async (config: string, from: 'user' | 'repository') =>
  (await readConfig(config, 'millwright.toml', from)).diagnostics.map(({ code, severity, span }) => [
    code,
    severity,
    span?.offset,
  ])

describe.each(['share', 'copy'])('%s', (key) => {
  test.each([
    '.git',
    './.git',
    '.git/hooks',
    '.GIT',
    'a/../.git',
    'sub/.git',
    '.gitmodules',
    '.millwright',
    'Millwright.toml',
    '.',
  ])('of %s is refused at its place', async (written) => {
    const config = `[workspace]\n${key} = ["a", ${JSON.stringify(written)}]\n`
    const at = config.indexOf(JSON.stringify(written))
    for (const from of ['user', 'repository'] as const)
      expect(await found(config, from)).toEqual([['MW131', 'error', at]])
  })

  test.each(['../x', '/etc', '~/x', 'C:\\x', '-x'])('of %s is no path of the repository', async (written) => {
    const config = `[workspace]\n${key} = [${JSON.stringify(written)}]\n`
    expect(await found(config, 'repository')).toEqual([['MW508', 'error', config.indexOf('[', 12) + 1]])
  })

  test.each(['node_modules', '.venv', 'git', '.github', 'a/b'])('of %s is taken', async (written) => {
    expect(await found(`[workspace]\n${key} = [${JSON.stringify(written)}]\n`, 'repository')).toEqual([])
  })
})

test.each([
  'share = ["docs/tasks.md"]',
  'share = ["docs"]',
  'share = ["DOCS/./task-refinement-log.md"]',
  'copy = ["docs/tasks.md"]',
  'share = ["link"]',
  'copy = ["link"]',
])('%s of the plan, or of a link into .git, ends check and run with exit code 2', async (line) => {
  const project = make(`[workspace]\n${line}\n`)
  if (line.includes('link')) symlinkSync('.git', path.join(project.root, 'link'))
  for (const words of [['check'], ['run', '--yes', '--exec', project.exec]]) {
    const { code, out, err } = await project.run(...words, 'docs/tasks.md')
    expect(code, out + err).toBe(2)
    expect(out + err).toMatch(/millwright\.toml:2:\d+: error MW131 workspace\.(share|copy)\[0\] is a protected path/)
  }
})

test.each(['a..b', 'x.lock', '-x', 'HEAD', 'refs/heads/q', 'a b'])(
  'a branch that git does not take ends check and run with exit code 2: %s',
  async (branch) => {
    const project = make(`[git]\nbranch = ${JSON.stringify(branch)}\n`)
    for (const words of [['check'], ['run', '--yes', '--exec', project.exec]]) {
      const { code, out, err } = await project.run(...words, 'docs/tasks.md')
      expect(code, out + err).toBe(2)
      expect(out + err).toContain('millwright.toml:2:10: error MW508 git.branch is no name that git takes for a branch')
    }
  },
)

test('what git tracks is neither shared nor copied: nothing is started, and nothing replaced', async () => {
  const project = make('[workspace]\nshare = ["data/", "local"]\ncopy = ["settings.json"]\n')
  project.write('.gitignore', 'local\n')
  project.write('data/.gitkeep', '')
  project.write('settings.json', 'keep me')
  project.commit('More')
  project.write('local/cache.txt', 'mine')
  const refused = await project.run('run', 'docs/tasks.md', '--exec', project.exec, '--yes')
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('[workspace] shares or copies what git tracks: data, settings.json\n'),
  ])
  expect(project.read('settings.json')).toBe('keep me')
  project.write('millwright.toml', '[workspace]\nshare = ["local"]\n')
  project.commit('Only what git does not know')
  const { code, view } = await project.view('run', 'docs/tasks.md', '--exec', project.exec, '--yes')
  expect([code, view.deviations]).toEqual([0, []])
})
