// Folders and plans to measure on, and how long a program takes in them.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
export const program = path.join(root, 'dist', 'cli.js')

/** A folder of its own for the work of `use`, removed afterwards. */
export function inScratch(use) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  return Promise.resolve(use(folder)).finally(remove)
}

/** The environment of everything that is measured: no configuration and no state of whoever measures. */
export function environmentIn(folder) {
  return {
    PATH: process.env.PATH,
    HOME: folder,
    MILLWRIGHT_STATE: path.join(folder, 'state'),
    MILLWRIGHT_JOBS: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
    LC_ALL: 'C.UTF-8',
  }
}

export const id = (number) => `T${String(number).padStart(5, '0')}`

/** A plan of tasks one after another, or side by side, that change `file` or only look at it. */
export function planOf(count, { chain = true, file = 'notes.md', action = 'REVIEW' } = {}) {
  const lines = ['# Task Plan: a chain', '', '## Phase 06: Implementation', '']
  for (let number = 1; number <= count; number += 1) {
    lines.push(`- [ ] ${id(number)} Do thing number ${number}`)
    if (chain && number > 1) lines.push(`  blocked_by: [${id(number - 1)}]`)
    lines.push(`  files: ${file} (${action})`)
  }
  return `${lines.join('\n')}\n`
}

/** A plain folder with a plan in it. @returns its path */
export function plainFolder(top, plan) {
  const folder = path.join(top, 'project')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'notes.md'), 'notes\n')
  writeFileSync(path.join(folder, 'tasks.md'), plan)
  return folder
}

/** A repository of so many small files with a plan in it, and an agent that adds a line to one of them. */
export function repository(top, files, plan) {
  const folder = plainFolder(top, plan)
  for (let number = 0; number < files; number += 1) {
    const part = path.join(folder, 'src', `part-${number % 50}`)
    mkdirSync(part, { recursive: true })
    writeFileSync(path.join(part, `file-${number}.txt`), `file ${number}\n`)
  }
  const env = environmentIn(top)
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Begin'],
  ])
    spawnSync('git', words, { cwd: folder, env, stdio: 'inherit' })
  // What the disk has still to write of it is none of what is measured.
  spawnSync('sync', { stdio: 'inherit' })
  return folder
}

/** A shell script that an agent is; it lies outside of what is measured. */
export function script(top, name, line) {
  const file = path.join(top, name)
  writeFileSync(file, `#!/bin/sh\n${line}\n`)
  chmodSync(file, 0o755)
  return file
}

/** Runs a program to its end. @returns wall milliseconds, peak memory in MB where it is Node, and its exit code */
export function timed(argv, { cwd, env, peak = false }) {
  const [file, ...args] = argv
  const spent = path.join(env.HOME, 'spent.json')
  const words = peak ? ['--import', hookIn(env.HOME, spent), ...args] : args
  const begun = performance.now()
  return new Promise((resolve) => {
    const child = spawn(file, words, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let err = ''
    child.stderr.on('data', (chunk) => (err += chunk))
    child.on('close', (code) => {
      const ms = performance.now() - begun
      const mb = peak ? JSON.parse(readFileSync(spent, 'utf8')).maxRSS / 1024 : null
      resolve({ ms, mb, code, err })
    })
  })
}

function hookIn(folder, spent) {
  const hook = path.join(folder, 'spent.mjs')
  writeFileSync(
    hook,
    `import { writeFileSync } from 'node:fs'
process.on('exit', () => writeFileSync(${JSON.stringify(spent)}, JSON.stringify(process.resourceUsage())))`,
  )
  return pathToFileURL(hook).href
}

/** The middle one of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
