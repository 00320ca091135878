/** The published schema of the progress file, judged by a validator that is not ours. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'

export const publishedSchema = path.join(import.meta.dirname, '..', '..', '..', 'schema', 'progress.schema.json')

const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(publishedSchema, 'utf8')) as object,
)

/** What the schema has against the text of a file, each as place and reason; empty where it is valid. */
export function faultsOf(text: string): readonly string[] {
  return validate(JSON.parse(text))
    ? []
    : (validate.errors ?? []).map(({ instancePath, keyword, message }) => `${instancePath} ${keyword} ${message ?? ''}`)
}

/** The document of a file. @throws where it is not valid against the published schema */
export function validProgress(text: string): ProgressDocument {
  const faults = faultsOf(text)
  if (faults.length > 0) throw new Error(`the progress file is not valid:\n${faults.join('\n')}`)
  return JSON.parse(text) as ProgressDocument
}
