import { describe, expect, test } from 'vitest'
import { auditMatches } from '../../src/agents/audit-matches.ts'
import type { AuditItem, TaskSpec } from '../../src/plan/model.ts'
import { task } from '../rig/plan-builder.ts'

const item = (component: string, more: Partial<AuditItem> = {}): AuditItem => ({
  component,
  status: 'available',
  description: '',
  text: '',
  ...more,
})

const names = (spec: Partial<TaskSpec>, components: readonly string[]): readonly string[] =>
  auditMatches(
    task('T1', { title: 'Do it', ...spec }),
    components.map((it) => item(it)),
  ).map((it) => it.component)

const files = (...paths: readonly string[]): TaskSpec['files'] =>
  paths.map((it) => ({ path: it, action: 'modify', form: 'path', to: null, note: null }))

describe('findings of an audit that are about a task', () => {
  test.each<[string, Partial<TaskSpec>, readonly string[], readonly string[]]>([
    ['by the paths of its files', { files: files('python/pytide/io.py') }, ['pytide', 'pymoon'], ['pytide']],
    [
      'by where a file is moved to',
      { files: [{ path: 'a.c', action: 'rename', form: 'path', to: 'harbor/a.c', note: null }] },
      ['harbor'],
      ['harbor'],
    ],
    ['by its title', { title: 'Extend TideSolver for moons' }, ['tide_solver', 'ferry'], ['tide_solver']],
    ['by its description', { description: 'The reader of harmonics has to go on.' }, ['harmonics'], ['harmonics']],
    ['by its criteria', { criteria: ['the mooring holds'] }, ['mooring'], ['mooring']],
    ['a name of several words, whole', { title: 'Speed up the tide-solver' }, ['tide solver'], ['tide solver']],
    ['one word of three is chance', { title: 'Draw the tide' }, ['tide harbor master'], []],
    [
      'words that are in everything match nothing',
      { files: files('src/core/index.ts'), title: 'Test the core files' },
      ['core', 'src', 'test files'],
      [],
    ],
    ['where no blanks part words', { description: '实现潮汐求解器的接口' }, ['潮汐求解器', '月亮'], ['潮汐求解器']],
    ['no part of another word', { title: 'Untidy' }, ['tidy', 'tide'], []],
    ['nothing is about nothing', {}, ['', '  ', '!!!'], []],
  ])('%s', (_, spec, components, expected) => {
    expect(names(spec, components)).toEqual(expected)
  })

  test('the closest first, of equals that which the plan names first, and a handful at most', () => {
    const spec = { files: files('src/tide/wave.cpp'), title: 'Wave at the harbor', description: 'ferry and anchor' }
    expect(names(spec, ['anchor', 'harbor', 'tide', 'wave', 'ferry'])).toEqual([
      'wave',
      'tide',
      'harbor',
      'anchor',
      'ferry',
    ])
    expect(
      names(
        { title: 'tide' },
        Array.from({ length: 20 }, () => 'tide'),
      ),
    ).toHaveLength(5)
  })

  test('a large audit and long words cost little', () => {
    const long = 'aB'.repeat(50_000)
    const audit = Array.from({ length: 5_000 }, (_, at) => item(`part ${at} ${long.slice(0, 50)}`))
    expect(auditMatches(task('T1', { title: long, description: long }), audit).length).toBeLessThanOrEqual(5)
  })
})
