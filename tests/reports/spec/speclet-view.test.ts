/** The progress view of SPECLets, and the lines of their stages, in the words of the seed (004 §2.0b 2 and 4). */

import { describe, expect, test } from 'vitest'
import { spec as dialect } from '../../../src/dialects/spec/index.ts'
import { makePlan } from '../../../src/plan/make-plan.ts'
import { builtInPolicy } from '../../../src/plan/policy.ts'
import { runLines, type Told } from '../../../src/reports/run/lines.ts'
import { statusText } from '../../../src/reports/run/status.ts'
import { specletView } from '../../../src/reports/spec/speclet-view.ts'
import { withStages } from '../../../src/reports/spec/stage-lines.ts'
import { evolve } from '../../../src/run/evolve.ts'
import { newState } from '../../../src/run/new-state.ts'
import { sha256 } from '../../../src/system/digest.ts'
import { attempts, ProgressWorld } from '../../run/progress-world.ts'
import { plan, task, World } from '../../run/world.ts'

const bar = '═'.repeat(51)
const needs: Readonly<Record<string, readonly string[]>> = {
  platform_foundation: [],
  discovery_stage: ['platform_foundation'],
  define_stage: ['platform_foundation'],
  ideate_stage: ['define_stage'],
  test_stage: ['ideate_stage'],
}

/** Five SPECLets in four stages, the second of which is parallel; two tasks of one step in each. */
function fiveSpeclets(): ReturnType<typeof makePlan> {
  const ids = Object.keys(needs)
  const text = ids
    .map(
      (id, at) =>
        `### SPECLet [${id}]: Part ${at + 1}\n${[1, 2].map((nth) => `#### Task [${2 * at + nth}]: Do ${2 * at + nth}\n##### Step [${2 * at + nth}.1]: Do it\n`).join('')}`,
    )
    .join('\n')
  const speclets = ids.map(
    (id, at) =>
      `[[speclets]]\nid = "${id}"\ndepends_on = ${JSON.stringify(needs[id])}\ntasks = [${2 * at + 1}, ${2 * at + 2}]\nparallel_allowed = true\n`,
  )
  const tasks = ids.flatMap((_, at) =>
    [1, 2].map(
      (nth) =>
        `[[tasks]]\nid = ${2 * at + nth}\ndescription = "Do ${2 * at + nth}"\n[[tasks.steps]]\nid = 1\naction = "Do it"\nexpected_output = "done"\ncritical = true\n`,
    ),
  )
  const encoder = new TextEncoder()
  const draft = dialect.read([
    { path: 'spec_five.md', bytes: encoder.encode(`# Spec: five\n\n## Goal\nDo it.\n\n${text}`) },
    {
      path: 'parameters_five.toml',
      bytes: encoder.encode(`[goal]\ndescription = "Do it."\n\n${speclets.join('\n')}\n${tasks.join('\n')}`),
    },
  ])
  return makePlan(draft, { hash: sha256, implementation: () => true, behind: () => undefined })
}

function five(jobs: number, selection: readonly string[] | null = null): ProgressWorld {
  const world = new ProgressWorld()
  world.start(fiveSpeclets(), { policy: { ...builtInPolicy, mode: 'silent', workspace: 'none', jobs }, selection })
  return world
}

/** The view after each event, as far as it differs. */
function views(world: World): readonly string[] {
  const state = newState()
  const seen: string[] = []
  for (const event of world.log) {
    evolve(state, event)
    const text = specletView(state).join('\n')
    if (text !== seen.at(-1)) seen.push(text)
  }
  return seen
}

/** The lines of a run, without those of its steps. */
function stageLines(world: World, isWatched = false): readonly string[] {
  const told: Told = { headed: new Set(), deviations: new Map(), last: null }
  const state = newState()
  return world.log
    .flatMap((event) => {
      evolve(state, event)
      return withStages(event, state, runLines(event, state, { colour: false, told }), { told: told.headed, isWatched })
    })
    .filter((it) => isWatched || it.startsWith('Stage'))
}

describe('the view', () => {
  const world = five(2).run()
  const seen = views(world)

  test('is the one of the seed', () => {
    const middle = seen.find(
      (it) => it.includes('discovery_stage (in progress') && it.includes('define_stage (in progress'),
    )
    expect(middle?.split('\n')).toEqual([
      bar,
      'SPECLet Execution Progress',
      bar,
      '',
      'Stage 1: Initial stage - no dependencies',
      '  ✅ platform_foundation (completed in 0s)',
      '',
      'Stage 2: Depends on platform_foundation (parallel execution)',
      expect.stringMatching(/^ {2}🔄 discovery_stage \(in progress - Task [12]\/2\)$/),
      expect.stringMatching(/^ {2}🔄 define_stage \(in progress - Task [12]\/2\)$/),
      '',
      'Stage 3: Depends on define_stage',
      '  ⏸️ ideate_stage (blocked - waiting for define_stage)',
      '',
      'Stage 4: Depends on ideate_stage',
      '  ⏸️ test_stage (blocked - waiting for ideate_stage)',
      '',
      'Overall: Stage 2 of 4 (50%)',
      bar,
    ])
  })

  test('begins at the first stage and ends at the last', () => {
    expect(seen.find((it) => it !== '')).toContain('⏸️ platform_foundation (ready)')
    expect(
      seen.map((it) => /Overall: .*/.exec(it)?.[0]).filter((it, at, all) => it !== undefined && it !== all[at - 1]),
    ).toEqual([
      'Overall: Stage 1 of 4 (25%)',
      'Overall: Stage 2 of 4 (50%)',
      'Overall: Stage 3 of 4 (75%)',
      'Overall: Stage 4 of 4 (100%)',
    ])
    expect(seen.at(-1)?.match(/✅/g)).toHaveLength(5)
  })

  test('tells how long a SPECLet took as the seed does', () => {
    const took = (seconds: number): string | undefined => {
      const { state } = new ProgressWorld().begin().run()
      const found = state.tasks.get(state.byKey.get('1') ?? '')
      if (found) Object.assign(found, { startedAt: 0, endedAt: seconds * 1000 })
      return /gauge \(completed in (.*)\)/.exec(specletView(state).join('\n'))?.[1]
    }
    expect([44, 900, 7_500].map(took)).toEqual(['44s', '15m', '2h 5m'])
  })

  test('stands above the tasks in status, and nowhere for plans without SPECLets', () => {
    const text = statusText(world.state, { plan: 'spec.md', colour: false, width: 80 })
    expect(text.startsWith(`${bar}\nSPECLet Execution Progress\n${bar}\n`)).toBe(true)
    const other = new World()
    other.start(plan([task('A')]))
    expect(specletView(other.run().state)).toEqual([])
    expect(stageLines(other)).toEqual([])
  })
})

describe('a SPECLet that fails', () => {
  const world = new ProgressWorld(attempts({ '2.2': 'fail' })).begin().run()
  const asked = specletView(world.state)
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: '' })
  world.begin().run()
  world.say({ verb: 'answer', review: 'R2', answer: 'block', text: '' })
  world.begin().run()

  test('is told as such, and what waits for it as blocked by it', () => {
    expect(asked).toContain('  🔄 model (in progress - Task 1/2)')
    expect(specletView(world.state)).toEqual(
      expect.arrayContaining([
        '  ❌ model (failed)',
        '  ⏸️ print (blocked - model failed)',
        'Overall: Stage 2 of 3 (67%)',
      ]),
    )
  })

  test('and its stage ends when all of it has', () => {
    expect(stageLines(world)).toEqual([
      'Stage 1: Executing SPECLet gauge sequentially',
      expect.stringMatching(/^Stage 1 ended: ✅ gauge \(completed in \d+s\)$/),
      'Stage 2: Executing SPECLet model sequentially',
      'Stage 2 ended: ❌ model (failed)',
    ])
  })
})

describe('stages', () => {
  test('side by side are told once, with how many', () => {
    expect(stageLines(five(2).run()).filter((it) => it.includes('Executing'))).toEqual([
      'Stage 1: Executing SPECLet platform_foundation sequentially',
      'Stage 2: Executing 2 SPECLets in parallel',
      'Stage 3: Executing SPECLet ideate_stage sequentially',
      'Stage 4: Executing SPECLet test_stage sequentially',
    ])
  })

  test('of a run that works on one task at a time are told SPECLet by SPECLet', () => {
    expect(stageLines(five(1).run()).filter((it) => it.startsWith('Stage 2'))).toEqual([
      'Stage 2: Executing SPECLet discovery_stage sequentially',
      'Stage 2: Executing SPECLet define_stage sequentially',
      expect.stringMatching(/^Stage 2 ended: ✅ discovery_stage .*, ✅ define_stage /),
    ])
  })

  test('of which a call names only some tasks have not ended with these, nor is that logged', () => {
    const some = five(2, ['1', '2', '4']).run()
    expect(stageLines(some)).toEqual([
      'Stage 1: Executing SPECLet platform_foundation sequentially',
      expect.stringMatching(/^Stage 1 ended: ✅ platform_foundation /),
      'Stage 2: Executing SPECLet discovery_stage sequentially',
    ])
    expect(specletView(some.state)).toContain('  🔄 discovery_stage (in progress - Task 1/2)')
    expect(some.state.course.stages.map(({ stage }) => stage)).toEqual([1])
    // All of one, and nothing of the other.
    const one = five(2, ['1', '2', '3', '4']).run()
    expect(stageLines(one).filter((it) => it.includes('ended'))).toHaveLength(1)
    expect(one.state.course.stages.map(({ stage }) => stage)).toEqual([1])
  })

  test('are shown with the whole view where somebody watches', () => {
    const lines = stageLines(five(2).run(), true)
    expect(lines.filter((it) => it === 'SPECLet Execution Progress')).toHaveLength(4)
    const at = lines.indexOf('Stage 2: Executing 2 SPECLets in parallel')
    expect(lines[at - 2]).toBe(bar)
    expect(lines.slice(0, 2)).toEqual(['', bar])
  })
})

test('names of SPECLets are made safe', () => {
  const { state } = new ProgressWorld().begin().run()
  if (state.spec === null) throw new Error('no spec')
  const speclets = state.spec.spec.speclets.map((it) => ({ ...it, id: `\u001b[31m${it.id}\u202e` }))
  state.spec = { ...state.spec, spec: { ...state.spec.spec, speclets } }
  expect(specletView(state).join('')).toContain(String.raw`\x1b[31mgauge\u202e`)
})
