/** The verdict of a contract gate over the files that a draft touches, from what was read of them. */

import { differencesOf, differenceText, entriesOf, samenessIn, type Difference } from './compare.ts'
import type { Places } from './languages.ts'
import type { FileSignatures, Signature } from './signature.ts'
import type { Entries } from './stored-contract.ts'

/** A touched file, and where its declarations may go. */
export interface TouchedFile extends Places {
  readonly path: string
  /** What the stored contract says of it; null where it does not name it. */
  readonly stored: Entries | null
  /** As it was where the draft began; null where it was not there, or is not asked about. */
  readonly before: FileSignatures | null
  /** As it is now; null where it is not there. */
  readonly now: FileSignatures | null
}

export interface Verdict {
  readonly result: 'passed' | 'failed' | 'could-not-run'
  /** Everything there is to say, what failed last. */
  readonly text: string
  /** One line for each thing that failed, without places: what makes two failures the same. */
  readonly failures: readonly string[]
  /** Paths that fail for what a person can accept. */
  readonly acceptable: readonly string[]
  /** Set where it passed and could not have failed, whatever is public now: there was nothing to hold the files to. */
  readonly judgesNothing?: true
}

/**
 * Judges touched files. What a file is held to is its stored contract, else what was public in it where the draft began.
 * What the stored contract has otherwise than the file had before, and the draft has not touched, is told and not held
 * against it.
 *
 * @param additions whether what is new fails
 */
export function judgeTouched(files: readonly TouchedFile[], additions: 'pass' | 'fail'): Verdict {
  const told: string[] = []
  const unjudged: string[] = []
  const broken: string[] = []
  const differences: Difference[] = []
  let judges = additions === 'fail' && files.length > 0
  for (const file of files) {
    const { path, before, now } = file
    const contract = file.stored ?? (before?.is === 'read' ? entriesOf(path, before.signatures) : null)
    if (contract !== null && contract.size > 0) judges = true
    if (now?.is === 'refused') {
      unjudged.push(`${path}: it was not looked into: ${now.why}`)
    } else if (now?.is === 'broken') {
      const place = `${path}:${now.line}:${now.column}`
      if (before !== null && before.is !== 'read')
        unjudged.push(`${place}: it does not parse (${now.what}), and did not before`)
      else broken.push(`${place}: it ${before === null ? 'does not parse' : 'no longer parses'}: ${now.what}`)
    } else {
      if (contract === null && before !== null)
        told.push(`${path}: it could not be read before, so that nobody knows what was public in it`)
      const signatures = now?.signatures ?? []
      const all = differencesOf(path, contract ?? new Map(), signatures)
      const old = file.stored !== null && before?.is === 'read' ? changesOf(path, before.signatures, signatures) : null
      const isOld = (name: string): boolean => old !== null && !old.some((it) => it.name === name)
      for (const it of all)
        if (it.is !== 'added' && isOld(it.name))
          told.push(`${differenceText(it)}\n  the stored contract said otherwise before; nothing of this draft`)
        else differences.push(it)
      for (const it of old ?? [])
        if (it.is !== 'added' && file.stored?.has(it.name) === false)
          told.push(`${differenceText(it)}\n  the stored contract does not name it`)
    }
  }
  const { moved, rest } = withoutMoved(differences, files)
  told.push(...moved.map((it) => `${it.path}: ${it.name} has gone to another file, as it was`))
  const isFailure = ({ is }: Difference): boolean => is !== 'added' || additions === 'fail'
  const failed = rest.filter(isFailure)
  const added = rest.filter((it) => !isFailure(it))
  const result = failed.length + broken.length > 0 ? 'failed' : unjudged.length > 0 ? 'could-not-run' : 'passed'
  const marked = [...broken, ...failed.map(differenceText)].map((it) => `✗ ${it}`)
  const said = [...told, ...added.map(differenceText), ...unjudged, ...marked]
  return {
    result,
    text: said.length > 0 ? said.join('\n') : 'no public signature changed',
    ...(result === 'passed' && !judges ? { judgesNothing: true as const } : {}),
    failures: [
      ...broken.map((it) => it.replace(/:\d+:\d+: /, ': ')),
      ...failed.map(({ path, name, is, gone, come }) =>
        JSON.stringify([path, name, is, gone.map(samenessIn(path)), come.map(samenessIn(path))]),
      ),
      ...(result === 'could-not-run' ? unjudged : []),
    ],
    acceptable: [...new Set(failed.map(({ path }) => path))],
  }
}

/** What a draft itself changes. */
function changesOf(path: string, before: readonly Signature[], now: readonly Signature[]): readonly Difference[] {
  return differencesOf(path, entriesOf(path, before), now)
}

/** What is gone from one file and has come in another one, where those who use it find it as before. */
function withoutMoved(
  differences: readonly Difference[],
  files: readonly TouchedFile[],
): { readonly moved: readonly Difference[]; readonly rest: readonly Difference[] } {
  const byPath = new Map(files.map((it) => [it.path, it]))
  const keysOf = ({ path, name }: Difference, texts: readonly string[], place: string): readonly string[] =>
    texts.map((it) => JSON.stringify([place, name, samenessIn(path)(it)]))
  const come = new Set(differences.flatMap((it) => keysOf(it, it.come, byPath.get(it.path)?.place ?? '')))
  const isMoved = (it: Difference): boolean =>
    it.is === 'removed' &&
    it.gone.every((text) =>
      (byPath.get(it.path)?.goes ?? []).some((place) => keysOf(it, [text], place).every((key) => come.has(key))),
    )
  return { moved: differences.filter(isMoved), rest: differences.filter((it) => !isMoved(it)) }
}
