/** The signatures of a file as people read them: the file, and each declaration below it with its qualified name. */

import { printable } from '../../run/excerpt.ts'
import type { Signature } from './signature.ts'

/** @returns one line for the file and one for each signature, safe to show */
export function signatureLines(path: string, signatures: readonly Signature[]): readonly string[] {
  return [path, ...signatures.map(({ name, text }) => `  ${name}: ${text}`)].map(printable)
}
