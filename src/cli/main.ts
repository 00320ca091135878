/** The door: the process's streams and words go in, an exit code comes out. Only wiring. */

import { writeSync } from 'node:fs'
import { exitCodes } from '../calls/exit-codes.ts'
import { diskFailureOf } from '../system/disk-failure.ts'
import { makeIo } from './output.ts'
import { runProgram } from './program.ts'
import { isInputTerminal, isOutputFailure, openOutput, releaseClosedTerminals } from './streams.ts'
import { version } from '../calls/version.ts'

/** One call as a process makes it: what it says goes to these streams, what it wants to know it finds here. */
export type Surroundings = Parameters<typeof makeIo>[0]

/**
 * Calls the program once. What is thrown is our fault, or that a disk takes nothing more: that is told, and is no exception.
 * @param words those behind the name of the program
 * @returns the exit code
 * @throws where its output cannot be written (`isOutputFailure`)
 */
export async function call(words: readonly string[], of: Surroundings): Promise<number> {
  const io = makeIo(of)
  try {
    return await runProgram(words, io, version)
  } catch (error) {
    if (isOutputFailure(error)) throw error
    const disk = diskFailureOf(error)
    if (disk !== null) {
      io.stderr.write(`millwright: ${disk.message}\n  help: ${disk.help}; nothing that was finished is lost\n`)
      return exitCodes.wrong
    }
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
    io.stderr.write(
      `millwright: something went wrong inside millwright ${version}; this is no fault of your plan\n${told}\n` +
        '  help: nothing that was finished is lost; if a run was under way, `millwright resume` goes on with it\n',
    )
    return exitCodes.ourFault
  }
}

/** The call that this process was started for. */
export function main(): void {
  process.on('exit', releaseClosedTerminals)
  // A call that waits for nothing that could come ends here, and not as if all were done.
  process.on('exit', () => {
    process.exitCode ??= exitCodes.ourFault
  })
  call(process.argv.slice(2), {
    stdout: openOutput(1, giveUp),
    stderr: openOutput(2, giveUp),
    isInputTerminal,
    env: process.env,
    cwd: cwd(),
  })
    .then((code) => {
      process.exitCode = code
    })
    .catch(giveUp)
}

/** What was to be said cannot be said: not even this may be heard. */
function giveUp(error: Error): never {
  try {
    writeSync(2, `millwright: cannot write its output: ${error.message}\n  help: look whether the disk is full\n`)
  } catch {
    // Standard error is broken too.
  }
  process.exit(exitCodes.ourFault)
}

/** The folder of the call; one that was deleted meanwhile is no fault of ours, and nothing can be found from there. */
function cwd(): string {
  try {
    return process.cwd()
  } catch {
    process.stderr.write(
      'millwright: the folder that this was called in is not there any more\n  help: change to one that is, and call it again\n',
    )
    return process.exit(exitCodes.wrong)
  }
}
