/** The program starts from what was compiled of it when it was built, and without it where that is of no use. */

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtProgram } from '../rig/built-program.ts'

const suffix = `.${process.version}-${process.platform}-${process.arch}`
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-compiled-'))
  cpSync(path.dirname(builtProgram()), path.join(folder, 'dist'), { recursive: true })
  writeFileSync(
    path.join(folder, 'tasks.md'),
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n',
  )
  // Writes for each file that is loaded whether V8 took what was compiled of it.
  writeFileSync(
    path.join(folder, 'spy.cjs'),
    `const vm = require('node:vm')
const taken = {}
vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options)
    taken[require('node:path').basename(options.filename)] = this.cachedDataRejected === false
  }
}
process.on('exit', () => require('node:fs').writeFileSync('taken.json', JSON.stringify(taken)))`,
  )
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

function call(...words: readonly string[]): { readonly said: string; readonly taken: unknown } {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const said = execFileSync(process.execPath, ['-r', './spy.cjs', 'dist/cli.js', ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { said, taken: JSON.parse(readFileSync(path.join(folder, 'taken.json'), 'utf8')) }
}

test.each(['check', 'graph', 'status'])('%s starts from what was compiled', (name) => {
  expect(call(name, 'tasks.md').taken).toEqual({ 'main.js': true, [`${name}.js`]: true })
})

test.each(['run', 'resume', 'why'])('%s was compiled, too', (name) => {
  expect(existsSync(path.join(folder, 'dist', 'cli', 'commands', `${name}.js${suffix}`))).toBe(true)
})

test.each([
  ['another Node compiled', (file: string) => rmSync(file)],
  ['was cut off', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 5000))],
  ['is something else', (file: string) => writeFileSync(file, 'something else')],
  ['is empty', (file: string) => writeFileSync(file, '')],
])('what %s is compiled anew', (_, spoil) => {
  const { said } = call('check', 'tasks.md')
  const file = path.join(folder, 'dist', 'cli', 'commands', `check.js${suffix}`)
  const whole = readFileSync(file)
  spoil(file)
  expect(call('check', 'tasks.md')).toEqual({ said, taken: { 'main.js': true, 'check.js': false } })
  writeFileSync(file, whole)
})
