/** A real terminal for the program, made by python3. */

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { builtProgram } from './built-program.ts'
import { start, type Started } from './program.ts'
import type { Project } from './project.ts'

/** Whether this machine can make one. */
export const hasTerminals = spawnSync('python3', ['-c', 'import pty']).status === 0

/** Starts the program in a terminal of its own; what is written to its input is typed there, and its end closes it. */
export function inTerminal(project: Project, ...words: readonly string[]): Started {
  return inTerminalOf(0, project, ...words)
}

/** The same in one that is so wide; 0 is one that does not say it. */
export function inTerminalOf(columns: number, project: Project, ...words: readonly string[]): Started {
  const rig = path.join(import.meta.dirname, 'terminal.py')
  return start(
    ['python3', rig, String(columns), process.execPath, builtProgram(), ...words],
    { cwd: project.root, env: project.env },
    'pipe',
  )
}
