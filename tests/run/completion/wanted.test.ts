/** What of a spec says when its goal is reached (seed 004 §6.4). */

import { describe, expect, test } from 'vitest'
import { goalKind } from '../../../src/plan/software-goal.ts'
import { completionWanted } from '../../../src/run/completion/wanted.ts'
import { harbourDraft } from '../../rig/harbour-spec.ts'
import { readFiles } from '../../dialects/spec/reading.ts'

test.each([
  ['production_ready = true', true],
  ['production_ready = false', false],
  ['interface_complete = true', false],
])('with %s readiness for production is looked for: %s', (flag, looks) => {
  const { spec } = harbourDraft(`[completion_criteria]\n${flag}\n`)
  if (spec === undefined) throw new Error('no spec')
  expect(completionWanted(spec).scope.needsProduction).toBe(looks)
})

test('criteria that differ in case alone are two: so are their files', () => {
  const { spec } = harbourDraft('[completion_criteria]\nfiles = ["`report.md` exists", "`REPORT.md` exists"]\n')
  if (spec === undefined) throw new Error('no spec')
  expect(completionWanted(spec).criteria).toHaveLength(2)
})

test.each([
  ['Creating a book', true],
  ['Developing tools', true],
  ['Development of a book', true],
  ['The creation and printing of a book', true],
  ['Write about development', false],
])('%s is to build something: %s', (goal, builds) => {
  expect(goalKind(goal) !== 'nothing').toBe(builds)
})

test.each([
  ['Build a log for cashiers.', '', true],
  ['Build a log for winchers.', 'winchers', true],
  ['Build a log for winchers.', '', false],
  ['Print a log for cashiers.', '', false],
])('%s with the users %j wants a guide: %s', (goal, users, wants) => {
  const { spec } = readFiles({ toml: `[goal]\ndescription = "${goal}"\n[user_interface]\ntarget_users = "${users}"\n` })
  expect(completionWanted(spec).scope.isForUsers).toBe(wants)
})

test.each(['definition_of_done', 'success_criteria', 'acceptance_criteria', 'exit_criteria'])(
  'a table [%s] says so as well',
  (table) => {
    const { spec } = harbourDraft(`[${table}]\nsigned_by_the_mayor = ["\`report.md\`"]\n`)
    if (spec === undefined) throw new Error('no spec')
    expect(completionWanted(spec).criteria.map(({ text, under }) => [text, under])).toContainEqual([
      '`report.md`',
      ['signed by the mayor'],
    ])
  },
)

test('so does a list within a table', () => {
  const { spec } = harbourDraft('[completion]\ncriteria = ["`a.md` exists"]\n')
  if (spec === undefined) throw new Error('no spec')
  expect(completionWanted(spec).criteria.map(({ text }) => text)).toContain('`a.md` exists')
})

test('the same words below headings that say more than of what kind they are stay several', () => {
  const of = (...headings: readonly string[]): readonly (string | undefined)[] => {
    const points = headings.map((it) => `### ${it}\n- [ ] \`a.md\` exists\n`).join('')
    const { spec } = readFiles({ md: `# A\n## Definition of Complete\n${points}` })
    return completionWanted(spec).criteria.map(({ under }) => under.at(-1))
  }
  expect(of('For each of the twelve harbours', 'Files')).toEqual(['For each of the twelve harbours', 'Files'])
  expect(of('Deliverables', 'Files')).toHaveLength(1)
})

describe('what need not hold is no criterion of the goal', () => {
  const criteriaOf = (md: string): readonly string[] => {
    const { spec } = readFiles({ md: `# A\n## Definition of Complete\n- [ ] \`a.md\` exists\n${md}` })
    return completionWanted(spec).criteria.map(({ text }) => text)
  }

  test.each([
    ...['### Optional', '### Nice to have', '### Nice-to-Haves', '### Out of scope', '### Stretch goals'],
    ...['### Future work', '**Optional:**\n', '- Optional:', '### Could have', "### Won't have"],
    ...['### Optional Enhancements', '### Optional Deliverables', '### Optional (if time allows)', '### Post-MVP'],
    ...['### Nice-to-Have (Optional)', '### Out-of-scope', '### Future Enhancements', '### 4. Optional Tasks'],
    ...['### 🎁 Nice to have / stretch', '### Out of scope for this release', "### Won't have (v1)", '### Non-goals'],
    ...['### Not Required', '### Optional (not required for completion)', '### Explicitly out of scope'],
    ...['### Optional checks', '### Optional: Documentation', '### Future work (not part of this spec)'],
    ...['### Optional Success Criteria', '## Optional Success Criteria', '### PDF export (optional)'],
    ...['**Optional**\n', '**Nice to have (optional):**\n', '- [ ] **Optional**', '- [ ] PDF export (optional)'],
  ])('below %j', (heading) => {
    const point = heading.startsWith('-') ? '  - x' : '- [ ] x'
    expect(criteriaOf(`${heading}\n${point}\n`)).toEqual(['`a.md` exists'])
  })

  test.each([
    ...['Optional: x', 'Out of scope: x', '**Nice to have:** x', 'Optional – x'],
    ...['`x.md` exists (nice to have)', '`x.md` exists (optional)', 'x (if time allows)', 'x (stretch).'],
    ...['(Optional) x', '**[Optional]** x', 'x *(optional)*', 'x [post-MVP]', 'x (optional, if time permits)'],
    ...['It takes a path and a colour (optional)', 'x (stretch goal)', 'x (future enhancement)'],
  ])('by itself: %s', (point) => {
    expect(criteriaOf(`- [ ] ${point}\n`)).toEqual(['`a.md` exists'])
  })

  test('by a cell of its row', () => {
    expect(
      criteriaOf('\n| What | How much |\n|---|---|\n| `b.md` exists | Optional |\n| `c.md` exists | Must |\n'),
    ).toEqual(['`a.md` exists', 'What | How much', '`c.md` exists | Must'])
  })

  test.each([
    ...['The optional parts are off', 'Later: x', 'Should: x', 'x (required)', 'Bonus: `b.csv` lists it'],
    ...['It counts ships (later)', 'Future: prices', 'Stretch: the picture fills the page'],
    ...['Optional chaining works (see notes)', 'All non-optional fields are there', 'The optional fields are saved'],
    ...['`x.md` (optional) exists', 'It works without flags (non-optional)', '[optional](a.md) parts are linked'],
    ...['The empty field shows `(optional)`', 'The label ends with "(optional)"', 'x (optional fields)'],
  ])('but: %s', (point) => {
    expect(criteriaOf(`- [ ] ${point}\n`)).toHaveLength(2)
    expect(criteriaOf(`### Optionals of the shop\n- [ ] ${point}\n`)).toHaveLength(2)
  })

  test.each([
    ...[
      'Optional parameters are validated',
      'Optional fields',
      'Scope',
      'Future-proof storage',
      'Stretching exercises',
    ],
    ...['Non-optional deliverables', 'Nice to have a cover that lasts', 'Out of scope errors'],
  ])('but below %j', (heading) => {
    expect(criteriaOf(`### ${heading}\n- [ ] x\n`)).toHaveLength(2)
  })

  test('a whole Definition of Complete that may be left out is one all the same', () => {
    const { spec } = readFiles({ md: '# A\n## Success Criteria (Optional)\n- [ ] `a.md` exists\n' })
    expect(completionWanted(spec).criteria).toHaveLength(1)
  })

  test.each([
    '[completion_criteria.optional_items]\na = "x y"\nmore = ["`b.md` exists"]',
    '[completion_criteria]\noptional = ["x y"]',
    '[completion_criteria]\npost_mvp = ["x y"]\nfuture = "x y"\nout_of_scope = "x y"',
    '[completion_criteria.optional]\ndark_mode = true',
    '[completion_criteria]\nitems = [{ name = "x y", optional = true }, { name = "y z", required = false }]',
    '[definition_of_complete]\nprimary_deliverable = "`x.md` exists (optional)"\nquality_standards = ["fast (nice to have)"]',
  ])('in the parameters, and that is told: %s', (table) => {
    const { spec, said } = readFiles({ toml: `[goal]\ndescription = "Print a log of tides"\n${table}\n` })
    expect(completionWanted(spec).criteria).toEqual([])
    expect(said('MW528')).toHaveLength(1)
  })

  test('which is told', () => {
    const md = '# A\n## Definition of Complete\n- [ ] `a.md` exists\n### Optional\n- x\n- y\n'
    expect(readFiles({ md }).said('MW528')).toEqual([
      'spec_x.md:5:3 info MW528 2 points of the goal need not hold: nothing looks at that',
    ])
  })
})
