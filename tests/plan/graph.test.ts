import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockersOf, cycleText, dependantsOf, findCycles, graphOf, priorities } from '../../src/plan/graph.ts'
import type { MarkState, Plan } from '../../src/plan/model.ts'
import { compareNatural } from '../../src/plan/natural.ts'
import { edge, plan, task } from '../rig/plan-builder.ts'

describe('cycles', () => {
  const found = (nodes: string, ...edges: string[]) =>
    findCycles(
      Array.from(nodes),
      edges.map((pair) => ({ from: pair[0]!, to: pair[1]! })),
    )

  test('a ring is walked in the direction "waits for", from its first in the document', () => {
    // a waits for b, b for c, c for a
    expect(found('abc', 'ba', 'cb', 'ac')).toEqual([{ members: ['a', 'b', 'c'], walks: [['a', 'b', 'c', 'a']] }])
    expect(cycleText(found('abc', 'ba', 'cb', 'ac')[0]!)).toBe('a -> b -> c -> a')
  })

  test('a self blocker is a cycle of one', () => {
    expect(found('ab', 'aa', 'ab')).toEqual([{ members: ['a'], walks: [['a', 'a']] }])
  })

  test('two rings that share a task are one cycle told with every edge', () => {
    const [cycle, ...rest] = found('abc', 'ba', 'ab', 'cb', 'bc')
    expect(rest).toEqual([])
    expect(cycle?.members).toEqual(['a', 'b', 'c'])
    expect(cycleText(cycle!)).toBe('a -> b -> a, b -> c -> b')
  })

  test('cycles come in the order of their first members; what merely waits for one is in none', () => {
    expect(found('xabcd', 'ba', 'ab', 'dc', 'cd', 'ax', 'bc').map(({ members }) => members)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
  })

  test('doubled edges count once, edges to nobody not at all', () => {
    expect(found('ab', 'ab', 'ab', 'az', 'za')).toEqual([])
    expect(found('ab', 'ab', 'ba', 'ab')[0]?.walks).toEqual([['a', 'b', 'a']])
  })

  test('a ring of 100,000 does not use up the call stack', () => {
    const nodes = Array.from({ length: 100_000 }, (_, at) => at)
    const edges = nodes.map((at) => ({ from: at, to: (at + 1) % nodes.length }))
    expect(findCycles(nodes, edges)[0]?.walks[0]).toHaveLength(100_001)
    expect(findCycles(nodes, edges.slice(1))).toEqual([])
  })

  const graph = fc.integer({ min: 1, max: 9 }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      pairs: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 2 * size }),
    }),
  )

  test('what can reach itself is in exactly one cycle, with those it can go to and come back from', () => {
    fc.assert(
      fc.property(graph, ({ size, pairs }) => {
        const nodes = Array.from({ length: size }, (_, at) => at)
        const reach = closure(size, pairs)
        const cycles = findCycles(
          nodes,
          pairs.map(([from, to]) => ({ from, to })),
        )
        const expected = new Set(
          nodes.filter((a) => reach[a]![a]).map((a) => nodes.filter((b) => reach[a]![b] && reach[b]![a]).join()),
        )
        expect(cycles.map(({ members }) => members.toSorted((a, b) => a - b).join())).toEqual([...expected])
        // The walks name every edge inside exactly once.
        const walked = cycles.flatMap(({ walks }) =>
          walks.flatMap((walk) => walk.slice(1).map((blocker, at) => `${blocker}>${walk[at]}`)),
        )
        const inside = pairs.filter(([from, to]) => reach[to]![from]).map(([from, to]) => `${from}>${to}`)
        expect(walked.toSorted()).toEqual([...new Set(inside)].toSorted())
      }),
      { numRuns: 1000 },
    )
  })
})

/** Which node reaches which by one edge or more, the slow and plain way. */
function closure(size: number, pairs: readonly (readonly [number, number])[]): boolean[][] {
  const reach = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [from, to] of pairs) reach[from]![to] = true
  for (let k = 0; k < size; k += 1)
    for (let i = 0; i < size; i += 1)
      for (let j = 0; j < size; j += 1) if (reach[i]![k] && reach[k]![j]) reach[i]![j] = true
  return reach
}

describe('order', () => {
  const order = (said: Plan) => graphOf(said).order.join(' ')

  test('the lowest natural id among the ready ones comes first', () => {
    expect(order(plan({ T10: {}, T9: {}, T2: { after: ['T10'] } }))).toBe('T9 T10 T2')
  })

  test('groups come in the order of the file, whatever their numbers', () => {
    const said = plan({ T3: { group: '16' }, T1: { group: '08' }, T2: { group: '05' } }, ['05', '16', '08'])
    expect(order(said)).toBe('T2 T3 T1')
  })

  test('an edge beats the group, and a task freed early is taken in its place', () => {
    const said = plan({ T1: { group: '05', after: ['T4'] }, T2: { group: '05' }, T3: {}, T4: {} })
    expect(order(said)).toBe('T2 T3 T4 T1')
  })

  test('tasks without ids keep their place behind the task above them', () => {
    const none = { more: { id: null } }
    expect(order(plan({ T2: {}, a: none, T1: {}, b: none }))).toBe('T1 b T2 a')
    expect(order(plan({ z: none, y: none, x: none }))).toBe('z y x')
  })

  test('tasks of the engine come first', () => {
    expect(order(plan({ T1: {}, baseline: { more: { group: null, origin: 'engine' } } }))).toBe('baseline T1')
  })

  test('ranks are the numbers from 0 without gaps', () => {
    const ranks = priorities(plan({ T10: {}, T9: {}, T1: { group: '07' } }))
    expect([...ranks].toSorted((a, b) => a[1] - b[1])).toEqual([
      ['T9', 0],
      ['T10', 1],
      ['T1', 2],
    ])
  })
})

describe('stages and critical path', () => {
  const diamond = plan({ T1: {}, T2: { after: ['T1'] }, T3: { after: ['T1'] }, T4: { after: ['T2', 'T3'] }, T5: {} })

  test('a task stands one stage behind the latest of its blockers', () => {
    expect(graphOf(diamond).stages).toEqual([['T1', 'T5'], ['T2', 'T3'], ['T4']])
  })

  test('the longest chain, the one with the lower ranks where two are equal', () => {
    expect(graphOf(diamond).criticalPath).toEqual(['T1', 'T2', 'T4'])
  })

  test('done work lengthens no path, and a done task between two breaks it', () => {
    const said = plan({
      T1: { mark: 'done' },
      T2: { after: ['T1'], mark: 'done' },
      T3: { after: ['T2'] },
      T4: {},
      T5: { after: ['T4'] },
    })
    expect(graphOf(said).criticalPath).toEqual(['T4', 'T5'])
    expect(graphOf(said).stages).toEqual([['T1', 'T4'], ['T2', 'T5'], ['T3']])
    expect(graphOf(plan({ T1: { mark: 'done' } })).criticalPath).toEqual([])
  })
})

describe('what cannot be ordered', () => {
  test('members and what waits for them are left out of order and stages and listed apart', () => {
    const graph = graphOf(
      plan({ T1: { after: ['T2'] }, T2: { after: ['T1'] }, T3: { after: ['T2'] }, T4: { after: ['T3'] }, T5: {} }),
    )
    expect(graph.order).toEqual(['T5'])
    expect(graph.stages).toEqual([['T5']])
    expect(graph.cycles.map(({ members }) => members)).toEqual([['T1', 'T2']])
    expect(graph.held).toEqual(['T3', 'T4'])
    expect(graph.criticalPath).toEqual(['T5'])
  })

  test.each(['done', 'skipped'] as const)('a %s member opens the ring: the others can be done', (mark) => {
    const graph = graphOf(plan({ T1: { after: ['T3'], mark }, T2: { after: ['T1'] }, T3: { after: ['T2'] } }))
    expect(graph.cycles).toEqual([])
    expect(graph.order).toEqual(['T1', 'T2', 'T3'])
  })

  test('a ring beside the opened one stays', () => {
    const said = plan({
      T1: { after: ['T3'], mark: 'done' },
      T2: { after: ['T1', 'T3'] },
      T3: { after: ['T2'] },
    })
    expect(graphOf(said).cycles.map(({ members }) => members)).toEqual([['T2', 'T3']])
    expect(graphOf(said).order).toEqual(['T1'])
  })

  test('a done task is not held by a cycle, nor is what waits for it', () => {
    const said = plan({ T1: { after: ['T1'] }, T2: { after: ['T1'], mark: 'done' }, T3: { after: ['T2'] } })
    expect(graphOf(said).held).toEqual([])
    expect(graphOf(said).order).toEqual(['T2', 'T3'])
  })
})

test('edges between groups are listed; edges to nobody are nowhere', () => {
  const said = plan({ T1: { group: '05' }, T2: { after: ['T1', 'T99'] }, T3: { after: ['T2'] } })
  expect(graphOf(said).crossGroup).toEqual([edge('T1', 'T2')])
  expect([...blockersOf(said)]).toEqual([
    ['T1', []],
    ['T2', [edge('T1', 'T2')]],
    ['T3', [edge('T2', 'T3')]],
  ])
  expect(dependantsOf(said).get('T2')).toEqual([edge('T2', 'T3')])
})

describe('random plans against a plain reference', () => {
  const marks: MarkState[] = ['todo', 'done', 'blocked', 'skipped', 'deferred', 'unknown', 'running']
  const anyPlan = fc.integer({ min: 1, max: 10 }).chain((size) =>
    fc
      .record({
        ids: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: size, maxLength: size }),
        groups: fc.array(fc.constantFrom('05', '06', '07'), { minLength: size, maxLength: size }),
        marks: fc.array(fc.constantFrom(...marks), { minLength: size, maxLength: size }),
        pairs: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: size + 4 }),
      })
      .map(({ ids, groups, marks: states, pairs }): Plan => {
        const keys = ids.map((id) => `T${id}`)
        return {
          ...plan({}),
          tasks: keys.map((key, at) => task(key, { group: groups[at]!, mark: states[at]! })),
          edges: pairs.map(([from, to]) => edge(keys[from]!, keys[to]!)),
        }
      }),
  )

  test('order, stages and critical path', () => {
    fc.assert(
      fc.property(anyPlan, (said) => {
        const graph = graphOf(said)
        const members = graph.cycles.flatMap((cycle) => cycle.members)
        // Nothing is lost, nothing is told twice.
        expect([...graph.order, ...members, ...graph.held].toSorted()).toEqual(
          said.tasks.map(({ key }) => key).toSorted(),
        )
        expect(graph.stages.flat().toSorted()).toEqual(graph.order.toSorted())

        const byKey = new Map(said.tasks.map((each) => [each.key, each]))
        const ordered = new Set(graph.order)
        const isSettled = (key: string) => ['done', 'skipped'].includes(byKey.get(key)!.mark)
        // A done or skipped task has ceased to wait for the others of its ring, and for whatever can never be ordered.
        const at = new Map(said.tasks.map(({ key }, position) => [key, position]))
        const reach = closure(
          said.tasks.length,
          said.edges.map(({ from, to }) => [at.get(from)!, at.get(to)!]),
        )
        const kept = said.edges.filter(
          ({ from, to }) =>
            ordered.has(from) && ordered.has(to) && !(isSettled(to) && reach[at.get(to)!]![at.get(from)!]),
        )
        for (const { from, to } of said.edges)
          if (ordered.has(to) && !ordered.has(from)) expect(isSettled(to)).toBe(true)
        // Nothing in the order waits for a cycle, everything beside it does.
        for (const key of graph.held)
          expect(said.edges.some(({ from, to }) => to === key && !ordered.has(from))).toBe(true)
        for (const key of [...graph.held, ...members]) expect(isSettled(key)).toBe(false)

        // Seed 000 §2.3, taken by its word: sort the queue, take the first.
        const before = (a: string, b: string) => {
          const [left, right] = [byKey.get(a)!, byKey.get(b)!]
          return compareNatural(left.group!, right.group!) || compareNatural(a, b)
        }
        const left = new Set(graph.order)
        const reference: string[] = []
        while (left.size > 0) {
          const ready = [...left].filter((key) => !kept.some(({ from, to }) => to === key && left.has(from)))
          const next = ready.toSorted(before)[0]!
          reference.push(next)
          left.delete(next)
        }
        expect(graph.order).toEqual(reference)

        const depth = (key: string): number =>
          Math.max(0, ...kept.filter(({ to }) => to === key).map(({ from }) => depth(from) + 1))
        graph.stages.forEach((stage, level) => stage.forEach((key) => expect(depth(key)).toBe(level)))

        const work = (key: string) => !['done', 'skipped', 'deferred'].includes(byKey.get(key)!.mark)
        const longest = (key: string): number =>
          1 + Math.max(0, ...kept.filter(({ from, to }) => from === key && work(to)).map(({ to }) => longest(to)))
        expect(graph.criticalPath).toHaveLength(Math.max(0, ...graph.order.filter(work).map(longest)))
        graph.criticalPath.forEach((key, nth) => {
          expect(work(key)).toBe(true)
          if (nth > 0)
            expect(kept.some(({ from, to }) => from === graph.criticalPath[nth - 1] && to === key)).toBe(true)
        })
      }),
      { numRuns: 1000 },
    )
  })

  test('the order of the edges in the plan changes nothing', () => {
    fc.assert(
      fc.property(anyPlan, (said) => {
        const other = graphOf({ ...said, edges: said.edges.toReversed() })
        expect({ ...other, crossGroup: [] }).toEqual({ ...graphOf(said), crossGroup: [] })
      }),
    )
  })
})

describe('10,000 tasks', () => {
  const many = 10_000
  const keys = Array.from({ length: many }, (_, at) => `T${at}`)

  test('in one chain, written backwards', () => {
    const said: Plan = {
      ...plan({}),
      tasks: keys.toReversed().map((key) => task(key)),
      edges: keys.slice(1).map((key, at) => edge(keys[at]!, key)),
    }
    const graph = graphOf(said)
    expect(graph.order).toEqual(keys)
    expect(graph.stages).toHaveLength(many)
    expect(graph.criticalPath).toEqual(keys)
  })

  test('in 100 layers of 100, each task behind ten of the layer before', () => {
    const edges = keys.slice(100).flatMap((key, at) => {
      const layer = Math.floor(at / 100) * 100
      return Array.from({ length: 10 }, (_, nth) => edge(keys[layer + ((at + nth * 7) % 100)]!, key))
    })
    const graph = graphOf({ ...plan({}), tasks: keys.map((key) => task(key)), edges })
    expect(graph.stages.map((stage) => stage.length)).toEqual(Array.from({ length: 100 }, () => 100))
    expect(graph.criticalPath).toHaveLength(100)
  })

  test('in one ring with a tail', () => {
    const said: Plan = {
      ...plan({}),
      tasks: keys.map((key) => task(key)),
      edges: keys
        .slice(1)
        .map((key, at) => edge(keys[at]!, key))
        .concat(edge('T4999', 'T0')),
    }
    const graph = graphOf(said)
    expect(graph.cycles[0]?.members).toHaveLength(5000)
    expect(graph.held).toHaveLength(5000)
  })
})
