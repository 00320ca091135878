/** The published JSON Schema, judged by a validator that is not ours: it takes what we take, and refuses what we refuse. */

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { starterConfig } from '../../src/config/starter.ts'
import { readToml } from '../../src/plan/values/toml.ts'

const root = path.join(import.meta.dirname, '..', '..')
const schema = JSON.parse(readFileSync(path.join(root, 'schema', 'millwright.schema.json'), 'utf8')) as object
// Strict: a word that the draft does not know is an error, and so is a schema that cannot be meant so.
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema)

/** What the validator has against a file, each as place and word of the schema; null where the text is no TOML. */
function findings(text: string): readonly string[] | null {
  const { toml } = readToml(text, 'millwright.toml')
  if (toml === null) return null
  // As an editor sees it: plain data.
  return validate(JSON.parse(JSON.stringify(toml.value)))
    ? []
    : (validate.errors ?? []).map(({ instancePath, keyword }: ErrorObject) => `${instancePath} ${keyword}`)
}

function filesBelow(folder: string, name: RegExp): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((it) => name.test(it))
    .map((it) => path.join(folder, it))
    .sort()
}

/** The `toml` blocks of the documents, each with where it stands; those that are another file than a configuration are left out. */
const blocks = ['README.md', 'SECURITY.md', ...filesBelow('docs', /\.md$/)].flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/^```toml\n([^]*?)^```/gm)].flatMap((match) => {
    const isOther = /<!-- docs: file (?!millwright\.toml)\S+ -->\n\n$/.test(text.slice(0, match.index))
    return isOther ? [] : [[`${file}, at ${match.index}`, match[1] ?? ''] as const]
  })
})
const examples = filesBelow('examples', /(?:^|\/)millwright\.toml$/).map(
  (file) => [file, readFileSync(path.join(root, file), 'utf8')] as const,
)

const plain = { gates: [], setup: null, share: [], preset: null }
const found = {
  gates: [{ name: 'unit', argv: ['npm', 'test'], origin: 'package.json', program: '/usr/bin/npm' }],
  setup: ['npm', 'ci'],
  share: ['node_modules'],
  preset: 'codex',
}
/** The starter with every key that it shows as a comment. */
const uncommented = starterConfig(plain).replaceAll(/^# (?=\[|[a-z_]+ = |MW\d+ = )/gim, '')

describe('takes', () => {
  test('there are examples to try', () => {
    expect(blocks.length).toBeGreaterThan(8)
    expect(examples.length).toBeGreaterThan(0)
  })

  const texts: readonly (readonly [where: string, text: string])[] = [
    ['the starter of an empty folder', starterConfig(plain)],
    ['the starter of a project', starterConfig(found)],
    ['the starter with all that it shows', uncommented],
    ...blocks,
    ...examples,
    ...['90s', '20 m', '1.5h', '500ms', '2min'].map(
      (time) => [`a length of time: ${time}`, `[agents.a]\ncommand = "a b"\ntimeout = "${time}"\n`] as const,
    ),
  ]
  test.each(texts)('%s', (_where, text) => {
    expect(findings(text)).toEqual([])
  })
})

describe('refuses what the reader refuses', () => {
  test.each([
    ['an unknown table', '[limits]\nidle = "1s"\n', ' additionalProperties'],
    ['an unknown key', '[policy]\njobz = 2\n', '/policy additionalProperties'],
    ['a wrong type', '[policy]\njobs = "two"\n', '/policy/jobs type'],
    ['a number out of range', '[policy]\njobs = 0\n', '/policy/jobs minimum'],
    ['a word that is none of the choices', '[policy]\nmode = "loud"\n', '/policy/mode enum'],
    ['a gate that runs nothing', '[gates.unit]\nrun = []\n', '/gates/unit/run minItems'],
    ['a gate without a program', '[gates.unit]\ncwd = "a"\n', '/gates/unit anyOf'],
    ['an agent without a command', '[agents.a]\nenv = ["A"]\n', '/agents/a anyOf'],
    ['a preset without its name', '[agents.a]\nkind = "preset"\n', '/agents/a anyOf'],
    ['a script of doubles without its file', '[agents.a]\nkind = "scripted"\n', '/agents/a anyOf'],
    ['an empty line as a gate', '[gates.unit]\nrun = ""\n', '/gates/unit/run minLength'],
    ['a length of time that is none', '[agents.a]\ncommand = ["a"]\ntimeout = "soon"\n', '/agents/a/timeout pattern'],
    ['no time at all', '[agents.a]\ncommand = ["a"]\ntimeout = 0\n', '/agents/a/timeout exclusiveMinimum'],
    ['more than a day', '[agents.a]\ncommand = ["a"]\ntimeout = 100000\n', '/agents/a/timeout maximum'],
    ['output without a byte', '[gates.unit]\nrun = ["a"]\noutput = 0\n', '/gates/unit/output minimum'],
    ['a severity that is none', '[diagnostics]\nMW113 = "fatal"\n', '/diagnostics/MW113 enum'],
    [
      'a value that nothing finds',
      '[gates.a]\nkind = "numeric"\nrun = ["a"]\nvalues = [{name = "a", reference = 1}]\n',
      '/gates/a/values/0 oneOf',
    ],
    [
      'a value that is found twice',
      '[gates.a]\nkind = "numeric"\nrun = ["a"]\nvalues = [{name = "a", reference = 1, column = 1, regex = "(a)"}]\n',
      '/gates/a/values/0 oneOf',
    ],
    ['a list where a word is wanted', '[agents.a]\nkind = ["command"]\n', '/agents/a/kind enum'],
  ])('%s', async (_what, text, wanted) => {
    const { diagnostics } = await readConfig(text, 'millwright.toml')
    expect(diagnostics).not.toEqual([])
    expect(findings(text)).toContain(wanted)
  })
})

test('each key says what it is for, as the starter promises', () => {
  const silent: string[] = []
  const look = (node: Shape, at: string): void => {
    for (const [key, value] of Object.entries(node.properties ?? {})) {
      if (value.description === undefined) silent.push(`${at}/${key}`)
      look(value, `${at}/${key}`)
    }
    for (const below of [node.additionalProperties, node.items]) if (typeof below === 'object') look(below, `${at}/*`)
  }
  look(schema, '')
  expect(silent).toEqual([])
})

interface Shape {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
}
