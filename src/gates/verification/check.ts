/** Judges the text of a file by a pattern or a schema. Nothing is read or written. */

import { readPattern } from '../../plan/values/pattern.ts'
import type { Asked, Checked } from './checker-words.ts'
import { checkSchema } from './check-schema.ts'
import { readData } from './read-data.ts'

/** It never throws for what the texts say. */
export function check(asked: Asked): Checked {
  return asked.is === 'pattern' ? checkPattern(asked) : checkData(asked)
}

function checkPattern({ pattern, text }: Extract<Asked, { is: 'pattern' }>): Checked {
  const read = readPattern(pattern)
  if ('fault' in read) return { is: 'unusable', problems: [`the pattern ${pattern}: ${read.fault}`] }
  // `$` stands at the end of a line, however it ends.
  if (read.isInLines(text.replaceAll('\r\n', '\n'))) return { is: 'holds', problems: [] }
  return { is: 'differs', problems: [`nothing in it matches ${pattern}`] }
}

function checkData({ file, schema, fileText, schemaText }: Extract<Asked, { is: 'schema' }>): Checked {
  const rules = readData(schema, schemaText)
  if (rules.is === 'fault') return { is: 'unusable', problems: [rules.reason] }
  const data = readData(file, fileText)
  return data.is === 'fault' ? { is: 'differs', problems: [data.reason] } : checkSchema(data.value, rules.value)
}
