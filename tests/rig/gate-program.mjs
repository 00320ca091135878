// A gate that is red while a file below the named folders holds the word BAD: `node gate-program.mjs LOG FOLDER...`.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [logFile, ...folders] = process.argv.slice(2)
const bad = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => readFileSync(file, 'utf8').includes('BAD'))
appendFileSync(logFile, `${JSON.stringify({ event: 'gate', bad, pid: process.pid })}\n`)
for (const file of bad) process.stdout.write(`${path.relative('.', file)} is bad\n`)
process.exitCode = bad.length > 0 ? 1 : 0
