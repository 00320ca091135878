import { describe, expect, test } from 'vitest'
import type { CompletionFinding } from '../../../src/run/completion/finding.ts'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { appendNotes } from '../../../src/reports/spec/notepad/append.ts'
import { notepadEntries, sections, type NotepadEntry } from '../../../src/reports/spec/notepad/entries.ts'
import { attempts, ProgressWorld } from '../../run/progress-world.ts'

const encoder = new TextEncoder()

function appended(text: string, entries: readonly NotepadEntry[]): string {
  const source = { path: 'notepad_tides.md', bytes: encoder.encode(text) }
  return new TextDecoder().decode(applyEdits(source, appendNotes(source, 'tides', entries)))
}

const entry: NotepadEntry = {
  task: '2',
  about: 'Task 2: Fit | find',
  at: Date.UTC(2026, 0, 2, 14, 30),
  event: 'completed',
  notes: { 'Key Insights': ['**Insight:** it fits'], 'Human Observations': ['**Answer:** Ada said skip'] },
}
const later: NotepadEntry = { ...entry, about: 'Task 3: Judge', at: entry.at + 60_000 }

describe('a notepad', () => {
  const first = appended('', [entry])

  test('that is new has the sections of the seed and a timeline', () => {
    const heads = first.split('\n').filter((it) => it.startsWith('## '))
    expect(heads).toEqual([...sections, 'Execution Timeline'].map((it) => `## ${it}`))
    expect(first).toContain(
      '## Key Insights\n\n### Task 2: Fit | find - 2026-01-02T14:30:00.000Z (Key Insights)\n\n**Insight:** it fits\n',
    )
    expect(first).toContain(
      '| 2026-01-02T14:30:00.000Z | Task 2: Fit \\| find | completed | Key Insights: 1, Human Observations: 1 |\n',
    )
  })

  test('gets what is new below its sections, and nothing twice', () => {
    expect(appended(first, [entry])).toBe(first)
    const both = appended(first, [entry, later])
    expect(both.match(/^### /gm)).toHaveLength(4)
    expect(both.indexOf('### Task 3')).toBeLessThan(both.indexOf('## Technical Notes'))
    expect(
      both
        .trimEnd()
        .split('\n')
        .slice(-2)
        .every((it) => it.startsWith('| 2026')),
    ).toBe(true)
    expect(appended(both, [entry, later])).toBe(both)
    // Together they make the same file, and who told more of one then is told as they did.
    expect(appended('', [entry, later])).toBe(both)
    expect(appended(both, [entry, { ...later, notes: {} }])).toBe(both)
  })

  test.each([
    [
      'other columns',
      '| Task | Insight | Timestamp |\n|------|---------|-----------|\n|      |         |           |\n',
    ],
    ['as many others', '| Time | What | Who | Why |\n|---|---|---|---|\n| 9:00 | tea | me | thirst |\n'],
    ['rows without a head', '| 9:00 | tea |\n'],
    ['words alone', 'Nothing yet.\n'],
  ])('with a timeline of %s gets a table of ours below that, which goes on', (_, theirs) => {
    const pad = `# Pad\n\n## Execution Timeline\n\n${theirs}\n## Mine\n\ntext\n`
    const row = (it: NotepadEntry): string =>
      `| ${new Date(it.at).toISOString()} | ${it.about.replace('|', '\\|')} | completed | `
    const timelineOf = (text: string): string => text.slice(text.indexOf('## Execution'), text.indexOf('## Mine'))
    const one = appended(pad, [{ ...entry, notes: {} }])
    const table = '| Timestamp | Task/Step | Event | Notes |\n|---|---|---|---|\n'
    expect(timelineOf(one)).toBe(`## Execution Timeline\n\n${theirs}\n${table}${row(entry)} |\n\n`)
    const two = appended(one, [{ ...later, notes: {} }])
    expect(timelineOf(two)).toBe(`## Execution Timeline\n\n${theirs}\n${table}${row(entry)} |\n${row(later)} |\n\n`)
    expect(
      appended(
        two,
        [entry, later].map((it) => ({ ...it, notes: {} })),
      ),
    ).toBe(two)
  })

  test('whose headings stand close together has them set apart from what is new, once', () => {
    const close = ['# Notepad: tides', ...sections.map((it) => `## ${it}`), ''].join('\n')
    const after = appended(close, [entry])
    expect(after).toContain('**Insight:** it fits\n\n## Technical Notes\n## Ideas for Enhancement\n')
    // The last section ends with the file, and what comes behind it brings its own blank line.
    expect(after).toContain('**Answer:** Ada said skip\n\n## Execution Timeline\n')
    expect(after).not.toContain('\n\n\n')
    expect(appended(after, [later])).toBe(appended(close, [entry, later]))
  })

  test.each([
    [
      'a line in a section',
      (text: string) => text.replace('## Technical Notes\n', '## Technical Notes\n\nmine, äöü €\n'),
    ],
    ['a section less', (text: string) => text.replace('## Key Insights\n', '## Insights\n')],
    ['no timeline', (text: string) => text.slice(0, text.indexOf('## Execution Timeline'))],
    ['no line end at the end', (text: string) => `${text}mine`],
    ['other line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['nothing of ours', () => '# Mine\n\nwords'],
  ])('that a person has changed keeps what they wrote: %s', (_, change) => {
    const before = change(first)
    const after = appended(before, [entry, later])
    const lines = after.split('\n')
    let at = 0
    // Every line of theirs is there, in its order.
    for (const line of before.split('\n')) {
      const found = lines.indexOf(line, at)
      expect(found, line).toBeGreaterThanOrEqual(at)
      at = found
    }
    expect(after).toContain('### Task 3: Judge')
    expect(appended(after, [entry, later])).toBe(after)
  })
})

describe('entries', () => {
  const failing = { '1.1': 'fail fail done', '2.2': 'fail' }
  const settings = (frequency: string): string =>
    `[knowledge_capture]\nenabled = true\nupdate_frequency = "${frequency}"\n`
  const ran = (frequency: string): ProgressWorld => {
    const world = new ProgressWorld(attempts(failing)).begin(settings(frequency)).run()
    world.say({
      verb: 'answer',
      review: 'R1',
      answer: 'block',
      text: 'ask \u001b[31mthe\u202e office\n## Key Insights',
    })
    return world.begin(settings(frequency)).run()
  }

  test('per task: each that has ended, with what worked, what people said, and what agents told as data', () => {
    const entries = notepadEntries(ran('per_task').state)
    expect(entries.map(({ about, event }) => [about, event])).toEqual([
      ['Task 1: Collect the readings', 'completed'],
      ['Task 2: Find the constituents', 'blocked'],
    ])
    expect(entries[0]?.notes['Key Insights']).toEqual(['**Insight:** Step 1.1: said', '**Insight:** Step 1.2: said'])
    expect(entries[0]?.notes['Technical Notes']).toEqual([
      "**Technical Decision:** Step 1.1 was completed by backup[1] 'ask the harbour office', after primary had failed",
    ])
    expect(entries[1]?.notes['AI Observations']?.[0]).toContain('**Escalation:** after step 2.2')
    const answer = entries[1]?.notes['Human Observations']?.[0] ?? ''
    expect(answer).toContain('h said block about step 2.2: ask ')
    expect(answer).not.toMatch(/[\n\u001b\u202e]/)
  })

  test('per step, and only at the end', () => {
    expect(notepadEntries(ran('per_step').state).map(({ about }) => about.split(':')[0])).toEqual([
      'Step 1.1',
      'Step 1.2',
      'Step 2.1',
      'Step 2.2',
    ])
    const world = ran('end_only')
    expect(notepadEntries(world.state)).toEqual([])
    world.say({ verb: 'answer', review: 'R2', answer: 'block', text: '' })
    world.begin(settings('end_only')).run()
    const entries = notepadEntries(world.state)
    expect(entries.map(({ at }) => at)).toEqual(entries.map(() => world.state.course.closed?.at))
    expect(entries.length).toBeGreaterThan(1)
  })

  test.each(['per_task', 'per_step'])(
    'what was said and proposed in a round before is not told again: %s',
    (frequency) => {
      const again = (world: ProgressWorld): ProgressWorld => world.begin(settings(frequency)).run()
      const world = again(new ProgressWorld(attempts({ '2.2': 'fail' })))
      world.say({ verb: 'answer', review: 'R1', answer: 'block', text: 'not now' })
      again(world)
      const said = ({ state }: Pick<ProgressWorld, 'state'>): readonly (readonly string[] | undefined)[] =>
        notepadEntries(state)
          .filter(({ task }) => task === '2')
          .map(({ notes }) => [...(notes['Human Observations'] ?? []), ...(notes['Cross-System Connections'] ?? [])])
          .filter((it) => it.length > 0)
      const first = '**Answer:** h said block about step 2.2: not now'
      expect(said(world)).toEqual([[first]])
      const at = (world.state.course.records.at(-1)?.endedAt ?? 0) - 1
      world.say({ verb: 'unblock', task: '2', text: '' })
      again(world)
      const open = [...world.state.reviews.values()].filter(
        ({ answer, kind }) => answer === null && kind === 'exhausted',
      )
      for (const { id } of open) world.say({ verb: 'answer', review: id, answer: 'block', text: 'nor today' })
      const second = first.replace('not now', 'nor today')
      expect(said(world).at(-1)).toEqual([second])
      const { state } = world
      const proposed = [at, (state.course.records.at(-1)?.endedAt ?? 0) - 1].map((it) => ({
        task: '2',
        step: '2.2',
        alternatives: [],
        line: `at ${it}`,
        taken: null,
        at: it,
      }))
      const told = said({ state: { ...state, course: { ...state.course, proposed } } })
      expect(told.at(-1)).toEqual([second, `**Connection:** Step 2.2: ${proposed[1]?.line ?? ''}; none was taken`])
    },
  )

  test('what the notepad holds of a task is told in the progress file', () => {
    const { document, faults } = ran('per_task')
    expect(faults).toEqual([])
    expect(document.tasks[0]?.notepad_update).toMatchObject({ insights_captured: 2, technical_notes: 1, ideas: 0 })
    expect(document.tasks[3]?.notepad_update).toBeNull()
  })

  test.each(['per_task', 'per_step', 'end_only'])(
    'what people said of the goal is told beside all tasks: %s',
    (frequency) => {
      const policy = { mode: 'collaborative', verifiesCompletion: true } as const
      const unknown: CompletionFinding = {
        check: 'quality_standards_met',
        what: 'It reads well',
        found: 'unknown',
        by: 'program',
        why: 'nobody can tell',
        places: [],
      }
      const wanted = `${settings(frequency)}[completion_criteria]\nacceptance_criteria = ["It reads well"]\n`
      const world = new ProgressWorld({ completion: () => [unknown] }).begin(wanted, policy).run()
      expect(notepadEntries(world.state).some(({ about }) => about === 'Completion of the goal')).toBe(false)
      world.say({ verb: 'answer', review: 'R1', answer: 'reject', text: 'not the\n\n## last part' })
      world.begin(wanted, policy).run()
      expect(world.state.status).toBe('finished')
      const last = notepadEntries(world.state).find(({ about }) => about === 'Completion of the goal')
      expect([last?.event, last?.notes]).toEqual([
        'reject',
        { 'Human Observations': ['**Answer:** h said reject: not the ## last part'] },
      ])
    },
  )

  test('none where the spec switches it off', () => {
    const world = new ProgressWorld().begin('[knowledge_capture]\nenabled = false\n').run()
    expect(notepadEntries(world.state)).toEqual([])
  })
})
