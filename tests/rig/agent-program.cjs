// An agent that does what a script says: `node agent-program.cjs SCRIPT LOG`, steered by the task it is given.
//
// The script: { "by": "state" | "attempt", "tasks": { ID: [behaviour, …], "*": […] } }. By `attempt` the n-th attempt takes
// the n-th behaviour; by `state` the first whose files are not all there yet, so that an attempt that is made again after
// a crash does again what the lost one did; one that is to be `beside` a file only where that is there. The last one is repeated. Every attempt writes a line when it begins and one
// when it ends, so that tests see what ran, how often and at once with what, and what of its work was there already.
// CommonJS, and loading no more than it needs: Node starts a third faster so, and hundreds of these are started.
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, watch, writeFileSync } = require('node:fs')
const path = require('node:path')

const [scriptFile, logFile] = process.argv.slice(2)
const task = process.env.MILLWRIGHT_TASK
const attempt = Number((process.env.MILLWRIGHT_ATTEMPT ?? '').split('.').at(-1))
const script = JSON.parse(readFileSync(scriptFile, 'utf8'))
const list = script.tasks[task] ?? script.tasks['*'] ?? [{}]

const isThere = (behaviour) =>
  Object.entries(behaviour.write ?? {}).every(([file, text]) => existsSync(file) && readFileSync(file, 'utf8') === text)

const nth = () => {
  if (script.by === 'attempt') return attempt - 1
  const next = list.findIndex((it) => !isThere(it) && (it.beside === undefined || existsSync(it.beside)))
  return next < 0 ? list.length - 1 : next
}

const behaviour = list[Math.min(nth(), list.length - 1)]
const log = (event, more = {}) =>
  appendFileSync(logFile, `${JSON.stringify({ event, task, attempt, pid: process.pid, ...more })}\n`)
const found = () =>
  Object.entries({ ...behaviour.write, ...behaviour.append })
    .filter(([file, text]) => existsSync(file) && readFileSync(file, 'utf8').includes(text))
    .map(([file]) => file)

const waitFor = (file) =>
  new Promise((resolve) => {
    mkdirSync(path.dirname(file), { recursive: true })
    const watcher = watch(path.dirname(file), () => look())
    const look = () => {
      if (!existsSync(file)) return
      watcher.close()
      resolve()
    }
    look()
  })

const pathsOf = (files, does) => {
  for (const [file, text] of Object.entries(files ?? {})) {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
    does(file, text)
  }
}

if (behaviour.stubborn) process.on('SIGTERM', () => undefined)
log('begin', { found: found() })
if (behaviour.print) process.stdout.write(behaviour.print)
pathsOf(behaviour.write, writeFileSync)
pathsOf(behaviour.append, appendFileSync)
for (const file of behaviour.remove ?? []) rmSync(file, { force: true, recursive: true })
if (behaviour.result) writeFileSync(process.env.MILLWRIGHT_RESULT, JSON.stringify(behaviour.result))
if (behaviour.touch) writeFileSync(behaviour.touch, '')
// The folder of the log is among its words, by which it is found; in a session of its own it outlives its group.
if (behaviour.leaves)
  require('node:child_process')
    .spawn('sh', ['-c', 'sleep 600; :', path.dirname(logFile)], { detached: true, stdio: 'ignore' })
    .unref()
const end = async () => {
  if (behaviour.wait) await waitFor(behaviour.wait)
  if (behaviour.linger) await new Promise((resolve) => setTimeout(resolve, behaviour.linger))
  log('end')
  process.exitCode = behaviour.exit ?? 0
}
void end()
