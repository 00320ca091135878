/** Misspelt keys, tables and fields are told at their place (MW526); names that are near none are not. */

import { describe, expect, test } from 'vitest'
import { readFiles, type Files } from './reading.ts'

const said = (files: Files): readonly string[] =>
  readFiles(files)
    .said('MW526')
    .map((it) => it.replace(' warning MW526', ''))

describe('of the parameters', () => {
  const step = (line: string): string => `[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\n${line}\n`
  test.each([
    ['[[speclet]]\nid = 1\n', '1:3 "speclet" is not looked at; did you mean speclets?'],
    ['[error_propogation]\n', '1:2 "error_propogation" is not looked at; did you mean error_propagation?'],
    ['[mcp_tool]\n', '1:2 "mcp_tool" is not looked at; did you mean mcp_tools?'],
    ['[execution]\ndefualt_mode = "silent"\n', '2:1 "defualt_mode" is not looked at; did you mean default_mode?'],
    [step('critcal_flag = true'), '5:1 "critcal_flag" is not looked at; did you mean critical_flag?'],
    [step('expeted_output = "x"'), '5:1 "expeted_output" is not looked at; did you mean expected_output?'],
    [step('mdoe = "silent"'), '5:1 "mdoe" is not looked at; did you mean mode?'],
    [step('bakcup_2 = "x"'), '5:1 "bakcup_2" is not looked at; did you mean backup_2?'],
    [step('backups = [{ id = 1, tool_pth = "x" }]'), '5:22 "tool_pth" is not looked at; did you mean tool_path?'],
  ])('%j', (toml, expected) => {
    expect(said({ toml })).toEqual([`parameters_x.toml:${expected}`])
  })

  test.each([
    [step('condition = "if it rains"'), '5:1 "condition" is not looked at'],
    [step('optional = true'), '5:1 "optional" is not looked at'],
    [step('skip = true'), '5:1 "skip" is not looked at'],
    [step('enabled = false'), '5:1 "enabled" is not looked at'],
    [step('timeout = 30'), '5:1 "timeout" is not looked at'],
    [step('retries = 2'), '5:1 "retries" is not looked at'],
    ['[[tasks]]\nid = 1\nskip_if = "x"\n', '3:1 "skip_if" is not looked at'],
    ['[mcp]\nrequired = ["browser"]\n', '1:2 "mcp" is not looked at'],
    ['[execution]\nmode = "silent"\n', '2:1 "mode" is not looked at'],
  ])('what would change what is done elsewhere: %j', (toml, expected) => {
    expect(said({ toml })).toEqual([`parameters_x.toml:${expected}`])
  })

  test.each(['skip = false', 'optional = false', 'enabled = true', 'disabled = false'])(
    'nothing of %s, which holds anyway',
    (line) => {
      expect(said({ toml: step(line) })).toEqual([])
    },
  )

  test('and of the constitution', () => {
    expect(said({ toml: '', constitution: '[retry]\nmax_retrys = 2\n' })).toEqual([
      'project_constitution.toml:2:1 "max_retrys" is not looked at; did you mean max_retries?',
    ])
  })

  test.each([
    '[contracts]\n[logging]\n[meta]\n[education]\n[constraints]\ncritcal_flag = 1\n[components]\nmod = "x"\n',
    step('model = "x"\ncode = "y"\nnote = "z"\nbackup_1 = "b"\nmcp_tools_available = ["x"]\ndepends_on = []'),
  ])('nothing is said of %j', (toml) => {
    expect(said({ toml, constitution: '[education]\nenabled = true\n' })).toEqual([])
  })

  test('a misspelt table of criteria is taken for what it is meant to be', () => {
    const toml = '[completion_critera]\nacceptance = ["one"]\n'
    expect(said({ toml })).toEqual(['parameters_x.toml:1:2 "completion_critera" is taken for completion_criteria'])
    expect(readFiles({ toml }).spec.completion.criteria.map(({ text }) => text)).toEqual(['one'])
  })
})

describe('of the Markdown', () => {
  const md = (line: string): string => `## SPECLet [a]: A\n\n### Task [1]: Do\n\n- **Step [1]:** Go\n  ${line}\n`
  test.each([
    ['- **Crtical:** true', '6:7 "Crtical" is not looked at; did you mean critical?'],
    ['- **Bakcup [2]:** x', '6:7 "Bakcup [2]" is not looked at; did you mean backup?'],
    ['- Expcted output: x', '6:5 "Expcted output" is not looked at; did you mean expected output?'],
  ])('%s', (line, expected) => {
    expect(said({ md: md(line) })).toEqual([`spec_x.md:${expected}`])
  })

  test('a field of a SPECLet', () => {
    expect(said({ md: '## SPECLet [a]: A\n\n**Depnds On:** `[]`\n' })).toEqual([
      'spec_x.md:3:3 "Depnds On" is not looked at; did you mean depends on?',
    ])
  })

  test.each(['- **Critical:** true', '- **Purpose:** x', '- Note: x', '- **Duration:** 2 days'])(
    'nothing is said of %s',
    (line) => {
      expect(said({ md: md(line) })).toEqual([])
    },
  )
})

test('of a file of unknown names only so many are compared as a person could have written', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `k${at} = 1\n`).join('')
  expect(said({ toml: `${lines}[error_propogation]\n` })).toEqual([])
})
