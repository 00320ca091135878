/**
 * Loads `libsql`. It first asks which C library there is, and for that makes Node describe its whole process, twice as costly
 * as all the rest of loading it (17 of 24 ms of CPU time); here the head of Node's own file answers.
 */

import { closeSync, openSync, readSync } from 'node:fs'
import { createRequire, Module } from 'node:module'

const require = createRequire(import.meta.filename)

/** As much of a program's file as names its interpreter; it stands behind the headers, in the first page. */
const headBytes = 4096

/** The modules that `libsql` asks, and what each answers by the name of the build. */
const answers = {
  '@neon-rs/load': (build: string) => ({ currentTarget: () => build }),
  'detect-libc': (build: string) => ({
    GLIBC: 'glibc',
    MUSL: 'musl',
    familySync: () => (build.endsWith('-musl') ? 'musl' : 'glibc'),
  }),
}

/**
 * @returns what `libsql` exports
 * @throws Error where it is not installed, or not for this system
 */
export function loadLibsql(): unknown {
  const build = process.platform === 'linux' ? linuxBuild(process.arch, headOf(process.execPath)) : null
  if (build === null) return require('libsql')
  const lent = lendAnswers(build)
  try {
    return require('libsql')
  } finally {
    // The program that we are a library of may use the same modules for itself.
    for (const file of lent) Reflect.deleteProperty(require.cache, file)
  }
}

/**
 * Which build of `libsql` fits a Linux program, by the loader that it names in its head.
 * @param arch as in `process.arch`
 * @param head the first bytes of the program's file
 * @returns the end of that build's package name, or null where only `libsql` can tell
 */
export function linuxBuild(arch: string, head: Buffer | null): string | null {
  if (head === null || (arch !== 'x64' && arch !== 'arm64')) return null
  if (head.includes('/ld-musl-')) return `linux-${arch}-musl`
  return head.includes('/ld-linux-') ? `linux-${arch}-gnu` : null
}

/** Puts our answers where `libsql` finds those modules, unless somebody has loaded them already. @returns the files lent for */
function lendAnswers(build: string): string[] {
  const lent: string[] = []
  try {
    const fromLibsql = createRequire(require.resolve('libsql'))
    for (const [name, answer] of Object.entries(answers)) {
      const file = fromLibsql.resolve(name)
      if (require.cache[file] !== undefined) continue
      require.cache[file] = made(file, answer(build))
      lent.push(file)
    }
  } catch {
    // Not installed, or asking others than we know: it is loaded as it is.
  }
  return lent
}

/** A module that counts as loaded. */
function made(file: string, exports: unknown): Module {
  const module = new Module(file)
  module.exports = exports
  module.loaded = true
  return module
}

function headOf(file: string): Buffer | null {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const head = Buffer.alloc(headBytes)
      return head.subarray(0, readSync(descriptor, head, 0, headBytes, 0))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return null
  }
}
