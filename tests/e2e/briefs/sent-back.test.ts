/** A draft that a person sends back: their words and the draft reach the next attempt as they are (seed 003 §1, §2). */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** Everything that could be taken for something else on its way. */
const words = [
  'Not so:  keep   the blanks\t, {id} and {{task}} and {feedback}.',
  '',
  '',
  '## Result',
  '````md',
  'const {a} = b // ä 潮汐 🌊 ‮',
  '~~~',
  '- [ ] "quotes" \\ $HOME `x`',
  '  and what is behind  ',
].join('\n')

test.each(['worktree', 'in-place', 'none'])('byte for byte, with what the draft changes (%s)', async (workspace) => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.md (MODIFY)\n')
  project.write('a.md', 'Hello\n')
  project.write('millwright.toml', `[workspace]\nkind = "${workspace}"\n`)
  project.agent(`write('a.md', attempt === 1 ? 'Hello\\n\`\`\`\\n' : 'Better\\n')
write(path.join(meeting, 'brief.' + attempt), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))`)
  project.commit('Begin')
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--mode', 'collaborative')).code).toBe(3)
  expect((await project.run('review', 'revise', 'R1', '-m', words)).code).toBe(0)
  expect((await project.run('resume', 'tasks.md')).code).toBe(3)
  const brief = (attempt: number): string => readFileSync(path.join(project.top, 'meeting', `brief.${attempt}`), 'utf8')
  expect(brief(1)).not.toContain('What went wrong before')
  const fence = '`'.repeat(5)
  expect(brief(2)).toContain(`\n\n${fence}text\n${words}\n${fence}\n`)
  expect(brief(2)).toContain('The files hold the work of the last attempt: mend it, do not begin again.')
  if (workspace === 'worktree')
    expect(brief(2)).toMatch(/### The draft that was sent back\n\n[^\n]*\n\n````diff\n[^]*\n Hello\n\+```\n````\n/)
})
