import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import type { Diagnostic } from '../../src/plan/diagnostic.ts'
import { positionAt } from '../../src/plan/position.ts'

/** `line:column: severity CODE message`, as a person sees it. */
function shown(text: string, diagnostic: Diagnostic): string {
  const source = { path: 'millwright.toml', bytes: new TextEncoder().encode(text) }
  expect(diagnostic.help).not.toBe('')
  if (diagnostic.span === null) return `-: ${diagnostic.severity} ${diagnostic.code} ${diagnostic.message}`
  expect(diagnostic.span.offset + diagnostic.span.length).toBeLessThanOrEqual(source.bytes.length)
  const { line, column } = positionAt(source, diagnostic.span.offset)
  return `${line}:${column}: ${diagnostic.severity} ${diagnostic.code} ${diagnostic.message}`
}

async function problems(text: string, from: 'user' | 'repository' = 'repository'): Promise<string[]> {
  const { config, diagnostics } = await readConfig(text, 'millwright.toml', from, ['claude-code', 'codex'])
  expect(config === null).toBe(diagnostics.some((it) => it.severity === 'error'))
  return diagnostics.map((it) => shown(text, it))
}

describe('what is wrong is named at its place', () => {
  const table: [name: string, text: string, expected: string[]][] = [
    [
      'a gate that needs a shell',
      '[gates.unit]\nrun = "npm test && curl x | sh"\n',
      ['2:7: error MW600 gate needs a shell (&&, |); write argv ["npm", "test"] or name a script file'],
    ],
    ['an empty gate', '[gates.unit]\nrun = []\n', ['2:7: error MW602 gate has no program']],
    ['a gate without a program', '[gates.unit]\ntimeout = "1m"\n', ['1:2: error MW602 gate unit has no program']],
    ['a NUL', '[gates.unit]\nrun = ["a\\u0000b"]\n', ['2:7: error MW602 gate holds a NUL']],
    [
      'no time at all',
      '[gates.unit]\nrun = ["a"]\ntimeout = 0\n',
      ['3:11: error MW604 gates.unit.timeout must be more than 0 and at most 24h'],
    ],
    [
      'too much time',
      '[policy.limits]\nattempt = "25h"\n',
      ['2:11: error MW604 policy.limits.attempt must be more than 0 and at most 24h'],
    ],
    [
      'a negative time',
      '[gates.a]\nrun=["a"]\ntimeout = "-3s"\n',
      ['3:11: error MW604 gates.a.timeout must be more than 0 and at most 24h'],
    ],
    [
      'no length of time',
      '[gates.a]\nrun=["a"]\ntimeout = "soon"\n',
      ['3:11: error MW508 gates.a.timeout must be a length of time such as "90s", "20m" or "1h"'],
    ],
    [
      'a unit that every object knows',
      '[gates.a]\nrun=["a"]\ntimeout = "1constructor"\n',
      ['3:11: error MW508 gates.a.timeout must be a length of time such as "90s", "20m" or "1h"'],
    ],
    [
      'a slip of the pen',
      '[policy]\nretires = 3\n',
      ["2:1: error MW408 unknown key 'policy.retires'; did you mean retries?"],
    ],
    [
      'a table as a key of another',
      '[policy]\nworkspace = "none"\n',
      ["2:1: error MW408 unknown key 'policy.workspace'; did you mean [workspace]?"],
    ],
    [
      'a key without its table',
      'retries = 3\n',
      ["1:1: error MW408 unknown key 'retries'; did you mean retries in [policy]?"],
    ],
    ['a key of some other version', '[policy]\nmoonphase = 3\n', ["2:1: warning MW408 unknown key 'policy.moonphase'"]],
    [
      'wrong words and types, all at once',
      '[policy]\nmode = "loud"\njobs = 0\nretries = "3"\n[workspace]\nshare = "x"\n',
      [
        '2:8: error MW508 policy.mode must be one of "silent", "collaborative", "dynamic", "education"',
        '3:8: error MW508 policy.jobs must be at least 1',
        '4:11: error MW508 policy.retries must be a number',
        '6:9: error MW508 workspace.share must be a list',
      ],
    ],
    [
      'a path that leaves',
      '[workspace]\ncopy = ["../../etc/passwd"]\n',
      ['2:9: error MW508 workspace.copy[0] must be a path inside the repository'],
    ],
    [
      'a contract that is to be an integration test',
      '[gates.a]\nkind = "contract"\nmilestone = "core"\n',
      ['3:13: error MW508 gate a compares what a task changes, and cannot be an integration test'],
    ],
    [
      'definitions of the whole repository',
      '[milestones]\ndefinitions = "x/.."\n',
      ['2:15: error MW508 milestones.definitions must be a folder below the top of the repository'],
    ],
    ...['null', 'NULL', 'None', 'nil', 'undefined'].map((word): [string, string, string[]] => [
      word,
      `[policy]\njobs = ${word}\n`,
      ['2:8: error MW500 TOML has no null; remove the key or write ""'],
    ]),
    ['null in braces', 'a = { b = null }\n', ['1:11: error MW500 TOML has no null; remove the key or write ""']],
    ...['[null]', '[1, null]', '[[1], None]', '[ # nothing\nnull]'].map((list): [string, string, string[]] => {
      const at = list.includes('\n') ? '2:1' : `1:${5 + list.search(/null|None/)}`
      return [`null in ${list}`, `a = ${list}\n`, [`${at}: error MW500 TOML has no null; take it out of the list`]]
    }),
    ['a word that begins like null', 'a = nullable\n', ['1:5: error MW500 not TOML: unexpected character']],
    ['a key twice', '[policy]\njobs = 1\njobs = 2\n', ["3:1: error MW501 key 'jobs' defined twice (first at 2:1)"]],
    ['a forbidden key', '[gates.__proto__]\nrun = ["a"]\n', ['1:8: error MW502 key "__proto__" is not allowed']],
    [
      'columns count characters, not bytes',
      '[gates."ü"]\nrun = ["x"]\n',
      ['1:8: error MW508 gates.ü is no name that can stand here'],
    ],
    [
      'the brief before --',
      '[agents.a]\ncommand = ["x", "{brief}", "--", "y"]\nbrief = "argument"\n',
      ['2:11: error MW608 agent a has the brief before "--"'],
    ],
    [
      'no place for the brief',
      '[agents.a]\ncommand = ["x"]\nbrief = "argument"\n',
      ['2:11: error MW608 agent a has no place for the brief'],
    ],
    ['a preset without a name', '[agents.a]\nkind = "preset"\n', ['2:8: error MW609 agent a names no preset']],
    [
      'an unknown preset',
      '[agents.a]\nkind = "preset"\npreset = "claude-cod"\n',
      ['3:10: error MW609 unknown preset claude-cod; did you mean claude-code?'],
    ],
    [
      'wrong numbers of a numeric gate, all at once',
      '[gates.a]\nkind = "numeric"\nrun = ["x"]\n[[gates.a.values]]\nname = "n"\nreference = nan\natol = -1\n' +
        '[gates.b]\nkind = "numeric"\nrun = ["x"]\n[gates.c]\nkind = "numeric"\nrun = ["x"]\nvalues = []\n',
      [
        '4:3: error MW603 value n of gate a is found by nothing',
        '6:13: error MW603 gates.a.values[0].reference must be a finite number',
        '7:8: error MW603 gates.a.values[0].atol must be at least 0',
        '8:2: error MW603 numeric gate b compares no value',
        '14:10: error MW603 numeric gate c compares no value',
      ],
    ],
    [
      'infinite numbers, and none at all',
      '[gates.a]\nkind = "numeric"\nrun = ["x"]\nvalues = [\n{name = "a", column = 1, reference = inf, rtol = inf},\n' +
        '{name = "b", column = 1, reference = -inf, atol = nan},\n{name = "c", column = 1},\n{name = "d", column = 0, reference = "3"}]\n',
      [
        '5:38: error MW603 gates.a.values[0].reference must be a finite number',
        '5:50: error MW603 gates.a.values[0].rtol must be a finite number',
        '6:38: error MW603 gates.a.values[1].reference must be a finite number',
        '6:51: error MW603 gates.a.values[1].atol must be a finite number',
        '7:1: error MW603 value c of gate a has no reference',
        '8:23: error MW508 gates.a.values[3].column must be at least 1',
        '8:38: error MW603 gates.a.values[3].reference must be a finite number',
      ],
    ],
    [
      'values that nothing finds, or that are found twice',
      '[gates.a]\nkind = "numeric"\nrun = ["x"]\n[[gates.a.values]]\nname = "a"\nreference = 1\n' +
        '[[gates.a.values]]\nname = "b"\njson_path = "$"\ncolumn = 1\nreference = 1\n' +
        '[[gates.a.values]]\nname = "b"\njson_path = "$"\nrow = 1\nreference = 1\nunit = " "\n',
      [
        '4:3: error MW603 value a of gate a is found by nothing',
        '10:10: error MW603 value b of gate a is found by json_path and column at once',
        '13:8: error MW603 gate a has two values with the name b',
        '15:7: error MW603 value b of gate a has a row and no column',
        '17:8: error MW603 value b of gate a has a unit of nothing',
      ],
    ],
    [
      'paths and patterns that cannot be read, with the place in them',
      '[gates.a]\nkind = "numeric"\nrun = ["x"]\nvalues = [\n{name = "a", json_path = "$.a[*]", reference = 1},\n' +
        '{name = "b", regex = \'(a)\\1\', reference = 1},\n{name = "c", regex = \'a\', reference = 1},\n' +
        '{name = "d", column = "x", row = 0, reference = 1}]\n',
      [
        '5:26: error MW603 value a of gate a has a bad path at character 5: [*] could name several places: name the one key or number',
        '6:22: error MW603 value b of gate a has a bad pattern: invalid escape sequence: `\\1`',
        '7:22: error MW603 value c of gate a has no group in its pattern: nobody can tell which part is the number',
        '8:34: error MW603 value d of gate a has the row 0: rows are counted from 1',
      ],
    ],
    [
      'one value that is wrong, which hides nothing of itself and of the others',
      '[gates.a]\nkind = "numeric"\nrun = ["x"]\ncwd = "../x"\n[[gates.a.values]]\nname = "a"\nregex = "x"\nreference = "s"\n' +
        '[[gates.a.values]]\nname = "a"\njson_path = "$["\nreference = 1\n[[gates.a.values]]\nregex = 3\n',
      [
        '4:7: error MW508 gates.a.cwd must be a path inside the repository',
        '7:9: error MW603 value a of gate a has no group in its pattern: nobody can tell which part is the number',
        '8:13: error MW603 gates.a.values[0].reference must be a finite number',
        '10:8: error MW603 gate a has two values with the name a',
        '11:13: error MW603 value a of gate a has a bad path at character 2: [ is not closed',
        '13:3: error MW603 value 3 of gate a has no name',
        '13:3: error MW603 value 3 of gate a has no reference',
        '14:9: error MW508 gates.a.values[2].regex must be a text in quotes',
      ],
    ],
    [
      'keys that say nothing to a gate of this kind',
      '[gates.a]\nrun = ["x"]\nadditions = "fail"\nignore = ["x"]\n[gates.b]\nkind = "contract"\nrun = ["x"]\ncwd = "y"\n',
      [
        '3:1: error MW508 gate a is of the kind command, which reads no signatures: additions says nothing to it',
        '4:1: error MW508 gate a is of the kind command, which reads no signatures: ignore says nothing to it',
        '7:1: error MW508 gate b is of the kind contract, which runs no program: run says nothing to it',
        '8:1: error MW508 gate b is of the kind contract, which runs no program: cwd says nothing to it',
      ],
    ],
    [
      'values of a gate that compares none',
      '[gates.a]\nrun = ["x"]\n[[gates.a.values]]\nname = "a"\ncolumn = 1\nreference = 1\n',
      ['3:3: error MW603 gate a has values and is of the kind command, which compares none'],
    ],
    [
      'a wrong value hides nothing that is wrong elsewhere, and is not told twice',
      '[policy]\njobs = 0\n[agents.a]\ncommand = ["x", "--yolo"]\ntimeout = "soon"\n[agents.b]\ncommand = 3\n' +
        '[agents.c]\nkind = "presett"\n[gates.unit]\nrun = "a && b"\npaths = [1]\n[gates.lint]\nrun = 1\n' +
        '[diagnostics]\nMW001 = "info"\nMW2 = "off"\n',
      [
        '2:8: error MW508 policy.jobs must be at least 1',
        "4:11: error MW607 the repository may not switch off an agent's safeguards (--yolo)",
        '5:11: error MW508 agents.a.timeout must be a length of time such as "90s", "20m" or "1h"',
        '7:11: error MW508 agents.b.command must be a list or a text in quotes',
        '9:8: error MW508 agents.c.kind must be one of "command", "preset", "human", "scripted", "acp"',
        '11:7: error MW600 gate needs a shell (&&); write argv ["a"] or name a script file',
        '12:10: error MW508 gates.unit.paths[0] must be a text in quotes',
        '14:7: error MW508 gates.lint.run must be a list or a text in quotes',
        '16:9: error MW508 MW001 cannot be lowered, such a plan has no reading',
        '17:1: error MW508 diagnostics.MW2 is no name that can stand here',
      ],
    ],
    [
      'a slot in the message of commits that nothing fills',
      '[commit]\ntemplate = "{id}: {titel}"\n',
      ['2:12: error MW508 commit.template may name {id}, {title} and {task} only'],
    ],
    [
      'a severity that has no reading',
      '[diagnostics]\nMW001 = "info"\n',
      ['2:9: error MW508 MW001 cannot be lowered, such a plan has no reading'],
    ],
  ]
  test.each([
    '[agents.a]\nkind = "preset"\npreset = "claude-code"\nargs = ["--model", "opus", "--max-turns=9"]\n',
    '[agents.a]\ncommand = ["x", "--model", "m"]\nset = { COLOUR = "never", MODE = "fast" }\n',
  ])('but which model works, and what harms nobody: %j', async (text) => expect(await problems(text)).toEqual([]))

  for (const [name, text, expected] of table)
    test(name, async () => {
      expect(await problems(text)).toEqual(expected)
    })

  test('a key given twice points back at the first one', async () => {
    const { diagnostics } = await readConfig('[policy]\njobs = 1\njobs = 2\n', 'millwright.toml')
    expect(diagnostics[0]?.related[0]?.span).toEqual({ path: 'millwright.toml', offset: 9, length: 4 })
  })

  test('a byte order mark and CRLF shift nothing', async () => {
    const { diagnostics } = await readConfig('\ufeff[policy]\r\njobs = 0\r\n', 'millwright.toml')
    expect(diagnostics[0]?.span).toEqual({ path: 'millwright.toml', offset: 3 + 10 + 7, length: 1 })
  })

  test('nesting without end is an answer, not a crash', async () => {
    expect((await problems(`a = ${'['.repeat(50_000)}`))[0]).toMatch(/error MW500/)
  })
})

describe('what a repository may not decide (S2)', () => {
  const table: [name: string, text: string, expected: RegExp][] = [
    [
      'bypass flags of an agent',
      '[agents.a]\ncommand = ["codex", "--dangerously-bypass-approvals-and-sandbox"]\n',
      /^2:11: error MW607/,
    ],
    ['flags of a preset', '[agents.a]\nkind = "preset"\npreset = "codex"\nargs = ["--yolo"]\n', /^4:8: error MW607/],
    [
      'what a preset may do',
      '[agents.a]\nkind = "preset"\npreset = "claude-code"\nargs = ["--model", "opus", "--allowedTools", "Bash(*)"]\n',
      /^4:8: error MW607 the repository may not give claude-code further flags \(--allowedTools\)/,
    ],
    [
      'what a preset starts',
      '[agents.a]\nkind = "preset"\npreset = "claude-code"\ncommand = ["./x"]\n',
      /^4:\d+: error MW607 the repository may not start another program as claude-code/,
    ],
    [
      'where a preset sends what it knows',
      '[agents.a]\nkind = "preset"\npreset = "claude-code"\nset = { ANTHROPIC_BASE_URL = "http://x" }\n',
      /^4:\d+: error MW607 the repository may not set ANTHROPIC_BASE_URL for claude-code/,
    ],
    ...['PERL5OPT', 'PERL5LIB', 'RUBYLIB', 'JAVA_TOOL_OPTIONS', 'ALL_PROXY', 'OPENAI_BASE_URL', 'PYTHONPATH'].map(
      (variable): [string, string, RegExp] => [
        `what steers programs: ${variable}`,
        `[agents.a]\ncommand = ["x"]\nset = { ${variable} = "x" }\n`,
        new RegExp(`^3:\\d+: error MW607 the repository may not set ${variable} for an agent`),
      ],
    ),
    [
      'secrets for an agent',
      '[agents.a]\ncommand = ["x"]\nenv = ["LANG", "GITHUB_TOKEN"]\n',
      /^3:16: error MW607 .*GITHUB_TOKEN/,
    ],
    ['secrets for a gate', '[gates.a]\nrun = ["x"]\nenv = ["AWS_SECRET_ACCESS_KEY"]\n', /^3:8: error MW607/],
    [
      'what loads code',
      '[agents.a]\ncommand = ["x"]\nset = { NODE_OPTIONS = "--require ./x.js" }\n',
      /^3:24: error MW607/,
    ],
    ['the sandbox', '[security]\nsandbox = "off"\n', /^2:11: error MW607/],
    ['trust under any name', 'trusted = true\n', /^1:1: error MW607 the repository may not set trusted/],
    ['trust inside a table', '[policy]\nbypass_review = true\n', /^2:1: error MW607/],
    ['a security rule', '[diagnostics]\nMW130 = "info"\n', /^2:9: error MW607 .*MW130/],
  ]
  for (const [name, text, expected] of table)
    test(name, async () => {
      const found = await problems(text)
      expect(found).toHaveLength(1)
      expect(found[0]).toMatch(expected)
    })

  test('the user may decide these', async () => {
    const text = '[agents.a]\ncommand = ["codex", "--yolo"]\nenv = ["GITHUB_TOKEN"]\n[security]\nsandbox = "off"\n'
    expect(await problems(text, 'user')).toEqual([])
  })
})

test('a whole configuration reads into settings', async () => {
  const { config, diagnostics } = await readConfig(
    `[agents.coder]
command = "my-agent --model 'a b'"
timeout = "30m"
[agents.demo]
kind = "scripted"
script = "demo.json"
[gates.unit]
run = ["npm", "test"]
paths = ["src/**"]
[gates.totals]
kind = "numeric"
run = ["node", "totals.mjs"]
[[gates.totals.values]]
name = "total"
json_path = "$.total"
reference = 3
atol = 0.1
[workspace]
kind = "in-place"
setup = ["npm", "ci"]
[policy]
agent = "coder"
gate_rounds = 2
[policy.limits]
gate = 90
[diagnostics]
MW113 = "error"
MW111 = "warning"
[commit]
author = "user"
`,
    'millwright.toml',
  )
  expect(diagnostics).toEqual([])
  expect(config?.agents.map((it) => [it.name, it.kind, it.argv, it.attemptMs])).toEqual([
    ['coder', 'command', ['my-agent', '--model', 'a b'], 1_800_000],
    ['demo', 'scripted', [], null],
  ])
  expect(config?.gates[1]?.values).toEqual([
    {
      name: 'total',
      value: 3,
      atol: 0.1,
      rtol: 0,
      find: { by: 'json', path: '$.total' },
      match: 'only',
      unit: null,
    },
  ])
  expect(config?.policy).toEqual({ workspace: 'in-place', gateRounds: 2, limits: { gateMs: 90_000 } })
  expect(config?.severities).toEqual({ MW113: 'error', MW111: 'warning' })
  expect(config?.agent).toBe('coder')
  expect(config?.commit).toEqual({ author: 'user' })
})

test.each([
  ['keys of many parts', `${'a.'.repeat(40_000)}a = 1`],
  ['lists in lists', `x = ${'['.repeat(1_000)}${']'.repeat(1_000)}`],
  ['tables in tables', `x = ${'{a='.repeat(300)}1${'}'.repeat(300)}`],
])('%s are told and not followed: the work stays that of the text', async (_, text) => {
  const { config, diagnostics } = await readConfig(text, 'millwright.toml')
  expect(config).toBeNull()
  expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'MW404', message: 'nested more than 64 deep' }))
})
