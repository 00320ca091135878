/** Asks whether a text holds against a pattern or a schema, in a process of its own with limits of time and memory. */

import { shippedWith } from '../../system/shipped.ts'
import { askProgram, type AskOptions } from '../ask-program.ts'
import { answerMark, type Asked, type Checked } from './checker-words.ts'

/** What came of asking. `cut`: it was stopped, or nobody saw its end. */
export type Checking = Checked | { readonly is: 'timed-out' | 'failed' | 'cut'; readonly problems: readonly string[] }

export interface RunningCheck {
  /** Never rejects. */
  readonly done: Promise<Checking>
  stop(): void
}

const answerBytes = 1024 * 1024

/** @param asked what is to be compared: texts of at most some megabytes */
export function askChecker(asked: Asked, options: AskOptions): RunningCheck {
  const program = shippedWith('checker.js', import.meta.dirname)
  // Where the sources are run unbuilt there is no program: this one does it.
  if (program === null) return { done: import('./check.ts').then((it) => it.check(asked)), stop: () => undefined }
  const asking = askProgram({ program, asked, mark: answerMark, heapMb: 512, answerBytes }, options)
  const answer = async (): Promise<Checking> => {
    const said = await asking.done
    switch (said.is) {
      case 'answered':
        return said.value as Checked
      case 'timed-out':
        return { is: 'timed-out', problems: [`to compare them took longer than ${options.limitMs} ms and was ended`] }
      case 'cut':
        return { is: 'cut', problems: [said.failure ?? 'it was ended before it had compared them'] }
      case 'failed':
        return { is: 'failed', problems: [`they could not be compared: ${said.why}`] }
      default:
        return said satisfies never
    }
  }
  return { done: answer(), stop: () => asking.stop() }
}
