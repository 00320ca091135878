/** What a specialist is told, and what becomes of what it gives back (seed 003 §1, §2 and §8, test_specialist). */

import { describe, expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { answer, briefOf, harbour, plan, resume, run, stateOf } from './harbour.ts'
import { stacks } from './stacks/all.ts'

const makeProject = projectsOfTests()

describe.each(stacks)('$name', (stack) => {
  const it = test.skipIf(stack.missing !== null)
  const source = stack.sources.harbour

  it('test_mock_returns_draft: the first brief has all that the state says, and the state has the draft', async () => {
    const says = {
      text: 'A cosine would not do.',
      criteria: [
        { criterion: 1, verdict: 'pass', how: 'by its test' },
        { criterion: 2, verdict: 'fail', how: 'it is deeper' },
      ],
    }
    const project = harbour(makeProject(), stack, { does: { 'HB-2': [{ work: 'tide', says }] } })
    const { view } = await run(project)
    const brief = briefOf(project, 'HB-2', 1)
    for (const part of [
      '# HB-2: Add the tide to the depth\n',
      '\nLayer: core. Kind of work: new\n',
      '## Description\n\nA cosine will do.\n- no tables\n',
      '## Acceptance criteria\n\n1. 3.5 m at high water\n2. depth stays as it is\n',
      `- \`${source}\` (as the task says)\n`,
      `- depth (extensible): low water, in ${source}`,
      `unit (\`${stack.gates.unit.join(' ')}\`)`,
    ])
      expect(brief).toContain(part)
    for (const other of ['moon', 'What went wrong before', 'HB-9']) expect(brief).not.toContain(other)

    const { drafts } = stateOf(project) as unknown as { drafts: Record<string, { commit: string }> }
    expect(drafts).toMatchObject({
      'HB-2': { explanation: 'A cosine would not do.', attempt: 1, recorded_by: 'millwright' },
    })
    const kept = project.git('show', `${drafts['HB-2']?.commit ?? ''}:${source}`)
    expect(kept).toBe(stack.works.tide[source])
    const [{ review = '' } = {}] = view.waiting
    const shown = (await project.run('review', 'show', review, '--plan', plan)).out
    expect(shown).toContain('  UNTESTED 3.5 m at high water (its agent says pass: by its test)\n')
    expect(shown).toContain('  UNTESTED depth stays as it is (its agent says fail: it is deeper)\n')

    await answer(project, view, 'approve')
    await resume(project)
    const next = briefOf(project, 'HB-9', 1)
    expect(next).toContain('- HB-2 Add the tide to the depth (commit ')
    expect(next).toContain('  - it said: A cosine would not do.')
    expect(next).toContain(stack.signature)
  })

  it('test_mock_handles_revision: the draft that was sent back and the words reach it, and its next draft is kept', async () => {
    const first = { work: 'tideAskingMore', says: { text: 'With less.' } } as const
    const second = { work: 'tide', says: { text: 'With less. [revised]' } } as const
    const project = harbour(makeProject(), stack, { each: { gates: ['unit'] }, does: { 'HB-2': [first, second] } })
    const { view } = await run(project, '--only', 'HB-2')
    await answer(project, view, 'revise', 'leave the depth alone')
    await resume(project)
    const brief = briefOf(project, 'HB-2', 2)
    expect(brief).toContain('leave the depth alone')
    const changed = (stack.works.tideAskingMore[source] ?? '').split('\n').find((line) => line.includes('less'))
    expect(brief).toContain(`\n+${changed ?? 'nothing'}\n`)
    expect(stateOf(project).drafts).toMatchObject({ 'HB-2': { explanation: 'With less. [revised]', attempt: 2 } })
  })
})
