/** A spec's own programs run once a person trusts them, and exactly as they were shown (RELIABILITY S1, S5). */

import { chmodSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { marking, parameters, writeSpec, type SpecStep } from './tools-project.ts'

const makeProject = projectsOfTests()

const plan = 'spec_sums.md'
const sum: SpecStep = { title: 'Sum', backups: [{ path: 'scripts/sum.sh', args: '--months 12' }] }

/** Whose step fails by hand, so that its program has its turn. */
function spec(steps: readonly SpecStep[] = [sum], script = ''): Project {
  const project = makeProject()
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.write('scripts/sum.sh', marking(`${project.top}/ran`, script || 'echo "$@" > sums.txt\n'))
  writeSpec(project, steps)
  project.agent('process.exit(1)')
  return project
}

const run = (project: Project, ...words: readonly string[]): ReturnType<Project['view']> =>
  project.view('run', plan, '--exec', project.exec, ...words)
const told = (project: Project): ReturnType<Project['run']> => project.run('run', plan, '--exec', project.exec)

describe('trust', () => {
  test('untrusted: it is shown with its script, the run is refused, and nothing ran', async () => {
    const project = spec()
    const refused = await told(project)
    expect(refused.err).toContain(
      '  tool backup 1 of step 1.1: sh ./scripts/sum.sh --months 12\n  file scripts/sum.sh\n',
    )
    expect(refused.err).toContain(`help: run \`millwright trust ${plan}\``)
    expect([refused.code, project.has('../ran'), project.has('../meeting/count.1')]).toEqual([2, false, false])
  })

  test('trusted: it runs in its workspace, and what it made is the draft', async () => {
    const project = spec()
    expect((await project.run('trust', plan, '--yes')).code).toBe(0)
    const { code, view } = await run(project)
    expect([code, view.tasks[0]?.state, project.read('sums.txt')]).toEqual([0, 'done', '--months 12\n'])
    expect(project.read('../ran')).toBe('x\n')
  })

  test.each<[about: string, change: (project: Project) => void, line: string]>([
    [
      'its script changed',
      (project) => project.write('scripts/sum.sh', marking(`${project.top}/ran`, 'true\n')),
      'file scripts/sum.sh',
    ],
    [
      'its arguments changed',
      (project) =>
        project.write(
          'parameters_sums.toml',
          parameters([{ title: 'Sum', backups: [{ path: 'scripts/sum.sh', args: '--months 13' }] }]),
        ),
      'tool backup 1 of step 1.1: sh ./scripts/sum.sh --months 13',
    ],
    [
      'another step has one',
      (project) => project.write('parameters_sums.toml', parameters([sum, sum])),
      'tool backup 1 of step 1.2: sh ./scripts/sum.sh --months 12',
    ],
  ])('%s: it is asked about again', async (_about, change, line) => {
    const project = spec()
    await project.run('trust', plan, '--yes')
    change(project)
    project.commit('Change')
    const refused = await told(project)
    expect(refused.err).toContain(line)
    expect([refused.code, project.has('../ran')]).toEqual([2, false])
  })

  test('two specs with programs of one name are trusted side by side, and a change of one asks about that one alone', async () => {
    const project = spec()
    const other = 'spec_tides.md'
    const tides = (args: string): string =>
      parameters([{ title: 'Tides', backups: [{ path: 'scripts/tides.sh', args }] }])
    project.write('scripts/tides.sh', marking(`${project.top}/ran`, 'true\n'))
    project.write(other, project.read(plan))
    project.write('parameters_tides.toml', tides('--all'))
    project.commit('Another spec')
    for (const it of [plan, other])
      expect((await project.run('trust', it, '--yes')).out).toContain('trusted, until any')
    for (const it of [plan, other]) expect((await project.run('trust', it)).out).toContain('trusted already')
    project.write('parameters_tides.toml', tides('--none'))
    project.commit('Change')
    const refused = await project.run('run', other, '--exec', project.exec)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('scripts/tides.sh --none\n')])
    expect(refused.err).not.toContain('sum.sh')
    expect((await run(project)).code).toBe(0)
  })

  test('words of the plan that run nothing change nothing', async () => {
    const project = spec()
    await project.run('trust', plan, '--yes')
    project.write('parameters_sums.toml', parameters([sum]).replace('Do it by hand', 'Do it by head'))
    project.commit('Other words')
    expect(await told(project)).toMatchObject({ code: 0 })
  })

  test('a dry run shows it and runs none; doctor shows it', async () => {
    const project = spec()
    const dry = await project.run('run', plan, '--dry-run')
    expect(dry.out).toContain('not run, since this is a dry run: tool backup 1 of step 1.1: sh ./scripts/sum.sh')
    project.write(
      'doubles.json',
      JSON.stringify({ tasks: { '1': [{ says: 'failed' }, { says: 'failed' }, { says: 'done' }] } }),
    )
    await project.run('run', plan, '--dry-run', '--doubles', 'doubles.json')
    expect([dry.code, project.has('../ran')]).toEqual([0, false])
    expect((await project.run('doctor', plan)).out).toContain('tool backup 1 of step 1.1: sh ./scripts/sum.sh')
  })
})

describe('a program that is another one by the time it is to run', () => {
  test('the agent rewrites the script in its attempt and fails: it runs as it was trusted', async () => {
    const project = spec()
    project.agent(`write('scripts/sum.sh', 'echo evil >> ${project.top}/evil')\nprocess.exit(1)`)
    const { code, view } = await run(project, '--yes')
    expect([code, view.tasks[0]?.state, project.has('../evil'), project.has('../ran')]).toEqual([
      0,
      'done',
      false,
      true,
    ])
  })

  test('a step rewrites the script that the next one has: a person looks at it before anything goes on', async () => {
    const project = spec([{ title: 'Prepare', backups: [] }, sum])
    project.agent(`
      if (process.env.MILLWRIGHT_STEP === '1') write('scripts/sum.sh', 'echo evil >> ${project.top}/evil')
      else process.exit(1)`)
    const { code, view } = await run(project, '--yes')
    expect(view.waiting).toMatchObject([
      { kind: 'deviation', question: 'it changes what a tool of the plan runs: scripts/sum.sh' },
    ])
    expect([code, project.has('../evil')]).toEqual([3, false])
    expect((await project.run('review', 'approve', 'R1', '--plan', plan)).code).toBe(0)
    const done = await project.view('resume', plan, '--yes')
    expect([done.code, done.view.tasks[0]?.state, project.has('../evil')]).toEqual([0, 'done', true])
  })

  test('a script that is not there when the run begins is made by a step: a person looks at it first', async () => {
    const made = { title: 'Sum', backups: [{ path: 'scripts/made.sh' }] }
    const project = spec([{ title: 'Prepare', backups: [] }, made])
    project.agent(`
      if (process.env.MILLWRIGHT_STEP === '1') write('scripts/made.sh', 'echo made >> ${project.top}/made')
      else process.exit(1)`)
    const { code, view } = await run(project, '--yes')
    expect(view.waiting).toMatchObject([{ question: 'it changes what a tool of the plan runs: scripts/made.sh' }])
    expect([code, project.has('../made')]).toEqual([3, false])
  })

  test('the plan gets other arguments during the run: they are not run before a person trusts them', async () => {
    const project = spec()
    project.agent("await meet('work')\nprocess.exit(1)")
    await project.run('trust', plan, '--yes')
    const running = project.begin('run', plan, '--exec', project.exec)
    await project.arrived('work', running)
    const other = [{ title: 'Sum', backups: [{ path: 'scripts/sum.sh', args: '--months 99' }] }]
    project.write('parameters_sums.toml', parameters(other))
    project.release('work')
    const { code, out } = await running.ended
    expect(out).toContain('Not run, backup 1 of step 1.1: nobody has trusted this command')
    expect([code, project.has('../ran')]).toEqual([1, false])

    project.commit('Other months')
    await project.run('trust', plan, '--yes')
    expect((await project.run('unblock', plan, '1')).code).toBe(0)
    const done = await run(project)
    expect([done.code, done.view.tasks[0]?.state, project.read('sums.txt')]).toEqual([0, 'done', '--months 99\n'])
  })

  test('a commit during the run that changes the script stops it before that is run', async () => {
    const project = spec([{ title: 'Prepare', backups: [] }])
    const two = `${parameters([{ title: 'Prepare', backups: [] }])}
[[tasks]]
id = 2
name = "Sum up again"
${parameters([sum]).slice(parameters([sum]).indexOf('[[tasks.steps]]'))}`
    project.write('parameters_sums.toml', two)
    project.commit('Two tasks')
    project.agent(`
      if (task !== '1') process.exit(1)
      writeFileSync(path.join(human, 'scripts/sum.sh'), 'echo evil >> ${project.top}/evil')
      execFileSync('git', ['-C', human, '-c', 'user.name=Ada', '-c', 'user.email=a@example.org', 'commit', '-qam', 'Change'])
      write('one.txt', 'x')`)
    await project.run('trust', plan, '--yes')
    const { code, view } = await run(project)
    expect(view.findings.map((it) => it.text)).toContainEqual(
      expect.stringContaining('tool backup 1 of step 2.1: scripts/sum.sh'),
    )
    expect([code, view.status, project.has('../evil')]).toEqual([3, 'stopped', false])
    expect((await project.run('resume', plan)).code).toBe(2)
    expect(project.has('../evil')).toBe(false)
  })

  test('in place: what an agent left in the folder is not run', async () => {
    const project = spec()
    project.agent(`write('scripts/sum.sh', 'echo evil >> ${project.top}/evil')\nprocess.exit(1)`)
    await project.run('trust', plan, '--yes')
    const { code, view } = await run(project, '--workspace', 'in-place')
    expect(view.tasks[0]).toMatchObject({ state: 'blocked', reason: expect.stringContaining('nobody has trusted') })
    expect([code, project.has('../evil'), project.has('../ran')]).toEqual([1, false, false])
  })
})

describe('a place where no program of a plan belongs', () => {
  test.each<[about: string, place: (project: Project) => string]>([
    [
      'a link out of the repository',
      (project) => {
        project.write('../outside/sum.sh', marking(`${project.top}/evil`))
        symlinkSync(path.join(project.top, 'outside/sum.sh'), path.join(project.root, 'scripts/link.sh'))
        return 'scripts/link.sh'
      },
    ],
    [
      'a folder that is a link out of it',
      (project) => {
        project.write('../outside/sum.sh', marking(`${project.top}/evil`))
        symlinkSync(path.join(project.top, 'outside'), path.join(project.root, 'tools'))
        return 'tools/sum.sh'
      },
    ],
  ])('%s is an error of the plan', async (_about, place) => {
    const project = spec()
    const named = place(project)
    writeSpec(project, [{ title: 'Sum', backups: [{ path: named }] }])
    const refused = await project.run('run', plan, '--exec', project.exec, '--yes')
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('MW132')])
    expect(project.has('../evil')).toBe(false)
  })

  test.each<[about: string, place: (project: Project) => string, reason: RegExp]>([
    [
      'a protected path by a link',
      (project) => {
        project.write('.millwright/sum.sh', marking(`${project.top}/evil`))
        symlinkSync('../.millwright/sum.sh', path.join(project.root, 'scripts/link.sh'))
        return 'scripts/link.sh'
      },
      /lies in \.millwright|is not there/,
    ],
    ['nothing at all', () => 'scripts/absent.sh', /is not there/],
    [
      'a file that may not be executed',
      (project) => {
        project.write('scripts/plain', '#!/bin/sh\n')
        chmodSync(path.join(project.root, 'scripts/plain'), 0o644)
        return 'scripts/plain'
      },
      /executable|EACCES|denied/i,
    ],
  ])('%s: nothing is run, and it is said', async (_about, place, reason) => {
    const project = spec()
    const named = place(project)
    writeSpec(project, [{ title: 'Sum', backups: [{ path: named }] }])
    const { code, view } = await run(project, '--yes')
    // Its step is critical: people are asked.
    expect(view.tasks[0]?.state).toBe('reviewing')
    const { out } = await project.run('review', 'show', 'R1')
    expect(out).toMatch(reason)
    // It is asked about and not blocked: an answer goes on with it.
    expect([out.includes('revise tries again'), out.includes('unblock')]).toEqual([true, false])
    expect([code, project.has('../evil')]).toEqual([3, false])
  })

  test.each([
    ['../sum.sh', 'MW130'],
    ['/bin/sh', 'MW130'],
    ['.git/hooks/sum.sh', 'MW131'],
    ['.millwright/sum.sh', 'MW131'],
  ])('%s is an error of the plan: %s', async (name, code) => {
    const project = spec([{ title: 'Sum', backups: [{ path: name }] }])
    const refused = await project.run('run', plan, '--exec', project.exec, '--yes')
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(code)])
  })

  test('one that is not there leaves the turn to the next method', async () => {
    const project = spec()
    writeSpec(project, [{ title: 'Sum', backups: [{ path: 'scripts/absent.sh' }, { path: 'scripts/sum.sh' }] }])
    const { code, view } = await run(project, '--yes')
    expect([code, view.tasks[0]?.state, project.read('../ran')]).toEqual([0, 'done', 'x\n'])
  })
})
