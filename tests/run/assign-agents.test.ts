import { expect, test } from 'vitest'
import { assignAgents } from '../../src/run/assign-agents.ts'
import type { TaskSpec } from '../../src/plan/model.ts'
import { agentMethod, plan, step } from '../rig/plan-builder.ts'

/** The agents of the methods of a task, after those of roles were filled in. */
function agentsOf(more: Partial<TaskSpec>, agents: Readonly<Record<string, string>>): readonly (string | null)[] {
  const given = plan({ T1: { more: { steps: [step()], ...more } } })
  const before = structuredClone(given)
  const assigned = assignAgents(given, new Map(Object.entries(agents)))
  expect(given).toEqual(before)
  return assigned.tasks.flatMap((task) => task.steps.flatMap(({ methods }) => methods.map((it) => it.agent)))
}

test('a task goes to the agent of its specialist, else of its layer, else to the default of the run', () => {
  const agents = { core: 'coder', infra: 'ops' }
  expect(agentsOf({ role: 'core_cpp_agent', layer: 'infra' }, agents)).toEqual(['coder'])
  expect(agentsOf({ role: 'poet', layer: 'infra' }, agents)).toEqual(['ops'])
  expect(agentsOf({ role: 'poet' }, agents)).toEqual([null])
  expect(agentsOf({}, agents)).toEqual([null])
  expect(agentsOf({}, { ...agents, generic: 'any' })).toEqual(['any'])
})

test('a method that names its agent keeps it, and what no agent does gets none', () => {
  const methods = [
    agentMethod,
    { ...agentMethod, id: 'backup-1', agent: 'careful' },
    { ...agentMethod, id: 'backup-2', does: 'tool', argv: ['make'] },
    { ...agentMethod, id: 'backup-3', does: 'pull' },
  ] as const
  expect(agentsOf({ role: 'core', steps: [step({ methods })] }, { core: 'coder' })).toEqual([
    'coder',
    'careful',
    null,
    null,
  ])
})

test('without roles the plan is the same one', () => {
  const given = plan({ T1: { more: { role: 'core', steps: [step()] } } })
  expect(assignAgents(given, new Map())).toBe(given)
})
