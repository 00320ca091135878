/** A spec of three SPECLets, eight tasks and twenty steps, whose agents and programs fail in chosen places. */

import type { Project } from '../../rig/project.ts'

export const planFile = 'spec_fair.md'
export const progressFile = 'progress_fair.json'

/** How a method fails: it ends badly, leaves nothing, or leaves what a gate does not let pass. */
export type Failure = 'ends' | 'leaves nothing' | 'is too light'

/** Step → method → how it fails. A program has no way to fail but to end. */
export type Failing = Readonly<
  Record<string, { readonly primary?: Failure; readonly neighbour?: Failure; readonly program?: 'ends' }>
>

/** The one backup that many steps share. */
const neighbour = 'Ask the neighbour'

interface PlannedStep {
  readonly title: string
  readonly critical?: true
  readonly backups?: readonly ('neighbour' | 'tool' | 'script')[]
}

interface PlannedTask {
  readonly title: string
  readonly steps: readonly PlannedStep[]
}

const tasks: readonly PlannedTask[] = [
  {
    title: 'Open the hives',
    steps: [
      { title: 'Smoke the bees', critical: true, backups: ['neighbour'] },
      { title: 'Lift the frames', backups: ['neighbour'] },
      { title: 'Count the queens' },
    ],
  },
  {
    title: 'Spin the combs',
    steps: [
      { title: 'Turn the drum', critical: true, backups: ['neighbour', 'tool'] },
      { title: 'Strain the honey', backups: ['neighbour'] },
      { title: 'Note its colour' },
    ],
  },
  {
    title: 'Fill the jars',
    steps: [{ title: 'Pour the honey', critical: true, backups: ['script'] }, { title: 'Wipe the jars' }],
  },
  {
    title: 'Melt the wax',
    steps: [
      { title: 'Heat the pot', critical: true, backups: ['neighbour'] },
      { title: 'Skim it', backups: ['neighbour'] },
      { title: 'Scent it' },
    ],
  },
  {
    title: 'Pour the candles',
    steps: [
      { title: 'Set the wicks', critical: true, backups: ['tool'] },
      { title: 'Trim them', backups: ['neighbour'] },
    ],
  },
  {
    title: 'Set up the stall',
    steps: [
      { title: 'Carry the table', critical: true },
      { title: 'Hang the lamp', backups: ['neighbour'] },
      { title: 'Spread the cloth', backups: ['neighbour'] },
    ],
  },
  {
    title: 'Write the signs',
    steps: [
      { title: 'Draw a bee', backups: ['neighbour'] },
      { title: 'Write the prices', critical: true, backups: ['neighbour'] },
    ],
  },
  {
    title: 'Open the fair',
    steps: [{ title: 'Ring the bell', critical: true, backups: ['neighbour'] }, { title: 'Sing a song' }],
  },
]

/** Hives and wax side by side; the fair needs the hives only. */
const speclets = [
  { id: 'hives', title: 'Harvest the honey', dependsOn: [], tasks: [1, 2, 3] },
  { id: 'wax', title: 'Make candles', dependsOn: [], tasks: [4, 5] },
  { id: 'fair', title: 'Hold the fair', dependsOn: ['hives'], tasks: [6, 7, 8] },
] as const

const goal = 'Sell honey and candles at the fair of the village.'

const specText = [
  '# Spec: fair',
  '## Goal',
  goal,
  ...speclets.flatMap((it) => [
    `### SPECLet [${it.id}]: ${it.title}`,
    `**Depends On:** \`${JSON.stringify(it.dependsOn)}\``,
    ...it.tasks.flatMap((id) => {
      const task = tasks[id - 1]
      return [
        `#### Task [${id}]: ${task?.title ?? ''}`,
        ...(task?.steps ?? []).map(({ title }, at) => `##### Step [${id}.${at + 1}]: ${title}`),
      ]
    }),
  ]),
  '## Definition of Complete',
  '### Primary Deliverable',
  '- [ ] `fair/8.1.txt` exists',
  '### Quality Standards',
  '- [ ] `fair/5.2.txt` exists',
  '### Verification Method',
  '- [ ] `node tools/weigh.mjs fair/3.1.txt` passes',
  '',
].join('\n')

const backupTexts = {
  neighbour: [`description = "${neighbour}"`],
  tool: ['description = "Take the machine"', 'execution_method = "tool"', 'tool_path = "tools/machine.sh"'],
  script: ['description = "Take the recipe"', 'execution_method = "script"', 'tool_path = "tools/recipe.mjs"'],
} as const

/** What a variant says beside the tasks. */
export interface Settings {
  readonly strategy: string
  readonly escalationThreshold?: number
  readonly failureThreshold?: number
  /** Default 0. */
  readonly retries?: number
  /** Whether SPECLets may be done side by side; default true. */
  readonly parallel?: boolean
  /** Whether a gate weighs what each task leaves. */
  readonly weighs?: boolean
}

function parametersText({
  strategy,
  escalationThreshold,
  failureThreshold,
  retries = 0,
  parallel = true,
}: Settings): string {
  return [
    '[goal]',
    `description = "${goal}"`,
    '[execution]',
    'default_mode = "silent"',
    ...(escalationThreshold === undefined ? [] : [`escalation_threshold = ${escalationThreshold}`]),
    '[error_propagation]',
    `propagation_strategy = "${strategy}"`,
    ...(failureThreshold === undefined ? [] : [`failure_threshold = ${failureThreshold}`]),
    ...speclets.flatMap((it) => [
      '[[speclets]]',
      `id = "${it.id}"`,
      `depends_on = ${JSON.stringify(it.dependsOn)}`,
      `tasks = ${JSON.stringify(it.tasks)}`,
      `parallel_allowed = ${parallel}`,
    ]),
    ...tasks.flatMap((task, at) => [
      '[[tasks]]',
      `id = ${at + 1}`,
      `description = "${task.title}"`,
      `max_retries = ${retries}`,
      ...task.steps.flatMap((step, nth) => [
        '[[tasks.steps]]',
        `id = ${nth + 1}`,
        `action = "${step.title} as always"`,
        `expected_output = "\`fair/${at + 1}.${nth + 1}.txt\`"`,
        `critical = ${step.critical === true}`,
        ...(step.backups ?? []).flatMap((kind, backup) => [
          '[[tasks.steps.backups]]',
          `id = ${backup + 1}`,
          ...backupTexts[kind],
        ]),
      ]),
    ]),
    '',
  ].join('\n')
}

const machine = `at="$MILLWRIGHT_TASK.$MILLWRIGHT_STEP"
if grep -qx "$at" tools/broken.txt; then echo "no power"; exit 4; fi
mkdir -p fair && echo "machine heavy" > "fair/$at.txt"
`

const recipe = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const at = process.env.MILLWRIGHT_TASK + '.' + process.env.MILLWRIGHT_STEP
if (readFileSync('tools/broken.txt', 'utf8').split('\\n').includes(at)) throw new Error('a page is missing')
mkdirSync('fair', { recursive: true })
writeFileSync('fair/' + at + '.txt', 'recipe heavy')
`

/** Without a name all that is there. */
const weigh = `import { existsSync, readdirSync, readFileSync } from 'node:fs'
const [named] = process.argv.slice(2)
const files = named !== undefined ? [named] : existsSync('fair') ? readdirSync('fair').map((it) => 'fair/' + it) : []
const light = files.filter((it) => !readFileSync(it, 'utf8').includes('heavy'))
if (light.length > 0) throw new Error(light.join(', ') + ' is too light')
`

/** Who is killed twenty times does not give up. */
const calm = '[policy]\ninterruptions = 100\n'
const weighing = `${calm}[gates.weight]\nrun = [${JSON.stringify(process.execPath)}, "tools/weigh.mjs"]\n`

/** Writes and commits all of it. */
export function writeFair(project: Project, settings: Settings, failing: Failing): void {
  const broken = Object.entries(failing).flatMap(([step, methods]) => (methods.program === undefined ? [] : [step]))
  project.write(planFile, specText)
  project.write('parameters_fair.toml', parametersText(settings))
  project.write('tools/machine.sh', machine)
  project.write('tools/recipe.mjs', recipe)
  project.write('tools/weigh.mjs', weigh)
  project.write('tools/broken.txt', [...broken, ''].join('\n'))
  project.write('millwright.toml', settings.weighs === true ? weighing : calm)
  project.commit('Begin')
  project.agent(`
const step = task + '.' + process.env.MILLWRIGHT_STEP
const brief = readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')
const method = /How it is to be done:\\n\\n${neighbour}\\n/.test(brief) ? 'neighbour' : 'primary'
const how = (${JSON.stringify(failing)})[step]?.[method]
const isMended = existsSync(path.join(meeting, 'mended.' + step))
if (!isMended && how === 'leaves nothing') process.exit(0)
if (!isMended && how === 'ends') {
  console.error('the bees do not like it')
  process.exit(1)
}
write('fair/' + step + '.txt', method + (!isMended && how === 'is too light' ? ' light' : ' heavy'))
`)
}
