/** The programs that a plan itself names as ways to do its steps: whoever runs one of them trusts its text (RELIABILITY S1). */

import type { Draft, DraftTask } from './draft.ts'
import type { MethodSpec, StepSpec, TaskSpec } from './model.ts'
import { taskName } from './names.ts'

export interface Tool {
  /** For people, and among what a run has redefined: `backup 1 of step 1.2`. Plan text: make it safe before it is shown. */
  readonly name: string
  /** Program and arguments, as they are run: without a shell, in the root of the project. */
  readonly argv: readonly string[]
}

/** What a method of a step is called before people. */
export function toolName(
  task: Pick<TaskSpec, 'id' | 'key'>,
  step: Pick<StepSpec, 'id'>,
  method: Pick<MethodSpec, 'id'>,
): string {
  return `${method.id.replace('-', ' ')} of step ${taskName(task)}.${step.id}`
}

/** Every tool method of these tasks, in the order of the plan; two of one name are two tools. */
export function toolsOf(tasks: Iterable<Pick<TaskSpec, 'id' | 'key' | 'steps'>>): readonly Tool[] {
  const found: Tool[] = []
  for (const task of tasks)
    for (const step of task.steps)
      for (const method of step.methods)
        if (method.does === 'tool') found.push({ name: toolName(task, step, method), argv: method.argv })
  return found
}

/** The tools of a plan that is not checked yet, each with its task and the file that it runs. */
export function draftTools(draft: Pick<Draft, 'tasks'>): readonly DraftTool[] {
  return draft.tasks.flatMap((task) =>
    toolsOf([{ id: task.id?.text ?? '', key: task.key, steps: task.steps }]).flatMap(({ name, argv }) => {
      const script = scriptOf(argv)
      return script === null ? [] : [{ name, script, task }]
    }),
  )
}

interface DraftTool {
  readonly name: string
  /** As `scriptOf` gives it. */
  readonly script: string
  readonly task: DraftTask
}

/**
 * The file of the repository that a tool runs, relative to the root: the program itself, or what its interpreter is given.
 * @returns null where the program is one of the machine
 */
export function scriptOf(argv: readonly string[]): string | null {
  const [program = '', first = ''] = argv
  const script = program.includes('/') ? program : first
  return script.startsWith('./') ? script.slice(2) : null
}
