/** What is told of an attempt that failed, and of a result that cannot be read. */

import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Plan

## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
`

function make(agent: string, config = '[policy]\nretries = 1\n'): Project {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('millwright.toml', config)
  project.commit('Begin')
  project.agent(agent)
  return project
}

describe('an attempt that failed', () => {
  test('is told with what its agent says of it, once for each', async () => {
    const project = make(`say({ status: 'failed', text: 'the API is gone, call ' + attempt })`)
    const { out, code } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect(code).toBe(1)
    expect(out.match(/ {4}failed: the API is gone, call \d\n/g)).toHaveLength(2)
    expect(out).toContain('blocked: Implementation failed after 2 attempts: the API is gone, call 2')
    expect(project.read('tasks.md')).toContain(
      'reason: Implementation failed after 2 attempts: the API is gone, call 2',
    )
    const why = await project.run('why', 'tasks.md', 'T001')
    expect(why.out).toContain('    attempt 1: the API is gone, call 1\n')
    expect(why.out).not.toContain('attempt attempt')
  })

  test('keeps the exit code beside what it says', async () => {
    const project = make(`say({ status: 'failed', text: 'no network' }); console.log('last words'); process.exit(7)`)
    const { out } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect(out.match(/ {4}failed \(exit code 7\): no network\n/g)).toHaveLength(2)
    expect(out).toContain('no network (the agent ended with exit code 7)')
  })

  test('and says nothing: how it ended', async () => {
    const project = make(`process.exit(3)`)
    const { out } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect(out).toContain('failed after 2 attempts: the agent ended with exit code 3')
  })
})

describe('a result that cannot be read', () => {
  test.each([
    [`'{"status":"blocked","text":"cannot"'`, ':1:36 is no JSON;'],
    [`'[]'`, ':1:1 is no JSON object;'],
    [`'x'.repeat(2000000)`, ' is larger than 1 MiB;'],
  ])('%s is said with its place, and changes nothing', async (result, says) => {
    const project = make(`say(${result}); write('one.txt', '1')`)
    const { out, code } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([code, out]).toEqual([0, expect.stringContaining('1 completed')])
    const { view } = await project.view('status', 'tasks.md')
    expect(view.findings).toEqual([
      {
        kind: 'result-unread',
        text: expect.stringMatching(/^T001, attempt 1: its result was not read, \//) as string,
      },
    ])
    expect(view.findings[0]?.text).toContain(says)
    // Once as it happens, once in the summary.
    expect(out.split('its result was not read')).toHaveLength(3)
  })

  test('none at all is nothing to say', async () => {
    const project = make(`write('one.txt', '1')`)
    const { view } = await project.view('run', 'tasks.md', '--exec', project.exec)
    expect(view.findings).toEqual([])
  })
})
