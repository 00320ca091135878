/** The plan of the main job's tests: chains, a diamond, a cycle, an unmet blocker, and every way a task can end. */

import { obey, writePlan, type PlannedTask } from '../../rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../rig/repository.ts'
import type { AgentScript, Behaviour } from '../../rig/agent-program.ts'

/** The twelve tasks of the phase that is run. */
export const twelve: readonly PlannedTask[] = [
  { id: 'T0010', files: { 'src/base.txt': 'CREATE' } },
  { id: 'T0011', blockedBy: ['T0010'], files: { 'src/left.txt': 'CREATE' } },
  { id: 'T0012', blockedBy: ['T0010'], files: { 'src/right.txt': 'CREATE' } },
  { id: 'T0013', blockedBy: ['T0011', 'T0012'], files: { 'src/base.txt': 'MODIFY', 'docs/old.md': 'DELETE' } },
  { id: 'T0014', blockedBy: ['T0015'], files: { 'src/hen.txt': 'CREATE' } },
  { id: 'T0015', blockedBy: ['T0014'], files: { 'src/egg.txt': 'CREATE' } },
  { id: 'T0016', blockedBy: ['T0019'], files: { 'src/after.txt': 'CREATE' } },
  { id: 'T0017', blockedBy: ['T0030'], files: { 'src/later.txt': 'CREATE' } },
  { id: 'T0018', files: { 'src/mended.txt': 'CREATE' } },
  { id: 'T0019', files: { 'src/never.txt': 'CREATE' } },
  { id: 'T0020', blockedBy: ['T0018'], files: { 'docs/guide.md': 'CREATE' } },
  { id: 'T0021', blockedBy: ['T0020'], files: null },
]

/** Tasks that end done, in the order in which they are done one after another. */
export const done = ['T0010', 'T0011', 'T0012', 'T0013', 'T0018', 'T0020', 'T0021']

/** The plan's text before anything was run. */
export const plan = writePlan([
  { number: '05', title: 'Test Strategy', tasks: [{ id: 'T0001', mark: 'X', files: { 'docs/old.md': 'CREATE' } }] },
  { number: '06', title: 'Implementation', tasks: twelve },
  { number: '07', title: 'Release', tasks: [{ id: 'T0030', files: { 'docs/release.md': 'CREATE' } }] },
])

/** What the agent does, with further doings of every attempt mixed in. */
export function script(every: Behaviour = {}): AgentScript {
  const obedient = Object.fromEntries(twelve.map((task) => [task.id, [obey(task)]]))
  const tasks: Record<string, readonly Behaviour[]> = {
    ...obedient,
    T0018: [{ write: { 'src/mended.txt': 'BAD\n' } }, { write: { 'src/mended.txt': 'T0018\n' } }],
    T0019: [{ write: { 'src/never.txt': 'BAD\n' }, print: 'I am sure that this is right now\n' }],
    T0020: [{ write: { 'docs/guide.md': 'T0020\n', 'docs/extra.md': 'T0020\n' } }],
    T0021: [{ write: { 'notes.txt': 'T0021\n' } }],
  }
  return {
    by: 'state',
    tasks: Object.fromEntries(Object.entries(tasks).map(([id, list]) => [id, list.map((it) => ({ ...every, ...it }))])),
  }
}

/** A repository that holds the plan; `config` goes into its millwright.toml. */
export function makeTwelve(every: Behaviour = {}, config = ''): Repository {
  return makeRepository({
    files: { 'tasks.md': plan, 'docs/old.md': 'old\n', 'README.md': 'harbour lights\n' },
    script: script(every),
    gated: ['src'],
    config,
  })
}

/** The call that runs it. */
export function call(repository: Repository): readonly string[] {
  return ['run', 'tasks.md', '--exec', repository.exec, '--yes']
}
