/** The report of a run as data: sections of facts, tables, lists and charts. All texts are as they came; who renders makes them safe. */

/**
 * What a thing is like, by which it is coloured. `good`: as wanted; `other`: as wanted in another way; `busy`: under way;
 * `warn`: to be looked at; `bad`: not as wanted; `off`: nothing was done.
 */
export type Tone = 'plain' | 'good' | 'other' | 'busy' | 'warn' | 'bad' | 'off'

/** A text, with its tone where it has one. */
export type Cell = string | { readonly text: string; readonly tone: Tone }

export interface Table {
  readonly is: 'table'
  readonly caption: string
  readonly columns: readonly string[]
  /** Each as long as `columns`; the first cell names the row. */
  readonly rows: readonly (readonly Cell[])[]
}

export interface Facts {
  readonly is: 'facts'
  readonly facts: readonly (readonly [name: string, value: Cell])[]
}

export interface List {
  readonly is: 'list'
  readonly items: readonly Cell[]
}

export interface Words {
  readonly is: 'words'
  readonly text: string
}

/** A part of a bar; parts of one name have one tone. */
export interface Part {
  readonly name: string
  readonly tone: Tone
  readonly count: number
}

/** Bars of several parts. */
export interface Bars {
  readonly is: 'bars'
  readonly title: string
  /** What it shows, in a sentence: for those who do not see it. */
  readonly summary: string
  /** What the whole width stands for; null where each bar is as long as the others, whatever its parts come to. */
  readonly most: number | null
  readonly rows: readonly {
    readonly label: string
    readonly parts: readonly Part[]
    /** The numbers. */
    readonly text: string
  }[]
}

/** A stretch of time. */
export interface Stretch {
  readonly name: string
  readonly tone: Tone
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  readonly text: string
}

/** What happened when, a line for each thing. */
export interface Timeline {
  readonly is: 'timeline'
  readonly title: string
  readonly summary: string
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly to: number
  readonly rows: readonly { readonly label: string; readonly stretches: readonly Stretch[]; readonly text: string }[]
}

/** What comes after what: boxes in stages, the first above. */
export interface Stages {
  readonly is: 'stages'
  readonly title: string
  readonly summary: string
  readonly stages: readonly {
    readonly name: string
    readonly boxes: readonly { readonly id: string; readonly tone: Tone; readonly text: string }[]
  }[]
  /** Ids of boxes: the second needs the first. */
  readonly arrows: readonly (readonly [from: string, to: string])[]
}

export type Chart = Bars | Timeline | Stages
export type Block = Facts | Table | List | Words | Chart

export interface Section {
  readonly title: string
  readonly blocks: readonly Block[]
  /** Parts of it, one level below. */
  readonly within?: readonly Section[]
}

export interface ReportDocument {
  readonly title: string
  /** How the run stands, in a word. */
  readonly status: Cell
  readonly facts: Facts
  readonly sections: readonly Section[]
}

export function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text
}

export function toneOf(cell: Cell): Tone {
  return typeof cell === 'string' ? 'plain' : cell.tone
}

export function toned(tone: Tone, text: string): Cell {
  return { text, tone }
}

/** Facts without those that nobody knows. */
export function facts(known: readonly (readonly [name: string, value: Cell | null])[]): Facts {
  return { is: 'facts', facts: known.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])) }
}

/** What stands for a text that nobody knows, or of which there is none. */
export const nothing = '–'

/** A table without the columns in which there is nothing, or nothing at all where it would have no row. */
export function table(caption: string, columns: readonly string[], rows: Table['rows']): readonly Table[] {
  if (rows.length === 0) return []
  const kept = columns.map((_, at) => at === 0 || rows.some((row) => row[at] !== nothing))
  const full = <Item>(of: readonly Item[]): readonly Item[] => of.filter((_, at) => kept[at])
  return [{ is: 'table', caption, columns: full(columns), rows: rows.map(full) }]
}

/** A section, or nothing where it would be empty. */
export function section(title: string, blocks: readonly Block[], within: readonly Section[] = []): readonly Section[] {
  const full = blocks.filter((it) => it.is !== 'facts' || it.facts.length > 0)
  if (full.length === 0 && within.length === 0) return []
  return [within.length === 0 ? { title, blocks: full } : { title, blocks: full, within }]
}

/** Names and tones of what a chart shows, each once, in the order in which they come first. */
export function legendOf(chart: Chart): readonly { readonly name: string; readonly tone: Tone }[] {
  const shown: readonly { readonly name: string; readonly tone: Tone }[] =
    chart.is === 'bars'
      ? chart.rows.flatMap(({ parts }) => parts.filter(({ count }) => count > 0))
      : chart.is === 'timeline'
        ? chart.rows.flatMap(({ stretches }) => stretches)
        : []
  const legend = new Map(shown.map(({ name, tone }) => [name, tone]))
  return [...legend].map(([name, tone]) => ({ name, tone }))
}

/** What a chart shows as rows of text: label and numbers. */
export function rowsOf(chart: Chart): readonly (readonly [label: string, text: string])[] {
  if (chart.is !== 'stages') return chart.rows.map(({ label, text }) => [label, text])
  return chart.stages.map(({ name, boxes }) => [name, boxes.map(({ id, text }) => `${id}: ${text}`).join('; ')])
}
