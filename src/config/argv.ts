/** A command as configured or typed becomes an argv, or a diagnostic that says why it cannot. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Span } from '../plan/source.ts'
import { splitWords } from '../plan/split-words.ts'

export type Argv = { readonly argv: readonly string[] } | { readonly diagnostic: Diagnostic }

function wrong(code: 'MW600' | 'MW602', message: string, help: string, span: Span | null): Argv {
  return { diagnostic: { code, severity: 'error', message, help, span, related: [] } }
}

/**
 * Reads a command: a list is taken as it is, a string is split into words as a shell does and never given to one.
 *
 * @param command the list or the line
 * @param of what it belongs to, for people: `gate`, `agent`, `set-up`
 * @param span where it is written; null on the command line
 * @returns the argv, or MW600 (it needs a shell, or a quote is open) or MW602 (empty, or it holds a NUL)
 */
export function readArgv(command: string | readonly string[], of: string, span: Span | null): Argv {
  const words = typeof command === 'string' ? splitWords(command) : { is: 'words' as const, words: command }
  switch (words.is) {
    case 'needs-shell': {
      const { operators, before } = words.use
      return wrong(
        'MW600',
        `${of} needs a shell (${operators.join(', ')}); write argv ${JSON.stringify(before).replaceAll('","', '", "')} or name a script file`,
        'Commands are run without a shell: put the whole line into a script and name that',
        span,
      )
    }
    case 'unclosed':
      return wrong(
        'MW600',
        words.quote === '\\' ? `${of} ends in a backslash` : `${of} has a ${words.quote} that is never closed`,
        'Write the command as a list of words',
        span,
      )
    case 'words':
      if (words.words.length === 0 || words.words[0] === '')
        return wrong(
          'MW602',
          `${of} has no program`,
          'Write the program and its arguments, for instance ["npm", "test"]',
          span,
        )
      if (words.words.some((word) => word.includes('\0')))
        return wrong('MW602', `${of} holds a NUL`, 'No program can be given a NUL: take it out', span)
      return { argv: words.words }
  }
}
