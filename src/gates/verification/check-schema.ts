/**
 * Data against a JSON Schema, by Ajv. Both come from the repository: nothing is fetched for a `$ref`, patterns are RE2's, and
 * whoever asks gives it a process of its own with a limit of time, since a schema of a few lines can have work for years.
 */

import { Ajv, type AnySchemaObject, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readSchemaPattern } from '../../plan/values/pattern.ts'
import type { Checked } from './checker-words.ts'

/** More of them help nobody. */
const mostProblems = 10
const longestProblem = 300

/** Patterns of a schema, matched in one pass. Its name stands in what Ajv writes, and is never called from there. */
const linear = Object.assign(
  (pattern: string) => {
    const read = readSchemaPattern(pattern)
    if ('fault' in read) throw new Error(`pattern ${JSON.stringify(pattern)}: ${read.fault}`)
    // By its text Ajv knows one pattern from another.
    return { test: read.isIn, toString: () => pattern }
  },
  { code: 'new RegExp' },
)

const options: Options = {
  strict: false,
  // Names of formats are words; to look into them is nobody's promise.
  validateFormats: false,
  allErrors: true,
  ownProperties: true,
  logger: false,
  code: { regExp: linear },
}

/** What makes one validator of a schema. */
interface Compiler {
  readonly compile: (schema: AnySchemaObject) => ValidateFunction
}

/** @returns null for a form that is not known */
function validatorFor(form: unknown): Compiler | null {
  if (form === undefined) return new Ajv2020(options)
  if (typeof form !== 'string') return null
  const name = form.replace(/^https?:\/\/json-schema\.org\//, '').replace(/#$/, '')
  if (name === 'draft/2020-12/schema') return new Ajv2020(options)
  if (name === 'draft/2019-09/schema') return new Ajv2019(options)
  return /^draft-0[67]\/schema$/.test(name) ? new Ajv(options) : null
}

/** @param data plain, as JSON has it; @param schema as it was read, which may be anything */
export function checkSchema(data: unknown, schema: unknown): Checked {
  const made = typeof schema === 'boolean' ? schema : compiled(schema)
  if (typeof made === 'boolean') return made ? holds : differs(['no data holds against the schema false'])
  if ('why' in made) return { is: 'unusable', problems: [made.why] }
  if (made.validate(data)) return holds
  return differs((made.validate.errors ?? []).slice(0, mostProblems).map(problemText))
}

const holds: Checked = { is: 'holds', problems: [] }

function differs(problems: readonly string[]): Checked {
  return { is: 'differs', problems: problems.length === 0 ? ['it does not hold'] : problems }
}

function compiled(schema: unknown): { readonly validate: ValidateFunction } | { readonly why: string } {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return { why: 'a schema is an object, or true or false' }
  const { $schema: form, ...rest } = schema as AnySchemaObject
  const ajv = validatorFor(form)
  if (ajv === null)
    return { why: 'its $schema is none that is known: draft-06, draft-07, 2019-09 and 2020-12 of json-schema.org are' }
  if ('$async' in rest) return { why: 'a schema with $async is not judged at once' }
  try {
    return { validate: ajv.compile(rest) }
  } catch (error) {
    return { why: (error instanceof Error ? error.message : String(error)).slice(0, longestProblem) }
  }
}

function problemText({ instancePath, message = 'does not hold', keyword, params }: ErrorObject): string {
  const which = keyword === 'additionalProperties' ? `: ${String(params['additionalProperty'])}` : ''
  const among = keyword === 'enum' || keyword === 'const' ? `: ${JSON.stringify(Object.values(params)[0])}` : ''
  return `${instancePath === '' ? 'it' : instancePath} ${message}${which}${among}`.slice(0, longestProblem)
}
