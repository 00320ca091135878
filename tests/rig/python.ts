/** Real Pythons of this machine, and environments of theirs. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

export const hasPython = runs('python3', '-c', 'import unittest')
/** Whether it makes environments, with pip in them. */
export const hasVenv = runs('python3', '-c', 'import venv, ensurepip')
export const hasPytest = runs('pytest', '--version')

function runs(program: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Makes a virtual environment.
 *
 * @param at absolute path
 * @returns the absolute path of its `site-packages`
 */
export function makeVenv(at: string, ...options: readonly string[]): string {
  execFileSync('python3', ['-m', 'venv', ...options, at], { stdio: 'ignore' })
  const lib = path.join(at, 'lib')
  const site = path.join(lib, readdirSync(lib)[0] ?? '', 'site-packages')
  mkdirSync(site, { recursive: true })
  return site
}
