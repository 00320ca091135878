/** A plan as text that people edit: what stands in its boxes, and the changes that they make. */

import type { MarkState } from '../../src/plan/model.ts'

export type Edit =
  | { readonly is: 'mark'; readonly task: number; readonly mark: keyof typeof boxes }
  | { readonly is: 'retitle' | 'remove' | 'renumber'; readonly task: number }
  | { readonly is: 'add'; readonly task: number; readonly after: readonly number[]; readonly file: number | null }
  | { readonly is: 'swap'; readonly task: number; readonly with: number }
  | { readonly is: 'file'; readonly task: number; readonly file: number | null }
  | { readonly is: 'blockers'; readonly task: number; readonly after: readonly number[] }

const boxes = { todo: ' ', done: 'X', blocked: 'BLOCKED', skipped: 'SKIP', deferred: 'DEFER', unknown: '?' } as const

interface Line {
  readonly id: string
  readonly box: string
  readonly title: string
  /** The lines below it. */
  readonly below: readonly string[]
}

const head = '# Task Plan: people\n\n## Phase 06: Implementation\n\n'

/** A plan of these tasks; its ids are T001 and so on. */
export function planText(
  tasks: readonly {
    readonly mark: keyof typeof boxes
    readonly after: readonly number[]
    readonly file: number | null
  }[],
): string {
  return tasks.reduce((text, { mark, after, file }, at) => {
    const added = edited(text, { is: 'add', task: at, after, file })
    return edited(added, { is: 'mark', task: at, mark })
  }, head)
}

function linesOf(text: string): readonly Line[] {
  const lines: { id: string; box: string; title: string; below: string[] }[] = []
  for (const line of text.slice(head.length).split('\n')) {
    const [, box, id, title] = /^- \[(.*?)\] (T\d+) (.*)$/.exec(line) ?? []
    if (box !== undefined && id !== undefined && title !== undefined) lines.push({ id, box, title, below: [] })
    else if (line.trim() !== '') lines.at(-1)?.below.push(line)
  }
  return lines
}

function textOf(lines: readonly Line[]): string {
  return (
    head + lines.map(({ id, box, title, below }) => [`- [${box}] ${id} ${title}`, ...below, ''].join('\n')).join('')
  )
}

/** What stands in the boxes. */
export function marksIn(text: string): readonly { readonly id: string; readonly mark: MarkState }[] {
  return linesOf(text).map(({ id, box }) => {
    const found = (Object.keys(boxes) as (keyof typeof boxes)[]).find((mark) => boxes[mark] === box)
    return { id, mark: found ?? 'unknown' }
  })
}

/** The plan with another mark for a task. */
export function marked(text: string, id: string, mark: keyof typeof boxes): string {
  return textOf(linesOf(text).map((it) => (it.id === id ? { ...it, box: boxes[mark] } : it)))
}

/** The plan after an edit; tasks are named by their place, round and round. */
export function edited(text: string, edit: Edit): string {
  const lines = linesOf(text)
  const named = lines[edit.task % Math.max(1, lines.length)]
  if (edit.is === 'add') {
    const id = freeId(lines)
    const line = { id, box: ' ', title: `Do what ${id} says`, below: [] }
    const place = edit.task % (lines.length + 1)
    const all = [...lines.slice(0, place), line, ...lines.slice(place)]
    const { after, file } = edit
    const withFile = edited(textOf(all), { is: 'file', task: place, file })
    return edited(withFile, { is: 'blockers', task: place, after })
  }
  if (named === undefined) return text
  const set = (next: Partial<Line>): string => textOf(lines.map((it) => (it === named ? { ...it, ...next } : it)))
  switch (edit.is) {
    case 'mark':
      return set({ box: boxes[edit.mark] })
    case 'retitle':
      return set({ title: `${named.title} again` })
    case 'remove':
      return lines.length === 1
        ? text
        : textOf(
            withoutBlocker(
              lines.filter((it) => it !== named),
              named.id,
            ),
          )
    case 'renumber':
      // The title keeps its words.
      return set({}).replaceAll(new RegExp(`\\b${named.id}\\b(?! says)`, 'g'), freeId(lines))
    case 'swap': {
      const other = lines[edit.with % lines.length]
      return textOf(lines.map((it) => (it === named ? (other ?? it) : it === other ? named : it)))
    }
    case 'file':
      return set({ below: withKey(named.below, 'files', edit.file === null ? null : `f${edit.file}.txt (CREATE)`) })
    case 'blockers': {
      const ids = edit.after.flatMap((at) => lines[at % lines.length]?.id ?? []).filter((id) => id !== named.id)
      return set({ below: withKey(named.below, 'blocked_by', ids.length === 0 ? null : blockedBy(ids)) })
    }
    default:
      return edit satisfies never
  }
}

function freeId(lines: readonly Line[]): string {
  const last = Math.max(0, ...lines.map(({ id }) => Number(id.slice(1))))
  return `T${String(last + 1).padStart(3, '0')}`
}

function blockedBy(ids: readonly string[]): string {
  return `[${[...new Set(ids)].join(', ')}]`
}

function withKey(below: readonly string[], key: string, value: string | null): readonly string[] {
  const others = below.filter((line) => !line.trim().startsWith(`${key}:`))
  return value === null ? others : [...others, `  ${key}: ${value}`]
}

/** A blocker that is no longer in the plan would make it unsound. */
function withoutBlocker(lines: readonly Line[], id: string): readonly Line[] {
  return lines.map((it) => {
    const line = it.below.find((below) => below.trim().startsWith('blocked_by:'))
    const ids = line?.match(/T\d+/g)?.filter((other) => other !== id) ?? []
    return line === undefined
      ? it
      : { ...it, below: withKey(it.below, 'blocked_by', ids.length === 0 ? null : blockedBy(ids)) }
  })
}
