import { describe, expect, test } from 'vitest'
import { completionJson } from '../../../src/reports/spec/completion-json.ts'
import { withJudgements, type CompletionCheck, type CompletionFinding } from '../../../src/run/completion/finding.ts'
import { commandsNamed, saysOnlyThatTheyPass } from '../../../src/run/completion/named-commands.ts'
import { pathsNamed } from '../../../src/plan/values/named-paths.ts'
import { checkOf } from '../../../src/run/completion/sort-criterion.ts'
import { verifyCompletion, type CompletionScope } from '../../../src/run/completion/verify-completion.ts'
import { completionWanted } from '../../../src/run/completion/wanted.ts'
import { harbourDraft } from '../../rig/harbour-spec.ts'

const scope = (more: Partial<CompletionScope> = {}): CompletionScope => ({
  isBuildGoal: false,
  deploymentType: null,
  needsInterface: false,
  interfaceType: null,
  needsProduction: false,
  isForUsers: false,
  needsSetup: false,
  ...more,
})
const finding = (
  check: CompletionCheck,
  found: CompletionFinding['found'] = 'met',
  more: Partial<CompletionFinding> = {},
): CompletionFinding => ({ check, what: `${check} ${found}`, found, by: 'program', why: 'why', places: [], ...more })
const all = (found: CompletionFinding['found'] = 'met'): CompletionFinding[] => [
  finding('primary_deliverable_exists', found),
  finding('quality_standards_met', found),
  finding('verification_passed', found),
]
const whole = scope({
  isBuildGoal: true,
  deploymentType: 'cli',
  needsInterface: true,
  needsProduction: true,
  isForUsers: true,
})

/** What programs have seen to be met, as the progress file has it. */
const evidenceOf = (...checks: readonly string[]): readonly unknown[] =>
  checks.map((check) => ({ check, criterion: `${check} met`, reason: 'why' }))

describe('the status', () => {
  test('is ACHIEVED where all that goes for the goal is met', () => {
    const verdict = verifyCompletion(all(), scope())
    expect(completionJson(verdict, all(), '2026-01-02T03:04:05Z')).toEqual({
      primary_deliverable_exists: true,
      quality_standards_met: true,
      verification_passed: true,
      overall_status: 'PASS',
      goal_achievement_status: 'ACHIEVED',
      gaps: [],
      evidence: evidenceOf('primary_deliverable_exists', 'quality_standards_met', 'verification_passed'),
      timestamp: '2026-01-02T03:04:05Z',
    })
  })

  test('is PARTIAL where the deliverable is there and more is wanted, with all gaps', () => {
    const findings = [
      ...all(),
      finding('deployment_artifact_exists', 'missed', {
        ...{ what: 'Artifact', why: 'no wheel' },
        places: [{ path: 'setup.py', line: 3, note: 'no version' }],
      }),
      finding('user_interface_implemented', 'met', { places: [{ path: 'index.html', line: null }] }),
      finding('user_interface_implemented', 'unknown', { what: 'Usable', why: 'a person has to try it' }),
      finding('user_documentation_exists'),
    ]
    const verdict = verifyCompletion(findings, whole)
    expect(completionJson(verdict, findings, '2026-01-02T03:04:05Z')).toEqual({
      primary_deliverable_exists: true,
      quality_standards_met: true,
      verification_passed: true,
      deployment_artifact_exists: false,
      user_interface_implemented: false,
      production_ready: false,
      user_documentation_exists: true,
      overall_status: 'FAIL',
      goal_achievement_status: 'PARTIAL',
      gaps: [
        'Artifact: no wheel',
        'Not verified: Usable: a person has to try it',
        'Nobody looked whether it is ready for production',
      ],
      evidence: evidenceOf(
        'primary_deliverable_exists',
        'quality_standards_met',
        'verification_passed',
        'user_interface_implemented',
        'user_documentation_exists',
      ),
      places: [
        {
          check: 'deployment_artifact_exists',
          criterion: 'Artifact',
          path: 'setup.py',
          line: 3,
          reason: 'no version',
        },
      ],
      unjudged: [{ check: 'user_interface_implemented', criterion: 'Usable', reason: 'a person has to try it' }],
      timestamp: '2026-01-02T03:04:05Z',
    })
  })

  test.each([
    ['missing', [finding('primary_deliverable_exists', 'missed')], 'NOT_ACHIEVED'],
    ['missing in part', [...all(), finding('primary_deliverable_exists', 'missed')], 'NOT_ACHIEVED'],
    ['not known to be there', [...all().slice(1), finding('primary_deliverable_exists', 'unknown')], 'NOT_ACHIEVED'],
    ['not named, and all else is met', all().slice(1), 'PARTIAL'],
    [
      'not named, and of all else something is met',
      [finding('verification_passed'), finding('quality_standards_met', 'unknown')],
      'PARTIAL',
    ],
    ['not named, and of all else nothing is known', all('unknown').slice(1), 'NOT_ACHIEVED'],
    [
      'not named, and what verifies it does not pass',
      [finding('quality_standards_met'), finding('verification_passed', 'missed')],
      'NOT_ACHIEVED',
    ],
    [
      'not named, and an agent alone says that it does not pass',
      [finding('quality_standards_met'), finding('verification_passed', 'missed', { by: 'agent' })],
      'PARTIAL',
    ],
    [
      'not named, and nothing shows that there is any',
      [finding('production_ready'), finding('user_documentation_exists')],
      'NOT_ACHIEVED',
    ],
    ['there, and known only in part', [...all(), finding('primary_deliverable_exists', 'unknown')], 'PARTIAL'],
    [
      'there, and what else is said of it is not judged',
      [...all().slice(1), finding('primary_deliverable_exists', 'unknown', { places: [{ path: 'a.md', line: null }] })],
      'PARTIAL',
    ],
    ['there, and nothing else was looked at', all().slice(0, 1), 'PARTIAL'],
    ['there, and a quality standard is not judged', [...all(), finding('quality_standards_met', 'unknown')], 'PARTIAL'],
    ['there, and it did not pass', [...all(), finding('verification_passed', 'missed')], 'PARTIAL'],
  ] as const)('of a deliverable that is %s', (_, findings, status) => {
    expect(verifyCompletion(findings, scope()).status).toBe(status)
  })

  test('of nothing at all says what was not defined', () => {
    expect(verifyCompletion([], scope()).gaps).toEqual([
      'The spec names no primary deliverable: nobody can tell whether it exists',
      'The spec defines no quality standard: nothing was measured',
      'The spec defines no verification: nobody can tell whether it passes',
    ])
  })

  test('asks for no artifact where nothing is deployed, and for what the spec has a criterion for in any case', () => {
    const checks = (findings: CompletionFinding[], of: CompletionScope): readonly string[] =>
      verifyCompletion(findings, of).checks.map(({ check }) => check)
    expect(checks(all(), scope({ isBuildGoal: true, deploymentType: 'not_applicable' }))).toHaveLength(3)
    expect(checks(all(), scope({ isBuildGoal: true }))).toContain('deployment_artifact_exists')
    expect(checks([...all(), finding('production_ready', 'missed')], scope())).toContain('production_ready')
    expect(checks(all(), { ...whole, isBuildGoal: false })).not.toContain('deployment_artifact_exists')
    expect(checks(all(), scope({ needsProduction: true }))).toContain('production_ready')
  })
})

test('what somebody says settles what is unknown; only a person goes over what a program found, and over an agent', () => {
  const findings = [
    finding('quality_standards_met', 'unknown'),
    finding('production_ready', 'missed'),
    finding('verification_passed'),
  ]
  const said = (at: number, by: 'agent' | 'person', found: 'met' | 'missed') => ({
    check: findings[at]!.check,
    what: findings[at]!.what,
    by,
    found,
    why: `${by} says`,
  })
  const after = withJudgements(findings, [
    said(0, 'person', 'missed'),
    said(0, 'agent', 'met'),
    said(1, 'agent', 'met'),
    said(2, 'agent', 'missed'),
  ])
  expect(after.map(({ found, by, why }) => `${found} ${by} ${why}`)).toEqual([
    'missed person person says',
    'missed program why',
    'met program why',
  ])
  expect(withJudgements(findings, [said(1, 'person', 'met')])[1]).toMatchObject({ found: 'met', by: 'person' })
  const json = completionJson(verifyCompletion(after, scope()), after, '2026-01-02T03:04:05Z')
  expect(json.judgements).toEqual([
    {
      check: 'quality_standards_met',
      criterion: 'quality_standards_met unknown',
      met: false,
      by: 'person',
      reason: 'person says',
    },
  ])
})

describe('a criterion belongs to a check', () => {
  test.each([
    ['**Primary deliverables:** all of it', [], false, 'primary_deliverable_exists'],
    ['Tables are right', ['Quality standards met'], false, 'quality_standards_met'],
    ['Runs on a new machine', ['Definition of Complete', 'Verification method'], false, 'verification_passed'],
    ['Real keys are used', ['Quality standards', 'Production Readiness'], false, 'production_ready'],
    ['Verification method: run the tests', ['Quality standards'], false, 'verification_passed'],
    ['A page for each port', ['User Acceptance criteria'], false, 'user_interface_implemented'],
    ['Primary deliverable exists', [], false, 'primary_deliverable_exists'],
    ['Primary deliverable (a report, a test suite)', ['Quality'], false, 'primary_deliverable_exists'],
    ['All tests pass', [], false, 'verification_passed'],
    ['User guide is written', [], true, 'user_documentation_exists'],
    ['`out.csv` holds ten rows', [], true, 'primary_deliverable_exists'],
    ['Answers within a second', [], false, 'quality_standards_met'],
    ['`sh check.sh` passes', [], false, 'verification_passed'],
    ['User guide exists: `docs/guide.md`', ['Primary Deliverable'], true, 'primary_deliverable_exists'],
    ['The documentation exists', ['Primary Deliverable'], false, 'primary_deliverable_exists'],
    ['Installer (`setup.exe`)', ['Deliverables', 'For all'], true, 'primary_deliverable_exists'],
    ['User guide exists: `docs/guide.md`', ['For all'], true, 'user_documentation_exists'],
    ['`sh check.sh` passes', ['Quality standards'], false, 'quality_standards_met'],
    ...['Water quality report', 'Validation plan', 'Production plan'].map(
      (label) => [`${label}: \`report.md\``, [], true, 'primary_deliverable_exists'] as const,
    ),
    ['`lint.json` exists', ['Quality Gates'], true, 'quality_standards_met'],
    ...['Validation Criteria', 'Validation', 'Acceptance Tests', 'acceptance tests', 'Final checks'].map(
      (heading) => ['`log.txt` exists', [heading], true, 'verification_passed'] as const,
    ),
    ...['Acceptance Criteria', 'Success Criteria', 'Input validation', 'Completion Checklist'].map(
      (heading) => ['`log.txt` exists', [heading], true, 'primary_deliverable_exists'] as const,
    ),
  ] as const)('%s (under %j)', (text, under, namesPath, check) => {
    expect(checkOf({ text, under }, namesPath)).toBe(check)
  })
})

describe('the paths of a sentence', () => {
  const read = (text: string): string[] =>
    pathsNamed(text).paths.map((it) => `${it.path} ${it.form}${it.isSure ? '' : '?'}`)

  test.each([
    ['The report `out/report.md` exists', ['out/report.md path']],
    ['report.md, data/tides.csv and (docs/) are there.', ['report.md path', 'data/tides.csv path', 'docs directory']],
    ['`dist/*.whl` and `**/*.svg`', ['dist/*.whl glob', '**/*.svg glob']],
    ['A Dockerfile, the README and a template (.env.example)', ['Dockerfile path', 'README path', '.env.example path']],
    ['`src/auth` is split, and/or not', ['src/auth path?']],
    ['Written in Node.js and `D3.js`, e.g. v1.2', ['Node.js path?', 'D3.js path?']],
    ['`npm run build`, `GET /api/x`, `/api/tides`, `text/html`, `@scope/name`, https://example.org/a.md', []],
    ['`a.md` and again a.md', ['a.md path']],
    ['an `unclosed.md', ['unclosed.md path']],
    ['`--out.md` `<name>.md` `spec_[d].md` `{{x}}.md`', []],
  ])('%s', (text, paths) => expect(read(text)).toEqual(paths))

  test('that lead out are told apart', () => {
    expect(pathsNamed('`../secret.json`, `/etc/passwd.conf`, `~/x.md` and `a/../b.md`')).toMatchObject({
      paths: [{ path: 'b.md' }],
      unsafe: ['../secret.json', '/etc/passwd.conf'],
    })
  })

  test.each([
    ['`a.md` exists', false, true],
    ['Primary deliverable: the report `a.md` is created.', false, true],
    ['the user guide `a.md`', false, true],
    ['`a.md` covers all ports', false, false],
    ['`a.md` is complete', false, false],
    ['`a.md` ≥ `b.md`', false, false],
    ['a.md b.md c.md d.md e.md f.md g.md h.md i.md j.md exist', false, true],
    ['a.md b.md c.md d.md e.md f.md g.md h.md i.md j.md k.md exist', false, false],
    [`\`a.md\` exists ${' '.repeat(4_000)} and is right`, false, false],
    ['`a.md` is removed', true, false],
    ['no `a.md` is left', true, false],
  ])('%s: negated %s, only that it is there %s', (text, isNegated, saysOnlyThat) => {
    expect(pathsNamed(text)).toMatchObject({ isNegated, saysOnlyThat })
  })
})

test('commands are those that stand in back-ticks and begin with a program', () => {
  const found = commandsNamed(
    'Run `npm test -- --all`, `pytest`, `./check.sh`, `node`, `go build ./... && rm -rf /`, `report.md`, `frobnicate now` and npm start; `python "x`',
    'verification_passed',
  )
  expect(found.map(({ line, argv, fault }) => [line, argv, fault])).toEqual([
    ['npm test -- --all', ['npm', 'test', '--', '--all'], null],
    ['pytest', ['pytest'], null],
    ['./check.sh', ['./check.sh'], null],
    ['go build ./... && rm -rf /', null, 'needs a shell (&&)'],
    ['python "x', null, 'has a " that is never closed'],
  ])
  expect(found.every(({ check }) => check === 'verification_passed')).toBe(true)
})

test.each([
  ['`npm test` passes', true],
  ['All tests pass: run `npm test`, which must exit with code 0.', true],
  ['Verification method: `sh check.sh` and `./more.sh` succeed', true],
  ['Quality standards met: `npm test` passes', true],
  ['**Quality standards met:** `npm test` passes', true],
  ['**Quality:** `npm run lint` passes', true],
  ['Quality standards: `npm test` passes and all is well', false],
  ['Quality standards met by all: `npm test` passes', false],
  ['`npm test` passes on all three platforms', false],
  ['`npm test` passes, and a captain has signed it', false],
  ['`npm test` does not pass', false],
  ['`npm test` runs the integration suite', false],
  ['`npm test` is the test suite', false],
  ['Run `npm test`', true],
  ['Run these commands: `npm test`, `npm run lint`', true],
  ['Unit tests (`npm test`) and integration tests pass', false],
  ['`npm test` and `npm run lint` pass', true],
  ['`npm test`, `npm run lint`, and `npm run e2e` pass', true],
  ['`npm test` exits with code ≠ 0', false],
  ['All unit tests (`npm test`) pass', true],
  ['`npm test` passes (exit code 0).', true],
  ['`grep hi report.md` passes. The linter passes.', false],
  ['`grep hi report.md` passes. All tests are green.', false],
  ['`test -f report.md` passes / integration suite green', false],
  ['`npm test` passes – linter green', false],
  ['`npm test`: linter green', false],
  ['`npm test` passes (linter)', false],
  ['`npm test` passes?', false],
  ['`npm test` passes -- the build is green', false],
  ['`npm test` passes … integration suite green', false],
  ['`npm test` passes the linter', false],
  ['`npm test` passes ❌', false],
  ['`npm test` passes with all tests green', true],
  ['`npm test` passes and `report.md` exists', false],
  ['`npm test` passes `and so on', false],
  [Array.from({ length: 21 }, (_, at) => `\`npm run x${at}\``).join(', '), false],
  [`\`npm test\` passes ${' '.repeat(4_000)} twice`, false],
])('%s: only that it passes %s', (text, isAll) => {
  expect(saysOnlyThatTheyPass(text)).toBe(isAll)
})

test.each<[string, string[]]>([
  ['`./lib.js` exists', []],
  ['`./lib.js`', []],
  ['`./check.sh` exists', []],
  ['`./check.sh`', ['./check.sh']],
  ['`./check` passes', ['./check']],
  ['`./check.js` passes', ['./check.js']],
  ['`mix test` passes', ['mix test']],
  ['`just test` and `swift test` pass', ['just test', 'swift test']],
  ['`test -f book.txt` passes', ['test -f book.txt']],
  ['`test mode` is off', []],
  ['`grep -q Tides book.txt` succeeds', ['grep -q Tides book.txt']],
  ['`grep` is used', []],
  ['`diff book.txt book.expected` is empty', ['diff book.txt book.expected']],
  ['`diff view` is shown', []],
  ['`stack trace` is shown', []],
])('a file of this folder is a command where it runs, and so is a program that verifies: %s', (text, lines) => {
  expect(commandsNamed(text, 'verification_passed').map(({ line }) => line)).toEqual(lines)
})

test('the same words stand for two checks, and for one of them once', () => {
  const words = '`book.txt` exists'
  const { spec } = harbourDraft(
    `[completion_criteria]\nprimary_deliverable = ["${words}", "${words}"]\nquality_standards = ["${words}"]\n`,
  )
  if (spec === undefined) throw new Error('no spec')
  expect(completionWanted(spec).criteria.filter(({ text }) => text === words)).toHaveLength(2)
})
