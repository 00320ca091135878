// Starts a child that outlives it; `session`: in a session of its own, `group`: in our group; it holds our output open.
import { spawn } from 'node:child_process'
import path from 'node:path'
const child = spawn(process.execPath, [path.join(import.meta.dirname, 'hang.mjs')], {
  detached: process.argv[2] === 'session',
  stdio: ['ignore', process.argv[3] === 'silent' ? 'pipe' : 'inherit', 'inherit'],
})
child.once('spawn', () => {
  process.stdout.write(`child ${child.pid}\n`, () => {
    if (process.argv[3] === 'stay') setInterval(() => undefined, 1000)
    else process.exit(0)
  })
})
