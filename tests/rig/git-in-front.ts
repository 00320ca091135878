/** A program called `git` in front of the real one: it may do something with a call, counts them all, and hands on. */

import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export interface GitInFront {
  /** The `PATH` on which it is found first. */
  readonly path: string
  /** Its own folder, for notes. */
  readonly folder: string
  /** The words of each call so far, in the order of their numbers, which begin with 1. */
  readonly calls: () => readonly string[]
}

/**
 * @param top a folder that goes with the test
 * @param does a line of shell: what is done with a call whose number is `$n`, before the real git takes its place
 * @param searched the `PATH` on which the real one is found
 */
export function putInFrontOfGit(
  top: string,
  does: (of: { readonly git: string; readonly folder: string }) => string,
  searched = process.env['PATH'] ?? '',
): GitInFront {
  const folder = path.join(top, 'git-in-front')
  const [bin, calls] = ['bin', 'calls'].map((it) => path.join(folder, it)) as [string, string]
  for (const it of [bin, calls]) mkdirSync(it, { recursive: true })
  const env = { PATH: searched }
  const git = execFileSync('/bin/sh', ['-c', 'command -v git'], { env, encoding: 'utf8' }).trim()
  // Nothing is written over, so that of those that begin at once each gets a number of its own.
  const count = `set -C; n=1; while ! { echo "$@" > '${calls}/'$n; } 2>/dev/null; do n=$((n + 1)); done; set +C`
  const file = path.join(bin, 'git')
  writeFileSync(file, ['#!/bin/sh', count, does({ git, folder }), `exec '${git}' "$@"`, ''].join('\n'))
  chmodSync(file, 0o755)
  return {
    path: `${bin}${path.delimiter}${searched}`,
    folder,
    calls: () =>
      readdirSync(calls)
        .sort((a, b) => Number(a) - Number(b))
        .map((it) => readFileSync(path.join(calls, it), 'utf8').trimEnd()),
  }
}
