/** What a spec demands by its expected outputs and criteria is read with all signs of its names. */

import { expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const names = ['Übersicht.md', 'app/[id]/page.tsx', 'docs/my report.md', 'docs/日本語.md']
const spec = (name: string): ReturnType<typeof readFiles> =>
  readFiles({
    md: `# X\n\n## Goal\n\nKeep the tides.\n\n## Definition of Complete\n\n- [ ] \`${name}\` exists\n\n### Task [1]: Write\n\n- **Step [1]:** Write it\n  - **Expected output:** \`${name}\`\n- **Step [2]:** Again\n`,
    toml: `[goal]\ndescription = "Keep the tides."\n[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\n[[tasks.steps]]\nid = 2\nexpected_output = "\`${name}\` with all tides"\n`,
  })

test.each(names)('%s', (name) => {
  const { tasks, spec: read } = spec(name)
  expect(tasks[0]?.steps.map(({ outputs }) => outputs?.map(({ path }) => path))).toEqual([[name], [name]])
  expect(read.completion.criteria.map(({ text }) => text)).toEqual([`\`${name}\` exists`])
})
