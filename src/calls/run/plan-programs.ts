/** Programs that a plan itself names: other ways to do a step (seed 004 §2.6). They are executed as gates are, and trusted like them. */

import type { Executable } from '../../config/trust.ts'
import type { Plan } from '../../plan/model.ts'

/** Each program of a task that is not done, once (RELIABILITY S1). */
export function planPrograms({ tasks }: Pick<Plan, 'tasks'>): readonly Executable[] {
  const found = new Map<string, Executable>()
  for (const { key, mark, steps } of tasks) {
    if (mark === 'done' || mark === 'skipped') continue
    for (const { id, methods } of steps)
      for (const { does, argv, id: method } of methods) {
        const name = argv.join('\0')
        if (does !== 'tool' || found.has(name)) continue
        const what = `${method} of step ${key}.${id}`
        found.set(name, { what, argv, cwd: '.', env: [], set: {}, source: 'repository' })
      }
  }
  return [...found.values()]
}

/** The same plan with an agent in the place of each program. */
export function withoutPrograms(plan: Plan): Plan {
  const tasks = plan.tasks.map((task) => ({
    ...task,
    steps: task.steps.map((step) => ({
      ...step,
      methods: step.methods.map((it) => (it.does === 'tool' ? { ...it, does: 'agent' as const, argv: [] } : it)),
    })),
  }))
  return { ...plan, tasks }
}
