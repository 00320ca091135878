// Writes what of the documents is generated: docs/diagnostics.md from the catalogue of codes, and the tables of keys and
// built-in values in docs/configuration.md; `--check` only says what is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.dirname(import.meta.dirname)
const at = (...parts) => path.join(root, ...parts)
const { outputFiles } = await build({
  absWorkingDir: root,
  stdin: {
    contents: `export { codes } from './src/plan/codes.ts'; export { builtInPolicy } from './src/plan/policy.ts'
export { escalationNumbers } from './src/config/escalation-numbers.ts'`,
    resolveDir: root,
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
})
const { codes, builtInPolicy, escalationNumbers } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
)

const parts = [
  ['MW0', 'Files and text'],
  ['MW1', 'Phase plans'],
  ['MW2', 'Other formats'],
  ['MW3', 'Other formats'],
  ['MW4', 'Data and configuration files'],
  ['MW5', 'Data and configuration files'],
  ['MW6', 'Gates, agents and configuration'],
  ['MW7', 'Journal, git and the disk'],
  ['MW8', 'Formats and relations'],
]

/** One paragraph per code; those of one hundred stand under one heading. */
function diagnosticsPage() {
  const lines = [
    '# Diagnostics',
    '',
    '<!-- Written by scripts/docs.mjs from src/plan/codes.ts; do not edit it here. -->',
    '',
    'Every finding has a code, a severity, a place and a line of help. `millwright check` shows all findings of a plan in',
    'one go. An error stops `check` and `run` before anything is started; a warning or an info does not.',
    '',
    'Change a severity with `MW113 = "error"` under `[diagnostics]` in `millwright.toml` ([configuration](configuration.md)).',
    'An error can be lowered only where the plan then still has one reading; that reading is named below. A code marked',
    '**security** can be raised and never lowered: MW607 says so to a repository, MW508 to you.',
    '',
    '"Found by `check`" means that `millwright check` reports it, in the plan or in the configuration. The others belong to a',
    'run or to the journal.',
  ]
  let heading = ''
  for (const code of codes) {
    const title = parts.find(([start]) => code.code.startsWith(start))?.[1] ?? 'Others'
    if (title !== heading) lines.push('', `## ${title}`)
    heading = title
    const facts = [
      code.severity,
      ...(code.security ? ['**security**'] : []),
      code.byCheck ? 'found by `check`' : 'not found by `check`',
    ]
    lines.push('', `### ${code.code} ${code.title}`, '', `${facts.join(' · ')}`, '', code.explanation)
    if (code.lowered !== null) lines.push('', `Lowered: ${code.lowered}.`)
  }
  return `${lines.join('\n')}\n`
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function typeOf(schema) {
  if (schema.enum) return schema.enum.map((it) => `\`"${it}"\``).join(', ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ type })).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.type === 'array')
    return `list of ${schema.items?.type === 'object' ? 'tables' : typeOf(schema.items ?? {})}`
  if (schema.type === 'integer') return 'whole number'
  if (schema.type === 'string') return 'text'
  return schema.type ?? 'anything'
}

function rows(schema, before) {
  const below = Object.entries(schema.properties ?? {}).flatMap(([key, it]) => {
    const own = it.type === 'object' || it.items?.type === 'object' ? [] : [[`${before}${key}`, it]]
    return [...own, ...rows(it, `${before}${key}.`), ...(it.items ? rows(it.items, `${before}${key}.`) : [])]
  })
  const free = schema.additionalProperties
  if (typeof free !== 'object') return below
  return [...below, ...(free.type === 'object' ? rows(free, `${before}NAME.`) : [[`${before}NAME`, free]])]
}

/** Every key of the schema in a table. */
function keys() {
  const schema = JSON.parse(readFileSync(at('schema', 'millwright.schema.json'), 'utf8'))
  return [
    '| key | value | what it does |',
    '|---|---|---|',
    ...rows(schema, '').map(([key, it]) => `| \`${key}\` | ${cell(typeOf(it))} | ${cell(it.description ?? '')} |`),
  ].join('\n')
}

const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const time = (ms) =>
  ms % 3_600_000 === 0 ? `${ms / 3_600_000}h` : ms % 60_000 === 0 ? `${ms / 60_000}m` : `${ms / 1000}s`

/** What holds where nobody says anything. */
function values() {
  const policy = Object.entries(builtInPolicy).filter(([name]) => name !== 'limits' && name !== 'workspace')
  const limits = Object.entries(builtInPolicy.limits).map(([name, value]) =>
    name.endsWith('Ms')
      ? [`limits.${snake(name.slice(0, -2))}`, `"${time(value)}"`]
      : [`limits.${snake(name.replace('Bytes', ''))}`, value],
  )
  return [
    '| key | built-in value |',
    '|---|---|',
    ...policy.map(
      ([name, value]) =>
        `| \`policy.${snake(name)}\` | ${name === 'jobs' ? 'as cores and memory allow, see [running.md](running.md)' : value === null ? 'no limit of its own' : `\`${JSON.stringify(value)}\``} |`,
    ),
    ...limits.map(([name, value]) => `| \`policy.${name}\` | \`${value}\` |`),
    ...Object.entries(escalationNumbers).map(([name, value]) => `| \`policy.escalation.${name}\` | \`${value}\` |`),
    `| \`workspace.kind\` | \`"${builtInPolicy.workspace}"\` |`,
  ].join('\n')
}

/** Puts `content` between the marks of its name. */
function between(text, name, content) {
  const [start, end] = [`<!-- generated: ${name} -->`, '<!-- end of generated -->']
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`there is no place for ${name}`)
  return `${text.slice(0, from + start.length)}\n\n${content}\n\n${text.slice(to)}`
}

const configuration = at('docs', 'configuration.md')
const pages = [[at('docs', 'diagnostics.md'), diagnosticsPage()]]
if (existsSync(configuration))
  pages.push([configuration, between(between(readFileSync(configuration, 'utf8'), 'keys', keys()), 'values', values())])
for (const [file, text] of pages) {
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.log(`${path.relative(root, file)} is stale; run: node scripts/docs.mjs`)
    process.exitCode = 1
  }
}
