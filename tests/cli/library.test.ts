import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check, graph, graphDocument, openPlan, why } from '../../src/index.ts'
import { findRoot } from '../../src/calls/plan/find-root.ts'
import { locateJournal } from '../../src/engine/journal/plan-registry.ts'
import { ignoredPaths } from '../../src/calls/plan/ignored-paths.ts'
import { lookUpPaths } from '../../src/calls/plan/look-up-paths.ts'
import { safeOutput, usesColour } from '../../src/cli/output.ts'
import { brokenPlan, cleanPlan } from './plans.ts'

let root: string
const write = (name: string, text = ''): string => {
  const file = path.join(root, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'millwright-library-')))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a plan is opened, checked, drawn and explained without a word being printed', async () => {
  write('lib/tasks.md', cleanPlan)
  const opening = await openPlan('lib/tasks.md', { cwd: root, env: { HOME: root } })
  expect(check(opening).summary.errors).toBe(0)
  if (opening.is !== 'opened') throw new Error('expected a sound plan')
  expect(opening).toMatchObject({ root, gitCommonDir: null, planRelative: 'lib/tasks.md' })
  expect(graph(opening.plan).order).toEqual(['T001', 'T002'])
  expect(why(opening.plan, 'T002')?.verdict).toBe('ready')
  expect(graphDocument(opening)).toMatchObject({
    order: ['T001', 'T002'],
    tasks: [{ span: { line: 4 } }, { id: 'T002' }],
  })
  const broken = await openPlan(write('lib/broken.md', brokenPlan), { cwd: root, env: { HOME: root } })
  expect(graphDocument(broken)?.diagnostics).not.toHaveLength(0)
  expect(graphDocument(await openPlan('lib/none.md', { cwd: root, env: { HOME: root } }))).toBeNull()
})

describe('the root of a plan', () => {
  test.each([
    { plan: 'a/docs/isdlc/tasks.md', is: 'a' },
    { plan: 'b/docs/requirements/REQ-1/tasks.md', is: 'b' },
    { plan: 'c/other/tasks.md', is: 'c/other' },
  ])('$plan without git: $is', ({ plan, is }) => {
    expect(findRoot(write(plan), '/')).toEqual({ root: path.join(root, is), gitCommonDir: null })
  })

  test.each([
    { plan: 'd/plans/tasks.md', sign: null, cwd: 'd', is: 'd' },
    { plan: 'e/docs/tasks.md', sign: 'e/package.json', cwd: 'e', is: 'e' },
    { plan: 'f/docs/tasks.md', sign: 'f/millwright.toml', cwd: 'elsewhere', is: 'f' },
    { plan: 'g/part/docs/tasks.md', sign: 'g/part/go.mod', cwd: 'g', is: 'g/part' },
    { plan: 'h/docs/tasks.md', sign: 'h/package.json', cwd: 'h/docs', is: 'h/docs' },
    { plan: 'i/x/tasks.md', sign: 'package.json', cwd: 'i', is: 'i' },
  ])('$plan without git, called in $cwd, with $sign: $is', ({ plan, sign, cwd, is }) => {
    if (sign !== null) write(sign)
    mkdirSync(path.join(root, cwd), { recursive: true })
    expect(findRoot(write(plan), path.join(root, cwd)).root).toBe(path.join(root, is))
    if (sign !== null) rmSync(path.join(root, sign))
  })

  test('a plan that was run keeps its root, wherever it is called from', async () => {
    const planPath = write('ran/docs/tasks.md')
    await locateJournal({ planPath, gitCommonDir: null, root: path.join(root, 'ran'), contentHash: '', create: true })
    for (const cwd of ['ran', 'ran/docs', '.'])
      expect(findRoot(planPath, path.join(root, cwd)).root).toBe(path.join(root, 'ran'))
  })

  test('a checkout, a linked worktree, and a .git that is no git directory', () => {
    write('repo/.git/HEAD', 'ref: refs/heads/main\n')
    write('repo/.git/worktrees/w/HEAD', 'ref: refs/heads/w\n')
    write('repo/.git/worktrees/w/commondir', '../..\n')
    write('linked/.git', `gitdir: ${path.join(root, 'repo/.git/worktrees/w')}\n`)
    const common = path.join(root, 'repo/.git')
    expect(findRoot(write('repo/docs/isdlc/tasks.md'), '/')).toEqual({
      root: path.join(root, 'repo'),
      gitCommonDir: common,
    })
    expect(findRoot(write('linked/tasks.md'), '/')).toEqual({ root: path.join(root, 'linked'), gitCommonDir: common })
    // It looks like a bare repository, and is that of the checkout above.
    write('repo/.git/objects/info/packs', '')
    write('repo/.git/refs/heads/main', '')
    expect(findRoot(write('repo/.git/plan.md'), '/')).toEqual({ root: path.join(root, 'repo'), gitCommonDir: common })
    write('fake/.git', 'gitdir: /nowhere\n')
    expect(findRoot(write('fake/tasks.md'), '/')).toMatchObject({ gitCommonDir: null })
  })
})

test('what git ignores and does not track of a plan’s paths is known, as git says it', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: path.join(root, 'ignoring'), encoding: 'utf8' })
  const paths = [
    '.env',
    'a.log',
    'out/kept.js',
    'out/x.js',
    'src/build/x',
    'src/keep.log',
    'src/a.ts',
    'top/x',
    'src/top/x',
  ]
  write('ignoring/.gitignore', '# built\n.env\nout/\nbuild/  \n*.log\n/top\ndocs/**/*.tmp\n')
  write('ignoring/src/.gitignore', '!keep.log\n')
  write('ignoring/out/kept.js')
  git('init', '-q')
  git('add', '-f', 'out/kept.js')
  const said = git('check-ignore', ...paths)
    .split('\n')
    .slice(0, -1)
  const project = { root: path.join(root, 'ignoring'), gitCommonDir: path.join(root, 'ignoring/.git') }
  expect([...ignoredPaths(project, paths)]).toEqual(said)
  expect(said).toEqual(['.env', 'a.log', 'out/x.js', 'src/build/x', 'top/x'])
  rmSync(path.join(root, 'ignoring/.gitignore'))
  execFileSync('mkfifo', [path.join(root, 'ignoring/.gitignore')])
  expect([...ignoredPaths(project, paths)]).toEqual([])
})

describe('paths of a plan on disk', () => {
  test('files, folders, what is missing, links inside and outside, and twins', () => {
    write('w/src/a.ts')
    write('w/README.md')
    mkdirSync(path.join(root, 'away'))
    const link = (target: string, name: string): void => symlinkSync(target, path.join(root, 'w', name))
    link('src', 'inside')
    link('README.md', 'src/linked.md')
    link('../README.md', 'src/up.md')
    link('not/yet', 'to-come')
    link('../away', 'out')
    link('../away/not-yet', 'dangling')
    link('itself', 'itself')
    const long = `not-yet/${'x'.repeat(256)}`
    const facts = lookUpPaths(path.join(root, 'w'), [
      'src/a.ts',
      './src/../src/a.ts',
      'src',
      'src/b.ts',
      'src/a.ts/deeper',
      'inside/a.ts',
      'inside/b.ts',
      'inside/up.md',
      'inside',
      'src/linked.md',
      'to-come',
      'out/x/y.ts',
      'out',
      'dangling',
      'itself',
      'SRC/A.ts',
      'readme.md',
      '../away',
      `${'d/'.repeat(20_000)}e`,
      long,
    ])
    const away = path.join(root, 'away')
    const plain = { leavesBy: null, twin: null }
    expect(Object.fromEntries(facts)).toEqual({
      'src/a.ts': { is: 'file', ...plain },
      './src/../src/a.ts': { is: 'file', ...plain },
      src: { is: 'directory', ...plain },
      'src/b.ts': { is: 'missing', ...plain },
      'src/a.ts/deeper': { is: 'missing', ...plain },
      'inside/a.ts': { is: 'file', ...plain, leadsTo: 'src/a.ts', liesAt: 'src/a.ts' },
      'inside/b.ts': { is: 'missing', ...plain, leadsTo: 'src/b.ts', liesAt: 'src/b.ts' },
      'inside/up.md': { is: 'file', ...plain, leadsTo: 'README.md', liesAt: 'src/up.md' },
      inside: { is: 'directory', ...plain, leadsTo: 'src' },
      'src/linked.md': { is: 'missing', ...plain, leadsTo: 'src/README.md' },
      'to-come': { is: 'missing', ...plain, leadsTo: 'not/yet' },
      'out/x/y.ts': { is: 'missing', leavesBy: away, twin: null },
      out: { is: 'missing', leavesBy: away, twin: null },
      dangling: { is: 'missing', leavesBy: path.join(away, 'not-yet'), twin: null },
      itself: { is: 'missing', ...plain },
      'SRC/A.ts': { is: 'missing', leavesBy: null, twin: 'src/a.ts' },
      'readme.md': { is: 'missing', leavesBy: null, twin: 'README.md' },
      [long]: { is: 'missing', ...plain, tooLong: true },
    })
  })
})

describe('output', () => {
  test.each([
    { isTTY: true, env: {}, is: true },
    { isTTY: false, env: {}, is: false },
    { isTTY: true, env: { CI: 'true' }, is: false },
    { isTTY: true, env: { CI: 'false' }, is: true },
    { isTTY: true, env: { NO_COLOR: '1' }, is: false },
    { isTTY: true, env: { NO_COLOR: '' }, is: true },
    { isTTY: true, env: { TERM: 'dumb' }, is: false },
    { isTTY: false, env: { FORCE_COLOR: '1' }, is: true },
    { isTTY: true, env: { FORCE_COLOR: '0' }, is: false },
    { isTTY: false, env: { FORCE_COLOR: '1', NO_COLOR: '1', CI: '1' }, is: true },
  ])('terminal $isTTY with $env: colour $is', ({ isTTY, env, is }) => {
    expect(usesColour(isTTY, env)).toBe(is)
  })

  test('only our own colours pass, and only where colours are shown', () => {
    const text = '\u001b[31mred\u001b[0m \u001b[2Jx\u009b1A\u202e\u0007'
    expect(safeOutput(text, true)).toBe('\u001b[31mred\u001b[0m \\x1b[2Jx\\x9b1A\\u202e\\x07')
    expect(safeOutput(text, false)).not.toContain('\u001b')
  })
})
