// A gate that is red while a file below the named folders holds the word BAD, or two of them say ALONE of the same thing, as two
// may that did not know of each other: `node gate-program.cjs LOG FOLDER...`.
const { appendFileSync, existsSync, readdirSync, readFileSync } = require('node:fs')
const path = require('node:path')

const [logFile, ...folders] = process.argv.slice(2)
const things = new Set()
/** Whether a file before it says the same, such as `ALONE 3`. */
const isSecond = (text) => {
  const thing = /^ALONE .+$/m.exec(text)?.[0]
  if (thing === undefined) return false
  const isKnown = things.has(thing)
  things.add(thing)
  return isKnown
}

const isBad = (text) => text.includes('BAD') || isSecond(text)
const bad = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => isBad(readFileSync(file, 'utf8')))
appendFileSync(logFile, `${JSON.stringify({ event: 'gate', bad, pid: process.pid })}\n`)
for (const file of bad) process.stdout.write(`${path.relative('.', file)} is bad\n`)
process.exitCode = bad.length > 0 ? 1 : 0
