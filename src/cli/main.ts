/** The door: the process's streams and words go in, an exit code comes out. Only wiring. */

import { writeSync } from 'node:fs'
import { exitCodes } from '../calls/exit-codes.ts'
import { diskFailureOf } from '../system/disk-failure.ts'
import { makeIo } from './output.ts'
import { runProgram } from './program.ts'
import { isInputTerminal, isOutputFailure, openOutput, releaseClosedTerminals } from './streams.ts'
import { version } from '../calls/version.ts'

/** What was to be said cannot be said: not even this may be heard. */
const giveUp = (error: Error): never => {
  try {
    writeSync(2, `millwright: cannot write its output: ${error.message}\n  help: look whether the disk is full\n`)
  } catch {
    // Standard error is broken too.
  }
  process.exit(exitCodes.ourFault)
}

/** The folder of the call; one that was deleted meanwhile is no fault of ours, and nothing can be found from there. */
const cwd = (): string => {
  try {
    return process.cwd()
  } catch {
    process.stderr.write(
      'millwright: the folder that this was called in is not there any more\n  help: change to one that is, and call it again\n',
    )
    return process.exit(exitCodes.wrong)
  }
}

process.on('exit', releaseClosedTerminals)
const io = makeIo({
  stdout: openOutput(1, giveUp),
  stderr: openOutput(2, giveUp),
  isInputTerminal,
  env: process.env,
  cwd: cwd(),
})

/** What is thrown is our fault, or that our output cannot be written, or that a disk takes nothing more. */
const tellFault = (error: unknown): void => {
  if (isOutputFailure(error)) giveUp(error)
  const disk = diskFailureOf(error)
  if (disk !== null) {
    io.stderr.write(`millwright: ${disk.message}\n  help: ${disk.help}; nothing that was finished is lost\n`)
    process.exitCode = exitCodes.wrong
    return
  }
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
  io.stderr.write(
    `millwright: something went wrong inside millwright ${version}; this is no fault of your plan\n${told}\n` +
      '  help: nothing that was finished is lost; if a run was under way, `millwright resume` goes on with it\n',
  )
  process.exitCode = exitCodes.ourFault
}

// A call that waits for nothing that could come ends here, and not as if all were done.
process.on('exit', () => {
  process.exitCode ??= exitCodes.ourFault
})
runProgram(process.argv.slice(2), io, version)
  .then((code) => {
    process.exitCode = code
  })
  .catch(tellFault)
