/** Known agents as plain data: how they are started without a terminal and how their output is read (AGENTS-FACTS 3). */

import type { OutputReading } from './output-reading.ts'

export interface Preset {
  readonly name: string
  /** What it is, for people. */
  readonly title: string
  readonly argv: readonly string[]
  readonly brief: 'stdin' | 'file' | 'argument'
  /** Variables it needs from the user: where it finds its account and settings. */
  readonly env: readonly string[]
  /** Fixed variables: no updates, no telemetry, no colours. */
  readonly set: Readonly<Record<string, string>>
  readonly reads: OutputReading
}

const quiet = { CI: '1', NO_COLOR: '1', DO_NOT_TRACK: '1' } as const

export const presets: readonly Preset[] = [
  // Written from its documentation.
  {
    name: 'claude-code',
    title: 'Claude Code',
    // The brief comes on stdin; `--verbose` is what `stream-json` asks for together with `-p`.
    argv: ['claude', '-p', '--output-format', 'stream-json', '--verbose', '--permission-mode', 'acceptEdits'],
    brief: 'stdin',
    env: [
      'ANTHROPIC_*',
      'CLAUDE_*',
      'AWS_REGION',
      'AWS_PROFILE',
      'HTTP_PROXY',
      'HTTPS_PROXY',
      'NO_PROXY',
      'SSL_CERT_FILE',
      'NODE_EXTRA_CA_CERTS',
    ],
    set: { ...quiet, DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    reads: {
      session: [
        { when: { type: 'system', subtype: 'init' }, path: 'session_id' },
        { when: { type: 'result' }, path: 'session_id' },
      ],
      text: [{ when: { type: 'result' }, path: 'result' }],
      usage: [
        {
          when: { type: 'result' },
          over: 'last',
          input: ['usage.input_tokens', 'usage.cache_read_input_tokens', 'usage.cache_creation_input_tokens'],
          output: ['usage.output_tokens'],
          cost: 'total_cost_usd',
        },
      ],
    },
  },
  // As version 0.169.0 was measured to behave.
  {
    name: 'codex',
    title: 'Codex',
    // The brief is one argument, and stdin must be closed: `exec` would read it as more of the prompt.
    argv: ['codex', 'exec', '--json', '-s', 'workspace-write', '{brief}'],
    brief: 'argument',
    env: ['OPENAI_*', 'CODEX_*', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'SSL_CERT_FILE'],
    set: quiet,
    reads: {
      session: [{ when: { type: 'thread.started' }, path: 'thread_id' }],
      text: [{ when: { type: 'item.completed', 'item.type': 'agent_message' }, path: 'item.text' }],
      usage: [
        {
          when: { type: 'turn.completed' },
          over: 'sum',
          // `cached_input_tokens` is a part of `input_tokens`, `reasoning_output_tokens` of `output_tokens`.
          input: ['usage.input_tokens'],
          output: ['usage.output_tokens'],
          cost: null,
        },
      ],
    },
  },
]

/** The preset of this name, or null. */
export function findPreset(name: string): Preset | null {
  return presets.find((preset) => preset.name === name) ?? null
}
