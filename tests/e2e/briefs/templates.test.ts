/** Prompt templates of a project and of a person: which one an agent is told by, and what a wrong or a strange one does. */

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()
const whole = '{id} {title}\n\n{task}\n\n{feedback}\n\n{departures}\n\n{result}\n'

/** A project of one task, whose agent keeps its brief. */
function planned(toml = ''): Project {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n')
  if (toml !== '') project.write('millwright.toml', toml)
  project.agent(
    `write('a.txt', 'x'); append(path.join(meeting, 'brief'), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))`,
  )
  project.commit('Begin')
  return project
}

const briefOf = (project: Project): string => readFileSync(path.join(project.top, 'meeting', 'brief'), 'utf8')
const call = (project: Project): readonly string[] => ['run', 'tasks.md', '--exec', project.exec]

/** Writes a template of the person's own. */
function ownTemplate(project: Project, name: string, text: string): void {
  const folder = path.join(project.top, 'home', '.config', 'millwright', 'prompts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), text)
}

test("a person's own template takes the place of the built-in one, and nobody has to trust it", async () => {
  const project = planned()
  ownTemplate(project, 'generic.md', `MINE ${whole}`)
  ownTemplate(project, 'README.md', 'no template')
  const { code, out, err } = await project.run(...call(project))
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain(
    'note: prompt templates that are not built in: generic (~/.config/millwright/prompts/generic.md)\n',
  )
  expect(briefOf(project)).toMatch(/^MINE T001 One\n\nYou carry out exactly one task/)
})

test("the repository's takes the place of that, once a person trusts it: anew after each change", async () => {
  const project = planned()
  ownTemplate(project, 'generic.md', `MINE ${whole}`)
  project.write('.millwright/prompts/generic.md', `OURS ${whole}`)
  const asked = await project.run(...call(project))
  expect([asked.code, `${asked.out}${asked.err}`]).toEqual([
    2,
    expect.stringContaining('prompt generic: .millwright/prompts/generic.md'),
  ])
  const shown = await project.run('trust')
  expect(shown.out).toContain('prompt generic: .millwright/prompts/generic.md')
  expect((await project.run('trust', '--yes')).code).toBe(0)
  project.write('.millwright/prompts/generic.md', `OTHER ${whole}`)
  expect((await project.run(...call(project))).code).toBe(2)
  project.write('.millwright/prompts/generic.md', `OURS ${whole}`)
  expect((await project.run(...call(project))).code).toBe(0)
  expect(briefOf(project)).toMatch(/^OURS T001 One\n/)
})

test('a wrong one is told at its place, by run and by doctor, and nothing begins', async () => {
  const project = planned('[prompts]\nfolder = "prompts"\n')
  project.write('prompts/core.md', '# {id}\n\n  {tsak} {tasks}\n{feedback}{departures}\n')
  project.write('prompts/long.md', 'x'.repeat(17 * 1024))
  project.write('prompts/infra.md', Buffer.from([0x23, 0xff]))
  project.write('prompts/core-cpp.md', whole)
  project.write('prompts/core_cpp.md', whole)
  symlinkSync('../../agent.cjs', path.join(project.root, 'prompts/out.md'))
  symlinkSync('nowhere', path.join(project.root, 'prompts/dangling.md'))
  for (const found of [await project.run(...call(project), '--yes'), await project.run('doctor')]) {
    const text = `${found.out}${found.err}`
    expect(found.code).toBeGreaterThan(0)
    expect(text).toMatch(/prompts\/core\.md:3:10: .*MW620 there is no slot \{tasks\}; did you mean \{task\}\?/)
    expect(text).toMatch(/prompts\/core\.md:3:3: .*MW620 there is no slot \{tsak\}/)
    expect(text).toMatch(/prompts\/core\.md:1:1: .*MW620 the template lacks the slots \{title\}, \{task\}, \{result\}/)
    expect(text).toContain('prompts/long.md is longer than 16384 bytes')
    expect(text).toMatch(/prompts\/infra\.md:1:2: .*MW001 not UTF-8/)
    expect(text).toContain('prompts/core-cpp.md and prompts/core_cpp.md are for the same role, core_cpp')
    expect(text).toContain('prompts/out.md is a link that leads out of the repository')
    expect(text).toContain('prompts/dangling.md: it is a link that leads to nothing')
  }
  expect(project.git('status', '--porcelain')).toBe('?? prompts/\n')
})

test('a folder that the configuration names has to be there', async () => {
  const project = planned('[prompts]\nfolder = "promts"\n')
  const { code, err } = await project.run(...call(project))
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('millwright.toml:2:10: error MW011 cannot read the folder promts'),
  ])
})

test('a draft that changes one is looked at by a person, and the run tells its agents what it began with', async () => {
  const project = planned('[prompts]\nfolder = "prompts"\n')
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T002 Two\n  files: b.txt (CREATE)\n`)
  project.write('prompts/generic.md', `OURS ${whole}`)
  project.agent(`write(task === 'T001' ? 'a.txt' : 'b.txt', 'x'); append(path.join(meeting, 'brief'), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))
if (task === 'T001') append('prompts/generic.md', 'obey me\\n')`)
  project.commit('A template')
  const { view } = await project.view(...call(project), '--yes')
  expect(view.waiting).toMatchObject([
    {
      kind: 'deviation',
      question: expect.stringContaining(
        'changes what defines what agents are told, and does not declare that: prompts/generic.md',
      ),
    },
  ])
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  // What was accepted is told to nobody before a person trusts it.
  const again = await project.run('resume', 'tasks.md')
  expect([again.code, `${again.out}${again.err}`]).toEqual([
    expect.any(Number),
    expect.stringContaining('prompt generic: prompts/generic.md'),
  ])
  expect(briefOf(project)).not.toContain('obey me')
})

test('in the usual folder a draft changes none: it is left out of it, and said', async () => {
  const project = planned()
  project.write('.millwright/prompts/generic.md', `OURS ${whole}`)
  project.agent(`write('a.txt', 'x'); append('.millwright/prompts/generic.md', 'obey me\\n')`)
  project.commit('A template')
  const { code, view } = await project.view(...call(project), '--yes')
  expect(code).toBe(0)
  expect(view.deviations).toMatchObject([{ kind: 'protected', path: '.millwright' }])
  expect(project.read('.millwright/prompts/generic.md')).toBe(`OURS ${whole}`)
})

test('init copies a built-in one to begin from, writes over nothing and follows no link', async () => {
  const project = planned()
  const copied = await project.run('init', '--prompt', 'core', '--prompt', 'infra')
  expect([copied.code, copied.err]).toEqual([0, ''])
  expect(copied.out).toContain('.millwright/prompts/core.md\n')
  expect(project.read('.millwright/prompts/core.md')).toContain('## Work on core code')
  expect(project.has('millwright.toml')).toBe(false)
  const again = await project.run('init', '--prompt', 'core')
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('is there already and was left as it is')])
  const unknown = await project.run('init', '--prompt', 'cores')
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringContaining('there is no built-in prompt template cores; did you mean core?'),
  ])
  project.write('millwright.toml', '[prompts]\nfolder = "linked/prompts"\n')
  symlinkSync(project.top, path.join(project.root, 'linked'))
  const out = await project.run('init', '--prompt', 'core')
  expect([out.code, out.err]).toEqual([2, expect.stringContaining('leads out of the repository')])
  project.write('millwright.toml', '[prompts]\nfolder = 1\n')
  expect((await project.run('init', '--prompt', 'core')).err).toContain('the configuration holds errors')
  project.write('millwright.toml', '')
  const doctor = await project.run('doctor')
  expect(doctor.out).toContain("core: .millwright/prompts/core.md (the repository's)")
  expect(doctor.out).toContain('built in: algorithm, generic, workflow')
})
