/** What a brief says of how to work: the folder, test first, the checks that decide, and the plan that is left alone. */

import type { TaskSpec } from '../plan/model.ts'
import type { Policy } from '../plan/policy.ts'
import { shellWords } from '../plan/shell-word.ts'
import { printable } from '../run/excerpt.ts'
import { bytesOf } from './brief-room.ts'
import { fillTemplate, folders, methods, proposing, sharedFolders, ticks } from './templates.ts'

export interface Rules {
  readonly task: TaskSpec
  /** Path of the plan, relative to the root. */
  readonly plan: string
  /** Names and commands of the gates that will judge. */
  readonly gates: readonly { readonly name: string; readonly argv: readonly string[] }[]
  /** The gates must be red after this step (first half of test-first). */
  readonly expectsRed: boolean
  /** Set where no work is asked for, but tasks in place of a rejected one. */
  readonly proposes: object | null
  readonly workspace: Policy['workspace']
  /** Paths of the working directory that lead into the person's checkout. */
  readonly shared: readonly string[]
}

/** Most bytes of the commands of gates; of the others the name is told. */
const mostOfGates = 6_000

function named(gates: Rules['gates']): readonly string[] {
  let left = mostOfGates
  return gates
    .filter((gate) => gate.argv.length > 0)
    .map(({ name, argv }) => {
      const whole = `${name} (\`${shellWords(argv)}\`)`
      left -= bytesOf(whole)
      return left < 0 ? name : whole
    })
}

function gatesLine({ gates, expectsRed }: Rules): string {
  const told = named(gates)
  if (expectsRed)
    return `- Write the test only. These checks must fail afterwards, for the reason you test: ${told.join(', ')}.`
  return told.length === 0 ? '' : `- These checks decide afterwards; run them yourself first: ${told.join(', ')}.`
}

function sharedLine(shared: readonly string[]): string {
  const names = shared.map((it) => `\`${printable(it).replaceAll(/[`\n]/g, '')}\``)
  return names.length === 0 ? '' : fillTemplate(sharedFolders, { names: names.join(', ') })
}

/** Endings of files that nobody writes a test for. */
const documents = ['.md', '.markdown', '.mdx', '.rst', '.adoc', '.png', '.svg', '.jpg', '.gif', '.pdf'] as const

function isDocument(path: string): boolean {
  const name = (path.split('/').at(-1) ?? '').toLowerCase()
  return (
    documents.some((ending) => name.endsWith(ending)) || /^(?:licen[cs]e|changelog|readme|authors|notice)$/.test(name)
  )
}

/** Which way of working a task asks for: only what it declares decides, never its words. */
function methodOf({ task, expectsRed }: Rules): keyof typeof methods {
  const changed = task.files.filter((file) => file.action !== 'read')
  if (task.declaresFiles && changed.length === 0) return 'look'
  if (changed.length > 0 && changed.every((file) => isDocument(file.to ?? file.path))) return 'documents'
  return expectsRed ? 'test' : 'code'
}

/** The rules as items of a list. */
export function rulesPart(of: Rules): string {
  const file = ` (\`${printable(of.plan).replaceAll(/[`\n]/g, '')}\`)`
  if (of.proposes !== null) return fillTemplate(proposing, { file })
  return [
    folders[of.workspace],
    sharedLine(of.shared),
    methods[methodOf(of)],
    gatesLine(of),
    fillTemplate(of.task.covers ? ticks.covered : ticks.none, { file }),
  ]
    .filter((it) => it !== '')
    .join('\n')
}
