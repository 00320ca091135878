/** Secrets that the executor knows, told by an agent and a gate in many spellings, and looked for in all that is kept (S11). */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtProgram } from '../../tests/rig/built-program.ts'
import { start, type Finished } from '../../tests/rig/program.ts'
import { makeRepository } from '../../tests/rig/repository.ts'
import type { PartFailure } from '../part.ts'

const leak = path.join(import.meta.dirname, 'leak.mjs')

/** Values of variables that are passed on by name. */
const passed: Readonly<Record<string, string>> = {
  CANARY_TOKEN: 'canary-plain-8f2c1e',
  CANARY_PASSWORD: 'canary "quoted" \\ 71d0',
  CANARY_KEY: 'canary-Ünïcode-漢字-5a5a',
  CANARY_LINES: '-----BEGIN CANARY-----\nY2FuYXJ5LWxpbmUtb25l\nY2FuYXJ5LWxpbmUtdHdv\n-----END CANARY-----',
  CANARY_URL: 'https://canary:pa55-c0de@host.example/x?y=1&z=%20',
}
/** Values that no program is to get at all, and that are nowhere to be found. */
const kept: Readonly<Record<string, string>> = {
  CANARY_NOT_NAMED: 'canary-not-named-00aa',
  OTHER_API_KEY: 'canary-other-key-11bb',
}
const remote = 'canary-remote-22cc'

/** Runs a plan with a leaking agent and gate and greps everything that is left. */
export async function lookForSecrets(): Promise<{
  readonly canaries: number
  readonly failures: readonly PartFailure[]
}> {
  const words = (as: string): string =>
    JSON.stringify([process.execPath, leak, as, ...Object.keys(passed), ...Object.keys(kept)])
  const names = JSON.stringify(Object.keys(passed))
  const repository = makeRepository({
    files: {
      'tasks.md':
        '# Task Plan: canaries\n\n## Phase 06: Implementation\n\n- [ ] T0001 Tell all\n  files: src/T0001.txt (CREATE)\n',
    },
  })
  try {
    // Only a person's own configuration may hand such variables on.
    const own = path.join(repository.top, 'home', '.config', 'millwright')
    mkdirSync(own, { recursive: true })
    writeFileSync(
      path.join(own, 'config.toml'),
      `[agents.teller]\ncommand = ${words('agent')}\nenv = ${names}\n\n[gates.teller]\nrun = ${words('gate')}\nenv = ${names}\n`,
    )
    repository.git('remote', 'add', 'origin', `https://someone:${remote}@host.example/x.git`)
    const env: NodeJS.ProcessEnv = {
      PATH: process.env['PATH'] ?? '',
      HOME: path.join(repository.top, 'home'),
      MILLWRIGHT_STATE: repository.state,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      LC_ALL: 'C.UTF-8',
      ...passed,
      ...kept,
    }
    const call = (...given: readonly string[]): Promise<Finished> =>
      start([process.execPath, builtProgram(), ...given], { cwd: repository.root, env }).ended
    const run = await call('run', 'tasks.md', '--agent', 'teller', '--yes')
    const said = [run]
    for (const verb of ['status', 'log', 'why', 'replay', 'verify', 'rebuild'])
      said.push(await call(verb, 'tasks.md', ...(verb === 'why' ? ['T0001'] : [])))
    said.push(await call('log', 'tasks.md', '--json'), await call('status', 'tasks.md', '--json'))
    const artefacts = [
      ...said.map(({ out, err }, at) => ({ name: `what call ${at} said`, bytes: Buffer.from(`${out}${err}`) })),
      ...filesBelow(repository.state),
      ...filesBelow(path.join(repository.root, '.git', 'millwright')),
      // Compressed as they lie: drafts, messages, what is kept of attempts.
      { name: 'the objects of git', bytes: Buffer.from(repository.git('cat-file', '--batch-all-objects', '--batch')) },
      ...filesBelow(repository.root).filter(({ name }) => !name.includes(`${path.sep}.git${path.sep}`)),
    ]
    const failures: PartFailure[] = []
    const wrong = (text: string): void => void failures.push({ point: 'secrets', text })
    const told = Buffer.concat(artefacts.map(({ bytes }) => bytes)).includes('told: ***')
    if (run.code !== 0 || !told) wrong(`the leaking agent did not run: ${run.code}\n${run.out}${run.err}`)
    const looked = Object.entries({ ...passed, ...kept, remote }).flatMap(([name, value]) =>
      spellings(value).map((it) => ({ name, it })),
    )
    for (const { name, it } of looked) {
      const found = artefacts.filter(({ bytes }) => bytes.includes(it))
      if (found.length > 0) wrong(`${name} stands as ${it} in ${found.map((one) => one.name).join(', ')}`)
    }
    return { canaries: looked.length, failures }
  } finally {
    repository.remove()
  }
}

/** A value, its lines, and what JSON, URLs and base64 make of it. */
function spellings(value: string): readonly string[] {
  const all = [value, ...value.split('\n').filter((it) => it.length > 5)].flatMap((it) => [
    it,
    JSON.stringify(it).slice(1, -1),
    encodeURIComponent(it),
    Buffer.from(it).toString('base64'),
  ])
  return [...new Set(all)]
}

function filesBelow(folder: string): readonly { readonly name: string; readonly bytes: Buffer }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((name) => ({ name, bytes: readFileSync(name) }))
}
