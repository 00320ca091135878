/** What every part of the proof is: it puts faults in at points, looks at what is left, and counts. */

/** `small`: what CI has time for · `usual`: a few minutes, what `npm run prove` does · `full`: every point, and RELIABILITY's column of each PR or more. */
export type Size = 'small' | 'usual' | 'full'

export interface PartContext {
  readonly size: Size
  /** Where chance is involved it comes from this seed alone. */
  readonly seed: number
  /** Repeats one point alone, as a failure names it; null runs all. */
  readonly point: string | null
  /** How many processes of the machine the part may keep busy. */
  readonly workers: number
  /** An empty folder for this part; removed afterwards. */
  readonly scratch: string
  /** Tells on the terminal how far the part is. */
  readonly progress: (done: number, all: number | null, what: string) => void
}

export interface PartFailure {
  /** Names the point, so that `--point` repeats it alone. */
  readonly point: string
  /** What a person sees wrong: what was expected, what was found. */
  readonly text: string
}

export type PartResult =
  | {
      readonly is: 'ran'
      /** Distinct faults that were put in. */
      readonly points: number
      readonly failures: readonly PartFailure[]
      /** Further figures, for people: `['kills during recovery', 40]`. */
      readonly figures: readonly (readonly [name: string, value: number | string])[]
    }
  /** It cannot run here; `missing` is what would have to be there. */
  | { readonly is: 'skipped'; readonly missing: string }

export interface Part {
  /** Its name on the command line. */
  readonly name: string
  /** The letter of the list in docs/PROOF.md. */
  readonly letter: string
  readonly title: string
  /** Ids of the promises that it supports, as docs/PROOF.md lists them. */
  readonly promises: readonly string[]
  run(context: PartContext): Promise<PartResult>
}

/** A part that has run, and how long that took. */
export interface Done {
  readonly part: Part
  readonly result: PartResult
  readonly seconds: number
}

/** A point that somebody has named and that is none. */
export class NoSuchPoint extends Error {
  readonly point: string
  readonly help: string
  /** @param help how the part's points are named */
  constructor(point: string, help = '') {
    super(`no point ${point}`)
    this.point = point
    this.help = help
  }
}

/** @returns the number that names a point, from 0. @throws NoSuchPoint */
export function numberedPoint(point: string): number {
  if (!/^\d{1,9}$/.test(point)) throw new NoSuchPoint(point, 'its points are numbers')
  return Number(point)
}
