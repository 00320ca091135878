/** Every reader of text that others wrote, each as a function that says what must hold of whatever it is given. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readDeclared } from '../../src/agents/declared-deviations.ts'
import { readDoubles } from '../../src/agents/doubles.ts'
import { jsonFault } from '../../src/plan/json-fault.ts'
import { readOutput } from '../../src/agents/output-reading.ts'
import { findPreset } from '../../src/agents/presets.ts'
import { readResult } from '../../src/agents/result-file.ts'
import { fillTemplate } from '../../src/agents/templates.ts'
import { findTraceTexts } from '../../src/agents/trace-texts.ts'
import { sourceOf } from '../../src/calls/plan/projectors.ts'
import { isBranchName } from '../../src/config/branch-name.ts'
import { durationMs } from '../../src/config/duration.ts'
import { readJson } from '../../src/config/json-text.ts'
import { projectModeIn } from '../../src/config/project-mode.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { gateFromFlag } from '../../src/config/gates.ts'
import { agentFromFlag } from '../../src/config/settings.ts'
import { splitWords } from '../../src/plan/split-words.ts'
import { detect } from '../../src/dialects/detect.ts'
import { applyEdits } from '../../src/dialects/edits.ts'
import { appendDeviations } from '../../src/dialects/phase-tasks/write/refinement-log.ts'
import { phaseTasks } from '../../src/dialects/phase-tasks/index.ts'
import { strayed } from '../../src/dialects/read-back.ts'
import { dialects } from '../../src/dialects/registry.ts'
import { listPlans } from '../../src/engine/journal/plan-registry.ts'
import { findEcosystems } from '../../src/gates/ecosystems.ts'
import type { ProjectFiles } from '../../src/gates/ecosystems/ecosystem.ts'
import { fingerprintOf } from '../../src/gates/fingerprint.ts'
import { readMakefile, recipeLines } from '../../src/gates/makefile-lines.ts'
import { commandsOf } from '../../src/gates/shell-lines.ts'
import { quoted, sectionsOf } from '../../src/gates/tool-files.ts'
import { graphOf } from '../../src/plan/graph.ts'
import type { Diagnostic } from '../../src/plan/diagnostic.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { classifyPath, portability } from '../../src/plan/path-safety.ts'
import {
  diagnosticsGithub,
  diagnosticsJson,
  diagnosticsSarif,
  diagnosticsText,
} from '../../src/reports/diagnostics/index.ts'
import { graphJson } from '../../src/reports/graph/json.ts'
import { safeAnnotation, safeAnnotationProperty, safeJson, safeLine, safeText } from '../../src/plan/safe-text.ts'
import { excerptOf } from '../../src/run/excerpt.ts'
import { matchesPattern } from '../../src/run/path-pattern.ts'
import { finderOf, hideIn, newHider } from '../../src/system/hide.ts'
import { spellingsOf } from '../../src/system/spellings.ts'
import { GitError, splitNul, splitText } from '../../src/workspaces/git/run-git.ts'
import { refPart } from '../../src/workspaces/git/refs.ts'
import { readAndCheck } from '../../tests/dialects/golden/findings.ts'

const root = path.join(import.meta.dirname, '..', '..')

export interface Reader {
  readonly name: string
  /** Sound examples. */
  readonly seeds: () => readonly Uint8Array[]
  /** Pieces of its grammar. */
  readonly pieces: readonly string[]
  /** Reads; throws what is wrong. */
  readonly read: (bytes: Uint8Array) => void | Promise<void>
  /** Units that are repeated to see whether the work grows no faster than the text; behind `…` stands what ends the text. */
  readonly units?: readonly string[]
}

/** @throws when `held` is false */
function hold(held: boolean, what: string): void {
  if (!held) throw new Error(what)
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const bytesOf = (it: string): Uint8Array => Buffer.from(it)

function inside(diagnostics: readonly Diagnostic[], size: number): void {
  for (const { code, span, related, help } of diagnostics) {
    hold(help !== '', `${code} has no help`)
    for (const it of [span, ...related.map((one) => one.span)])
      if (it !== null)
        hold(it.offset >= 0 && it.length >= 0 && it.offset + it.length <= size, `${code} lies outside the file`)
  }
}

/** Files below a folder of the repository, small ones. */
function filesBelow(folder: string, wanted: (name: string) => boolean): readonly Uint8Array[] {
  const base = path.join(root, folder)
  if (!existsSync(base)) return []
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter(wanted)
    .sort()
    .map((name) => new Uint8Array(readFileSync(path.join(base, name))))
    .filter((bytes) => bytes.length < 20_000)
}

const plans = (): readonly Uint8Array[] => [
  ...filesBelow('tests/fixtures', (name) => path.basename(name) === 'tasks.md'),
  ...filesBelow('examples', (name) => path.basename(name) === 'tasks.md'),
]

const planPieces = [
  ...[
    '- [ ] T001 a\n',
    '- [X] T002 b\n',
    '- [BLOCKED] T003\n',
    '  blocked_by: [T001-T003]\n',
    '  files: a.ts (MODIFY)\n',
  ],
  ...[
    '  reason: because\n',
    '## Phase 06: A -- PENDING\n',
    '| Phase | Total |\n',
    '|---|---|\n',
    '| 06 | 1 |\n',
    'traces: FR-1..FR-9',
  ],
  ...[
    'T001',
    'T0001',
    '<!--',
    '-->',
    '```',
    '~~~',
    '---\n',
    '> ',
    '  ',
    '\t',
    'description: |\n',
    'blocked_by T001',
    '[P]',
    '✓',
  ],
]

function readPlan(bytes: Uint8Array): void {
  const { draft, diagnostics } = readAndCheck(bytes)
  detect(draft.sources, dialects)
  inside(diagnostics, bytes.length)
  hold(/^[\P{C}\n]*$/u.test(diagnosticsText(diagnostics, draft.sources, { colour: false })), 'a text is not printable')
  hold(/^[\P{C}\n\t]*$/u.test(diagnosticsGithub(diagnostics, draft.sources)), 'an annotation is not printable')
  hold(/^[\P{C}\n]*$/u.test(safeJson(diagnosticsSarif(diagnostics, draft.sources, '0'))), 'SARIF is not printable')
  for (const { line, column } of diagnosticsJson(diagnostics, draft.sources).diagnostics)
    hold((line ?? 1) > 0 && (column ?? 1) > 0, 'a place before the first one')
  hold(new Set(draft.tasks.map(({ key }) => key)).size === draft.tasks.length, 'two tasks have one key')
  const plan = makePlan(draft, { hash: (it) => it, implementation: () => true })
  const { order, cycles } = graphJson(plan, graphOf(plan), () => null)
  hold(order.length + cycles.flat().length <= plan.tasks.length, 'the order holds a task twice')
  roundTrip(bytes)
}

const mostMarks = 300

/** Marks go in and nothing else changes; a second time nothing changes at all (FORMATS R29). */
function roundTrip(bytes: Uint8Array): void {
  const source = sourceOf('tasks.md', bytes)
  const draft = phaseTasks.read([source])
  // A plan in which thousands of tasks have one id is refused before anything asks for marks.
  const marks = draft.tasks.slice(0, mostMarks).map((task) => ({
    key: task.key,
    id: task.id?.text ?? null,
    title: task.title.text,
    state: 'done' as const,
    reason: null,
    writtenReason: null,
  }))
  const { edits } = phaseTasks.project([source], { marks, summary: false })
  const cells = new Set(draft.tasks.map(({ mark }) => `${mark.span.offset} ${mark.span.length}`))
  for (const { offset, length } of edits) hold(cells.has(`${offset} ${length}`), `an edit at ${offset} is no mark`)
  const next = sourceOf('tasks.md', applyEdits(source, edits))
  const again = phaseTasks.read([next])
  // What a mark would turn into something else is not written by a run; it says so.
  if (strayed(draft, again, edits) !== null) return
  hold(phaseTasks.project([next], { marks, summary: false }).edits.length === 0, 'marks are written a second time')
}

const json = (value: unknown): Uint8Array => bytesOf(JSON.stringify(value, null, 2))
const jsonPieces = [
  '{"a": 1}',
  '[]',
  '"b"',
  '"__proto__": {"polluted": 1}',
  '"a": 1, "a": 2',
  ',',
  '1.5',
  'null',
  '\\u00e9',
  '// c\n',
  '}{',
]

const configs = (): readonly Uint8Array[] => [
  ...filesBelow('examples', (name) => name.endsWith('.toml')),
  bytesOf(
    '[agents.coder]\nkind = "command"\ncommand = ["a", "b"]\nenv = ["A_B"]\nset = { C = "d" }\ntimeout = "20m"\n\n[gates.unit]\nrun = "npm test"\npaths = ["src/**"]\n\n[gates.sum]\nkind = "numeric"\nrun = ["x"]\n[[gates.sum.values]]\nname = "t"\njson_path = "$.t"\nreference = 3\natol = 0.1\n\n[workspace]\nsetup = ["npm", "ci"]\nshare = ["node_modules"]\n\n[policy]\nmode = "silent"\njobs = 2\n\n[diagnostics]\nMW113 = "error"\n',
  ),
]

/** A project's root in which each file that is looked for holds the same text. */
function projectOf(it: string): ProjectFiles {
  return {
    has: () => true,
    hasEnding: () => true,
    hasSources: true,
    pythonTests: [{ path: 'tests/test_a.py', text: it }],
    names: ['package.json', 'Makefile', 'pyproject.toml', 'CMakeLists.txt', 'Cargo.toml'],
    text: () => it,
  }
}

const registry = path.join(os.tmpdir(), `millwright-fuzz-${process.pid}`)

/** A value that nobody may see. */
const secret = 'hunter2-Sécret"+/='

export const readers: readonly Reader[] = [
  {
    name: 'plan',
    seeds: plans,
    pieces: planPieces,
    read: readPlan,
    units: [
      '- [ ] T001 a\n',
      '- [',
      '<!-- \n',
      '`````x\n',
      ' | a: b',
      '## Phase 06: a\n',
      '  files: ((',
      'T001-T9999, ',
    ],
  },
  {
    name: 'config',
    seeds: configs,
    pieces: [
      '[gates.x]\n',
      'run = "a | b"\n',
      '[[gates.sum.values]]\n',
      'a = 1\n',
      'a.b.c = 1\n',
      '"__proto__" = 1\n',
      'x = {',
      '"""',
      "'''",
      '1979-05-27',
      'inf',
      'true',
    ],
    read: async (bytes) => {
      const { diagnostics, config } = await readConfig(text(bytes), 'millwright.toml')
      inside(diagnostics, Buffer.byteLength(text(bytes)))
      hold(
        config === null || !diagnostics.some(({ severity }) => severity === 'error'),
        'an error gives a configuration',
      )
    },
    units: ['[gates.x]\n', 'a = 1\n', 'a.', 'a.…a = 1', 'x = [', 'x = {a='],
  },
  {
    name: 'json',
    seeds: () => [json({ a: [1, 2, { b: null }], c: 'x', d: { e: 1.5, f: true } })],
    pieces: jsonPieces,
    read: (bytes) => {
      const read = readJson(text(bytes), 'state.json')
      if ('diagnostic' in read) {
        inside([read.diagnostic], Buffer.byteLength(text(bytes)))
        return
      }
      const given = text(bytes).replace(/^\ufeff/, '')
      hold(JSON.stringify(read.value) === JSON.stringify(JSON.parse(given)), 'the value is another one')
    },
    units: ['[', '{"a":', '1,', '"', '\\'],
  },
  {
    name: 'project mode',
    seeds: () => [
      json({ active_workflow: { type: 'feature', mechanical_mode: true } }),
      json({
        workflows: {
          feature: { options: { mechanical_mode: { default: true } }, modifiers: { flag_deviations: false } },
        },
      }),
    ],
    pieces: [
      ...jsonPieces,
      '"mechanical_mode": true',
      '"workflows": []',
      '"type": "__proto__"',
      '"type": "constructor"',
    ],
    read: async (bytes) => {
      const mode = await projectModeIn({ look: () => Promise.resolve({ is: 'file', bytes }) })
      hold(mode.startsWith('["mechanical"') || mode.startsWith('["standard"'), `the mode is ${mode}`)
    },
  },
  {
    name: 'result file',
    seeds: () => [
      json({
        status: 'done',
        text: 't',
        deviations: [{ what: 'a', reason: 'b', action: 'c', impact: 'd' }],
        addTasks: [{ title: 'x', description: 'y', files: ['a.ts'], blockedBy: ['T001'] }],
      }),
    ],
    pieces: [...jsonPieces, '"status": "failed"', '"addTasks": [{"title": "../x"}]', '"files": ["../../etc"]'],
    read: (bytes) => {
      const claim = readResult(text(bytes), 'T001')
      if (claim !== null) JSON.stringify(claim)
    },
  },
  {
    name: 'agent output',
    seeds: () => [
      bytesOf(
        '{"type":"system","session_id":"s"}\n{"type":"assistant","message":{"content":[{"type":"text","text":"hi"}]}}\n{"type":"result","usage":{"input_tokens":1,"output_tokens":2},"total_cost_usd":0.1,"result":"x"}\n',
      ),
    ],
    pieces: [
      ...jsonPieces,
      '{"type":"result"}\n',
      '"usage": {}',
      '{"type":"item.completed","item":{"type":"agent_message","text":"x"}}\n',
    ],
    read: (bytes) => {
      for (const name of ['claude-code', 'codex']) {
        const reads = findPreset(name)?.reads
        if (reads) JSON.stringify(readOutput(text(bytes), reads))
      }
    },
    units: ['{', '{}\n'],
  },
  {
    name: 'doubles',
    seeds: () => [
      ...filesBelow('examples', (name) => name.endsWith('demo.json')),
      json({
        tasks: { T001: [{ says: 'done', write: { 'a.txt': 'x' } }] },
        gates: { unit: ['pass', 'fail'] },
        reviews: { T001: ['approve'] },
      }),
    ],
    pieces: [...jsonPieces, '"tasks": {"T001": [', '"says": "failed"', '"gates": {"a": ["missing"]}'],
    read: (bytes) => {
      const { doubles, diagnostics } = readDoubles(text(bytes), 'doubles.json')
      inside(diagnostics, Buffer.byteLength(text(bytes)))
      hold(doubles !== null || diagnostics.length > 0, 'nothing is read and nothing is said')
      const fault = jsonFault(text(bytes))
      hold(fault === null || (fault.line > 0 && fault.column > 0), 'a fault lies before the first place')
    },
  },
  {
    name: 'plan register',
    seeds: () => [
      json({
        version: 1,
        plans: [
          { id: 'abcdefghijklmnop', path: 'tasks.md', contentHash: 'x', taskIds: ['T001'], titles: ['a'], ticked: [] },
        ],
      }),
    ],
    pieces: [...jsonPieces, '"id": "../../x"', '"path": "../x"', '"plans": {}', '"version": 99'],
    read: (bytes) => {
      const common = path.join(registry, '.git')
      mkdirSync(path.join(common, 'millwright'), { recursive: true })
      writeFileSync(path.join(common, 'millwright', 'plans.json'), bytes)
      const listed = listPlans({ planPath: path.join(registry, 'tasks.md'), gitCommonDir: common, root: registry })
      for (const { dir } of listed)
        hold(dir.startsWith(path.join(common, 'millwright', 'plans') + path.sep), `a journal lies outside, in ${dir}`)
    },
  },
  {
    name: 'ecosystems',
    seeds: () => [
      json({
        scripts: { test: 'vitest run', build: 'tsc -b', lint: 'eslint .' },
        workspaces: ['a'],
        devDependencies: { vitest: '1' },
      }),
      bytesOf(
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n[tool.ruff]\n[project]\nname = "a"\ndependencies = ["x"]\n[dependency-groups]\ndev = ["pytest"]\n',
      ),
      bytesOf(
        'cmake_minimum_required(VERSION 3.20)\nproject(a CXX)\nenable_testing()\nadd_executable(a a.cpp)\nadd_test(NAME t COMMAND a)\n',
      ),
      bytesOf('.PHONY: test\ntest: build\n\tgo test ./...\nbuild:\n\tcc -o a a.c\n'),
    ],
    pieces: [
      ...jsonPieces,
      '[tool.x]\n',
      'test:\n\t',
      '$(shell rm)',
      'include x\n',
      'def test_a():\n',
      'import unittest\n',
      'enable_testing()',
    ],
    read: (bytes) => {
      for (const { gates } of findEcosystems(projectOf(text(bytes))))
        for (const { argv } of gates)
          hold(argv.length > 0 && argv.every((it) => typeof it === 'string'), 'a gate has no command')
    },
    units: ['[tool.x]\n', 'a: b\n', '"scripts": {', '#'],
  },
  {
    name: 'makefile and shell',
    seeds: () => [
      bytesOf('A := b\nexport C = $(A)\nifdef X\ntest: a b | c\n\t@echo $(A) && npm test \\\n\t  --x\nendif\n'),
      bytesOf('cd a && FOO=1 node x.js | tee y; (sh -c "z") > w 2>&1 << E\nq\nE\n'),
    ],
    pieces: [
      '\\\n',
      '$(',
      '${A}',
      '&&',
      '||',
      ';',
      '|',
      '<<E\n',
      'test:',
      '\n\t',
      '"',
      "'",
      '`',
      'define X\n',
      'endef\n',
      '%.o: %.c\n',
      '#',
    ],
    read: (bytes) => {
      const it = text(bytes)
      recipeLines(readMakefile(it), ['test', 'a'])
      commandsOf(it)
      sectionsOf(it, '[tool.x]')
      quoted(it)
    },
    units: ['$(', '\\\n', '"', 'a && ', 'A = $(A)\n', 'a: a\n', '<<E '],
  },
  {
    name: 'words, times, paths, names',
    seeds: () => [
      bytesOf('npm run "a b" --x=\'y\' \\ z'),
      bytesOf('1.5h'),
      bytesOf('src/**/*.ts'),
      bytesOf('unit=npm test'),
      bytesOf('C:\\a\\b'),
    ],
    pieces: ['"', "'", '\\', '$', '*', '**', '/', '..', '[a-z]', '{a,b}', '90s', '~', 'CON', ':', '-', '@{', '.lock'],
    read: (bytes) => {
      const it = text(bytes)
      splitWords(it)
      const time = durationMs(it)
      hold(
        time === null || Number.isSafeInteger(time) || Math.abs(time) > Number.MAX_SAFE_INTEGER,
        'a time is no number',
      )
      classifyPath(it)
      portability(it)
      matchesPattern(it, 'src/a/b/c.ts')
      matchesPattern('src/**/*.ts', it)
      isBranchName(it)
      hold(/^[^\s~^:?*[\\]*$/.test(refPart(it)), 'a part of a reference cannot be one')
      agentFromFlag(it)
      gateFromFlag(it)
      fillTemplate(it, { id: 'a' })
    },
    units: ['*', '**/', '"', '\\', '../', '[', '{a,'],
  },
  {
    name: 'terminal sink',
    seeds: () => [bytesOf('\u001b]0;x\u0007y\u009b2J a\r\nb\u202e'), bytesOf('plain')],
    pieces: [
      '\u001b[31m',
      '\u001b]8;;x\u001b\\',
      '\u001bP',
      '\u009d',
      '\u2066',
      '\u{e0041}',
      '\b',
      '\u2028',
      '::error::',
      '%0A',
      '\ud800',
    ],
    read: (bytes) => {
      for (const it of [text(bytes), Buffer.from(bytes).toString('latin1'), Buffer.from(bytes).toString('utf16le')]) {
        hold(/^[\P{C}\n\t]*$/u.test(safeText(it)), 'a text can steer a terminal')
        hold(/^\P{C}*$/u.test(safeLine(it)), 'a line can steer a terminal')
        hold(/^[\P{C}\t]*$/u.test(safeAnnotation(it)), 'an annotation has another line')
        hold(/^[^\p{C}:,]*$/u.test(safeAnnotationProperty(it)), 'a property ends early')
        hold(/^[\P{C}\n]*$/u.test(safeJson({ it })), 'JSON can steer a terminal')
        excerptOf(it)
      }
    },
    units: ['\u001b', '\u202e', 'a'],
  },
  {
    name: 'hidden values',
    seeds: () => [
      bytesOf(`token ${secret} and ${encodeURIComponent(secret)} ${Buffer.from(secret).toString('base64')}`),
    ],
    pieces: [
      secret,
      secret.slice(0, 5),
      secret.slice(5),
      'hunter2',
      encodeURIComponent(secret),
      JSON.stringify(secret),
      '\u001b[1;31m',
      '\u001b[',
      '\u001b(B',
    ],
    read: (bytes) => {
      const spellings = spellingsOf([secret])
      const finder = finderOf([secret])
      const whole = Buffer.from(bytes)
      const hider = newHider(finder)
      const out: Uint8Array[] = []
      for (let at = 0; at < whole.length;) {
        const end = at + 1 + ((whole[at] ?? 0) % 7)
        out.push(hider.add(whole.subarray(at, end)))
        at = end
      }
      out.push(hider.end())
      const said = Buffer.concat(out)
      const bare = said.toString('latin1').replace(/\u001b\[[0-9;:]{0,29}m/g, '')
      for (const it of spellings) {
        hold(!said.includes(Buffer.from(it)), 'a secret comes through in parts')
        hold(!bare.includes(Buffer.from(it).toString('latin1')), 'a secret comes through in colours')
      }
      const told = hideIn(text(bytes), finder)
      for (const it of spellings) hold(!told.includes(it), 'a secret comes through')
    },
    units: ['hunter2-', 'h'],
  },
  {
    name: 'logs and documents',
    seeds: () => [
      bytesOf('# Task refinement log\n\n## T001\n- what: a\n'),
      bytesOf('### FR-001: Login\nThe user SHALL log in.\n\n| AC-1 | works |\n'),
    ],
    pieces: ['FR-001', 'AC-1:', '\n\n', '## ', '- ', '**FR-002**', 'deviation:', 'what:', 'reason:'],
    read: (bytes) => {
      const log = { path: 'log.md', bytes }
      const deviations = [{ task: 'T001', what: text(bytes).slice(0, 50), reason: 'r', action: 'a', impact: 'i' }]
      const edits = appendDeviations(log, deviations)
      const next = applyEdits(log, edits)
      hold(Buffer.compare(next.subarray(0, bytes.length), bytes) === 0, 'what is in the log changes')
      findTraceTexts([{ file: 'requirements.md', text: text(bytes), isOwn: true }], ['FR-001', 'AC-1'])
      readDeclared(text(bytes), '')
      fingerprintOf(text(bytes), 1)
    },
    units: ['FR-001 ', '| ', '## a\n', 'what: a\n'],
  },
  {
    name: 'git output',
    seeds: () => [bytesOf(':100644 100644 a b M\0x\0:000000 100644 a b A\0y\0'), bytesOf('100644 blob a\tb\0')],
    pieces: ['\0', '\t', ' ', 'R100', 'a\n', '"a\\303"'],
    read: (bytes) => {
      splitNul(Buffer.from(bytes))
      try {
        splitText(Buffer.from(bytes))
      } catch (error) {
        if (!(error instanceof GitError)) throw error
      }
    },
  },
]
