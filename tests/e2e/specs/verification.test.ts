/** A spec whose steps are verified by what the plan itself says: a command, a file, a pattern, a schema (seed 004 §4.1). */

import { expect, test } from 'vitest'
import { faultsOf } from '../../reports/spec/progress-schema.ts'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { killWithSupervisor } from '../kill/supervisor-of.ts'
import { withoutTimes } from './harbour-project.ts'

const makeProject = projectsOfTests()

const plan = 'spec_stones.md'
const parameters = 'parameters_stones.toml'
const progress = 'progress_stones.json'

const step = (id: number, title: string, ...more: readonly string[]): readonly string[] => [
  '[[tasks.steps]]',
  `id = ${id}`,
  `title = "${title}"`,
  'critical = true',
  ...more,
]

const backup = ['[[tasks.steps.backups]]', 'id = 1', 'description = "Ask the quarry"']

/** Four steps, each verified in another way; the agent does each of them wrongly at first. */
const stones = (...more: readonly string[]): string =>
  [
    '[goal]',
    'description = "Count the stones of the quarry"',
    '[[tasks]]',
    'id = 1',
    'description = "Count"',
    ...step(1, 'Weigh them', 'verification = { command = "sh weigh.sh", output = "^[0-9]+ kg$" }'),
    ...step(2, 'List them', 'verification = { file = "data/list.csv" }'),
    ...backup,
    ...step(3, 'Date them', `verification = { file = "data/list.csv", pattern = '^2027-\\d\\d-\\d\\d,' }`),
    ...backup,
    '[[tasks]]',
    'id = 2',
    'description = "Publish"',
    ...step(1, 'Write the record', 'expected_output = "`data/record.json`"'),
    '[[tasks.steps.verification]]',
    'file = "data/record.json"',
    'schema = "schemas/record.schema.json"',
    '[[tasks.steps.verification]]',
    'command = ["sh", "exits.sh"]',
    'exit_code = 3',
    ...more,
  ].join('\n')

const schema = { type: 'object', required: ['stones'], properties: { stones: { type: 'integer', minimum: 1 } } }

/** The n-th attempt of a step by what it leaves. */
const agent = `
const at = task + '.' + process.env.MILLWRIGHT_STEP
const brief = readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')
append(path.join(meeting, at + '.md'), brief + '\\n=== next\\n')
const nth = readFileSync(path.join(meeting, at + '.md'), 'utf8').split('\\n=== next\\n').length - 1
const does = {
  '1.1': [() => write('weight.txt', 'heavy\\n'), () => write('weight.txt', 'so\\n12 kg\\n')],
  '1.2': [() => write('data/other.csv', ''), () => write('data/list.csv', 'stone\\n')],
  '1.3': [() => write('data/list.csv', 'stone\\n1, 2027-01-01,\\n'), () => write('data/list.csv', 'day\\n2027-01-02,3\\n')],
  '2.1': [() => write('data/record.json', '{ "stones": 0 }'), () => write('data/record.json', '{ "stones": 3 }')],
}[at]
does[Math.min(nth, does.length) - 1]()
`

function quarry(project: Project, { values = stones(), more = '', retries = 1 } = {}): Project {
  project.write(plan, '# Stones\n\n## Goal\n\nCount the stones of the quarry\n')
  project.write(parameters, values)
  project.write('schemas/record.schema.json', JSON.stringify(schema))
  project.write('weigh.sh', 'cat weight.txt\n')
  project.write('exits.sh', 'exit 3\n')
  project.write('millwright.toml', `[policy]\nretries = ${retries}\n`)
  project.commit('Begin')
  project.agent(`${agent}\n${more}`)
  return project
}

const called = (project: Project): readonly string[] => [plan, '--exec', project.exec, '--mode', 'silent']

interface StepView {
  readonly step_id: string
  readonly method_used: string
  readonly retry_count: number
  readonly expected_output_match: boolean | null
  readonly constraint_status: unknown
  readonly step_verification: readonly {
    readonly gate: string
    readonly kind: string
    readonly result: string | null
    readonly message: string | null
  }[]
}

interface View {
  readonly tasks: readonly { readonly steps: readonly StepView[] }[]
}

function stepsOf(project: Project): readonly StepView[] {
  const text = project.read(progress)
  expect(faultsOf(text)).toEqual([])
  return (JSON.parse(text) as View).tasks.flatMap((it) => it.steps)
}

function feedbackOf(project: Project, at: string): string {
  return project.read(`../meeting/${at}.md`).split('\n=== next\n')[1] ?? ''
}

test('each form fails the attempt that it does not hold for, says why, and passes the next one', async () => {
  const project = quarry(makeProject())
  const ended = await project.view('run', ...called(project), '--yes')
  expect(ended.code, ended.out + ended.err).toBe(0)
  const [count, publish] = ended.view.tasks
  expect(count?.proof).toBe('verified')
  expect(publish?.evidence.map(({ gate, result }) => `${gate} ${result}`)).toEqual([
    'files passed',
    'verification:2.1 passed',
    'verification:2.1:2 passed',
  ])
  const steps = stepsOf(project)
  expect(steps.map((it) => [it.step_id, it.expected_output_match, it.retry_count, it.constraint_status])).toEqual(
    ['1.1', '1.2', '1.3', '2.1'].map((it) => [it, true, 1, {}]),
  )
  expect(steps.flatMap((it) => it.step_verification.map(({ gate, kind, result }) => [gate, kind, result]))).toEqual([
    ['verification:1.1', 'command', 'pass'],
    ['verification:1.2', 'file', 'pass'],
    ['verification:1.3', 'pattern', 'pass'],
    ['verification:2.1', 'schema', 'pass'],
    ['verification:2.1:2', 'command', 'pass'],
  ])
  expect(feedbackOf(project, '1.1')).toContain('nothing that it printed matches ^[0-9]+ kg$')
  expect(feedbackOf(project, '1.2')).toContain('data/list.csv is not there')
  expect(feedbackOf(project, '1.3')).toContain('nothing in it matches ^2027-')
  expect(feedbackOf(project, '2.1')).toMatch(/schema schemas\/record\.schema\.json:\n.*\/stones must be >= 1/)
  const log = (await project.run('log', plan)).out
  expect(log).toMatch(/verification:1\.3 failed/)
  expect(log).toMatch(/verification:1\.3 passed/)
})

test('a step that does not hold goes on with its backup, and without one ends blocked with its record', async () => {
  const project = quarry(makeProject(), { retries: 0 })
  // What it prints is never right.
  project.write('weigh.sh', 'echo none\n')
  project.commit('No scales')
  const ended = await project.view('run', ...called(project), '--yes')
  expect(ended.code).toBe(3)
  expect(JSON.stringify(ended.view.waiting)).toContain('nothing that it printed matches ^[0-9]+ kg$')
  expect(stepsOf(project)[0]).toMatchObject({
    expected_output_match: false,
    step_verification: [{ result: 'fail', message: expect.stringContaining('matches ^[0-9]+ kg$') as unknown }],
  })
  expect((await project.run('why', plan, '1')).out).toMatch(/verification:1\.1.*failed/)
  const other = quarry(makeProject(), { retries: 0 })
  other.write('weigh.sh', 'echo 12 kg\n')
  other.write('schemas/record.schema.json', '{}')
  other.commit('Scales')
  const { code, out, err } = await other.run('run', ...called(other), '--yes')
  expect(code, out + err).toBe(0)
  const [, list, date] = stepsOf(other)
  expect([list, date].map((it) => [it?.method_used, it?.expected_output_match])).toEqual([
    ['backup_1', true],
    ['backup_1', true],
  ])
})

test('without trust no command of a plan is run, and a look at a file asks nobody', async () => {
  const project = quarry(makeProject())
  const refused = await project.run('run', ...called(project))
  expect(refused.code).toBe(2)
  expect(refused.out + refused.err).toMatch(/gate verification:1\.1: sh weigh\.sh\n {2}file weigh\.sh\n/)
  expect(project.has('../meeting/1.1.md')).toBe(false)
  const looks = quarry(makeProject(), {
    values: [
      '[goal]',
      'description = "Count the stones"',
      '[[tasks]]',
      'id = 1',
      ...step(1, 'Count', 'verification = { file = "data/list.csv" }'),
    ].join('\n'),
  })
  looks.agent("write('data/list.csv', 'stone')")
  const ended = await looks.view('run', ...called(looks))
  expect(ended.code, ended.err).toBe(0)
  // That it is there is all that is known.
  expect(ended.view.tasks[0]?.proof).toBe('files-only')
})

test('an executor that is killed while a step is verified comes to the same record', async () => {
  const whole = quarry(makeProject())
  expect((await whole.run('run', ...called(whole), '--yes')).code).toBe(0)
  const project = quarry(makeProject(), {
    more: "if (at === '1.3' && nth === 2 && !existsSync(path.join(meeting, 'mid.here'))) await meet('mid')",
  })
  const running = project.begin('run', ...called(project), '--yes')
  await project.arrived('mid', running)
  await killWithSupervisor(running)
  const last = await project.run('resume', plan, '--yes')
  expect(last.code, last.out + last.err).toBe(0)
  const record = (of: Project): unknown => {
    stepsOf(of)
    return (withoutTimes(JSON.parse(of.read(progress)) as never) as View).tasks.map((it) => it.steps)
  }
  expect(record(project)).toEqual(record(whole))
})

test('hostile patterns, schemas, links and sizes end in time, and fail the step', async () => {
  const nested = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `d${at}`,
      at === 39 ? { type: 'object' } : { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
    ]),
  )
  const values = [
    '[goal]',
    'description = "Count the stones"',
    '[[tasks]]',
    'id = 1',
    ...step(
      1,
      'Count',
      'verification = [',
      "  { file = 'long.txt', pattern = '^(a+)+$' },",
      "  { file = 'huge.bin', pattern = 'x' },",
      "  { file = 'out.txt', pattern = 'root' },",
      "  { file = 'folder/passwd' },",
      "  { file = 'data.json', schema = 'slow.json' },",
      "  { file = 'data.json', schema = 'remote.json' },",
      "  { file = 'data.json', schema = 'nowhere.json' },",
      ']',
    ),
  ].join('\n')
  const project = quarry(makeProject(), { values, retries: 0 })
  project.write('slow.json', JSON.stringify({ $ref: '#/$defs/d0', $defs: nested }))
  project.write('remote.json', JSON.stringify({ $ref: 'https://example.org/schema.json' }))
  // Without it the limit is 30 seconds.
  project.write('millwright.toml', '[policy]\nretries = 0\n[policy.limits]\ngate = "8s"\n')
  project.commit('Rules')
  project.agent(`
const { symlinkSync, truncateSync } = require('node:fs')
write('long.txt', 'a'.repeat(200000) + '!')
write('huge.bin', '')
truncateSync('huge.bin', 64 * 1024 * 1024)
if (!existsSync('out.txt')) symlinkSync('/etc/passwd', 'out.txt')
if (!existsSync('folder')) symlinkSync('/etc', 'folder')
write('data.json', '{}')
// Rules of its own are none.
write('slow.json', '{}')`)
  const ran = await project.run('run', ...called(project), '--yes')
  expect(ran.code, ran.out + ran.err).toBe(3)
  const [only] = stepsOf(project)
  expect(only?.expected_output_match).toBe(false)
  expect(only?.step_verification.map(({ result, message }) => [result, message])).toEqual([
    ['fail', expect.stringContaining('nothing in it matches')],
    ['fail', expect.stringContaining('67108864 bytes')],
    ['fail', expect.stringContaining('out of the repository by a link to /etc/passwd')],
    ['fail', expect.stringContaining('out of the repository by a link to /etc')],
    ['timed_out', expect.stringContaining('took longer than')],
    ['nothing_verified', expect.stringMatching(/^MW525 the schema remote\.json is none: .*example\.org/)],
    ['nothing_verified', expect.stringContaining('nowhere.json is not there')],
  ])
})

test('a verification that is changed while the run is at work is not judged by the old one, and holds once it goes on', async () => {
  const asking = (output: string): string =>
    [
      '[goal]',
      'description = "Weigh the stones of the quarry"',
      '[[tasks]]',
      'id = 1',
      ...step(1, 'Weigh them', `verification = { command = "sh weigh.sh", output = "${output}" }`),
    ].join('\n')
  const project = quarry(makeProject(), {
    values: asking('kg'),
    more: "if (nth === 2 && !existsSync(path.join(meeting, 'mid.here'))) await meet('mid')",
  })
  const running = project.begin('run', ...called(project), '--yes')
  await project.arrived('mid', running)
  project.write(parameters, asking('^so$'))
  project.release('mid')
  const ended = await running.ended
  expect(ended.code).toBe(1)
  expect(ended.out).toContain('the plan says otherwise how this step is verified')
  expect(ended.out).not.toContain('verification:1.1 passed')
  const unblocked = await project.run('unblock', plan, '1')
  expect(unblocked.code, unblocked.out + unblocked.err).toBe(0)
  const last = await project.run('run', ...called(project), '--yes')
  expect(last.code, last.out + last.err).toBe(0)
  expect(stepsOf(project)[0]).toMatchObject({
    expected_output_match: true,
    step_verification: [{ result: 'pass', verifies: 'sh weigh.sh, and prints what matches ^so$' }],
  })
})

test('what is verified is shown before a run, in the brief, and by a dry run that executes none of it', async () => {
  const project = quarry(makeProject())
  const checked = await project.run('check', '.')
  expect(checked.out).toContain('  verified  4 steps by 2 commands, 1 file, 1 pattern, 1 schema\n')
  const json = JSON.parse((await project.run('check', '.', '--json')).out) as { readonly preflight: unknown }
  expect(json.preflight).toMatchObject({
    step_verification: { steps: 4, command: 2, file: 1, pattern: 1, schema: 1 },
  })
  const dry = await project.run('run', plan, '--dry-run')
  expect(dry.out).toMatch(/gate verification:2\.1:2 passed/)
  expect(dry.code, dry.out + dry.err).toBe(0)
  await project.run('run', ...called(project), '--yes')
  expect(project.read('../meeting/2.1.md')).toContain(
    'How it is verified, by what runs or looks afterwards:\n\n- data/record.json holds against schemas/record.schema.json\n- sh exits.sh, with exit code 3\n',
  )
  const report = await project.run('report', plan, '--format', 'md')
  expect(report.out).toContain('data/record.json holds against schemas/record.schema.json')
})
