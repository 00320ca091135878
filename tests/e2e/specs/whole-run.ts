/** A run of the fair from its begin to its end: who answers what it asks, and what its log and its files come to, without times. */

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { EventBody, Subject } from '../../../src/run/event.ts'
import type { Project } from '../../rig/project.ts'
import type { ProgressDocument, ProgressStep } from '../../../src/reports/spec/progress/schema.ts'
import { linesOf as linesIn, told } from '../kill/ended-run.ts'
import { killBoth } from '../kill/supervisor-of.ts'
import { planFile, progressFile } from './whole-project.ts'

/** Kind of a review and its step, or the kind alone → the answer. What is revised is mended with it. */
export type Answers = Readonly<Record<string, string>>

export interface LoggedEvent {
  readonly subject: Subject | null
  readonly body: EventBody
}

/** All that was logged of a run. */
export async function eventsOf(project: Project): Promise<readonly LoggedEvent[]> {
  return JSON.parse((await project.run('log', planFile, '--json')).out) as readonly LoggedEvent[]
}

/** What `--jsonl` has told. */
function toldBy(out: string): readonly LoggedEvent[] {
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LoggedEvent)
}

/**
 * Answers what was asked since.
 * @param all all events that were told, those of earlier calls among them
 * @param answered reviews that were answered before; those that are now join them
 */
async function answerAll(
  project: Project,
  all: readonly LoggedEvent[],
  answers: Answers,
  answered: Set<string>,
): Promise<void> {
  const stepOf = namer(all)
  for (const { subject, body } of all) {
    if (body.type !== 'review-asked' || answered.has(body.review)) continue
    const { review, kind } = body
    const step = stepOf(subject) ?? ''
    const what = `${kind} ${step}`
    const answer = answers[what] ?? answers[kind]
    if (answer === undefined) throw new Error(`nobody knows what to answer to ${what}`)
    if (answer === 'revise') writeFileSync(path.join(project.top, 'meeting', `mended.${step}`), '')
    const words = answer === 'revise' ? ['-m', 'Take more smoke'] : []
    const { code, err } = await project.run('review', answer, review, '--plan', planFile, ...words)
    if (code !== 0) throw new Error(`${answer} ${what}: ${err}`)
    answered.add(review)
  }
}

/** Runs to the end, however often it asks. @returns the last exit code */
export async function runWhole(project: Project, mode: string, answers: Answers): Promise<number | null> {
  const all: LoggedEvent[] = []
  const answered = new Set<string>()
  for (let call = 0; call < 30; call += 1) {
    const words = call === 0 ? ['run', planFile, '--mode', mode, '--exec', project.exec] : ['resume', planFile]
    const { code, out, err } = await project.run(...words, '--yes', '--jsonl')
    all.push(...toldBy(out))
    if (code === 2 || code === 4) throw new Error(err)
    if (code !== 3) return code
    await answerAll(project, all, answers, answered)
  }
  throw new Error('it asks again and again')
}

/** Names of steps as the spec has them; null of what is no step of it. */
function namer(events: readonly LoggedEvent[]): (subject: Subject | null) => string | null {
  const ids = new Map(
    events.flatMap(({ body }) =>
      body.type === 'plan-revised'
        ? body.added.flatMap(({ uid, spec }) => (spec.origin === 'engine' ? [] : [[uid, spec.id ?? spec.key] as const]))
        : [],
    ),
  )
  return (subject) => {
    const id = ids.get(subject?.task ?? '')
    return id === undefined ? null : `${id}.${subject?.step ?? ''}`
  }
}

/**
 * As `runWhole`, but executor and supervisor are killed where so many events of the run have been told, over all calls.
 * @returns how often they were
 */
export async function runKilled(
  project: Project,
  mode: string,
  answers: Answers,
  places: readonly number[],
): Promise<number> {
  const answered = new Set<string>()
  let kills = 0
  let before = 0
  for (let call = 0; call < places.length + 30; call += 1) {
    const words = call === 0 ? ['run', planFile, '--mode', mode, '--exec', project.exec] : ['resume', planFile]
    const running = project.begin(...words, '--yes', '--jsonl')
    await told(running, Math.max(1, (places[kills] ?? Infinity) - before))
    if (kills < places.length && running.child.exitCode === null) await killBoth(running)
    const { code, signal, out, err } = await running.ended
    before += linesIn(out)
    if (signal === 'SIGKILL') kills += 1
    // What was asked right before a kill was told to nobody: the journal knows.
    else if (code === 3) await answerAll(project, await eventsOf(project), answers, answered)
    else if (code === 0 || code === 1) return kills
    else throw new Error(`after ${kills} kills: ${err}`)
  }
  throw new Error(`it does not come to its end after ${kills} kills`)
}

/** The log of a run, a line for each step that ended, each question, answer and change of the mode. */
export function linesOf(events: readonly LoggedEvent[]): readonly string[] {
  const lines: string[] = []
  const stepOf = namer(events)
  const begun = new Map<string, string[]>()
  const note = (step: string | null, what: string): void => {
    if (step !== null) begun.set(step, [...(begun.get(step) ?? []), what])
  }
  const flush = (step: string | null, end: string): void => {
    if (step === null) return
    lines.push(`${step} ${[...(begun.get(step) ?? []), end].join(', ')}`)
    begun.delete(step)
  }
  for (const { subject, body } of events) {
    const step = stepOf(subject)
    if (subject !== null && step === null) continue
    switch (body.type) {
      case 'propagation-decided':
        note(body.decision.step_id, body.decision.error_propagation_decision)
        break
      case 'step-moved': {
        const method = subject?.method ?? 'nothing'
        if (body.because === 'next-attempt') note(step, `${method} once more`)
        else if (body.because === 'next-method') note(step, `${method} failed`)
        else if (body.to === 'done') flush(step, `${method} done`)
        else if (body.to === 'skipped' || body.to === 'blocked' || body.to === 'failed')
          flush(step, `${method} ${body.to} (${body.because})`)
        break
      }
      case 'mode-changed':
        lines.push(`${body.from} -> ${body.to}: ${(body.escalation?.patterns ?? [body.reason]).join(', ')}`)
        break
      case 'mode-chosen':
        lines.push(`-> ${body.mode}: a person`)
        break
      case 'constitution-checked':
        for (const it of body.check.violations) lines.push(`${it.severity}: article ${it.article}`)
        break
      case 'review-asked':
        flush(step, `${body.review} ${body.kind}?`)
        break
      case 'review-decided':
        lines.push(`${body.review}: ${body.answer}`)
        break
      default:
    }
  }
  return lines
}

/** The steps of each task as the progress file has them, how its SPECLets stand, and what it says of the goal. */
export function endOf({ completion_verification: goal, ...document }: ProgressDocument): readonly string[] {
  const stepText = (it: ProgressStep): string =>
    `${it.status} ${it.method_used ?? '-'}${it.retry_count > 0 ? ` +${it.retry_count}` : ''}`
  return [
    ...document.tasks.map(
      ({ task_id, status, steps }) => `task ${task_id} ${status}: ${steps.map(stepText).join(', ')}`,
    ),
    Object.entries(document.speclet_progress ?? {})
      .map(([id, { status, completed_in_part: isPart }]) => `${id} ${status}${isPart === true ? ' in part' : ''}`)
      .join(', '),
    `run ${document.status}, goal ${goal?.goal_achievement_status ?? 'not judged'}`,
    ...(goal?.gaps ?? []),
  ]
}

/** How each step was done that a backup has done: by an agent that thinks for itself, or by which program. */
export function backupsIn(events: readonly LoggedEvent[]): readonly string[] {
  const begun = new Map<string, string>()
  return events.flatMap(({ subject, body }) => {
    const step = `${subject?.task ?? ''}/${subject?.step ?? ''}`
    if (body.type === 'effect-requested' && body.effect.is === 'start-attempt') {
      const { does, name, argv } = body.effect
      begun.set(step, name.method === 'primary' ? '' : does === 'agent' ? 'cognitive' : (argv.at(-1) ?? ''))
    }
    const by = begun.get(step) ?? ''
    return body.type === 'step-moved' && body.to === 'done' && by !== '' ? [by] : []
  })
}

export function progressOf(project: Project): ProgressDocument {
  return JSON.parse(project.read(progressFile)) as ProgressDocument
}
