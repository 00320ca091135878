/** Codes of JSON and TOML files: configuration, scripts of agents, state that is read beside a plan (RELIABILITY 7, D and E). */

import { configured, entry } from './entry.ts'

export const dataCodes = [
  entry({
    code: 'MW400',
    title: 'not JSON',
    severity: 'error',
    explanation: 'A JSON file has a trailing comma, a comment, single quotes, a key without quotes or the like.',
  }),
  entry({
    code: 'MW401',
    title: 'JSON is cut off',
    severity: 'error',
    explanation:
      'A JSON file ends inside a text, a list or an object: perhaps it was only partly written. Nothing of it is used.',
  }),
  entry({
    code: 'MW402',
    title: 'JSON key given twice',
    severity: 'error',
    explanation: 'An object of a JSON file has the same key twice, and nobody can tell which one counts.',
  }),
  entry({
    code: 'MW403',
    title: 'forbidden JSON key',
    severity: 'error',
    security: true,
    explanation: 'A key such as `__proto__` could change how programs work that read the file. It is never needed.',
  }),
  entry({
    code: 'MW404',
    title: 'nested too deeply',
    severity: 'error',
    explanation: 'A file in JSON or TOML is nested more than 64 levels deep.',
  }),
  entry({
    code: 'MW405',
    title: 'number that cannot be kept',
    severity: 'error',
    explanation:
      'A number of a JSON file is too large, has a sign that programs lose (`-0`), or is `NaN` or `Infinity`, which JSON does not have. Another program would read another number.',
  }),
  entry({
    code: 'MW406',
    title: 'half a character',
    severity: 'error',
    explanation: 'A text of a JSON file holds one half of a character, written as an escape. No file can keep that.',
  }),
  entry({
    code: 'MW407',
    title: 'wrong type or unknown word in JSON',
    severity: 'error',
    explanation:
      'A value of a JSON file is of another type than what is read there, or written there by a run; the message names the place in it. A task of a project state that stands in no list of tasks is one, too; where it only may be a task, that is a warning. A status that is no known word is a warning: it is kept as it is, and such a task is not counted as done, not run and never rewritten until a person decides.',
  }),
  configured({
    code: 'MW408',
    title: 'unknown key',
    severity: 'warning',
    explanation:
      'A key of the configuration is not known. It has no effect, and may belong to another version. One that is nearly a known key is an error: it was meant to do something. A member of an integration test that is not known is a warning; in a project state, which other tools write too, only one that is nearly a known one.',
  }),
  entry({
    code: 'MW410',
    title: 'more than one JSON value',
    severity: 'error',
    explanation: 'Something follows the value of a JSON file.',
  }),
] as const
