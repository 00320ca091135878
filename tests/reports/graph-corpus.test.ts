/** Every form of the graph, and why, on every real plan: nothing crashes, and every task is drawn. */

import { describe, expect, test } from 'vitest'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'
import { graphOf } from '../../src/plan/graph.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { Plan } from '../../src/plan/model.ts'
import { dotGraph } from '../../src/reports/graph/dot.ts'
import { graphJson } from '../../src/reports/graph/json.ts'
import { mermaidGraph } from '../../src/reports/graph/mermaid.ts'
import { taskName } from '../../src/plan/names.ts'
import { signs } from '../../src/reports/graph/paint.ts'
import { textGraph } from '../../src/reports/graph/text.ts'
import { safeJson } from '../../src/plan/safe-text.ts'
import { whyInPlan, whyPlanText } from '../../src/reports/why-plan.ts'
import { corpus, corpusFiles } from '../rig/corpus.ts'
import { source } from '../rig/draft-builder.ts'

const plans = corpusFiles('phase-tasks', (name) => name.endsWith('tasks.md'))

function planOf(name: string, bytes: Uint8Array): Plan {
  const draft = phaseTasks.read([{ ...source(''), path: name, bytes }])
  return makePlan(draft, {
    hash: (text) => text,
    implementation: ({ key }) => phaseTasks.implementation?.(draft).has(key) ?? true,
  })
}

/** Lines that draw a task: stage or blanks, perhaps a star, then the sign of a state. */
function rowsOf(text: string): readonly string[] {
  const row = new RegExp(`^(?:stage +\\d+)? *(?:★ )?[${Object.values(signs).join('')}] `)
  return text.split('\n').filter((line) => row.test(line))
}

describe.skipIf(corpus === null)('real plans', () => {
  test.each(plans)('$name', ({ name, bytes }) => {
    const plan = planOf(name, bytes)
    const graph = graphOf(plan)
    expect(plan.tasks.length).toBeGreaterThan(0)

    for (const width of [40, 100]) {
      const rows = rowsOf(textGraph(plan, graph, { width, colour: false }))
      expect(rows).toHaveLength(plan.tasks.length)
      const missing = plan.tasks.filter((task) => !rows.some((row) => row.includes(taskName(task))))
      expect(missing.map(({ key }) => key)).toEqual([])
    }
    const mermaid = mermaidGraph(plan, graph)
    const dot = dotGraph(plan, graph)
    plan.tasks.forEach((_, at) => {
      expect(mermaid).toMatch(new RegExp(`^ +t${at}\\["`, 'm'))
      expect(dot).toMatch(new RegExp(`^ +t${at} \\[label=`, 'm'))
    })
    expect(mermaid.match(/^ +t\d+ (?:-->|==>|-\.->|--x) t\d+$/gm)?.length ?? 0).toBe(plan.edges.length)
    expect(dot.match(/^ +t\d+ -> t\d+/gm)?.length ?? 0).toBe(plan.edges.length)

    const json = graphJson(plan, graph, () => null)
    expect(JSON.parse(safeJson(json))).toEqual(json)
    expect(json.tasks.map(({ key }) => key)).toEqual(plan.tasks.map(({ key }) => key))
    const placed = [...json.order, ...json.cycles.flat(), ...graph.held]
    expect(placed.sort()).toEqual(plan.tasks.map(({ key }) => key).sort())
    expect(json.stages.flat().sort()).toEqual([...json.order].sort())

    for (const task of plan.tasks) {
      const why = whyInPlan(plan, task.key)
      expect(why?.chain[0]?.task).toBe(task.key)
      if (why !== null) expect(whyPlanText(plan, why, { width: 80, colour: false })).toContain(taskName(task))
    }
  })
})
