// Makes calls of the program, one after the other, for whoever has started it (served.ts).
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'

const { call } = createRequire(import.meta.url)(process.argv[2])

const stream = (into) => ({ isTTY: false, columns: undefined, isClosed: false, write: (text) => void into.push(text) })

/** As a pipe would give it. */
const asRead = (of) => Buffer.from(of.join('')).toString('utf8')

/** How many files this process holds open; null where the system does not say. */
const openFiles = () => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return null
  }
}

/**
 * A process that ends lets go of its databases; this one when what was thrown away is collected (`database.ts`), which takes as long
 * as the calls themselves. Whoever changes a journal behind its back has it closed first.
 */
const letGo = async () => {
  globalThis.gc()
  await setImmediate()
}

const answer = async ({ words, cwd, env }) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
  process.chdir(cwd)
  const out = []
  const err = []
  const code = await call(words, {
    stdout: stream(out),
    stderr: stream(err),
    isInputTerminal: () => false,
    env: process.env,
    cwd: process.cwd(),
  })
  if ((openFiles() ?? 0) > 300) await letGo()
  process.send({ code, signal: null, out: asRead(out), err: asRead(err) })
}

process.on('message', (asked) => void answer(asked))
// Nothing is left to do then, and a process that comes to its end closes what is open; one that hangs is ended.
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), 10_000).unref()
})
