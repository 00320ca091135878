/** Starts a program by a supervisor that goes away before it has told its number, and says what came of it. */

import { sendSignal } from '../../../src/system/process-table.ts'
import { runProcess } from '../../../src/system/process.ts'
import { supervise } from '../../../src/system/supervision.ts'

const [supervisor = ''] = process.argv.slice(2)
process.on('SIGTERM', () => process.stdout.write('sent to ourselves\n'))
const end = supervise(() => undefined, supervisor)
const { how, leftBehind } = await runProcess({
  argv: ['true'],
  cwd: '/',
  env: {},
  markers: { MILLWRIGHT_ATTEMPT: 'm' },
}).result
end()
// What has no number is nobody: to the system 0 is the whole group of whoever asks.
sendSignal(0, 'SIGTERM')
await new Promise((resolve) => setTimeout(resolve, 50))
process.stdout.write(`${JSON.stringify([how, leftBehind])}\n`)
process.exit(0)
