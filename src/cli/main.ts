#!/usr/bin/env node
/** The door: the process's streams and words go in, an exit code comes out. Only wiring. */

import { exitCodes } from './exit-codes.ts'
import { makeIo } from './output.ts'
import { runProgram } from './program.ts'
import { isInputTerminal, openOutput } from './streams.ts'
import { version } from './version.ts'

// Whoever reads our output may have read enough, as in `| head`: that is no fault of anybody.
const leave = (): never => process.exit(process.exitCode ?? exitCodes.done)

const io = makeIo({
  stdout: openOutput(1, leave),
  stderr: openOutput(2, leave),
  isInputTerminal,
  env: process.env,
  cwd: process.cwd(),
})

try {
  process.exitCode = await runProgram(process.argv.slice(2), io, version)
} catch (error) {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
  io.stderr.write(
    `millwright: something went wrong inside millwright ${version}; this is no fault of your plan\n${told}\n` +
      '  help: nothing that was finished is lost; if a run was under way, `millwright resume` goes on with it\n',
  )
  process.exitCode = exitCodes.ourFault
}
