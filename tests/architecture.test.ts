import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const src = path.join(root, 'src')

/** Folder → folders it may import from (DESIGN, The house). Types count. */
const arrows: Record<string, readonly string[]> = {
  plan: [],
  system: [],
  dialects: ['plan'],
  run: ['plan'],
  agents: ['run', 'plan', 'system'],
  gates: ['run', 'plan', 'system'],
  reviewers: ['run', 'plan', 'system'],
  workspaces: ['run', 'plan', 'system'],
  tools: ['run', 'plan', 'system'],
  config: ['plan', 'system'],
  engine: ['run', 'plan', 'agents', 'gates', 'reviewers', 'workspaces', 'tools', 'system'],
  reports: ['run', 'plan'],
  calls: [
    'agents',
    'config',
    'dialects',
    'engine',
    'gates',
    'plan',
    'reports',
    'reviewers',
    'run',
    'system',
    'tools',
    'workspaces',
  ],
  cli: ['calls', 'agents', 'config', 'engine', 'gates', 'plan', 'reports', 'run', 'system', 'workspaces'],
}
const pure = ['plan', 'dialects', 'run']
/** What the core takes of others: each in one file of its own, and as pure as the core. */
const taken: Readonly<Record<string, readonly string[]>> = {
  'dialects/json/tokens.ts': ['jsonc-parser'],
  'plan/values/pattern.ts': ['re2js'],
  'plan/values/toml.ts': ['toml-eslint-parser'],
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name))
}

const files = filesBelow(src).map((file) => {
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g)].map(
    (match) => match[1] ?? '',
  )
  return {
    file,
    name: path.relative(src, file),
    folder: path.relative(src, file).split(path.sep)[0] ?? '',
    text,
    imports,
  }
})

describe('the house', () => {
  test('every file lies in a known folder or is the entry', () => {
    const strange = files.filter(({ name, folder }) => !(folder in arrows) && name !== 'index.ts')
    expect(strange.map(({ name }) => name)).toEqual([])
  })

  test('arrows between folders point one way, types included', () => {
    const wrong: string[] = []
    for (const { file, name, folder, imports } of files) {
      if (name === 'index.ts') continue
      for (const target of imports.filter((it) => it.startsWith('.'))) {
        const to = path.relative(src, path.resolve(path.dirname(file), target)).split(path.sep)[0] ?? ''
        if (to !== folder && !(arrows[folder] ?? []).includes(to)) wrong.push(`${name} -> ${to}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('no file reaches itself through what it imports, types included', () => {
    // What is loaded when it is called (`import(...)`) is no part of a file.
    const targets = new Map(
      files.map(({ file, name, text }) => [
        name,
        [...text.matchAll(/\bfrom\s+'(\.[^']+)'/g)].map(([, it = '']) =>
          path.relative(src, path.resolve(path.dirname(file), it)),
        ),
      ]),
    )
    expect([...targets.values()].flat().length).toBeGreaterThan(files.length)
    const circles: string[] = []
    const looked = new Set<string>()
    const follow = (name: string, way: readonly string[]): void => {
      const at = way.indexOf(name)
      if (at >= 0) circles.push([...way.slice(at), name].join(' -> '))
      if (at >= 0 || looked.has(name)) return
      for (const next of targets.get(name) ?? []) follow(next, [...way, name])
      looked.add(name)
    }
    for (const { name } of files) follow(name, [])
    expect(circles).toEqual([])
  })

  test('the core knows no clock, no dice, no disk and no console', () => {
    const wrong: string[] = []
    for (const { name, folder, text, imports } of files) {
      if (!pure.includes(folder)) continue
      for (const target of imports)
        if (!target.startsWith('.') && taken[name]?.includes(target) !== true) wrong.push(`${name} imports ${target}`)
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
      for (const word of ['Date.now', 'new Date(', 'Math.random', 'process.', 'console.', 'setTimeout'])
        if (code.includes(word)) wrong.push(`${name} uses ${word}`)
    }
    expect(wrong).toEqual([])
  })

  test('no file or folder has a name that tells nothing', () => {
    const empty = files.filter(({ name }) => /(^|\/)(utils?|helpers?|common|misc|shared)(\.ts|\/)/.test(name))
    expect(empty.map(({ name }) => name)).toEqual([])
  })

  test('nothing that runs a shell', () => {
    const wrong = files.filter(({ text }) => /shell:\s*true|\bexecSync\(|[^.\w]exec\(['"`]/.test(text))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
