/** What every drawing of a plan shows: boxes in frames, and arrows between them. */

import type { Graph } from '../../plan/graph.ts'
import type { Edge, MarkState, Plan, TaskSpec } from '../../plan/model.ts'
import { groupTitle } from '../../plan/names.ts'

/** How a box looks: its mark, or that it can never start. */
export type Look = MarkState | 'cycle'

export interface Box {
  readonly task: TaskSpec
  /** Safe in any drawing language; made from the position, never from the plan's text. */
  readonly name: string
  readonly look: Look
}

export interface Arrow {
  /** `Box.name` of the blocker. */
  readonly from: string
  readonly to: string
  /** `weak`: not said by the plan itself, or order only. */
  readonly look: 'plain' | 'critical' | 'weak' | 'cycle'
}

export interface Picture {
  /** One per group that has tasks, in the plan's order; tasks of no group stand in one without a title. */
  readonly frames: readonly { readonly title: string | null; readonly boxes: readonly Box[] }[]
  readonly arrows: readonly Arrow[]
  /** Blockers that the plan names but does not hold. */
  readonly strangers: readonly { readonly id: string; readonly name: string }[]
}

/** Lays a plan and its graph out as boxes and arrows. */
export function picture(plan: Plan, graph: Graph): Picture {
  const cycleOf = new Map(graph.cycles.flatMap((cycle, at) => cycle.members.map((key) => [key, at] as const)))
  const boxes = plan.tasks.map((task, at): Box => {
    return { task, name: `t${at}`, look: cycleOf.has(task.key) ? 'cycle' : task.mark }
  })
  const names = new Map(boxes.map(({ task, name }) => [task.key, name]))

  const inGroup = new Map<string, Box[]>(plan.groups.map((group) => [group.key, []]))
  const inNone: Box[] = []
  for (const box of boxes) (inGroup.get(box.task.group ?? '') ?? inNone).push(box)
  const frames = [
    { title: null, boxes: inNone },
    ...plan.groups.map((group) => ({ title: groupTitle(group), boxes: inGroup.get(group.key) ?? [] })),
  ].filter((frame) => frame.boxes.length > 0)

  const followers = new Map(graph.criticalPath.map((key, at) => [key, graph.criticalPath[at + 1]]))
  const look = (edge: Edge): Arrow['look'] => {
    if (cycleOf.has(edge.from) && cycleOf.get(edge.from) === cycleOf.get(edge.to)) return 'cycle'
    if (followers.get(edge.from) === edge.to) return 'critical'
    return edge.basis === 'explicit' && edge.needs === 'done' ? 'plain' : 'weak'
  }
  const arrows = plan.edges.flatMap((edge): Arrow[] => {
    const from = names.get(edge.from)
    const to = names.get(edge.to)
    return from === undefined || to === undefined ? [] : [{ from, to, look: look(edge) }]
  })

  const strangers = [...new Set(plan.tasks.flatMap((task) => task.unknownBlockers))].map((id, at) => {
    return { id, name: `u${at}` }
  })
  const strangerNames = new Map(strangers.map(({ id, name }) => [id, name]))
  const toStrangers = boxes.flatMap(({ task, name }) =>
    task.unknownBlockers.map((id): Arrow => ({ from: strangerNames.get(id) ?? '', to: name, look: 'weak' })),
  )
  return { frames, arrows: [...arrows, ...toStrangers], strangers }
}
