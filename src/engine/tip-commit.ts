/** What the integrator writes into a commit on the tip: the files that show the marks, and the message. */

import { doneWith } from '../run/covered.ts'
import { evidenceOf } from '../run/prove.ts'
import type { TaskSpec } from '../plan/model.ts'
import { taskName } from '../plan/names.ts'
import type { RunState, TaskRun } from '../run/state.ts'
import { currentStep } from '../run/task-status.ts'
import { proofOf, redIn } from '../run/verdict.ts'
import type { Projector } from './projector.ts'

/**
 * The projected files as they have to be in a commit.
 * @param of.merging uids of the tasks that are done with it; a commit that brings in those of others makes none done
 * @param read gives their bytes in its tree
 */
export async function projectCommit(
  projectors: readonly Projector[],
  { state, merging }: { readonly state: RunState; readonly merging: readonly string[] },
  read: (file: string) => Promise<Uint8Array | null>,
): Promise<readonly { readonly path: string; readonly bytes: Uint8Array }[]> {
  const files: { path: string; bytes: Uint8Array }[] = []
  for (const projector of projectors) {
    const present = await read(projector.path)
    const projected = projector.project(present, state, merging)
    // What cannot be read in that tree stays as it is there; the working file has the marks all the same.
    if (projected.is === 'projected' && projected.bytes !== null)
      files.push({ path: projector.path, bytes: projected.bytes })
  }
  return files
}

/** So much of a hash tells the words of two tasks apart. */
const wordsLength = 12

/**
 * The commit message: what the task is for people, and trailers by which the commit is found again. The event is the last
 * one before the commit: its hash ties the commit to the whole journal up to it. That a person let red gates pass is said where
 * everybody has it who has the work.
 */
export function messageOf(
  {
    state,
    run,
    event,
    template,
  }: { readonly state: RunState; readonly run: string; readonly event: string; readonly template: string | null },
  uid: string | null,
  brings: string | null,
): string {
  const of = `Millwright-Run: ${run}\nMillwright-Event: ${event}\n`
  if (brings !== null) return `Merge the branch's own commits\n\n${of}`
  const task = uid === null ? undefined : state.tasks.get(uid)
  if (!task) return `Bring the plan's marks up to date\n\n${of}`
  const step = currentStep(task)
  const { id, title, key, textHash } = task.spec
  const words: Readonly<Record<string, string>> = { '{id}': id ?? '', '{title}': title, '{task}': taskName(task.spec) }
  // One pass: what stands in a title is never filled in again.
  const filled = (template ?? '{id} {title}').replaceAll(/\{(?:id|title|task)\}/g, (slot) =>
    (words[slot] ?? '').replaceAll('\n', ' ').slice(0, 200),
  )
  const overruled = overruledText(state, task)
  const named = ({ key, textHash }: TaskSpec): string =>
    `${key.replaceAll('\n', ' ')} ${textHash.slice(0, wordsLength)}`
  const done = task.spec.covers === undefined ? [] : [...doneWith(state, [task.uid])].filter((it) => it !== task.uid)
  const lines = [
    `Millwright-Task: ${key.replaceAll('\n', ' ')}`,
    // For whom the words of a task are another task's: done belongs to the words that it was done for.
    `Millwright-Words: ${textHash.slice(0, wordsLength)}`,
    ...done.flatMap((it) => state.tasks.get(it) ?? []).map(({ spec }) => `Millwright-Does: ${named(spec)}`),
    `Millwright-Attempt: ${step.attempts}`,
    ...(overruled === null ? [] : [`Millwright-Overridden: ${overruled}`]),
  ]
  return `${filled.trim()}\n\n${of}${lines.map((line) => `${line}\n`).join('')}`
}

/** What a person let pass, of what is merged; null where that is nothing. */
function overruledText(state: RunState, task: TaskRun): string | null {
  if (task.overridden === null) return null
  const merged = { tree: task.merge?.evidenceTree ?? null, verdicts: currentStep(task).verdicts }
  const evidence = evidenceOf(state, task, merged)
  if (proofOf(task, evidence, []) !== 'overridden') return null
  const gates = redIn(evidence).map(({ gate }) => gate.replaceAll('\n', ' '))
  return gates.length > 0 ? gates.join(', ') : 'a failed attempt'
}
