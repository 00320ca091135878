/** Words of plans and configurations as arguments of a program: they arrive as they are (S6). */

import { runProcess } from '../../src/system/process.ts'
import { randomFrom, type Random } from '../../tests/rig/random.ts'
import type { PartFailure } from '../part.ts'

/** Prints the arguments that it was given. */
const program = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))'
const inOneCall = 2_000

const odd = [
  '--',
  '-c',
  '-',
  '--upload-pack=x',
  '-4u',
  '$(touch x)',
  '`id`',
  ';',
  '&&',
  '|',
  '>',
  '*',
  '~',
  '$HOME',
  '"',
  "'",
  '\\',
  '\n',
  '\u202e',
  'é',
  '漢',
  '\u{1f600}',
  ' ',
  '\t',
  '%PATH%',
  '!',
  '#',
  '',
]

function value(random: Random): string {
  const parts = Array.from({ length: random.below(5) }, () =>
    random.chance(0.5) ? random.pick(odd) : String.fromCodePoint(1 + random.below(0xd7fe)),
  )
  return parts.join('')
}

/** Gives so many random values to a child, by the door through which agents and gates are started. */
export async function passArguments(
  count: number,
  seed: number,
): Promise<{ readonly values: number; readonly failures: readonly PartFailure[] }> {
  const random = randomFrom(seed)
  const failures: PartFailure[] = []
  for (let given = 0; given < count; given += inOneCall) {
    const values = Array.from({ length: Math.min(inOneCall, count - given) }, () => value(random))
    const { output, how, exitCode } = await runProcess({
      argv: [process.execPath, '-e', program, '--', ...values],
      cwd: process.cwd(),
      env: {},
      limitMs: 60_000,
    }).result
    const text = Buffer.from(output).toString('utf8')
    const came = exitCode === 0 ? (JSON.parse(text) as readonly string[]) : []
    const at = values.findIndex((it, index) => it !== came[index])
    if (at >= 0 || came.length !== values.length)
      failures.push({
        point: 'arguments',
        text: `argument ${given + at} ${JSON.stringify(values[at])} came as ${JSON.stringify(came[at])} (${how}, ${exitCode})`,
      })
  }
  const nul = await runProcess({ argv: [process.execPath, 'a\0b'], cwd: process.cwd(), env: {}, limitMs: 5_000 }).result
  if (nul.how !== 'not-started') failures.push({ point: 'arguments', text: 'a value with NUL was started' })
  return { values: count, failures }
}
