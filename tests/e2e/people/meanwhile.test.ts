/** What a person does in the checkout while an agent is at work: nothing is lost, and what cannot be published waits. */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { says as hasSaid, type Started } from '../../rig/program.ts'
import { type Project, projectsOfTests, type RunView } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Tasks

Some prose of a person.

## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: src/two.txt (CREATE)
- [ ] T0003 Three
  blocked_by: [T0002]
  files: src/three.txt (CREATE)
`

const agent = `
const files = { T0001: 'src/one.txt', T0002: 'src/two.txt', T0003: 'src/three.txt' }
if (task === 'T0002') await meet('two')
write(files[task] ?? 'src/' + task + '.txt', task + '\\n')
`

/** A run that stands still in the middle of the second task. */
async function midway(
  lines = agent,
  words: readonly string[] = ['run', 'specs/tasks.md', '--json'],
): Promise<{ project: Project; running: Started }> {
  const project = makeProject()
  project.write('specs/tasks.md', plan)
  project.write('README.md', 'Hello\n')
  project.commit('Begin')
  project.agent(lines)
  const running = project.begin(...words, '--exec', project.exec)
  await project.arrived('two', running)
  await project.shows('specs/tasks.md', '[X] T0001', running)
  return { project, running }
}

/** Settles when the program has written a text; fails when it ends before. */
async function says(running: Started, text: string): Promise<void> {
  const early = running.ended.then(({ out, err }) => {
    if (!out.includes(text)) throw new Error(`the program ended before it said ${text}:\n${out}\n${err}`)
  })
  const said = async (): Promise<void> => {
    while (!running.out().includes(text)) await once(running.child.stdout as Readable, 'data')
  }
  await Promise.race([said(), early])
}

async function goOn(project: Project, running: Started): Promise<{ code: number | null; view: RunView; err: string }> {
  project.release('two')
  const { code, out, err } = await running.ended
  return { code, view: JSON.parse(out === '' ? '{}' : out) as RunView, err }
}

async function resume(project: Project): Promise<{ code: number | null; view: RunView }> {
  return project.view('resume', 'specs/tasks.md')
}

/** Everything of the plan's is in the branch, the files and the marks, and git has nothing left to say. */
function expectAllDone(project: Project, tasks = 3): void {
  expect(project.read('specs/tasks.md').match(/- \[X\] T\d+/g)).toHaveLength(tasks)
  expect(project.git('show', 'HEAD:specs/tasks.md').match(/- \[X\] T\d+/g)).toHaveLength(tasks)
  expect(project.read('src/three.txt')).toBe('T0003\n')
  expect(project.git('status', '--porcelain')).toBe('')
}

test('commits something else on the branch', async () => {
  const { project, running } = await midway()
  project.write('README.md', 'Hello, people\n')
  project.git('commit', '-q', '-m', 'A word to people', '--', 'README.md')
  const mine = project.git('rev-parse', 'HEAD').trim()
  const { code } = await goOn(project, running)
  expect(code).toBe(0)
  expectAllDone(project)
  expect(project.read('README.md')).toBe('Hello, people\n')
  expect(project.git('merge-base', '--is-ancestor', mine, 'HEAD')).toBe('')
})

/** Types what a message suggests, in a folder of the checkout. */
function type(project: Project, commands: string, folder = '.'): { code: number; text: string } {
  const env = { ...project.env, GIT_EDITOR: 'true' }
  try {
    const cwd = path.join(project.root, folder)
    return { code: 0, text: execFileSync('sh', ['-c', commands], { cwd, env, encoding: 'utf8', stdio: 'pipe' }) }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, text: `${stdout}${stderr}` }
  }
}

test.each([
  ['the top', '.'],
  ['a folder', 'src'],
])(
  'commits what a task changes too: nothing is overwritten, and what is said, typed in %s, merges',
  async (_w, folder) => {
    // The third task leaves a deviation, so that its log is an untracked file.
    const { project, running } = await midway(`${agent}\nif (task === 'T0003') write('src/extra.txt', 'x')`)
    project.write('src/two.txt', 'mine\n')
    project.git('add', 'src/two.txt')
    project.git('commit', '-q', '-m', 'Two by hand', '--', 'src/two.txt')
    const { code, view } = await goOn(project, running)
    expect(code).toBe(3)
    expect(view.waiting).toMatchObject([{ on: 'publish' }])
    expect(view.waiting[0]?.reason).toContain('src/two.txt')
    expect(view.counts).toMatchObject({ done: 3 })
    expect(project.read('src/two.txt')).toBe('mine\n')
    expect(project.git('show', 'HEAD:src/two.txt')).toBe('mine\n')
    expect(project.git('status', '--porcelain')).toBe(' M specs/tasks.md\n?? specs/task-refinement-log.md\n')

    const commands = view.waiting[0]?.help?.split('then resume: ')[1] ?? ''
    expect(commands).toMatch(/^git switch main && git add .* && git commit .* && git merge refs\/millwright\/\S+\/tip$/)
    const typed = type(project, commands, folder)
    expect(typed).toMatchObject({ code: 1, text: expect.stringContaining('Merge conflict in src/two.txt') as string })
    expect(project.git('diff', '--name-only', '--diff-filter=U')).toBe('src/two.txt\n')
    project.write('src/two.txt', 'mine\n')
    expect(type(project, 'git add src/two.txt && git commit')).toMatchObject({ code: 0 })
    expect(await resume(project)).toMatchObject({ code: 0 })
    expect(project.read('src/two.txt')).toBe('mine\n')
    expectAllDone(project)
  },
)

const edits: readonly (readonly [name: string, edit: (text: string) => string, done: number, keeps: string])[] = [
  [
    'adds a task at the end',
    (text) => `${text}- [ ] T0004 Four\n  files: src/T0004.txt (CREATE)\n`,
    4,
    '- [X] T0004 Four',
  ],
  [
    'changes the text of a later task',
    (text) => text.replace('T0003 Three', 'T0003 Three, and more'),
    3,
    '- [X] T0003 Three, and more',
  ],
  [
    'adds prose above',
    (text) => text.replace('Some prose of a person.', 'Some prose of a person.\n\nAnd a second thought.'),
    3,
    'And a second thought.',
  ],
  [
    'moves a task up',
    (text) => {
      const three = '- [ ] T0003 Three\n  blocked_by: [T0002]\n  files: src/three.txt (CREATE)\n'
      return text.replace(three, '').replace('- [', `${three}- [`)
    },
    3,
    '- [X] T0003 Three\n',
  ],
]

test.each(edits)('edits the plan: %s', async (_name, edit, done, keeps) => {
  const { project, running } = await midway()
  project.write('specs/tasks.md', edit(project.read('specs/tasks.md')))
  const { code, view } = await goOn(project, running)
  expect({ code, states: view.tasks.map((it) => it.state) }).toEqual({
    code: 0,
    states: Array.from({ length: done }, () => 'done'),
  })
  expect(project.read('specs/tasks.md')).toContain(keeps)
  expect(project.read('specs/tasks.md').match(/- \[X\] T\d+/g)).toHaveLength(done)
  // The person's own edit is not committed for them; the marks of all that stand there are, also under the words of then.
  expect(project.git('show', 'HEAD:specs/tasks.md').match(/- \[X\] T\d+/g)).toHaveLength(3)
})

test('ticks a later task while an agent is at work: that is a claim, undone and said, and the task is worked on', async () => {
  const { project, running } = await midway()
  project.write('specs/tasks.md', project.read('specs/tasks.md').replace('- [ ] T0003', '- [X] T0003'))
  await project.shows('specs/tasks.md', '- [ ] T0003', running)
  const { code, view } = await goOn(project, running)
  expect(code).toBe(0)
  expect(view.tasks[2]).toMatchObject({ state: 'done', proof: 'files-only', attempts: 1 })
  expect(view.findings).toEqual([
    {
      kind: 'claim',
      text: 'T0003 was ticked in the plan while T0002 was at work: that is taken as a claim, and undone; `millwright accept specs/tasks.md T0003` if it was you',
    },
  ])
  expectAllDone(project)
})

test('ticks a later task while the run is parked: it counts as done by a person and is not worked on', async () => {
  const { project, running } = await midway()
  running.child.kill('SIGINT')
  expect(await running.ended).toMatchObject({ code: 130 })
  project.write('specs/tasks.md', project.read('specs/tasks.md').replace('- [ ] T0003', '- [X] T0003'))
  project.release('two')
  const { code, view } = await resume(project)
  expect(code).toBe(0)
  expect(view.tasks[2]).toMatchObject({ state: 'done', proof: 'by-human', attempts: 0 })
  expect(project.has('src/three.txt')).toBe(false)
})

test('unticks a task that is done: done stays done, and it is said', async () => {
  const { project, running } = await midway(agent, ['run', 'specs/tasks.md', '--jsonl'])
  // Before that nobody knows that the mark was ever there: an open box is the one that was read.
  await says(running, 'mark-shown')
  project.write('specs/tasks.md', project.read('specs/tasks.md').replace('- [X] T0001', '- [ ] T0001'))
  project.release('two')
  await running.ended
  const { view } = await project.view('status', 'specs/tasks.md')
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done', 'done'])
  expect(view.findings.map((it) => it.text).join()).toContain('T0001')
})

test('has an unsaved change in a file that a task creates: it waits, and resume publishes', async () => {
  const { project, running } = await midway()
  project.write('src/two.txt', 'my own draft\n')
  const { code, view } = await goOn(project, running)
  expect(code).toBe(3)
  expect(project.read('src/two.txt')).toBe('my own draft\n')
  expect(view.waiting).toMatchObject([{ on: 'publish' }])
  expect(view.waiting[0]?.reason).toContain('src/two.txt')
  // What waits to come here is not lost, and is not done twice.
  expect((await project.run('verify', 'tasks.md')).err).not.toContain('MW117')
  expect(await project.run('unblock', 'tasks.md', 'T0002')).toMatchObject({ code: 2 })
  rmSync(path.join(project.root, 'src/two.txt'))
  expect(await resume(project)).toMatchObject({ code: 0 })
  expectAllDone(project)
})

test('has changes of their own in many files that a task creates: what is said puts each of them aside', async () => {
  const names = ['src/a.txt', 'src/b.txt', 'src/c c.txt', 'src/d\\n.txt', 'src/e.txt']
  const project = makeProject()
  project.write('specs/tasks.md', plan)
  project.commit('Begin')
  const files = JSON.stringify(names)
  project.agent(`if (task === 'T0001') for (const name of ${files}) write(name, 'of the agent')\n${agent}`)
  const running = project.begin('run', 'specs/tasks.md', '--json', '--exec', project.exec, '--only', 'T0001')
  for (const name of names) project.write(name, 'my own draft')
  const { view } = await goOn(project, running)
  const aside = /put them aside: (git stash .*)$/.exec(view.waiting[0]?.help ?? '')?.[1] ?? ''
  expect(type(project, aside)).toMatchObject({ code: 0 })
  expect(await resume(project)).toMatchObject({ code: 0 })
  expect(names.map((name) => project.read(name))).toEqual(names.map(() => 'of the agent'))
})

test('has an unsaved change elsewhere: it is left alone, charged to no task, and all is published', async () => {
  const { project, running } = await midway()
  project.write('README.md', 'half a sentence')
  project.write('millwright.toml', '[policy]\nretries = 1\n')
  const { code, view } = await goOn(project, running)
  expect(code).toBe(0)
  expect(view.deviations.map((it) => [it.kind, it.path, it.what])).toEqual([
    ['outside-workspace', 'README.md', 'README.md changed by somebody while T0002 ran'],
    ['outside-workspace', 'millwright.toml', 'millwright.toml changed by somebody while T0002 ran'],
  ])
  rmSync(path.join(project.root, 'millwright.toml'))
  expect(project.read('README.md')).toBe('half a sentence')
  expect(project.git('status', '--porcelain').trim()).toBe('M README.md')
  expect(project.read('src/three.txt')).toBe('T0003\n')
})

test.each([
  ['another branch', ['-b', 'aside'], 'branch aside'],
  ['no branch', ['--detach'], 'a detached HEAD'],
])(
  'switches to %s: the branch of the run gets the work, the files nothing, and it is said',
  async (_n, words, shown) => {
    const { project, running } = await midway(agent, ['run', 'specs/tasks.md'])
    project.git('checkout', '-q', ...words)
    const there = project.git('rev-parse', 'HEAD').trim()
    project.release('two')
    const { code, out, err } = await running.ended
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining(`${shown} is checked out, not branch main`) as string,
    })
    expect(out).toContain(`The work is on branch main. You are on ${shown}: nothing was written there.`)
    expect(project.git('rev-parse', 'HEAD').trim()).toBe(there)
    expect(project.git('status', '--porcelain')).toBe('')
    project.git('checkout', '-q', 'main')
    expectAllDone(project)
  },
)

test('switches branch, and comes back in the middle: the marks are there', async () => {
  const { project, running } = await midway(`${agent}\nif (task === 'T0003') await meet('three')`)
  project.git('checkout', '-q', '-b', 'aside', 'HEAD~1')
  project.release('two')
  await project.arrived('three', running)
  expect(project.read('specs/tasks.md')).toBe(plan)
  project.git('checkout', '-q', 'main')
  await project.shows('specs/tasks.md', '[X] T0002', running)
  project.release('three')
  const { code, out } = await running.ended
  expect({ code, findings: (JSON.parse(out) as RunView).findings }).toEqual({ code: 0, findings: [] })
  expectAllDone(project)
})

test.each([
  ['as the branch of the run has it', ''],
  ['of another version', 'Of the other branch.'],
])(
  'goes to another branch, whose plan is %s, while the work waits: what is said, typed, merges',
  async (_what, words) => {
    const { project, running } = await midway(
      `${agent}\nif (task === 'T0003') { write('src/extra.txt', 'x'); await meet('three') }`,
    )
    project.write('src/two.txt', 'mine\n')
    project.git('add', 'src/two.txt')
    project.git('commit', '-q', '-m', 'Two by hand', '--', 'src/two.txt')
    project.release('two')
    await project.arrived('three', running)
    await project.shows('specs/tasks.md', '[X] T0002', running)
    const marked = project.read('specs/tasks.md')
    project.git('checkout', '-q', '-b', 'aside')
    if (words !== '') {
      // Another version is committed there, and the marks stand in it as they did.
      project.git('show', 'HEAD:specs/tasks.md')
      project.write('specs/tasks.md', `${project.git('show', 'HEAD:specs/tasks.md')}\n${words}\n`)
      project.git('commit', '-q', '-m', 'Another version', '--', 'specs/tasks.md')
      project.write('specs/tasks.md', `${marked}\n${words}\n`)
    }
    project.release('three')
    const { code, out } = await running.ended
    const { waiting } = JSON.parse(out) as RunView
    expect(code).toBe(3)
    const commands = waiting[0]?.help?.split('then resume: ')[1] ?? ''
    expect(type(project, commands)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Merge conflict in src/two.txt') as string,
    })
    expect(project.git('diff', '--name-only', '--diff-filter=U')).toBe('src/two.txt\n')
    project.write('src/two.txt', 'mine\n')
    project.git('commit', '-q', '-a', '-m', 'Merged')
    expect(await resume(project)).toMatchObject({ code: 0 })
    expectAllDone(project)
  },
)

test('deletes the branch of the run: it is not made again unasked; the command that is said makes it', async () => {
  const { project, running } = await midway()
  project.git('checkout', '-q', '-b', 'aside')
  project.git('branch', '-q', '-D', 'main')
  const { code, view } = await goOn(project, running)
  expect(code).toBe(3)
  expect(view.waiting).toMatchObject([
    { on: 'publish', reason: expect.stringContaining('the branch main is gone') as string },
  ])
  expect(project.git('branch', '--list', 'main')).toBe('')
  expect(type(project, view.waiting[0]?.help?.split('then resume: ')[1] ?? '')).toMatchObject({ code: 0 })
  expect(await resume(project)).toMatchObject({ code: 0 })
  expectAllDone(project)
})

test('goes on with an unfinished run where another branch is checked out: refused, its plan is another one', async () => {
  const { project, running } = await midway()
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(130)
  project.git('checkout', '-q', '-b', 'aside')
  project.write('specs/tasks.md', '# Tasks\n\n## Phase 06: Implementation\n\n- [ ] T0009 Of the other branch\n')
  project.commit('Another plan')
  for (const verb of ['run', 'resume']) {
    const refused = await project.run(verb, 'specs/tasks.md')
    expect([refused.code === 0, refused.err]).toEqual([false, expect.stringContaining('branch aside is checked out')])
    expect(refused.err).toContain('git switch main')
  }
  expect((await project.run('log', 'specs/tasks.md', '--jsonl')).out).not.toContain('T0009')
  project.git('checkout', '-q', 'main')
  project.release('two')
  expect(await resume(project)).toMatchObject({ code: 0 })
  expectAllDone(project)
})

describe('takes commits from the branch that the run stands on', () => {
  /** A run whose first task is done, and whose branch is put back to before all of it. */
  async function takenAway(
    how: '--hard' | '--mixed' | '--soft' = '--hard',
  ): Promise<{ project: Project; secret: string; ways: readonly string[] }> {
    const { project, running } = await midway()
    const secret = project.git('rev-parse', 'HEAD').trim()
    project.git('reset', '-q', how, 'HEAD~1')
    const there = project.git('rev-parse', 'HEAD').trim()
    const { code, view } = await goOn(project, running)
    expect(code).toBe(3)
    expect(project.git('rev-parse', 'main').trim()).toBe(there)
    expect(project.has('src/two.txt')).toBe(false)
    const [waiting] = view.waiting
    expect(waiting).toMatchObject({ on: 'publish', reason: expect.stringContaining(secret.slice(0, 12)) as string })
    const ways =
      /to have it again: (.*); to go on without it: (.*); then resume/.exec(waiting?.help ?? '')?.slice(1) ?? []
    return { project, secret, ways }
  }

  test.each([
    ['', '--hard'],
    [', has left their files', '--mixed'],
    [', has left their files and the index', '--soft'],
  ] as const)('and wants them again%s: what is said, typed, brings all', async (_, how) => {
    const { project, secret, ways } = await takenAway(how)
    expect(type(project, ways[0] ?? '')).toMatchObject({ code: 0 })
    expect(await resume(project)).toMatchObject({ code: 0 })
    expect(project.git('merge-base', '--is-ancestor', secret, 'HEAD')).toBe('')
    expectAllDone(project)
  })

  test('and wants to go on without them: what is said, typed, leaves them out for good', async () => {
    const { project, secret, ways } = await takenAway()
    expect(type(project, ways[1] ?? '')).toMatchObject({ code: 0 })
    expect(await resume(project)).toMatchObject({ code: 0 })
    expect(() => project.git('merge-base', '--is-ancestor', secret, 'HEAD')).toThrow()
    expect(project.has('src/one.txt')).toBe(false)
    // What waits for it goes on without it, and nothing says that it is done.
    expect(project.read('specs/tasks.md')).toMatch(/- \[SKIP\] T0001 .*\n(.*\n)*?.*Its work was taken from the branch/)
    const { view } = await project.view('status', 'specs/tasks.md')
    expect(view.tasks.map((it) => [it.id, it.state, it.proof])).toEqual([
      ['T0001', 'skipped', null],
      ['T0002', 'done', 'files-only'],
      ['T0003', 'done', 'files-only'],
    ])
  })

  /** Goes on without them, by what is printed, and tells how the tasks stand. */
  async function goesOnWithout(project: Project, running: Started): Promise<readonly unknown[]> {
    const { code, view } = await goOn(project, running)
    expect(code).toBe(3)
    const way = /to go on without it: (.*); then resume/.exec(view.waiting[0]?.help ?? '')?.[1] ?? ''
    expect(type(project, way)).toMatchObject({ code: 0 })
    const resumed = await resume(project)
    return [resumed.code, ...resumed.view.tasks.map((it) => it.state)]
  }

  test('and types what is said in a folder below the root, with settings of their own for git diff', async () => {
    const { project, ways } = await takenAway()
    mkdirSync(path.join(project.root, 'below'))
    for (const [name, value] of [
      ['diff.noprefix', 'true'],
      ['color.ui', 'always'],
      ['diff.relative', 'true'],
    ] as const)
      project.git('config', name, value)
    expect(type(project, ways[1] ?? '', 'below')).toMatchObject({ code: 0 })
    expect(await resume(project)).toMatchObject({ code: 0 })
    expect([project.has('src/one.txt'), project.has('src/two.txt')]).toEqual([false, true])
  })

  test('of which one took away a file as another task takes one away with the same content', async () => {
    const project = makeProject()
    project.write('one.txt', 'the same in both\n')
    project.write('two.txt', 'the same in both\n')
    project.write('specs/tasks.md', plan)
    project.commit('Begin')
    project.agent(`if (task === 'T0001') rmSync('one.txt')\nif (task === 'T0002') rmSync('two.txt')\n${agent}`)
    const running = project.begin('run', 'specs/tasks.md', '--json', '--exec', project.exec)
    await project.arrived('two', running)
    await project.showsMarks('specs/tasks.md', '[X] T0001', running)
    project.git('reset', '-q', '--hard', 'HEAD~1')
    expect(await goesOnWithout(project, running)).toEqual([0, 'skipped', 'done', 'done'])
    expect([project.has('one.txt'), project.has('two.txt')]).toEqual([true, false])
  })

  test('and wants them again, of which one has deleted a file: git adds nothing that is neither there nor in its index', async () => {
    const project = makeProject()
    project.write('old.txt', 'old')
    project.write('specs/tasks.md', plan)
    project.commit('Begin')
    project.agent(`if (task === 'T0001') rmSync('old.txt')\n${agent}`)
    const running = project.begin('run', 'specs/tasks.md', '--json', '--exec', project.exec)
    await project.arrived('two', running)
    await project.showsMarks('specs/tasks.md', '[X] T0001', running)
    project.git('reset', '-q', '--soft', 'HEAD~1')
    const { view } = await goOn(project, running)
    const way = /to have it again: (.*); to go on without it/.exec(view.waiting[0]?.help ?? '')?.[1] ?? ''
    expect(type(project, way)).toMatchObject({ code: 0 })
    expect(await resume(project)).toMatchObject({ code: 0 })
    expect([project.has('old.txt'), project.git('status', '--porcelain')]).toEqual([false, ''])
    expectAllDone(project)
  })

  test('and one of them had only marks: its task is set aside, too', async () => {
    const project = makeProject()
    project.write('specs/tasks.md', plan.replace('- [ ] T0001', '- [ ] T0000 Look\n  blocked_by: [T0001]\n- [ ] T0001'))
    project.commit('Begin')
    project.agent(`if (task !== 'T0000') {${agent}}`)
    const running = project.begin('run', 'specs/tasks.md', '--json', '--exec', project.exec)
    await project.arrived('two', running)
    await project.shows('specs/tasks.md', '[X] T0000', running)
    project.git('reset', '-q', '--hard', 'HEAD~2')
    expect(await goesOnWithout(project, running)).toEqual([0, 'skipped', 'skipped', 'done', 'done'])
  })

  test('and has amended the first commit of all', async () => {
    const project = makeProject()
    project.write('specs/tasks.md', plan)
    project.commit('Begin')
    project.agent(agent.replace("'T0002') await", "'T0001') await"))
    const running = project.begin('run', 'specs/tasks.md', '--json', '--exec', project.exec)
    await project.arrived('two', running)
    project.git('commit', '-q', '--amend', '-m', 'Begin better')
    expect(await goesOnWithout(project, running)).toEqual([0, 'done', 'done', 'done'])
    expectAllDone(project)
  })

  test('and has amended one, which still has the work: its task stays done', async () => {
    const { project, running } = await midway()
    project.write('src/mine.txt', 'of the person\n')
    project.git('add', 'src/mine.txt')
    project.git('commit', '-q', '--amend', '--no-edit')
    expect(await goesOnWithout(project, running)).toEqual([0, 'done', 'done', 'done'])
    expect(project.read('src/mine.txt')).toBe('of the person\n')
    expectAllDone(project)
  })
})

test('starts a rebase: it waits until the rebase is over', async () => {
  const { project, running } = await midway()
  project.git('stash', '-q', '--include-untracked')
  mkdirSync(path.join(project.root, '.git', 'rebase-merge'))
  project.write('.git/rebase-merge/head-name', 'refs/heads/main\n')
  const { code, view } = await goOn(project, running)
  expect(code).toBe(3)
  expect(view.waiting[0]).toMatchObject({ on: 'publish' })
  expect(view.waiting[0]?.reason).toContain('rebase')
  rmSync(path.join(project.root, '.git', 'rebase-merge'), { recursive: true })
  expect(await resume(project)).toMatchObject({ code: 0 })
  expect(project.git('show', 'main:src/three.txt')).toBe('T0003\n')
})

test('deletes the plan: the run goes on, its marks wait, and follow when it is back', async () => {
  const { project, running } = await midway()
  const text = project.read('specs/tasks.md')
  rmSync(path.join(project.root, 'specs/tasks.md'))
  const { code, view } = await goOn(project, running)
  expect(code).toBe(3)
  expect(view.counts).toMatchObject({ done: 3 })
  expect(view.waiting.map((it) => `${it.on}: ${it.reason}`).join()).toContain('specs/tasks.md')
  project.write('specs/tasks.md', text)
  expect(await resume(project)).toMatchObject({ code: 0 })
  expectAllDone(project)
})

test.each([
  ['half of it', (text: string) => text.slice(0, text.indexOf('T0002') + 3)],
  ['an error in it', (text: string) => text.replace('blocked_by: [T0001]', 'blocked_by: [T0x]')],
])(
  'saves a plan with %s: nothing is written into it, and the marks follow when it is right again',
  async (_name, edit) => {
    const { project, running } = await midway()
    const text = project.read('specs/tasks.md')
    project.write('specs/tasks.md', edit(text))
    const { code, view } = await goOn(project, running)
    expect({ code, done: view.counts['done'] }).toEqual({ code: 3, done: 3 })
    expect(view.waiting).toMatchObject([{ on: 'project', reason: 'specs/tasks.md is being edited (MW012)' }])
    expect(project.read('specs/tasks.md')).toBe(edit(text))
    project.write('specs/tasks.md', text)
    expect(await resume(project)).toMatchObject({ code: 0 })
    expectAllDone(project)
  },
)

test('writes the plan in pieces: what ends in the middle of a line is waited for, and no agent is ended', async () => {
  const { project, running } = await midway(agent, ['run', 'specs/tasks.md', '--jsonl'])
  const text = project.read('specs/tasks.md')
  project.write('specs/tasks.md', text.slice(0, text.indexOf('T0002') + 3))
  await Promise.race([
    hasSaid(running, 'it ends in the middle of a line'),
    running.ended.then(({ err }) => Promise.reject(new Error(`ended before:\n${err}`))),
  ])
  project.write('specs/tasks.md', text)
  project.release('two')
  const { code, out } = await running.ended
  expect([code, out.includes('no longer in it')]).toEqual([0, false])
  expectAllDone(project)
})

test('deletes a task: it leaves the run once the plan has stayed so for a moment, and that is said', async () => {
  const { project, running } = await midway(agent, ['run', 'specs/tasks.md', '--jsonl'])
  const text = project.read('specs/tasks.md')
  project.write('specs/tasks.md', text.slice(0, text.indexOf('- [ ] T0003')))
  await says(running, 'T0003 is no longer in it, and no longer part of this run')
  project.release('two')
  const { code } = await running.ended
  expect(code).toBe(0)
  expect(project.has('src/three.txt')).toBe(false)
})

test('deletes a task that the call had named, while the run is stopped: it goes on without it', async () => {
  const { project, running } = await midway(agent, [
    'run',
    'specs/tasks.md',
    '--json',
    '--only',
    'T0001',
    'T0002',
    'T0003',
  ])
  expect((await project.run('stop', 'specs/tasks.md')).code).toBe(0)
  await running.ended
  project.write('specs/tasks.md', project.read('specs/tasks.md').replace(/- \[ \] T0003[^]*$/, ''))
  project.release('two')
  const { code, out, err } = await project.run('resume', 'specs/tasks.md')
  expect(code, err).toBe(0)
  expect(`${out}${err}`).toContain('--only: T0003 is no longer in the plan, and the run goes on without it')
})

test('renames the plan and commits that: the resumed run commits its marks under the new name', async () => {
  const project = makeProject()
  project.write('specs/tasks.md', plan)
  project.commit('Begin')
  project.agent(agent.replace("task === 'T0002'", "task === 'T0001'"))
  const running = project.begin('run', 'specs/tasks.md', '--exec', project.exec, '--json')
  await project.arrived('two', running)
  project.git('mv', 'specs/tasks.md', 'specs/plan.md')
  project.git('commit', '-q', '-m', 'A better name')
  expect((await goOn(project, running)).code).toBe(3)
  expect(await project.view('resume', 'specs/plan.md')).toMatchObject({ code: 0 })
  expect(project.git('show', 'HEAD:specs/plan.md').match(/- \[X\] T\d+/g)).toHaveLength(3)
  expect(project.git('status', '--porcelain')).toBe('')
})

test('makes the plan unreadable for a while: the last good plan stays in force, and nothing of the edit is lost', async () => {
  const { project, running } = await midway()
  const text = project.read('specs/tasks.md')
  project.write('specs/tasks.md', '# I am just rewriting this\n')
  const { code, view } = await goOn(project, running)
  expect(code).toBe(3)
  expect(view.counts).toMatchObject({ done: 3 })
  expect(project.read('specs/tasks.md')).toBe('# I am just rewriting this\n')
  project.write('specs/tasks.md', text)
  expect(await resume(project)).toMatchObject({ code: 0 })
  expectAllDone(project)
})

test('renames the plan between two runs: its journal goes with it', async () => {
  const { project, running } = await midway(`${agent}\nif (task === 'T0003') process.exit(1)`)
  const { code } = await goOn(project, running)
  expect(code).toBe(1)
  project.git('mv', 'specs/tasks.md', 'specs/plan.md')
  project.git('commit', '-q', '-m', 'A better name')
  project.agent(agent)
  const unblocked = await project.run('unblock', 'specs/plan.md', 'T0003')
  expect(unblocked).toMatchObject({ code: 0, err: expect.stringContaining('specs/tasks.md') })
  const again = await project.view('run', 'specs/plan.md', '--exec', project.exec)
  expect(again.view.tasks.map((it) => it.proof)).toEqual(['files-only', 'files-only', 'files-only'])
  expect(again.view.tasks.map((it) => it.state)).toEqual(['done', 'done', 'done'])
  expect(again.code).toBe(0)
  expect(project.read('specs/plan.md').match(/- \[X\] T\d+/g)).toHaveLength(3)
})

test.each([
  ['a note below it', '- [ ] T0001 One\n  Remember the other file, too.'],
  ['a full stop', '- [ ] T0001 one.'],
])(
  'a done task saved as it was open before its tick, with %s, stays done, and has its tick again',
  async (_what, line) => {
    const { project, running } = await midway()
    await project.showsMarks('specs/tasks.md', '- [X] T0001', running)
    project.write('specs/tasks.md', plan.replace('- [ ] T0001 One', line))
    const { code, view } = await goOn(project, running)
    expect(view.tasks.map(({ state, attempts }) => [state, attempts])).toEqual(Array(3).fill(['done', 1]))
    expect(project.read('specs/tasks.md')).toContain(line.replace('[ ]', '[X]'))
    expect(code).toBe(0)
    // As MW708 says.
    project.agent(`write('src/one.txt', 'anew\\n')`)
    expect(await project.run('unblock', 'specs/tasks.md', 'T0001')).toMatchObject({ code: 0 })
    expect(project.read('specs/tasks.md')).toContain(line)
    const again = await project.view('run', 'specs/tasks.md', '--exec', project.exec)
    expect(again.view.tasks.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['done', 2],
      ...Array(2).fill(['done', 1]),
    ])
    expect(project.read('specs/tasks.md')).toContain(line.replace('[ ]', '[X]'))
    expect(again.code).toBe(0)
  },
)
