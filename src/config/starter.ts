/** The commented `millwright.toml` that `init` writes. */

/** What was found in the project. */
export interface StarterFacts {
  readonly gates: readonly {
    readonly name: string
    readonly argv: readonly string[]
    readonly origin: string
    readonly program: string | null
  }[]
  readonly setup: readonly string[] | null
  readonly share: readonly string[]
  /** Name of an agent that is there; null writes an example as a comment. */
  readonly preset: string | null
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}

function list(words: readonly string[]): string {
  return `[${words.map(quoted).join(', ')}]`
}

/** A table's name; one that is no bare key is quoted. */
function key(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : quoted(name)
}

/** A comment is one line, whatever stands in it. */
function comment(text: string): string {
  return `# ${text.replaceAll(/\p{C}+/gu, ' ')}`
}

function agentPart(preset: string | null): string[] {
  const example = [
    '# [agents.coder]',
    '# command = ["my-agent", "--quiet"]   # argv, never a shell line',
    '# brief = "stdin"                       # or "file", or "argument" with "{brief}" in the command',
  ]
  const head = ['# Who does the work. `millwright run PLAN --agent NAME` takes another one.']
  if (preset === null) return [...head, ...example]
  return [...head, `[agents.${key(preset)}]`, 'kind = "preset"', `preset = ${quoted(preset)}`, '', ...example]
}

function gatesPart(gates: StarterFacts['gates']): string[] {
  const head = ['# How work is checked. A task is verified when its gates pass on exactly the files that are merged.']
  if (gates.length === 0)
    return [
      ...head,
      '# Nothing was found: without a gate nothing is verified, and tasks end files-only or unverified.',
      '# [gates.unit]',
      '# run = ["npm", "test"]',
      '# timeout = "10m"',
      '# paths = ["src/**"]                    # only for tasks that name such files',
    ]
  return [
    ...head,
    ...gates.flatMap((gate, index) => [
      ...(index === 0 ? [] : ['']),
      comment(
        `from ${gate.origin}${gate.program === null ? `; ${gate.argv[0] ?? ''} was not found on the search path` : ''}`,
      ),
      `[gates.${key(gate.name)}]`,
      `run = ${list(gate.argv)}`,
    ]),
  ]
}

function workspacePart(facts: StarterFacts): string[] {
  const line = (name: string, words: readonly string[] | null, example: string): string =>
    words === null || words.length === 0 ? `# ${name} = ${example}` : `${name} = ${list(words)}`
  return [
    '# Each task works in a checkout of its own, which has no dependencies at first.',
    '[workspace]',
    line('setup', facts.setup, '["PROGRAM", "ARGUMENT"]     # makes it ready, as `npm ci` does'),
    // What a set-up makes in the workspace is not linked from the checkout as well.
    facts.setup === null || facts.share.length === 0
      ? line('share', facts.share, '["FOLDER"]                 # linked from your checkout, such as node_modules')
      : `# share = ${list(facts.share)}  # in place of setup: linked from your checkout, and nothing is installed`,
    '# copy = [".env"]                       # files that git does not know',
  ]
}

/**
 * Writes a starting configuration out of what was found. It is valid as it stands.
 *
 * @param facts gates, set-up and agent of the project
 */
export function starterConfig(facts: StarterFacts): string {
  const parts = [
    ['# Configuration of Millwright: data only, never code. Every key is described in the JSON Schema.'],
    agentPart(facts.preset),
    gatesPart(facts.gates),
    workspacePart(facts),
    [
      '[policy]',
      ...(facts.preset === null ? ['# agent = "coder"'] : [`agent = ${quoted(facts.preset)}`]),
      '# mode = "dynamic"                      # silent, collaborative, dynamic, education',
      '# jobs = 2                              # tasks worked on at once',
      '# retries = 3                           # attempts after the first one',
      '# unverified = "accept"                 # a task without a gate: accept, ask, block',
      '# deviations = "record"                 # a change outside files: record, ask, block',
    ],
    ['# [diagnostics]', '# MW113 = "error"                       # a dependency cycle stops the run'],
  ]
  return `${parts.map((part) => part.join('\n')).join('\n\n')}\n`
}
