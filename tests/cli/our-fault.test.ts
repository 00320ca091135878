/** A fault of this program is told as one, and is no fault of the plan: exit 4, and what is not lost. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../src/engine/journal/journal.ts'
import { projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

test('what cannot be is told with the place in our source, exit 4, and how a run goes on', async () => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.commit('Begin')
  project.agent(`write('one.txt', 'x')`)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).code).toBe(0)
  const plans = path.join(project.root, '.git', 'millwright', 'plans')
  const [planId = ''] = readdirSync(plans)
  const opened = openJournal({ dir: path.join(plans, planId), planId, create: false })
  if (opened.is !== 'open') throw new Error('the journal does not open')
  // No event of ours: the chain is whole, and no task has this name.
  const { journal } = opened
  const { next, epoch } = journal.head()
  const body = { type: 'task-proved', proof: 'verified', commit: null, evidence: [] }
  const subject = { task: 'u99', step: null, method: null, attempt: null, round: null }
  const added = journal.append({
    run: 'r',
    expectedSeq: next,
    epoch,
    events: [{ at: 0, subject, type: body.type, planRevision: null, body }],
  })
  expect(added.is).toBe('appended')
  journal.close()
  const { code, err, out } = await project.run('status', 'tasks.md')
  expect([code, out]).toEqual([4, ''])
  expect(err).toMatch(
    /^millwright: something went wrong inside millwright \d+\.\d+\.\d+[^\n]*; this is no fault of your plan\n/,
  )
  expect(err).toMatch(
    /\n {4}at [^\n]*\n {2}help: nothing that was finished is lost; [^\n]*`millwright resume`[^\n]*\n$/,
  )
})
