/** A gate that names the checkout would judge that, and not the draft (MW610). */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

/** The task breaks what `npm test` looks at. */
function make(config = '', folder = 'project'): Project {
  const project = makeProject({ folder })
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 Break it\n  files: a.js (MODIFY)\n')
  project.write('package.json', '{"private": true, "scripts": {"test": "node test.js"}}')
  project.write('a.js', 'exports.a = 1\n')
  project.write('test.js', `if (require('./a').a !== 1) process.exit(1)\n`)
  project.write('check.sh', 'cd "$(dirname "$0")" && npm test\n')
  project.write('.gitignore', 'node_modules/\n.venv/\nbuild/\ntools/\n')
  for (const it of ['node_modules/.bin/tool', '.venv/pyvenv.cfg', '.venv/bin/tool', 'tools/check.sh'])
    project.write(it, '')
  if (config !== '') project.write('millwright.toml', config.replaceAll('ROOT', project.root))
  project.commit('Begin')
  project.agent(`write('a.js', 'exports.a = 2\\n')`)
  return project
}

/** What `doctor` says of a gate with these words. */
async function said(project: Project, words: string): Promise<string> {
  const written = words.replaceAll('ROOT', project.root).replaceAll('TOP', project.top)
  writeFileSync(path.join(project.root, 'millwright.toml'), `[gates.unit]\nrun = ${written}\n`)
  const { out } = await project.run('doctor')
  return out
}

/** What the tools write into their build folders. */
const cmake = (sources: string): string => `CMAKE_GENERATOR:INTERNAL=Ninja\nCMAKE_HOME_DIRECTORY:INTERNAL=${sources}\n`
const meson = (sources: string): string => `{"directories": {"source": "${sources}", "build": "x"}}`

describe('a build folder', () => {
  test.each([
    ['shared', 'build', 'share = ["x", "build"]', 'setup = ["cmake", "-B", "build"]'],
    ['copied', 'build', 'copy = ["x", "build"]', 'setup = ["cmake", "-B", "build"]'],
    ['in what is shared', 'out/build/debug', 'share = ["x", "out"]', 'setup = ["cmake", "-B", "out/build/debug"]'],
    ['of a part', 'build', 'share = ["x", "build"]', 'setup = ["cmake", "-S", "core", "-B", "build"]', 'core'],
  ])('of CMake for the checkout, %s', async (_, folder, config, instead, part = '') => {
    const project = make(`[workspace]\n${config}\n`)
    project.write(`${folder}/CMakeCache.txt`, cmake(path.join(project.root, part)))
    const { out } = await project.run('doctor')
    const key = config.split(' ')[0] ?? ''
    expect(out).toContain(`MW610 workspace.${key}[1] is built from your own checkout (${folder}/CMakeCache.txt)`)
    expect(out).toContain(`help: Leave it out, and let each workspace make its own: ${instead}`)
  })

  test('of Cargo, a warning: the run begins', async () => {
    const project = make('[workspace]\nshare = ["core/target", "target"]\n')
    project.write('core/Cargo.toml', '')
    const { out } = await project.run('doctor')
    expect(out).toContain('2:10: MW610 workspace.share[0] is what Cargo has built of your own checkout')
    expect(out).not.toContain('share[1]')
    const ran = await project.run('run', 'tasks.md', '--exec', project.exec, '--gate', 'unit=true', '--yes')
    expect(ran.out + ran.err).toContain('warning MW610 workspace.share[0] is what Cargo has built')
    expect(ran.code).toBe(0)
    const checked = await project.run('check', 'tasks.md')
    expect(checked.err + checked.out).toContain('MW610')
    project.write('millwright.toml', '[workspace]\nkind = "in-place"\nshare = ["core/target"]\n')
    expect((await project.run('doctor')).out).not.toContain('MW610')
  })

  test('of Meson', async () => {
    const project = make('[workspace]\nshare = ["build"]\n')
    project.write('build/meson-info/meson-info.json', meson(project.root))
    const { out } = await project.run('doctor')
    expect(out).toContain('MW610 workspace.share[0] is built from your own checkout (build/meson-info/meson-info.json)')
    expect(out).toContain('setup = ["meson", "setup", "build"]')
  })

  test.each([
    ['of something else', 'TOP/other'],
    ['of what was fetched into it', 'ROOT/build/_deps/lib'],
  ])('%s is shared', async (_, sources) => {
    const project = make('[workspace]\nshare = ["build"]\n')
    const from = sources.replace('ROOT', project.root).replace('TOP', project.top)
    project.write('build/CMakeCache.txt', cmake(from))
    const { out } = await project.run('doctor')
    expect(out).not.toContain('MW610')
  })

  test('that a gate names, wherever it lies', async () => {
    const project = make()
    for (const [at, name] of [
      ['TOP/out/build', 'build'],
      ['ROOT/build', 'build'],
    ] as const) {
      const folder = at.replace('ROOT', project.root).replace('TOP', project.top)
      mkdirSync(path.join(folder, 'bin'), { recursive: true })
      writeFileSync(path.join(folder, 'CMakeCache.txt'), cmake(project.root))
      writeFileSync(path.join(folder, 'bin/t'), '')
      for (const words of [`["ctest", "--test-dir=${at}"]`, `["${at}/bin/t"]`]) {
        const out = await said(project, words)
        expect(out).toContain(`MW610 gate unit names a build of your own checkout (${folder}/CMakeCache.txt)`)
        expect(out).toContain(`(setup = ["cmake", "-B", "${name}"]), and name that (${name})`)
      }
    }
  })
})

describe('a gate that leads to the checkout', () => {
  test.each([
    ['its program', '["ROOT/check.sh"]', './check.sh'],
    ['a script', '["sh", "ROOT/check.sh"]', 'check.sh'],
    ['the checkout itself', '["npm", "--prefix", "ROOT", "test"]', '.'],
    ['behind =', '["npm", "--prefix=ROOT/", "test"]', '--prefix=.'],
    ['behind an option', '["make", "-CROOT"]', '-C.'],
    ['in a line', `["sh", "-c", "cd 'ROOT' && npm test"]`, "cd '.' && npm test"],
    ['what a container sees', '["docker", "run", "-v", "ROOT:/app", "image"]', '.:/app'],
    ['from a folder of it', '["sh", "ROOT/check.sh"]\ncwd = "a/b"', '../../check.sh'],
    ['by another name', '["sh", "TOP/link/check.sh"]', 'check.sh'],
  ])('by %s', async (_, words, instead) => {
    const project = make()
    symlinkSync(project.root, path.join(project.top, 'link'))
    symlinkSync('../../check.sh', path.join(project.root, 'node_modules/.bin/own'))
    const out = await said(project, words)
    expect(out).toContain('millwright.toml:2:7: MW610 gate unit names your own checkout (')
    expect(out).toContain(`help: Write ${JSON.stringify(instead)} in its place;`)
  })

  test.each([
    ['a folder', '["sh", "-c", "cd ~/project && npm test"]', '~/project', 'cd . && npm test'],
    ['a script', '["sh", "-c", "sh $HOME/project/check.sh"]', '$HOME/project/check.sh', 'sh ./check.sh'],
    ['braces', '["make", "-C${HOME}/project"]', '${HOME}/project', '-C.'],
    ['quotes', `["sh", "-c", '"$HOME/project/check.sh"']`, '$HOME/project/check.sh', '"./check.sh"'],
    ['a quoted name', `["sh", "-c", 'cd "$HOME"/project && npm test']`, '"$HOME"/project', 'cd . && npm test'],
    ['another name', '["sh", "-c", "sh ~/link/check.sh"]', '~/link/check.sh', 'sh ./check.sh'],
  ])('from home, by %s', async (_, words, written, instead) => {
    const project = make('', 'home/project')
    symlinkSync('project', path.join(project.top, 'home/link'))
    const out = await said(project, words)
    expect(out).toContain(`MW610 gate unit names your own checkout (${written})`)
    expect(out).toContain(`help: Write ${JSON.stringify(instead)} in its place;`)
  })

  test.each(['~/project-old', '~/other', 'HEAD~/project', '$HOMELY/project', '$HOME/project/../other', '/x~/project'])(
    'but not by %s',
    async (word) => {
      const project = make('', 'home/project')
      for (const it of ['home/other', 'home/project-old']) mkdirSync(path.join(project.top, it))
      expect(await said(project, `["sh", "-c", "cd ${word} && npm test"]`)).not.toContain('MW610')
    },
  )

  test.each([
    ['an installed program', '["ROOT/node_modules/.bin/tool"]'],
    ['a program of an environment', '["ROOT/.venv/bin/tool"]'],
    ['what is shared', '["sh", "ROOT/tools/check.sh"]\n[workspace]\nshare = ["tools"]'],
    ['a neighbour', '["sh", "ROOT-old/check.sh", "ROOT/../other/check.sh"]'],
    ['another folder that ends so', '["sh", "/mntROOT/check.sh"]'],
    ['in place', '["sh", "ROOT/check.sh"]\n[workspace]\nkind = "in-place"'],
  ])('not by %s', async (_, words) => {
    const project = make()
    mkdirSync(path.join(project.top, 'other'))
    expect(await said(project, words)).not.toContain('MW610')
  })

  test('of the call is refused before anything runs, but for work in place', async () => {
    const project = make()
    const gate = ['--gate', `unit=sh ${project.root}/check.sh`]
    const refused = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes', ...gate)
    expect(refused.code).toBe(2)
    expect(refused.out + refused.err).toContain(`MW610 gate unit names your own checkout (${project.root}/check.sh)`)
    expect(project.read('a.js')).toBe('exports.a = 1\n')
    const place = ['--workspace', 'in-place']
    const { view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes', ...gate, ...place)
    expect(view.tasks.map((it) => it.state)).toEqual(['blocked'])
  })

  test('is nothing for who looks at a run in place, and goes on with it', async () => {
    const project = make('[policy]\nretries = 0\n[gates.unit]\nrun = ["sh", "ROOT/check.sh"]\n')
    const refused = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
    expect(refused.out + refused.err).toContain('millwright.toml:4:7: error MW610 gate unit names your own checkout')
    await project.run('run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', 'in-place')
    for (const verb of ['status', 'why', 'unblock', 'resume']) {
      const told = await project.run(verb, 'tasks.md', ...(verb === 'why' || verb === 'unblock' ? ['T001'] : []))
      expect(told.out + told.err).not.toContain('MW610')
    }
  })

  test('is a problem for doctor', async () => {
    const { out } = await make('[gates.unit]\nrun = ["sh", "ROOT/check.sh"]\n').run('doctor')
    expect(out).toContain('✗ millwright.toml:2:7: MW610 gate unit names your own checkout')
  })
})
