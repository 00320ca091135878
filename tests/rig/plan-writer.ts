/** Writes plans of the phase-tasks dialect from a few words, and the obedient agent's script for them. */

import type { Behaviour } from './agent-program.ts'

export interface PlannedTask {
  readonly id: string
  readonly title?: string
  /** What stands in the box; a blank by default. */
  readonly mark?: string
  readonly blockedBy?: readonly string[]
  /** Path → action; null writes no `files:` line. */
  readonly files?: Readonly<Record<string, 'CREATE' | 'MODIFY' | 'DELETE' | 'REVIEW'>> | null
}

export interface PlannedPhase {
  readonly number: string
  readonly title: string
  readonly tasks: readonly PlannedTask[]
}

/** The plan's text, with its progress table. */
export function writePlan(phases: readonly PlannedPhase[]): string {
  const rows = phases.map(({ number, title, tasks }) => {
    const done = tasks.filter((task) => task.mark === 'X').length
    return { name: `${number} ${title}`, total: tasks.length, done }
  })
  const sum = (of: 'total' | 'done'): number => rows.reduce((all, row) => all + row[of], 0)
  const row = (name: string, total: number, done: number): string =>
    `| ${name} | ${total} | ${done} | ${total - done} |`
  return [
    '# Task Plan: harbour-lights',
    '',
    '## Progress Summary',
    '',
    '| Phase | Total | Done | Remaining |',
    '|---|---|---|---|',
    ...rows.map(({ name, total, done }) => row(name, total, done)),
    row('Total', sum('total'), sum('done')),
    '',
    ...phases.flatMap(({ number, title, tasks }) => [
      `## Phase ${number}: ${title}`,
      '',
      ...tasks.flatMap(taskLines),
      '',
    ]),
  ].join('\n')
}

function taskLines({ id, title, mark, blockedBy, files }: PlannedTask): readonly string[] {
  return [
    `- [${mark ?? ' '}] ${id} ${title ?? `Do what ${id} says`}`,
    ...(blockedBy === undefined ? [] : [`  blocked_by: [${blockedBy.join(', ')}]`]),
    ...(files
      ? [
          `  files: ${Object.entries(files)
            .map(([file, action]) => `${file} (${action})`)
            .join(', ')}`,
        ]
      : []),
  ]
}

/** What an agent does that keeps to the plan: created files say the task's id, changed ones have it as a further line. */
export function obey({ id, files }: PlannedTask): Behaviour {
  const named = Object.entries(files ?? {})
  const of = (action: string): readonly string[] => named.filter(([, it]) => it === action).map(([file]) => file)
  return {
    write: Object.fromEntries(of('CREATE').map((file) => [file, `${id}\n`])),
    append: Object.fromEntries(of('MODIFY').map((file) => [file, `${id}\n`])),
    remove: of('DELETE'),
  }
}

/** The box of a task in a plan's text, or null where the task is not there. */
export function markOf(plan: string, id: string): string | null {
  const line = plan.split('\n').find((it) => it.startsWith('- [') && it.includes(`] ${id} `))
  return line === undefined ? null : line.slice(3, line.indexOf(']'))
}

/** The reason line below a task, without its key; null where there is none. */
export function reasonOf(plan: string, id: string): string | null {
  const lines = plan.split('\n')
  const at = lines.findIndex((it) => it.startsWith('- [') && it.includes(`] ${id} `))
  for (const line of lines.slice(at + 1)) {
    if (line.startsWith('- [') || line.startsWith('## ')) return null
    if (line.trim().startsWith('reason: ')) return line.trim().slice('reason: '.length)
  }
  return null
}
