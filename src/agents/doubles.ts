/**
 * Doubles of agents, gates and reviewers, set from a file, for dry runs, tests and the demo (REQUIREMENTS F3, E5).
 *
 * The file is JSON:
 *
 *     {
 *       "tasks":   { "T001": [ATTEMPT, …], "*": [ATTEMPT] },
 *       "answers": { "research:1": ["what it answers"], "*": [ATTEMPT] },
 *       "gates":   { "unit": ["fail", "pass"], "*": ["pass"] },
 *       "reviews": { "T001": [{"answer": "revise", "text": "sign it"}, "approve"], "*": ["approve"] }
 *     }
 *
 * A sequence is used up one by one; its last element holds for all that follow. `*` stands for every name that has no
 * sequence of its own. An ATTEMPT has, all optional: `write` (path → content), `append` (path → content), `delete`
 * (paths), `output` (text), `says` (done, blocked, failed), `text`, `deviations` ([{what, reason, action, impact}]),
 * `addTasks` (as a result file has them; who proposes tasks in place of T001 is called `decompose:T001`),
 * `tick` (ids it marks in its copy of the plan), `sleepMs`, `exit` (code), `crash` (true: as if killed), `hang` (true:
 * until it is stopped or its time is up). Among `answers`, which are given to what the run asks beside its tasks, a text is as
 * good as an ATTEMPT with that `text`; what such an attempt writes lies in a folder of its own.
 */

import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser'
import type { Diagnostic } from '../plan/diagnostic.ts'
import { classifyPath, protectedBy } from '../plan/path-safety.ts'
import type { Span } from '../plan/source.ts'
import { reviewAnswers, type ReviewAnswer } from '../run/command.ts'
import type { DeclaredDeviation } from '../run/outcome.ts'

export interface AttemptDouble {
  readonly write: ReadonlyMap<string, string>
  readonly append: ReadonlyMap<string, string>
  readonly delete: readonly string[]
  readonly output: string
  readonly says: 'done' | 'blocked' | 'failed' | 'nothing'
  readonly text: string
  readonly deviations: readonly DeclaredDeviation[]
  /** Objects, each with a title. */
  readonly addTasks: readonly unknown[]
  readonly tick: readonly string[]
  readonly sleepMs: number
  readonly exit: number
  readonly crash: boolean
  readonly hang: boolean
}

export type GateDouble = 'pass' | 'fail' | 'missing' | 'time-out'
/** What a reviewer says, and with which words. */
export interface ReviewDouble {
  readonly answer: ReviewAnswer
  readonly text: string
}

export interface Doubles {
  readonly tasks: ReadonlyMap<string, readonly AttemptDouble[]>
  /** By what a question is called. */
  readonly answers: ReadonlyMap<string, readonly AttemptDouble[]>
  readonly gates: ReadonlyMap<string, readonly GateDouble[]>
  readonly reviews: ReadonlyMap<string, readonly ReviewDouble[]>
}

/** Doubles of nothing: what is not named is left to whoever uses them. */
export const noDoubles: Doubles = { tasks: new Map(), answers: new Map(), gates: new Map(), reviews: new Map() }

/** An attempt that does nothing and ends well. */
export const idleAttempt: AttemptDouble = {
  write: new Map(),
  append: new Map(),
  delete: [],
  output: '',
  says: 'nothing',
  text: '',
  deviations: [],
  addTasks: [],
  tick: [],
  sleepMs: 0,
  exit: 0,
  crash: false,
  hang: false,
}

/**
 * The element of a sequence for the n-th time.
 *
 * @param sequences by name, `*` for all others
 * @param name task id or key, gate or task
 * @param nth 1-based
 */
export function nthOf<T>(sequences: ReadonlyMap<string, readonly T[]>, name: string, nth: number): T | null {
  const sequence = sequences.get(name) ?? sequences.get('*') ?? []
  return sequence[Math.min(nth, sequence.length) - 1] ?? null
}

/** Names of members and places in lists that lead to a value. */
type At = readonly (string | number)[]
type Problem = (at: At, message: string) => void
type Read<T> = (value: unknown, at: At, problem: Problem) => T | null

function entries(value: unknown, at: At, problem: Problem): [string, unknown][] {
  if (value === undefined) return []
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value)
  problem(at, 'must be an object')
  return []
}

function items(value: unknown, at: At, problem: Problem): readonly unknown[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  problem(at, 'must be a list')
  return []
}

function oneOf<T extends string>(words: readonly T[]): Read<T> {
  return (value, at, problem) => {
    const word = words.find((it) => it === value)
    if (word === undefined) problem(at, `must be one of ${words.join(', ')}`)
    return word ?? null
  }
}

const text: Read<string> = (value, at, problem) => {
  if (typeof value === 'string') return value
  problem(at, 'must be a text')
  return null
}

/** A path that stays in the workspace, and is no data of git's or ours. */
const path: Read<string> = (value, at, problem) => {
  const plain = text(value, at, problem)
  if (plain === null) return null
  const place = classifyPath(plain)
  if (place.kind === 'safe' && place.path !== '.' && protectedBy(place.path, []) === null) return place.path
  problem(at, 'must be a path inside the workspace that is not protected')
  return null
}

function whole(value: unknown, at: At, problem: Problem, most: number): number {
  if (value === undefined) return 0
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value
  problem(at, `must be a whole number from 0 to ${most}`)
  return 0
}

function flag(value: unknown, at: At, problem: Problem): boolean {
  if (value !== undefined && typeof value !== 'boolean') problem(at, 'must be true or false')
  return value === true
}

function all<T>(value: unknown, at: At, problem: Problem, read: Read<T>): readonly T[] {
  return items(value, at, problem)
    .map((item, index) => read(item, [...at, index], problem))
    .filter((it) => it !== null)
}

function contents(value: unknown, at: At, problem: Problem): ReadonlyMap<string, string> {
  const pairs = entries(value, at, problem).map(
    ([name, content]) => [path(name, [...at, name], problem), text(content, [...at, name], problem)] as const,
  )
  return new Map(pairs.filter((pair): pair is [string, string] => pair[0] !== null && pair[1] !== null))
}

const deviation: Read<DeclaredDeviation> = (value, at, problem) => {
  const fields = new Map(entries(value, at, problem))
  const field = (name: string): string =>
    fields.has(name) ? (text(fields.get(name), [...at, name], problem) ?? '') : ''
  return { what: field('what'), reason: field('reason'), action: field('action'), impact: field('impact') }
}

const addedTask: Read<unknown> = (value, at, problem) => {
  const fields = new Map(entries(value, at, problem))
  return text(fields.get('title'), [...at, 'title'], problem) === null ? null : value
}

const attempt: Read<AttemptDouble> = (value, at, problem) => {
  const fields = new Map(entries(value, at, problem))
  for (const name of fields.keys())
    if (!Object.hasOwn(idleAttempt, name))
      problem([...at, name], `is unknown; known: ${Object.keys(idleAttempt).join(', ')}`)
  const get = (name: keyof AttemptDouble): unknown => fields.get(name)
  const place = (name: keyof AttemptDouble): At => [...at, name]
  const optional = <T>(name: keyof AttemptDouble, read: Read<T>, otherwise: T): T =>
    get(name) === undefined ? otherwise : (read(get(name), place(name), problem) ?? otherwise)
  return {
    write: contents(get('write'), place('write'), problem),
    append: contents(get('append'), place('append'), problem),
    delete: all(get('delete'), place('delete'), problem, path),
    output: optional('output', text, ''),
    says: optional('says', oneOf(['done', 'blocked', 'failed', 'nothing'] as const), 'nothing'),
    text: optional('text', text, ''),
    deviations: all(get('deviations'), place('deviations'), problem, deviation),
    addTasks: all(get('addTasks'), place('addTasks'), problem, addedTask),
    tick: all(get('tick'), place('tick'), problem, text),
    sleepMs: whole(get('sleepMs'), place('sleepMs'), problem, 24 * 60 * 60_000),
    exit: whole(get('exit'), place('exit'), problem, 255),
    crash: flag(get('crash'), place('crash'), problem),
    hang: flag(get('hang'), place('hang'), problem),
  }
}

/** An attempt, or no more than what it says. */
const answered: Read<AttemptDouble> = (value, at, problem) =>
  typeof value === 'string' ? { ...idleAttempt, says: 'done', text: value } : attempt(value, at, problem)

const answer = oneOf(reviewAnswers)

/** A word, or with words of its own. */
const review: Read<ReviewDouble> = (value, at, problem) => {
  if (typeof value !== 'object' || value === null) {
    const said = answer(value, at, problem)
    return said === null ? null : { answer: said, text: said === 'revise' ? 'as the doubles say' : '' }
  }
  const fields = new Map(entries(value, at, problem))
  for (const name of fields.keys())
    if (name !== 'answer' && name !== 'text') problem([...at, name], 'is unknown; known: answer, text')
  const said = answer(fields.get('answer'), [...at, 'answer'], problem)
  const words = fields.get('text') === undefined ? '' : text(fields.get('text'), [...at, 'text'], problem)
  return said === null || words === null ? null : { answer: said, text: words }
}

function sequences<T>(value: unknown, at: At, problem: Problem, read: Read<T>): ReadonlyMap<string, readonly T[]> {
  return new Map(
    entries(value, at, problem).map(([name, list]) => {
      const found = all(list, [...at, name], problem, read)
      if (Array.isArray(list) && list.length === 0) problem([...at, name], 'must not be empty')
      return [name, found] as const
    }),
  )
}

/** Where JSON.parse says that it stopped; the whole file where it does not say. */
function offsetOf(error: unknown, written: string): number {
  const found = /at position (\d{1,9})/.exec(error instanceof Error ? error.message.slice(-200) : '')
  return found === null ? 0 : Buffer.byteLength(written.slice(0, Number(found[1])))
}

const members = ['tasks', 'answers', 'gates', 'reviews']

/** What was read. */
interface ReadDoubles {
  /** Null where anything is wrong. */
  readonly doubles: Doubles | null
  readonly diagnostics: readonly Diagnostic[]
  /** Where a value stands in the file, by the names and numbers that lead to it. */
  readonly span: (at: readonly (string | number)[]) => Span
}

/**
 * Reads a file of doubles; every problem is named by its place in the document.
 *
 * @param written the file's text
 * @param file as shown to people
 */
export function readDoubles(written: string, file: string): ReadDoubles {
  const diagnostics: Diagnostic[] = []
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch (error) {
    const span = { path: file, offset: offsetOf(error, written), length: 0 }
    const message = 'the file of doubles is not JSON'
    return {
      doubles: null,
      span: () => span,
      diagnostics: [{ code: 'MW400', severity: 'error', message, help: 'Correct the file', span, related: [] }],
    }
  }
  let tree: Node | undefined | null = null
  const span = (at: At): Span => {
    tree ??= treeOf(written)
    return spanOf({ tree, written, file }, at)
  }
  const problem: Problem = (at, message) => {
    const help = 'The page on dry runs lists what a file of doubles may hold'
    const name = at.length === 0 ? 'the file' : shownPlace(at)
    diagnostics.push({
      code: 'MW407',
      severity: 'error',
      message: `${name} ${message}`,
      help,
      span: span(at),
      related: [],
    })
  }
  const top = new Map(entries(value, [], problem))
  for (const name of top.keys())
    if (!members.includes(name)) problem([name], `is unknown; known: ${members.join(', ')}`)
  const doubles: Doubles = {
    tasks: sequences(top.get('tasks'), ['tasks'], problem, attempt),
    answers: sequences(top.get('answers'), ['answers'], problem, answered),
    gates: sequences(top.get('gates'), ['gates'], problem, oneOf(['pass', 'fail', 'missing', 'time-out'] as const)),
    reviews: sequences(top.get('reviews'), ['reviews'], problem, review),
  }
  return { doubles: diagnostics.length === 0 ? doubles : null, diagnostics, span }
}

/** The same text with places; undefined where it is nested too deeply to be looked through. */
function treeOf(written: string): Node | undefined {
  try {
    return parseTree(written)
  } catch {
    return undefined
  }
}

/** `tasks.T001[0].write` */
function shownPlace(at: At): string {
  return at.map((step, nth) => (typeof step === 'number' ? `[${step}]` : nth === 0 ? step : `.${step}`)).join('')
}

/** Where a value stands, or the name of the member that holds it; the begin of the file where it is not there. */
function spanOf(
  { tree, written, file }: { readonly tree: Node | undefined; readonly written: string; readonly file: string },
  at: At,
): Span {
  const value = tree === undefined ? undefined : findNodeAtLocation(tree, [...at])
  const node = value?.parent?.type === 'property' ? value.parent.children?.[0] : value
  if (node === undefined) return { path: file, offset: 0, length: 0 }
  const [offset, length] = [written.slice(0, node.offset), written.slice(node.offset, node.offset + node.length)]
  return { path: file, offset: Buffer.byteLength(offset), length: Buffer.byteLength(length) }
}
