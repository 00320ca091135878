/** The pattern that a spec was made from: judged before its run, and others taken where a step fails (seed 004 §2.0a, §2.6). */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { says } from '../../rig/program.ts'
import { hasTerminals, inTerminal } from '../../rig/terminal.ts'
import { killWithSupervisor } from '../kill/supervisor-of.ts'
import { withoutTimes } from './harbour-project.ts'
import { briefsOf, folder, plan, progressOf, writeBerths } from './pattern-project.ts'

const makeProject = projectsOfTests()

const run = (project: Project, mode: string, ...more: readonly string[]) =>
  project.run('run', plan, '--exec', project.exec, '--yes', '--mode', mode, ...more)
const answer = (project: Project, word: string, review: string) => project.run('review', word, review, '--plan', plan)
const resume = (project: Project) => project.run('resume', plan, '--yes')
const step = (project: Project) => progressOf(project).tasks[0]?.steps[0]

const deviating =
  'pattern_name = "berth_board"\npattern_confidence = "HIGH"\npattern_technologies = ["go", "postgres"]\n'
const warning = `WARNING: Technology deviation from pattern recommendation
Pattern recommended: go, postgres
Spec specifies: go, sqlite

Pattern confidence was: HIGH
Risk assessment: Increased from LOW to MEDIUM

OPTIONS:
[A] Continue anyway (log deviation)
[B] Escalate to collaborative mode for review
[C] Suggest alternative patterns with matching tech
`

test('a pattern whose technologies agree: told, with others from the folder, and kept in the progress file', async () => {
  const project = makeProject()
  writeBerths(project)
  const ran = await run(project, 'silent')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain(
    'pattern berth_board (confidence: MEDIUM), technology alignment: full, risk: MEDIUM\nbackup patterns (from patterns):\n  berth_tables (confidence: HIGH, similarity: ',
  )
  const { pattern_feasibility: found, constitutional_compliance: compliance } = progressOf(project)
  expect(found).toMatchObject({
    primary_pattern: 'berth_board',
    primary_confidence: 'MEDIUM',
    technology_alignment: 'full',
    risk_assessment: 'MEDIUM',
    source: 'patterns',
    source_failure: null,
    deviation_decision: null,
  })
  expect(found?.backup_patterns_available.map(({ name }) => name)).toEqual(['berth_tables', 'mooring_map'])
  expect(compliance.pattern_feasibility_check).toMatchObject({
    performed: true,
    pattern_name: 'berth_board',
    risk_level: 'MEDIUM',
    backup_patterns_loaded: true,
  })
  expect((await project.run('verify', plan)).code).toBe(0)
})

test('without a pattern nothing is told of it but in the log, once', async () => {
  const project = makeProject()
  writeBerths(project, { pattern: null, failing: ['primary', 'backup'] })
  const line = 'No pattern guidance - using general feasibility assessment'
  const ran = await run(project, 'silent')
  const again = await resume(project)
  expect(ran.out + ran.err + again.out + again.err).not.toMatch(/pattern/i)
  expect((await project.run('log', plan)).out.split(line).length - 1).toBe(1)
  expect(progressOf(project).pattern_feasibility).toBeNull()
  expect(progressOf(project).constitutional_compliance.pattern_feasibility_check).toMatchObject({
    performed: false,
    reason: line,
  })
})

test.each(['dynamic', 'silent'])('a deviation in %s mode is said and logged, and it goes on', async (mode) => {
  const project = makeProject()
  writeBerths(project, { pattern: deviating })
  const ran = await run(project, mode)
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain(warning)
  const decided = `deviation from the pattern: [A] Continue anyway (log deviation); ${mode} mode asks nobody`
  expect(ran.out).toContain(`! ${decided}\n`)
  expect((await project.run('log', plan)).out.split(`pattern-decided ${decided}`).length - 1).toBe(1)
  expect(progressOf(project).pattern_feasibility).toMatchObject({
    technology_alignment: 'partial',
    risk_assessment: 'MEDIUM',
    deviation_decision: 'continue',
  })
  expect(project.read('notepad_berths.md')).toContain('The spec departs from its pattern berth_board')
})

test('in collaborative mode a person is asked before the first step of the first task: others, then on', async () => {
  const project = makeProject()
  writeBerths(project, { pattern: deviating })
  const ran = await run(project, 'collaborative', '--jobs', '2')
  expect(ran.code, ran.out + ran.err).toBe(3)
  expect(ran.out).not.toContain(warning)
  const shown = (await project.run('review', 'show', 'R1', '--plan', plan)).out
  expect(shown).toContain(warning)
  expect(shown).toContain('answers: A approve, B escalate, C alternatives\n')
  // Nothing else has begun meanwhile.
  expect((await project.run('review', '--plan', plan)).out.match(/^R\d+/gm)).toEqual(['R1'])
  expect(project.has('../meeting/1.1.md') || project.has('../meeting/2.1.md')).toBe(false)

  expect((await answer(project, 'alternatives', 'R1')).code).toBe(0)
  const suggested = (await project.run('review', 'show', 'R2', '--plan', plan)).out
  expect(suggested).toMatch(
    /Alternative patterns with matching tech:\n\n1\. (?:berth_tables|mooring_map) \(confidence: HIGH/,
  )
  expect(suggested).not.toContain('kite_shop')
  expect(suggested).toContain('answers: A approve, B escalate\n')
  expect((await answer(project, 'alternatives', 'R2')).code).toBe(2)
  expect((await answer(project, 'approve', 'R2')).code).toBe(0)
  const on = await resume(project)
  expect(on.out + on.err).not.toContain('WARNING')
  expect(project.has('../meeting/1.1.md')).toBe(true)
  expect(progressOf(project).pattern_feasibility?.deviation_decision).toBe('continue')
})

test('a person wants the deviation reviewed: then only their yes begins the step, and it is not asked again', async () => {
  const project = makeProject()
  writeBerths(project, { pattern: deviating })
  await run(project, 'education')
  await answer(project, 'escalate', 'R1')
  const reviews = (await project.run('review', '--plan', plan)).out
  expect(reviews).toMatch(
    /^R2 1[^\n]* \(escalation\): [^\n]*departs from its pattern berth_board[^\n]*begin step 1\.1\?$/m,
  )
  await answer(project, 'approve', 'R2')
  await resume(project)
  expect(briefsOf(project, '1.1')).toHaveLength(1)
  expect(progressOf(project).mode_switches).toMatchObject([{ from: 'education', to: 'collaborative' }])
  expect(progressOf(project).pattern_feasibility?.deviation_decision).toBe('escalate')
})

test('a risk above the threshold that is set is one of which a person is warned', async () => {
  const project = makeProject()
  writeBerths(project, { config: `${folder}threshold = 0.75\n` })
  const ran = await run(project, 'collaborative')
  expect(ran.out).toContain('WARNING: Building by the pattern berth_board is a HIGH risk (1 = pattern 1 + ')
  expect((await project.run('check', plan)).out).toContain(
    'pattern   berth_board (confidence: MEDIUM), technology alignment: full, risk: HIGH',
  )
})

test('check tells of the pattern without asking anybody', async () => {
  const project = makeProject()
  writeBerths(project, { pattern: deviating, config: '[patterns]\ncommand = ["touch", "asked"]\n' })
  const { out } = await project.run('check', plan, '--json')
  const { preflight } = JSON.parse(out) as { readonly preflight: { readonly pattern_feasibility: unknown } }
  expect(preflight.pattern_feasibility).toMatchObject({
    primary_pattern: 'berth_board',
    technology_alignment: 'partial',
    risk_assessment: 'MEDIUM',
    backup_patterns_available: [],
  })
  expect((await project.run('run', plan, '--dry-run')).code).toBe(0)
  expect(project.has('asked')).toBe(false)
})

const proposed =
  'Pattern-informed alternatives available: berth_tables: Keeps the register in tables of sqlite; mooring_map: Draws the register from a map of moorings'

test('where nobody is asked, alternatives to a failed step are logged, and its backups are taken', async () => {
  const project = makeProject()
  writeBerths(project, { failing: ['primary'] })
  const ran = await run(project, 'silent')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain(`    ${proposed}\n`)
  expect((await project.run('log', plan)).out).toContain(`patterns-proposed ${proposed}`)
  expect(step(project)).toMatchObject({
    method_used: 'backup_1',
    pattern_alternatives: [{ message: proposed, taken: null, method: null, outcome: null }],
  })
  expect(project.read('notepad_berths.md')).toContain('Pattern-informed alternatives available: berth_tables')
})

test('a person takes the second pattern: it is the next method, briefed with its approach, and on record', async () => {
  const project = makeProject()
  writeBerths(project, { failing: ['primary'] })
  expect((await run(project, 'collaborative')).code).toBe(3)
  const shown = (await project.run('review', 'show', 'R1', '--plan', plan)).out
  expect(shown).toMatch(
    /PRIMARY METHOD FAILED: Write the register\n\nPATTERN-INFORMED ALTERNATIVES AVAILABLE:\n\nFrom knowledge graph backup patterns:\n\n1\. berth_tables \(confidence: HIGH, similarity: 0\.\d\d\)\n   Approach: Keeps the register in tables of sqlite\n   Technologies: go, sqlite\n\n2\. mooring_map /,
  )
  await answer(project, 'second-pattern', 'R1')
  await resume(project)
  const [, brief = ''] = briefsOf(project, '1.1')
  expect(brief).toMatch(/Do it as the pattern mooring_map does\.\n\nDraws the register from a map of moorings\n/)
  expect(brief).toContain('### primary failed')
  expect(step(project)).toMatchObject({
    method_used: 'pattern_2',
    pattern_alternatives: [{ taken: 'mooring_map', method: 'pattern_2', outcome: null }],
  })
  // The draft is looked at as every one in this mode.
  await answer(project, 'approve', 'R2')
  await resume(project)
  expect(step(project)).toMatchObject({
    status: 'completed',
    method_used: 'pattern_2',
    backup_attempts: [{ backup_id: 'pattern_2', trigger_condition: 'primary_failure', outcome: 'success' }],
    pattern_alternatives: [{ taken: 'mooring_map', outcome: 'success' }],
  })
  expect((await project.run('why', plan, '1')).out).toContain('pattern-2: Do it as the pattern mooring_map does.')
})

test('a pattern that fails as well is recorded so, and the backups of the spec follow', async () => {
  const project = makeProject()
  writeBerths(project, { failing: ['primary', 'pattern'] })
  await run(project, 'collaborative')
  await answer(project, 'first-pattern', 'R1')
  await resume(project)
  expect(briefsOf(project, '1.1')).toHaveLength(3)
  expect(step(project)).toMatchObject({
    method_used: 'backup_1',
    backup_attempts: [{ backup_id: 'pattern_1', outcome: 'failure' }],
    pattern_alternatives: [{ taken: 'berth_tables', outcome: 'failure' }],
  })
})

test('a person goes on to the backups of the spec', async () => {
  const project = makeProject()
  writeBerths(project, { failing: ['primary'] })
  await run(project, 'collaborative')
  await answer(project, 'own-backups', 'R1')
  await resume(project)
  expect(step(project)).toMatchObject({ method_used: 'backup_1', pattern_alternatives: [{ taken: null }] })
})

test('or looks at the failure themselves, as at a step that is used up', async () => {
  const project = makeProject()
  writeBerths(project, { failing: ['primary'] })
  await run(project, 'education')
  // What the step is begun with is asked first.
  await answer(project, 'approve', 'R1')
  await resume(project)
  await answer(project, 'escalate', 'R2')
  expect((await project.run('review', '--plan', plan)).out).toMatch(
    /^R3 1[^\n]* \(exhausted\): [^\n]*1 attempt failed/m,
  )
  await project.run('review', 'revise', 'R3', '--plan', plan, '-m', 'Look into the drawer')
  await resume(project)
  expect(briefsOf(project, '1.1')[1]).toContain('Look into the drawer')
  expect(progressOf(project).mode_switches).toMatchObject([{ from: 'education', to: 'collaborative' }])
})

test('patterns that speak of something else are no alternatives', async () => {
  const project = makeProject()
  writeBerths(project, { failing: ['primary'] })
  for (const file of ['patterns/mooring.md', 'patterns/tables.md'])
    project.write(file, project.read(file).replace('register', 'roof'))
  project.commit('Roofs')
  const ran = await run(project, 'collaborative')
  expect(ran.out).not.toContain('alternatives available')
  expect(step(project)?.method_used).toBe('backup_1')
})

/** A program that answers as a source does, and keeps what it was asked. */
const program = (body: string) => `import { readFileSync, writeFileSync } from 'node:fs'
const asked = readFileSync(0, 'utf8')
writeFileSync('asked.json', asked)
${body}
`
const answers = `process.stdout.write(JSON.stringify({ patterns: [{ name: 'berth_sheet', confidence: 'high', similarity: 0.82, technologies: ['go'], reasoning: 'A register on paper' }] }))`
const command = (more = '') => `[patterns]\ncommand = ["${process.execPath}", "find-patterns.mjs"]\n${more}`

test('a program is asked once it is trusted, and answers as JSON', async () => {
  const project = makeProject()
  writeBerths(project, { config: command(), failing: ['primary'] })
  project.write('find-patterns.mjs', program(answers))
  project.commit('Source')
  const refused = await project.run('run', plan, '--exec', project.exec)
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining(`patterns: ${process.execPath} find-patterns.mjs`),
  ])
  expect(project.has('asked.json')).toBe(false)
  expect((await project.run('trust', plan, '--yes')).code).toBe(0)
  const ran = await project.run('run', plan, '--exec', project.exec, '--mode', 'silent')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(JSON.parse(project.read('asked.json'))).toEqual({
    like: 'berth_board',
    query: 'List the berths of a harbour.',
    technologies: ['go', 'sqlite'],
    limit: 3,
  })
  expect(ran.out).toContain('  berth_sheet (confidence: HIGH, similarity: 0.82)\n')
  expect(ran.out).toContain('alternatives available: berth_sheet: A register on paper\n')
  // What is asked is another program by then.
  project.write('find-patterns.mjs', program(`${answers}\n`))
  project.commit('Another')
  expect((await project.run('run', plan, '--exec', project.exec)).code).toBe(2)
})

test.each([
  ['fails', 'console.error("no knowledge"); process.exit(3)', 'it exited with 3: no knowledge', ''],
  ['says no JSON', 'console.log("berths")', 'what it said is no JSON', ''],
  // Only this one ends for its limit, however slow the machine is.
  ['takes too long', 'setInterval(() => {}, 1000)', 'it took longer than 300 ms and was ended', 'timeout = "300ms"\n'],
])('a program that %s is a warning with its reason, and the run goes on', async (_, body, reason, limit) => {
  const project = makeProject()
  writeBerths(project, { config: command(limit) })
  project.write('find-patterns.mjs', program(body))
  project.commit('Source')
  const ran = await run(project, 'silent')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain(`WARNING: no backup patterns: ${process.execPath} find-patterns.mjs: ${reason}\n`)
  expect(progressOf(project).pattern_feasibility).toMatchObject({
    source_failure: reason,
    backup_patterns_available: [],
  })
})

test('a source that failed is asked again when the run goes on, and a person is not', async () => {
  const project = makeProject()
  writeBerths(project, { pattern: deviating, config: command() })
  project.write('find-patterns.mjs', program('process.exit(3)'))
  project.commit('Source')
  await run(project, 'collaborative')
  await answer(project, 'approve', 'R1')
  project.write('find-patterns.mjs', program(answers))
  expect((await resume(project)).out).toContain('  berth_sheet (confidence: HIGH, similarity: 0.82)\n')
  expect(briefsOf(project, '1.1')).toHaveLength(1)
  expect(progressOf(project).pattern_feasibility).toMatchObject({
    source_failure: null,
    deviation_decision: 'continue',
  })
})

test('a pattern of which one is sure, with its technologies, asks nobody', async () => {
  const project = makeProject()
  const sure = 'pattern_name = "berth_board"\npattern_confidence = "HIGH"\npattern_technologies = ["go"]\n'
  writeBerths(project, { pattern: sure, config: command() })
  project.write('find-patterns.mjs', program(answers))
  project.commit('Source')
  const ran = await project.run('run', plan, '--exec', project.exec, '--mode', 'silent')
  expect([ran.code, project.has('asked.json')]).toEqual([0, false])
})

const server = path.join(import.meta.dirname, 'pattern-server.mjs')

test.each(['structured', 'wrapped', 'text'])(
  'a tool of an MCP server is asked once that is trusted, and answers with %s content',
  async (how) => {
    const project = makeProject()
    writeBerths(project, { config: '[patterns]\nmcp = "knowledge"\ntool = "find"\n' })
    project.write(
      '.mcp.json',
      JSON.stringify({ mcpServers: { knowledge: { command: process.execPath, args: [server, how] } } }),
    )
    project.commit('Server')
    const refused = await project.run('run', plan, '--exec', project.exec)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('MCP server knowledge (.mcp.json)')])
    const ran = await run(project, 'silent')
    expect(ran.code, ran.out + ran.err).toBe(0)
    expect(ran.out).toContain(
      'backup patterns (from find of the MCP server knowledge):\n  like berth_board, go sqlite, 3 (confidence: LOW)\n',
    )
  },
)

test.each([
  ['that nobody has configured', 'find', {}, 'no MCP server is configured under the name knowledge'],
  ['whose tool fails', 'fail', undefined, 'the graph is closed'],
])('an MCP server %s is a warning', async (_, tool, servers, reason) => {
  const project = makeProject()
  writeBerths(project, { config: `[patterns]\nmcp = "knowledge"\ntool = "${tool}"\n` })
  const known = { knowledge: { command: process.execPath, args: [server, 'text'] } }
  project.write('.mcp.json', JSON.stringify({ mcpServers: servers ?? known }))
  project.commit('Server')
  const ran = await run(project, 'silent')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain(`WARNING: no backup patterns: ${tool} of the MCP server knowledge: ${reason}\n`)
})

test('a folder that leads out of the repository is not read, and one file that cannot be read hides no other', async () => {
  const project = makeProject()
  writeBerths(project)
  project.write('patterns/broken.json', '{')
  project.commit('Broken')
  const ran = await run(project, 'silent')
  expect(ran.out).toContain('WARNING: not read of patterns: broken.json:1:2: not JSON\n')
  expect(ran.out).toContain('  berth_tables (')
  const other = makeProject()
  writeBerths(other)
  mkdirSync(path.join(other.top, 'elsewhere'))
  writeFileSync(path.join(other.top, 'elsewhere', 'a.json'), '{"name": "berths of others"}')
  rmSync(path.join(other.root, 'patterns'), { recursive: true })
  symlinkSync(path.join(other.top, 'elsewhere'), path.join(other.root, 'patterns'))
  other.commit('Link')
  const out = (await run(other, 'silent')).out
  expect(out).toContain('WARNING: no backup patterns: patterns: the folder patterns leads out of the repository\n')
  expect(out).not.toContain('berths of others')
})

test('a run that has turned to people asks about patterns from then on', async () => {
  const project = makeProject()
  const agent =
    "if (step === '2.1' && !brief.includes('Do it as the pattern')) { console.error('no register'); process.exit(1) }"
  writeBerths(project, { failing: ['primary', 'backup'], agent })
  await run(project, 'dynamic')
  expect((await project.run('review', '--plan', plan)).out).toMatch(/^R1 1[^\n]* \(exhausted\)/m)
  await answer(project, 'skip', 'R1')
  await resume(project)
  expect((await project.run('review', '--plan', plan)).out).toMatch(
    /^R2 2[^\n]* \(pattern-alternatives\): PRIMARY METHOD FAILED: Count/m,
  )
  await answer(project, 'first-pattern', 'R2')
  await resume(project)
  expect(progressOf(project).tasks[1]?.steps[0]).toMatchObject({ method_used: 'pattern_1' })
})

test('cut off while the source is asked, while a person is, and while the pattern is tried: the same record', async () => {
  const failing = ['primary']
  const whole = makeProject()
  writeBerths(whole, { failing, config: command() })
  whole.write('find-patterns.mjs', program(answers))
  whole.commit('Source')
  await run(whole, 'collaborative')
  const ending = async (project: Project): Promise<void> => {
    for (const review of ['R2', 'R3']) {
      await answer(project, 'approve', review)
      await resume(project)
    }
  }
  await answer(whole, 'first-pattern', 'R1')
  await resume(whole)
  await ending(whole)
  expect(progressOf(whole).run_complete).toBe(true)

  const project = makeProject()
  writeBerths(project, {
    failing,
    config: command(),
    agent:
      "if (brief.includes('Do it as the pattern') && !existsSync(path.join(meeting, 'tried.here'))) await meet('tried')",
  })
  const once = `import { existsSync } from 'node:fs'\nif (!existsSync('asked.twice')) { writeFileSync('asked.twice', ''); setInterval(() => {}, 1000) } else { ${answers} }`
  project.write('find-patterns.mjs', program(once))
  project.commit('Source')
  const first = project.begin('run', plan, '--exec', project.exec, '--yes', '--mode', 'collaborative')
  await project.shows('asked.json', 'berth_board', first)
  first.child.kill('SIGKILL')
  await first.ended
  expect((await run(project, 'collaborative')).code).toBe(3)
  // Its answer is known: a run that goes on asks it no more.
  project.write('find-patterns.mjs', 'process.exit(9)')
  await resume(project)
  await answer(project, 'first-pattern', 'R1')
  const tried = project.begin('resume', plan, '--yes')
  await project.arrived('tried', tried)
  await killWithSupervisor(tried)
  await resume(project)
  await ending(project)
  expect(withoutTimes(progressOf(project))).toEqual(withoutTimes(progressOf(whole)))
  expect((await project.run('verify', plan)).code).toBe(0)
})

if (!hasTerminals) console.log('skipped: a terminal is made by python3, which is not here')

test.runIf(hasTerminals)('on a terminal the letters of the questions are answers', async () => {
  const project = makeProject()
  writeBerths(project, { pattern: deviating, failing: ['primary'] })
  const running = inTerminal(project, 'run', plan, '--exec', project.exec, '--yes', '--mode', 'collaborative')
  for (const [question, letter] of [
    ['[C] Suggest alternative patterns', 'C'],
    ['Alternative patterns with matching tech:', 'a'],
    ['PATTERN-INFORMED ALTERNATIVES AVAILABLE:', 'B'],
  ] as const) {
    await says(running, question)
    running.child.stdin?.write(`${letter}\n`)
  }
  await says(running, 'pattern-2: Do it as the pattern')
  running.child.stdin?.end()
  await running.ended
  expect(step(project)?.pattern_alternatives).toMatchObject([{ method: 'pattern_2' }])
})
