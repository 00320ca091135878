// An agent and a gate that say what they must not: `node leak.mjs agent|gate NAME...` tells the values of those variables in
// every spelling, whole and in two parts.
import { mkdirSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const [as, ...names] = process.argv.slice(2)
const values = names.map((name) => process.env[name] ?? '').filter((it) => it !== '')
const pause = () => new Promise((resolve) => setTimeout(resolve, 15))
const spelled = (it) => [it, JSON.stringify(it), encodeURIComponent(it), Buffer.from(it).toString('base64')]

for (const value of values) {
  for (const it of spelled(value)) process.stdout.write(`told: ${it} behind\n`)
  process.stderr.write(`on the other stream: ${value}\n`)
  const bytes = Buffer.from(value)
  process.stdout.write(bytes.subarray(0, Math.floor(bytes.length / 2)))
  await pause()
  process.stdout.write(bytes.subarray(Math.floor(bytes.length / 2)))
  process.stdout.write('\n')
}
if (as === 'agent') {
  mkdirSync('src', { recursive: true })
  writeFileSync(`src/${process.env.MILLWRIGHT_TASK}.txt`, 'done\n')
  writeFileSync(
    process.env.MILLWRIGHT_RESULT,
    JSON.stringify({
      status: 'done',
      text: `I used ${values.join(' and ')}`,
      deviations: [{ what: `wrote ${values[0] ?? ''}`, reason: values.at(-1) ?? '', action: 'none', impact: 'none' }],
    }),
  )
}
