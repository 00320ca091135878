/** The mode of a spec's run, asked as it begins on a terminal (seed 004 §1.2a). */

import type { PreparedRun } from '../calls/run/assemble-run.ts'
import type { Mode } from '../plan/policy.ts'
import { askWord } from './ask.ts'
import type { Io } from './output.ts'

const names: Readonly<Record<Mode, string>> = {
  dynamic: 'Dynamic',
  silent: 'Silent',
  collaborative: 'Collaborative',
  education: 'Education',
}

const choices: Readonly<Record<string, Mode>> = { '1': 'dynamic', '2': 'silent', '3': 'collaborative' }

/** Another answer than these is asked again, so often; then what holds stays. */
const mostTries = 5

/**
 * Asks where a run of a spec begins and the call names no mode. Off a terminal nobody is asked, and what the plan and the
 * configuration say holds.
 * @returns another mode, that what holds was accepted, or that it is not to begin; null where nobody was asked, or has said anything
 */
export async function chooseMode(
  { opened, isNew, scratch, options: { policy } }: PreparedRun,
  options: Readonly<Record<string, unknown>>,
  io: Io,
): Promise<Mode | 'accepted' | 'interrupted' | null> {
  const isAsked = io.stdin.isTTY && io.stderr.isTTY && options['json'] !== true && options['jsonl'] !== true
  const isSaid = options['mode'] !== undefined || options['yes'] === true
  if (opened.draft.spec === undefined || !isNew || scratch !== null || isSaid || !isAsked) return null
  io.stderr.write(`${modeText(policy.mode)}\n`)
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answer = await askWord(questionText(policy.mode))
    if (answer === 'interrupted') return 'interrupted'
    if (answer.typed === '') return 'accepted'
    const chosen = choices[answer.typed]
    if (chosen !== undefined) return chosen === policy.mode ? 'accepted' : chosen
    io.stderr.write('Enter 1, 2 or 3, or nothing.\n')
  }
  return null
}

/** @param mode that holds where nothing else is chosen */
export function modeText(mode: Mode): string {
  return [
    'Execution Mode Selection',
    '========================',
    '',
    'Default: Dynamic Mode (Recommended)',
    '- Runs autonomously but escalates intelligently when needed',
    '- Balances efficiency with safety',
    '- Uses multi-signal decision-making for escalation',
    '',
    'Options:',
    '[1] Continue with Dynamic mode (recommended)',
    '[2] Switch to Silent mode (fully autonomous, minimal interruption)',
    '[3] Switch to Collaborative mode (pause at each critical decision)',
    '',
    `Current selection: ${names[mode]}`,
    '',
  ].join('\n')
}

function questionText(mode: Mode): string {
  return `Press Enter to continue with ${names[mode]}, or enter 1/2/3 to select: `
}
