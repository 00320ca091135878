/** Plays a document: writes the files it shows, runs the commands it shows, and compares what they print. */

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { builtProgram } from '../rig/built-program.ts'
import { root, type Block, type Document } from './documents.ts'

/** What a block of commands really printed, and whether that is what the document shows. */
export interface Played {
  readonly block: Block
  /** The block's lines with the real output. */
  readonly lines: readonly string[]
  readonly same: boolean
}

/** A line without what differs from run to run: hashes, times, names of runs, versions. */
export const fold = (text: string): string =>
  text
    .replaceAll(/millwright-scratch-\w+/g, 'millwright-scratch-XXXXXX')
    .replaceAll(/\b\d{8}-\d{6}-[a-z0-9]{4}\b/g, 'RUN')
    .replaceAll(/\b\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? UTC/g, 'TIME')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b\d\d:\d\d:\d\d(\.\d+)?\b/g, 'TIME')
    .replaceAll(/\b[0-9a-f]{7,64}\b/g, 'HASH')
    .replaceAll(/\b\d+(\.\d+)? (ms|s)\b/g, 'DURATION')
    .replaceAll(/\bin (\d+h \d+m|\d+[ms])(?=\))/g, 'in DURATION')
    .replaceAll(/"durationMs": \d+/g, '"durationMs": N')
    .replaceAll(/\bv?\d+\.\d+\.\d+\b/g, 'VERSION')
    .replaceAll(/\bpid \d+/g, 'pid N')
    .trimEnd()

/** Whether real lines are what is shown; a line `...` stands for any number of lines. */
function matches(shown: readonly string[], real: readonly string[]): boolean {
  const [first, ...rest] = shown
  if (first === undefined) return real.length === 0
  if (first === '...') return real.some((_, at) => matches(rest, real.slice(at))) || matches(rest, [])
  return real[0] !== undefined && fold(first) === fold(real[0]) && matches(rest, real.slice(1))
}

/** The commands of a block, each with the output shown below it. A command goes on where its line ends with a backslash. */
function commandsOf(block: Block): { command: string; typed: string[]; shown: string[] }[] {
  const commands: { command: string; typed: string[]; shown: string[] }[] = []
  for (const line of block.lines) {
    const last = commands.at(-1)
    if (line.startsWith('$ ')) commands.push({ command: line.slice(2), typed: [line], shown: [] })
    else if (last === undefined) throw new Error(`a block of commands begins with "$ ", not with: ${line}`)
    else if (last.shown.length === 0 && last.typed.at(-1)?.endsWith('\\') === true) {
      last.command += `\n${line}`
      last.typed.push(line)
    } else last.shown.push(line)
  }
  return commands
}

/**
 * Plays all blocks of a document in order, in a home of its own.
 *
 * Marks: `file NAME` writes the block there; `repository NAME` goes to a git repository first and makes it where it is
 * new, `folder NAME` to a folder without git, `installation` to where the program and its examples lie; `run` runs a `sh` block for its exit code alone.
 * Every `console` block is run, and its output compared.
 */
export function play(document: Document): readonly Played[] {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'millwright-docs-')))
  const env = surroundings(home)
  let folder = path.join(home, 'start')
  mkdirSync(folder)
  const played: Played[] = []
  try {
    for (const block of document.blocks) {
      for (const mark of block.marks) {
        const [verb, name = ''] = mark.split(' ')
        if (verb === 'installation') folder = path.join(home, 'installation')
        if (verb === 'repository' || verb === 'folder') {
          folder = path.join(home, name)
          const isNew = !existsSync(folder)
          mkdirSync(folder, { recursive: true })
          if (verb === 'repository' && isNew) execFileSync('git', ['init', '-q', '-b', 'main', folder], { env })
        }
        if (verb === 'file') {
          const file = path.join(folder, name)
          mkdirSync(path.dirname(file), { recursive: true })
          writeFileSync(file, `${block.lines.join('\n')}\n`)
        }
        if (verb === 'run') execFileSync('bash', ['-ec', block.lines.join('\n')], { cwd: folder, env })
      }
      if (block.language === 'console') played.push(playBlock(block, folder, home, env))
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  return played
}

function surroundings(home: string): Record<string, string> {
  const bin = path.join(home, 'bin')
  mkdirSync(bin)
  mkdirSync(path.join(home, 'tmp'))
  const installation = installationIn(home)
  const program = `#!/bin/sh\nexec '${process.execPath}' '${installation}' "$@"\n`
  writeFileSync(path.join(bin, 'millwright'), program, { mode: 0o755 })
  // `npx millwright` in this project is the program of this project; the real npx is tried by .ci/run, after a build.
  writeFileSync(path.join(bin, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 })
  writeFileSync(path.join(home, '.gitconfig'), '[user]\n\tname = You\n\temail = you@example.org\n')
  return {
    PATH: `${bin}${path.delimiter}${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
    HOME: home,
    USER: 'you',
    TMPDIR: path.join(home, 'tmp'),
    XDG_CONFIG_HOME: path.join(home, '.config'),
    MILLWRIGHT_STATE: path.join(home, 'state'),
    // What is shown is the same on every machine.
    MILLWRIGHT_JOBS: '1',
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C.UTF-8',
    NO_COLOR: '1',
    npm_config_update_notifier: 'false',
    npm_config_cache: path.join(home, 'npm'),
  }
}

/** The program as it is installed: built, with its examples beside it, which are as trusted as itself. */
function installationIn(home: string): string {
  const folder = path.join(home, 'installation')
  cpSync(path.dirname(builtProgram()), path.join(folder, 'dist'), { recursive: true })
  for (const name of ['examples', 'package.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return path.join(folder, 'dist', 'cli.js')
}

/** Said or not said depending on the moment at which the executor looks at the plan. */
const passing = /^plan being edited; waiting .*\n/gm

const behind = '\u001eend of command\u001e'

function playBlock(block: Block, folder: string, home: string, env: Record<string, string>): Played {
  const commands = commandsOf(block)
  const script = commands.map(({ command }) => `${command}\n__code=$?; printf '${behind}'; (exit $__code)`).join('\n')
  const { stdout } = spawnSync('bash', ['-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const outputs = stdout.replaceAll(path.join(home, 'tmp'), '/tmp').replaceAll(home, '/home/you').split(behind)
  let same = true
  const lines = commands.flatMap(({ typed, shown }, at) => {
    const text = (outputs[at] ?? '').replaceAll(passing, '').replace(/\n$/, '')
    const real = text === '' ? [] : text.split('\n').map((line) => line.trimEnd())
    if (matches(shown, real)) return [...typed, ...shown]
    same = false
    return [...typed, ...real]
  })
  return { block, lines, same }
}
