/** How the seed calls the methods of a step. */

import type { MethodText } from './record.ts'
import { oneLine } from '../../plan/one-line.ts'

/** `backup[1]` of `backup-1`, as the seed's examples and messages call it; every other name stays. */
export function bracketName(method: string): string {
  return method.replace(/^(backup|pattern)-(\d+)$/, '$1[$2]')
}

/** `backup_1` of `backup-1`, as the seed's list of logged fields calls it; every other name stays. */
export function fieldName(method: string): string {
  return method.replace(/^(backup|pattern)-(\d+)$/, '$1_$2')
}

const longest = 120

/** Text of a plan within a sentence: one line in single quotes, cut off where it is long. */
export function inQuotes(text: string): string {
  const characters = Array.from(oneLine(text))
  return `'${characters.length > longest ? `${characters.slice(0, longest).join('')}…` : characters.join('')}'`
}

/** What a method of a step says to do; its name where it says nothing. */
export function textOf(methods: readonly MethodText[], method: string): string {
  const text = methods.find((it) => it.id === method)?.text.trim() ?? ''
  return text === '' ? bracketName(method) : text
}

/** By which two descriptions of one method are the same: letters of either case, and any white space, are. */
export function textKey(text: string): string {
  return text.trim().toLowerCase().split(/\s+/u).join(' ')
}
