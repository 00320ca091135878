/** Gates of the kind contract on small projects, with the real parsers (REQUIREMENTS D3, seed 003 §3). */

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation

- [ ] T001 Change it
  files: FILE (MODIFY)
`
const config = '[gates.contract]\nkind = "contract"\n\n[policy]\nretries = 0\n'

/** A project with one file, a contract gate, and an agent that writes that file anew. */
function projectWith(file: string, text: string, written: string): Project {
  const project = makeProject()
  project.write(file, text)
  project.write('tasks.md', plan.replace('FILE', file))
  project.write('millwright.toml', config)
  project.commit('Begin')
  project.agent(`write(${JSON.stringify(file)}, ${JSON.stringify(written)})`)
  return project
}

const run = (project: Project) => project.view('run', 'tasks.md', '--exec', project.exec, '--yes')

const languages = [
  {
    of: 'TypeScript',
    file: 'src/api.ts',
    text: 'export function open(path: string): number {\n  return 1\n}\n',
    same: '// Opens it.\nexport function open(\n  path: string,\n): number {\n  return path.length\n}\nfunction inner() {}\n',
    changed: 'export function open(path: string, mode: number): number {\n  return mode\n}\n',
    says: 'src/api.ts:1: open was changed\n  - function open(path: string): number\n  + function open(path: string, mode: number): number',
    broken: 'export function open(path: string): number {\n  return (1\n}\n',
  },
  {
    of: 'Python',
    file: 'src/api.py',
    text: 'def open_it(path: str) -> int:\n    return 1\n',
    same: '"""Opens it."""\n\n\ndef open_it(\n    path: str,\n) -> int:\n    return len(path)\n\n\ndef _inner():\n    pass\n',
    changed: 'def open_it(path: str, mode: int) -> int:\n    return mode\n',
    says: 'src/api.py:1: open_it was changed\n  - def open_it(path: str) -> int\n  + def open_it(path: str, mode: int) -> int',
    broken: 'def open_it(path: str) -> int:\n    return (1\n',
  },
  {
    of: 'C++',
    file: 'src/api.hpp',
    text: '#pragma once\nclass Door {\npublic:\n  virtual void open(int how = 1);\nprivate:\n  int n_;\n};\n',
    same: '#pragma once\n// A door.\nclass Door {\npublic:\n  virtual void open( int how = 1 );\nprivate:\n  long n_;\n  void more();\n};\n',
    changed: '#pragma once\nclass Door {\npublic:\n  virtual void open(long how = 1);\nprivate:\n  int n_;\n};\n',
    says: 'src/api.hpp:4: Door::open was changed\n  - virtual void open(int = 1)\n  + virtual void open(long = 1)',
    broken: '#pragma once\nclass Door {\npublic:\n  virtual void open(int how = 1;\n};\n',
  },
] as const

describe.each(languages)('$of', ({ file, text, same, changed, says, broken }) => {
  test('what changes nothing public passes, and is verified', async () => {
    const { code, view } = await run(projectWith(file, text, same))
    expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })
    expect(code).toBe(0)
  })

  test('a changed signature fails, the next attempt is told, and what a person accepts passes', async () => {
    const project = projectWith(file, text, '')
    project.write('millwright.toml', config.replace('retries = 0', 'retries = 1'))
    project.commit('One more')
    project.agent(
      `appendFileSync(path.join(meeting, 'brief'), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))\nwrite(${JSON.stringify(file)}, ${JSON.stringify(changed)})`,
    )
    const { code, view } = await run(project)
    expect(code).toBe(1)
    expect(view.tasks[0]).toMatchObject({ state: 'blocked', attempts: 2 })
    expect(view.tasks[0]?.reason).toContain(says.split('\n')[0])
    expect(readFileSync(path.join(project.top, 'meeting', 'brief'), 'utf8')).toContain(says)

    const refs = project.git('for-each-ref', '--sort=refname', '--format=%(refname)', 'refs/millwright').split('\n')
    const draft = refs.filter((it) => it.includes('/drafts/')).at(-1)
    const accepted = await project.run(
      'contract',
      'accept',
      file,
      '--at',
      draft ?? 'none',
      '-m',
      'it is wanted',
      '--yes',
    )
    expect(accepted.code).toBe(0)
    expect(project.read('millwright.contract')).toContain(`file ${file}\n# it is wanted\n`)
    project.commit('Accept it')
    expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
    const again = await run(project)
    expect(again.view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })
    expect(again.code).toBe(0)
  })

  test('a file that no longer parses fails, with its place', async () => {
    const { view } = await run(projectWith(file, text, broken))
    expect(view.tasks[0]?.state).toBe('blocked')
    expect(view.tasks[0]?.reason).toMatch(new RegExp(`${file}:\\d+:\\d+: it no longer parses`))
  })
})

const [typescript] = languages

test('an agent can neither write the contract nor accept it', async () => {
  const project = projectWith(typescript.file, typescript.text, '')
  const program = JSON.stringify([builtProgram(), 'contract', 'accept', '--yes'])
  project.agent(`write('src/api.ts', ${JSON.stringify(typescript.changed)})
write('millwright.contract', 'millwright contract 1\\n')
try { execFileSync(process.execPath, ${program}, { stdio: 'pipe' }) } catch (error) { writeFileSync(path.join(meeting, 'refused'), String(error.stderr)) }`)
  const { view } = await run(project)
  expect(view.tasks[0]?.state).toBe('blocked')
  expect(view.deviations.map((it) => it.path)).toContain('millwright.contract')
  expect(project.has('millwright.contract')).toBe(false)
  const refused = readFileSync(path.join(project.top, 'meeting', 'refused'), 'utf8')
  expect(refused).toContain('an agent or a gate may not accept a contract for a person')
})

test('what is written into the contract by a task whose work is good is in no commit', async () => {
  const project = projectWith(typescript.file, typescript.text, '')
  project.agent(`write('src/api.ts', ${JSON.stringify(typescript.same)})
write('millwright.contract', 'millwright contract 1\\n')`)
  const { view } = await run(project)
  expect(view.tasks[0]?.state).toBe('done')
  expect(project.git('ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('millwright.contract')
  expect(view.deviations.map((it) => it.path)).toContain('millwright.contract')
})

test('what one task adds, the next one may not take away: evidence of a tree is no evidence of another change to it', async () => {
  const project = projectWith(typescript.file, typescript.text, '')
  const task = (id: string, after: string): string =>
    `- [ ] ${id} Write it\n  files: src/api.ts (MODIFY)\n  blocked_by: [${after}]\n`
  project.write(
    'tasks.md',
    `## Phase 06: Implementation\n\n${task('T001', '')}${task('T002', 'T001')}${task('T003', 'T002')}`,
  )
  project.commit('Three tasks')
  const added = `${typescript.same}export const more = 1\n`
  project.agent(`write('src/api.ts', task === 'T002' ? ${JSON.stringify(added)} : ${JSON.stringify(typescript.same)})`)
  const { view } = await run(project)
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done', 'blocked'])
  expect(view.tasks[2]?.reason).toContain('more was removed')
})

test('tests and what is ignored are nobody’s interface; additions may be asked to fail', async () => {
  const project = projectWith('src/api.test.ts', 'export const a = 1\n', 'export const b = 1\n')
  project.write('gen/x.ts', 'export const a = 1\n')
  project.write('millwright.toml', config.replace('\n\n', '\nadditions = "fail"\nignore = ["gen/**"]\n\n'))
  project.write(
    'tasks.md',
    `${plan.replace('FILE', 'src/api.test.ts, gen/x.ts')}- [ ] T002 Add\n  files: src/new.ts (CREATE)\n`,
  )
  project.commit('More')
  project.agent(`if (task === 'T001') { write('src/api.test.ts', 'export const b = 1'); write('gen/x.ts', 'export const b = 1') }
else write('src/new.ts', 'export const n = 1')`)
  const { view } = await run(project)
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'blocked'])
  // There was nothing that the gate could judge: it proves nothing.
  expect(view.tasks[0]?.proof).toBe('files-only')
  expect(view.tasks[1]?.reason).toContain('src/new.ts:1: n was added')
})

test('a damaged contract is told with its place before anything starts, and stays as it is', async () => {
  const project = projectWith(typescript.file, typescript.text, typescript.same)
  const damaged = 'millwright contract 1\n\nfile src/api.ts\n open\n'
  project.write('millwright.contract', damaged)
  project.commit('Damage it')
  for (const words of [
    ['run', 'tasks.md', '--exec', project.exec, '--yes'],
    ['contract', 'accept', '--yes'],
  ]) {
    const { code, err } = await project.run(...words)
    expect(code).toBe(2)
    expect(err).toContain('millwright.contract:4:2: error MW611')
  }
  const checked = await project.run('check', 'tasks.md')
  expect([checked.code, checked.out]).toEqual([2, expect.stringContaining('millwright.contract:4:2: error MW611')])
  expect(project.read('millwright.contract')).toBe(damaged)
  expect(project.read('tasks.md')).toContain('- [ ] T001')
})

test('without the parsers nothing starts, and it is said how to get them', () => {
  const project = projectWith(typescript.file, typescript.text, typescript.same)
  // The program as it is installed without its optional package.
  const place = path.join(project.top, 'installed')
  const dist = path.dirname(builtProgram())
  const modules = path.join(import.meta.dirname, '../../../node_modules')
  mkdirSync(path.join(place, 'node_modules'), { recursive: true })
  cpSync(dist, path.join(place, 'dist'), { recursive: true })
  const needed = ['libsql', '@libsql', '@neon-rs', 'detect-libc', 'js-base64', 'promise-limit']
  for (const name of needed) symlinkSync(path.join(modules, name), path.join(place, 'node_modules', name))
  const call = (...words: readonly string[]): string => {
    try {
      return execFileSync(process.execPath, [path.join(place, 'dist/cli.js'), ...words], {
        cwd: project.root,
        env: project.env,
        stdio: 'pipe',
        encoding: 'utf8',
      })
    } catch (error) {
      return String((error as { readonly stderr: unknown }).stderr)
    }
  }
  const said = call('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(said).toContain('MW601 gate contract (millwright.toml): @vscode/tree-sitter-wasm')
  expect(said).toContain('npm i @vscode/tree-sitter-wasm')
  expect(call('contract', 'show')).toContain('npm i @vscode/tree-sitter-wasm')
  expect(project.read('tasks.md')).toContain('- [ ] T001')
})

test('in the folder itself, with git and without, the same is found', async () => {
  for (const git of [true, false]) {
    const project = makeProject({ git })
    project.write('src/api.ts', typescript.text)
    project.write('tasks.md', plan.replace('FILE', 'src/api.ts'))
    project.write('millwright.toml', `${config}\n[workspace]\nkind = "in-place"\n`)
    if (git) project.commit('Begin')
    project.agent(`write('src/api.ts', ${JSON.stringify(typescript.changed)})`)
    const { view } = await run(project)
    expect([git, view.tasks[0]?.state]).toEqual([git, 'blocked'])
    expect(view.tasks[0]?.reason).toContain('open was changed')
  }
})

test('where nothing is kept of what was there, the question says what is missing', async () => {
  const project = projectWith(typescript.file, typescript.text, typescript.changed)
  const { out } = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes', '--workspace', 'none')
  expect(out).toContain(
    'gate contract could not run before the first task (nothing is kept of what was there before, and no contract is stored',
  )
})

test('what a formatter does to a file is no change, and a declaration that leaves a header is one', async () => {
  const form = projectWith(
    'src/api.ts',
    "export type Mode = 'r' | 'w'\nexport const open = (how: { mode: Mode, at: number }) => 1\n",
    'export type Mode =\n  | "r"\n  | "w";\nexport const open = (how: {\n  mode: Mode;\n  at: number;\n}) => 1;\n',
  )
  expect((await run(form)).view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })

  const header = projectWith('src/api.hpp', 'int f(int a);\nint g();\n', 'int g();\n')
  header.write('src/api.cpp', '#include "api.hpp"\nint f(int a) { return a; }\n')
  header.write('tasks.md', plan.replace('FILE', 'src/api.hpp, src/api.cpp'))
  header.commit('A source beside it')
  header.agent(
    "write('src/api.hpp', 'int g();\\n'); write('src/api.cpp', 'int f(int);\\nint f(int a) { return a; }\\n')",
  )
  expect((await run(header)).view.tasks[0]?.reason).toContain('f was removed')
})

test('`contract show` prints what is public, and what does not parse', async () => {
  const project = projectWith(typescript.file, typescript.text, '')
  project.write('src/broken.py', 'def f(:\n')
  const all = await project.run('contract', 'show')
  expect(all).toMatchObject({ code: 1, out: 'src/api.ts\n  open: function open(path: string): number\n' })
  expect(all.err).toContain('src/broken.py:1:7: it does not parse')
  const one = await project.run('contract', 'show', 'src/api.ts', '--json')
  expect(JSON.parse(one.out)).toMatchObject({
    files: [{ path: 'src/api.ts', is: 'read', signatures: [{ name: 'open', line: 1 }] }],
  })
  expect((await project.run('contract', 'show', 'gone.ts')).code).toBe(2)
  expect((await project.run('contract', 'show', '..')).code).toBe(2)
  expect((await project.run('contract', 'show', '--at', '--help')).code).toBe(2)
})

test('`contract accept` asks first, and without anybody to ask it changes nothing', async () => {
  const project = projectWith(typescript.file, typescript.text, '')
  const asked = await project.run('contract', 'accept')
  expect(asked).toMatchObject({ code: 3 })
  expect(asked.out).toContain('src/api.ts:1: open was added')
  expect(project.has('millwright.contract')).toBe(false)
  expect((await project.run('contract', 'accept', '--yes')).code).toBe(0)
  const once = project.read('millwright.contract')
  expect(await project.run('contract', 'accept', '--yes')).toMatchObject({
    code: 0,
    out: 'there is nothing to accept: millwright.contract would stay as it is\n',
  })
  expect(project.read('millwright.contract')).toBe(once)
  project.write('src/api.ts', 'export function open(\n')
  const broken = await project.run('contract', 'accept', '--yes')
  expect(broken.code).toBe(2)
  expect(broken.err).toContain('nothing is accepted')
  expect(project.read('millwright.contract')).toBe(once)
})
