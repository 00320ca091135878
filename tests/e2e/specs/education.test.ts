/** Education mode of a spec: the whole dialogue on a terminal, and the same without one (seed 004 §3). */

import { expect, test } from 'vitest'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'
import type { Started } from '../../rig/program.ts'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { faultsOf } from '../../reports/spec/progress-schema.ts'
import { hasTerminals, inTerminal } from '../../rig/terminal.ts'

const makeProject = projectsOfTests()

if (!hasTerminals) console.log('skipped: a terminal is made by python3, which is not here')

const plan = 'spec_harbour.md'

const markdown = `# Spec: harbour
## Goal
List the berths of a harbour.
### Task [1]: List
- **Step [1]:** Write the list
  - **Primary method:** By hand
  - **Backup [1]:** From the photo
  - **Expected output:** \`berths.txt\`
  - **Critical:** true
- **Step [2]:** Count the list
  - **Primary method:** One by one
  - **Expected output:** \`count.txt\`
  - **Critical:** true
`

/** What the agent answers to a checkpoint, and what to the wish for more. */
const answers = `
if (task.startsWith('education:')) {
  append(path.join(meeting, 'questions.md'), '# ' + task + '\\n' + readFileSync(0, 'utf8'))
  const isMore = task.endsWith(':more')
  console.log(isMore ? 'A photo shows only what the sun shows.' : 'A pros: known\\nB cons: blurred\\nB would: show the boats too\\nRationale: hands are sure')
  process.exit(0)
}
`

function harbour(education = '', mode = 'education', agent = ''): Project {
  const project = makeProject()
  project.write(plan, markdown)
  project.write(
    'parameters_harbour.toml',
    `[goal]
description = "List the berths of a harbour."
[execution]
default_mode = "${mode}"
[education]
enabled = true
${education}
[knowledge_capture]
update_frequency = "per_step"
[[tasks]]
id = 1
max_retries = 0
[[tasks.steps]]
id = 1
critical_flag = true
[[tasks.steps]]
id = 2
critical_flag = true
`,
  )
  project.commit('Begin')
  project.agent(`${answers}${agent}
const step = process.env.MILLWRIGHT_STEP
write(step === '1' ? 'berths.txt' : 'count.txt', step)
say({ status: 'done', text: step === '1' ? 'A harbour has few berths' : '' })
`)
  return project
}

function progressOf(project: Project): ProgressDocument {
  const text = project.read('progress_harbour.json')
  expect(faultsOf(text)).toEqual([])
  return JSON.parse(text) as ProgressDocument
}

const question = 'Continue with recommended approach? [Y/n/explain more/try different] '

/** Settles when a program has written a text so many times. */
function saysTimes(running: Started, text: string, times: number): Promise<void> {
  const { child } = running
  return new Promise((resolve) => {
    const look = (): void => {
      if (running.written().split(text).length > times) resolve()
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look)
    look()
  })
}

/** Types an answer to each question in turn, the first to the first one. */
async function dialogue(running: Started, typed: readonly string[]): Promise<void> {
  for (const [at, line] of typed.entries()) {
    await saysTimes(running, question, at + 1)
    running.child.stdin?.write(line)
  }
}

const plain = (text: string): string => text.replaceAll('\r\n', '\n')

test.runIf(hasTerminals)('the whole dialogue on a terminal: n, explain more, try different, Enter', async () => {
  const project = harbour()
  const running = inTerminal(project, 'run', plan, '--exec', project.exec, '--yes')
  await dialogue(running, ['what?\n', 'n\n', 'explain more\n', 'try different\n'])
  await saysTimes(running, 'Which approach: ', 1)
  running.child.stdin?.write('B\n')
  await saysTimes(running, question, 5)
  running.child.stdin?.write('\n')
  await saysTimes(running, 'completed, 0 blocked', 1)
  running.child.stdin?.end()
  const shown = plain((await running.ended).out)
  const inOrder = [
    '[EDUCATION CHECKPOINT - Step 1.1]\n\nSituation: Write the list, a critical step of task 1 List (from the plan)\n',
    'Available Approaches:\n  A. By hand (primary)\n     Pros: the plan names it first (from the plan)\n',
    'known (from the agent exec)\n',
    '  B. From the photo (backup-1)\n',
    'Recommendation: Approach A\nRationale: ',
    question,
    'write y, n, explain more',
    '[EDUCATION CHECKPOINT - Step 1.1]\n',
    'The agent exec explains:\n    A photo shows only what the sun shows.\n',
    'Which approach: ',
    ' chose backup-1\n',
    '[EDUCATION OUTCOME - Step 1.1]\n\nApproach Used: B. From the photo (backup-1)\nResult: completed after 1 attempt; what it was to leave is there\n',
    'Lesson Learned: A harbour has few berths (from the agent exec)\nAlternative Would Have: A: By hand; it was not tried\n\nProceeding to next step...\n',
    '[EDUCATION CHECKPOINT - Step 1.2]',
    '[EDUCATION OUTCOME - Step 1.2]\n\nApproach Used: A. One by one (primary)\n',
    'Lesson Learned: A works here (from the record)\nAlternative Would Have: nothing: the plan has no other approach\n',
  ]
  let from = 0
  for (const text of inOrder) {
    const at = shown.indexOf(text, from)
    expect(at, `${text}\n--- is not behind the last one in ---\n${shown}`).toBeGreaterThanOrEqual(0)
    from = at + text.length
  }
  expect(shown.slice(from)).not.toContain('Proceeding')
  const { tasks, human_interactions: said, current_mode: mode } = progressOf(project)
  expect(mode).toBe('education')
  expect(tasks[0]?.steps.map((it) => [it.status, it.mode, it.method_used, it.education_checkpoint])).toEqual([
    [
      'completed',
      'education',
      'backup_1',
      {
        approaches_presented: 2,
        recommended: 'primary',
        user_selected: 'backup_1',
        rationale_provided: true,
        lesson_logged: true,
      },
    ],
    [
      'completed',
      'education',
      'primary',
      {
        approaches_presented: 1,
        recommended: 'primary',
        user_selected: 'primary',
        rationale_provided: true,
        lesson_logged: true,
      },
    ],
  ])
  expect(tasks[0]?.steps[0]?.backup_attempts).toMatchObject([{ trigger_condition: 'user_choice', outcome: 'success' }])
  expect(said.map((it) => [it.kind, it.response, it.response_text, it.responded_at !== null])).toEqual([
    ['education', 'alternatives', '', true],
    ['education', 'explain-more', '', true],
    ['education', 'try-different', 'B', true],
    ['education', 'approve', '', true],
  ])
  const notepad = project.read('notepad_harbour.md')
  for (const text of [
    '**Education Checkpoint:** Step 1.1: A. By hand; B. From the photo; recommended primary, because ',
    'chose backup[1], instead of primary',
    '**Education Outcome:** Step 1.1: backup[1], completed after 1 attempt',
    '**Lesson Learned:** Step 1.1: A harbour has few berths (from the agent exec)',
  ])
    expect(notepad).toContain(text)
  const questions = project.read('../meeting/questions.md')
  expect(questions.match(/^# .*/gm)).toEqual(['# education:1.1', '# education:1.1:more', '# education:1.2'])
})

test('without a terminal it waits: the whole text is shown, and each answer goes on', async () => {
  const project = harbour()
  const run = await project.run('run', plan, '--exec', project.exec, '--yes')
  expect(run.code).toBe(3)
  expect(run.out).toContain(
    '? R1 1, step 1.1 Write the list: [EDUCATION CHECKPOINT - Step 1.1] Recommendation: Approach A',
  )
  for (const verb of ['list', 'show'])
    expect((await project.run('review', verb, ...(verb === 'show' ? ['R1'] : []))).out).toMatch(
      /A\. By hand \(primary\)\n[^]*B\. From the photo \(backup-1\)\n[^]*Continue with recommended approach\?/,
    )
  const wrong = await project.run('review', 'try-different', 'R1', '-m', 'C')
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('there is no approach C: say one of A, B')])
  expect((await project.run('review', 'explain-more', 'R1', '-m', 'Why a photo?')).code).toBe(0)
  expect((await project.run('resume', plan, '--yes')).code).toBe(3)
  expect((await project.run('review', 'show', 'R2')).out).toContain('A photo shows only what the sun shows.')
  expect(project.read('../meeting/questions.md')).toContain('They ask especially:\n  Why a photo?\n')
  expect((await project.run('review', 'try-different', 'R2', '-m', 'backup[1]')).code).toBe(0)
  const again = await project.run('resume', plan, '--yes')
  expect(again.code).toBe(3)
  expect(again.out).toContain('[EDUCATION OUTCOME - Step 1.1]')
  expect((await project.run('review', 'approve', 'R3')).code).toBe(0)
  expect((await project.run('resume', plan, '--yes')).code).toBe(0)
  expect((await project.run('verify', plan)).code).toBe(0)
  expect((await project.run('log', plan)).out).toMatch(/approach-chosen backup-1 by \S+, 1\.1 Write the list/)
})

test('what a person ends with an answer while nobody is at work is told with it: override, block and skip of what is used up', async () => {
  const [used, result] = ['Approach Used: B. From the photo (backup-1)', 'failed after 2 attempts']
  for (const [given, said] of [
    ['override', 'a person let it stand, although every approach had failed, after 2 attempts'],
    ['block', result],
    ['skip', result],
  ] as const) {
    const project = harbour('', 'education', "if (process.env.MILLWRIGHT_STEP === '1') process.exit(0)\n")
    expect((await project.run('run', plan, '--exec', project.exec, '--yes')).code).toBe(3)
    const chosen = await project.run('review', 'approve', 'R1')
    expect(chosen.out).not.toContain('[EDUCATION OUTCOME')
    expect((await project.run('resume', plan, '--yes')).code).toBe(3)
    const { out } = await project.run('review', given, 'R2', '-m', 'it is low water')
    expect(out).toMatch(/^answered; go on with /)
    expect(out).toContain(`\n[EDUCATION OUTCOME - Step 1.1]\n\n${used}\nResult: ${said}`)
    expect(out.split('[EDUCATION OUTCOME')).toHaveLength(2)
    const again = await project.run('resume', plan, '--yes')
    expect(again.out).not.toContain('[EDUCATION OUTCOME')
    expect(project.read('notepad_harbour.md')).toContain(`**Education Outcome:** Step 1.1: backup[1], ${said}`)
  }
})

test.runIf(hasTerminals)(
  'killed while a checkpoint is open: it is asked again, and no agent is asked anew',
  async () => {
    const project = harbour()
    const running = inTerminal(project, 'run', plan, '--exec', project.exec, '--yes')
    await saysTimes(running, question, 1)
    const log = JSON.parse((await project.run('log', plan, '--json')).out) as readonly {
      readonly body: { readonly type: string; readonly pid?: number }
    }[]
    const pid = log.find(({ body }) => body.type === 'executor-started')?.body.pid
    process.kill(pid ?? 0, 'SIGKILL')
    await running.ended
    const again = inTerminal(project, 'resume', plan, '--yes')
    await dialogue(again, ['\n', '\n'])
    await saysTimes(again, 'completed, 0 blocked', 1)
    again.child.stdin?.end()
    await again.ended
    expect(progressOf(project).tasks[0]?.steps.map((it) => it.method_used)).toEqual(['primary', 'primary'])
    expect(project.read('../meeting/questions.md').match(/^# .*/gm)).toEqual(['# education:1.1', '# education:1.2'])
  },
)

test('where no agent answers, the checkpoint shows what the plan says', async () => {
  const project = harbour('', 'education', '')
  project.agent("if (task.startsWith('education:')) process.exit(4)\nwrite('berths.txt', 'x')")
  expect((await project.run('run', plan, '--exec', project.exec, '--yes')).code).toBe(3)
  const { out } = await project.run('review', 'show', 'R1')
  expect(out).toContain('No agent says anything to it (exec failed (exit code 4))')
  expect(out).not.toContain('(from the agent')
})

test('the pace and the mode of the call decide where it pauses; a dry run pauses nowhere for good', async () => {
  const fast = harbour('learning_pace = "fast"')
  expect((await fast.run('run', plan, '--exec', fast.exec, '--yes')).code).toBe(3)
  expect((await fast.run('review', 'approve', 'R1')).code).toBe(0)
  expect((await fast.run('resume', plan, '--yes')).code).toBe(0)
  expect(progressOf(fast).tasks[0]?.steps.map((it) => it.education_checkpoint === null)).toEqual([false, true])
  const silent = harbour()
  expect((await silent.run('run', plan, '--exec', silent.exec, '--yes', '--mode', 'silent')).code).toBe(0)
  const dry = harbour()
  const played = await dry.run('run', plan, '--dry-run')
  expect(played.code, played.out + played.err).toBe(0)
  expect(played.out).toContain('[EDUCATION OUTCOME - Step 1.1]')
})

test('the way back: a run that has turned to people is dynamic again, by the answer or by a verb', async () => {
  for (const isByVerb of [false, true]) {
    const project = harbour('', 'dynamic', "if (process.env.MILLWRIGHT_STEP === '1') process.exit(1)\n")
    project.write(
      'parameters_harbour.toml',
      project
        .read('parameters_harbour.toml')
        .replace('default_mode', 'escalation_threshold = 1\ndefault_mode')
        .replace('critical_flag = true', 'critical_flag = false'),
    )
    project.write(plan, project.read(plan).replace('**Critical:** true', '**Critical:** false'))
    project.commit('Not critical')
    expect((await project.run('run', plan, '--exec', project.exec, '--yes')).code).toBe(3)
    expect(progressOf(project)).toMatchObject({ execution_mode: 'dynamic', current_mode: 'collaborative' })
    if (isByVerb) {
      expect((await project.run('mode', plan, 'dynamic')).out).toBe('the run is dynamic again\n')
      // It has answered the question that was asked for that alone.
      expect((await project.run('review', 'approve', 'R1')).code).toBe(2)
    } else expect((await project.run('review', 'dynamic', 'R1')).code).toBe(0)
    // The draft of the task would be shown to a person as long as the run is collaborative.
    const again = await project.run('resume', plan, '--yes')
    expect(again.code, again.out + again.err).toBe(0)
    const { current_mode: mode, mode_switches: switches } = progressOf(project)
    expect(mode).toBe('dynamic')
    expect(switches.map((it) => [it.from, it.to, it.cause])).toEqual([
      ['dynamic', 'collaborative', expect.stringContaining('1.1')],
      ['collaborative', 'dynamic', 'a person chose it'],
    ])
    const refused = await project.run('mode', plan, 'dynamic')
    expect(refused.code).toBe(2)
  }
})

test.each(['none', 'in-place'])('without a workspace of its own (%s) the dialogue is the same', async (workspace) => {
  const project = harbour()
  const run = await project.run('run', plan, '--exec', project.exec, '--yes', '--workspace', workspace)
  expect(run.code, run.out + run.err).toBe(3)
  expect((await project.run('review', 'show', 'R1')).out).toContain('known (from the agent exec)')
  expect((await project.run('review', 'explain-more', 'R1', '-m', 'Why a photo?')).code).toBe(0)
  expect((await project.run('resume', plan, '--yes')).code).toBe(3)
  expect((await project.run('review', 'show', 'R2')).out).toContain('A photo shows only what the sun shows.')
  expect((await project.run('review', 'try-different', 'R2', '-m', 'B')).code).toBe(0)
  expect((await project.run('resume', plan, '--yes')).out).toContain('[EDUCATION OUTCOME - Step 1.1]')
  // The agent that is only asked something leaves nothing in the folder.
  expect([project.read('berths.txt'), project.has('count.txt')]).toEqual(['1', false])
  expect((await project.run('review', 'approve', 'R3')).code).toBe(0)
  const ended = await project.run('resume', plan, '--yes')
  expect(ended.code, ended.out + ended.err).toBe(0)
  expect(progressOf(project).tasks[0]?.steps.map((it) => it.method_used)).toEqual(['backup_1', 'primary'])
  expect(project.read('count.txt')).toBe('2')
  expect(project.read('../meeting/questions.md').match(/^# .*/gm)).toEqual([
    '# education:1.1',
    '# education:1.1:more',
    '# education:1.2',
  ])
})
