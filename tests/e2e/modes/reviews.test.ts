/** Reviews over several processes: a pause, an answer and the rest of the run, each in one of its own (seed 003 §2, §5). */

import { chmodSync, existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const two = `## Phase 06: Implementation

- [ ] T001 Write a letter
  files: letter.txt (CREATE)
- [ ] T002 Send it
  blocked_by: [T001]
  files: sent.txt (CREATE)
`

function planned(lines: string): Project {
  const project = makeProject()
  project.write('tasks.md', two)
  project.commit('Begin')
  project.agent(lines)
  return project
}

const works = `write(task === 'T001' ? 'letter.txt' : 'sent.txt', task + ' ' + attempt + '\\n')`

/** What the journal tells of the decisions: answer, words, and whether it names what was shown. */
async function decisions(project: Project): Promise<readonly unknown[]> {
  const { out } = await project.run('log', 'tasks.md', '--json')
  const events = JSON.parse(out) as { body: { type: string; answer?: string; text?: string; presented?: string } }[]
  return events.flatMap(({ body }) =>
    body.type === 'review-decided' ? [[body.answer, body.text, /^[0-9a-f]{64}$/.test(body.presented ?? '')]] : [],
  )
}

test('a pause in one process, a yes in another, and the rest in a third', async () => {
  const project = planned(works)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative')).code).toBe(3)
  expect((await project.run('review', 'pause', 'R1', '-m', 'ask the physicist', '--plan', 'tasks.md')).code).toBe(0)
  for (const look of [
    ['review', '--plan', 'tasks.md'],
    ['review', 'show', 'R1', '--plan', 'tasks.md'],
  ])
    expect((await project.run(...look)).out).toMatch(/ paused by .+: ask the physicist\n/)
  expect((await project.view('status', 'tasks.md')).view.waiting.map((it) => it.kind)).toEqual(['draft'])
  expect((await project.run('review', 'approve', 'R1', '--plan', 'tasks.md')).code).toBe(0)
  expect(project.has('letter.txt')).toBe(false)
  const resumed = await project.view('resume', 'tasks.md')
  expect([resumed.code, resumed.view.tasks.map((it) => it.state)]).toEqual([3, ['done', 'reviewing']])
  expect(project.read('letter.txt')).toBe('T001 1\n')
  expect(await decisions(project)).toEqual([
    ['pause', 'ask the physicist', true],
    ['approve', '', true],
  ])
})

test('an answer to what was shown before is refused once the task says something else', async () => {
  const project = planned(works)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative')).code).toBe(3)
  const shown = JSON.parse((await project.run('review', 'show', 'R1', '--plan', 'tasks.md', '--json')).out) as {
    presented: string
    patch: string
  }
  expect(shown.patch).toContain('+T001 1\n')
  project.write('tasks.md', project.read('tasks.md').replace('letter.txt', 'mail.txt'))
  expect((await project.run('resume', 'tasks.md')).code).toBe(3)
  const late = await project.run('review', 'approve', 'R1', '--presented', shown.presented, '--plan', 'tasks.md')
  expect([late.code, late.err]).toEqual([2, expect.stringMatching(/R1 (?:was taken back|was answered)/)])
  expect((await project.view('status', 'tasks.md')).view.counts['done']).toBe(0)
  expect(await decisions(project)).toEqual([])
})

test('a draft whose task has been edited since, while nothing runs, is not accepted by a yes to the old words', async () => {
  const project = planned(works)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative')).code).toBe(3)
  project.write('tasks.md', project.read('tasks.md').replace('Write a letter', 'Write two letters'))
  const shown = await project.run('review', 'show', 'R1', '--plan', 'tasks.md')
  expect(shown.out).toContain('the plan says something else of it since it was asked, and this is what it said then')
  const late = await project.run('review', 'approve', 'R1', '--plan', 'tasks.md')
  expect([late.code, late.err]).toEqual([2, expect.stringContaining('R1 cannot be answered as it was asked')])
  expect((await project.run('review', 'pause', 'R1', '-m', 'look first', '--plan', 'tasks.md')).code).toBe(0)
  expect(await decisions(project)).toEqual([['pause', 'look first', true]])
  // Another task is no matter of this question.
  project.write('tasks.md', two.replace('Send it', 'Send them'))
  expect((await project.run('review', 'approve', 'R1', '--plan', 'tasks.md')).code).toBe(0)
})

test('what a person asks for reaches the agent word for word', async () => {
  const words = 'Keep {id} as it is:\n\n```ts\nconst a = "ä€"\n```\n  * two  blanks stay\n# no heading'
  const project = planned(`write('letter.txt', String(attempt))
if (attempt > 1) write('brief.txt', readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))`)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative')).code).toBe(3)
  expect((await project.run('review', 'revise', 'R1', '-m', words, '--plan', 'tasks.md')).code).toBe(0)
  expect((await project.run('resume', 'tasks.md')).code).toBe(3)
  const { out } = await project.run('review', 'show', 'R2', '--plan', 'tasks.md', '--json')
  const { patch } = JSON.parse(out) as { patch: string }
  const brief = [...patch.matchAll(/^\+(.*)$/gm)].map(([, line]) => line).join('\n')
  expect(brief).toContain(words)
})

test('three revisions, then a person decides with what is there', async () => {
  const project = planned(works)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative')).code).toBe(3)
  for (const review of ['R1', 'R2', 'R3']) {
    expect((await project.run('review', 'revise', review, '-m', 'again', '--plan', 'tasks.md')).code).toBe(0)
    expect((await project.run('resume', 'tasks.md')).code).toBe(3)
  }
  const more = await project.run('review', 'revise', 'R4', '-m', 'again', '--plan', 'tasks.md')
  expect([more.code, more.err]).toEqual([2, expect.stringContaining('approve, reject, pause')])
  const listed = JSON.parse((await project.run('review', 'list', '--plan', 'tasks.md', '--json')).out) as {
    kind: string
    options: string[]
    question: string
  }[]
  expect(listed).toMatchObject([
    {
      kind: 'exhausted',
      options: ['approve', 'reject', 'pause'],
      question: '3 revisions were made; decide; review T001',
    },
  ])
})

test('showing a draft runs no program that the repository names to git', async () => {
  const project = makeProject()
  project.write('tasks.md', two)
  project.write('.gitattributes', '*.txt diff=evil\n')
  project.write('evil.sh', `#!/bin/sh\ntouch '${path.join(project.top, 'marker')}'\ncat "$1"\n`)
  chmodSync(path.join(project.root, 'evil.sh'), 0o755)
  project.commit('Begin')
  for (const key of ['diff.external', 'diff.evil.command', 'diff.evil.textconv', 'core.pager', 'core.fsmonitor'])
    project.git('config', key, path.join(project.root, 'evil.sh'))
  project.agent(works)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative')).code).toBe(3)
  expect((await project.run('review', 'show', 'R1', '--plan', 'tasks.md')).out).toContain('    +T001 1\n')
  expect(existsSync(path.join(project.top, 'marker'))).toBe(false)
})
