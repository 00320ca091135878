/** What has to hold after every call, and once a run has ended. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Finished } from '../../rig/program.ts'
import type { RunView } from '../../rig/project.ts'
import { firstLine, say, viewOf, type Play } from './calls.ts'
import { filesOf, idOf } from './ground.ts'
import { isHome } from './person.ts'
import type { Quick, Scenario } from './scenario.ts'

/** What has to hold after every call, whatever happened. */
export async function judgeCall(
  play: Play,
  ended: Finished,
  { where, isTaken, hasView }: { readonly where: string; readonly isTaken: boolean; readonly hasView: boolean },
): Promise<void> {
  const { person, faults } = play
  const told = (text: string): void => void faults.push(`${text} (call ${where})`)
  // A person who takes work away while the program publishes cannot tell afterwards who of the two was first.
  // In place an edit of the plan that is made while an agent works is taken back, and what a kill left is seen to later.
  const isLeft = play.isInPlace && (ended.signal !== null || isEdited(play.it))
  if (!isTaken) for (const it of person.lost()) if (!(isLeft && it.startsWith("the plan's words"))) told(it)
  if (hasView && ended.signal === null && ended.code !== 2) {
    const view = viewOf(ended)
    if (view === null) told(`no JSON from a run that ended with ${ended.code ?? ''}`)
    else judgeView(view, ended, told)
  }
  if (ended.signal !== null && hasJournal(play)) await judgeJournal(play, told)
}

async function judgeJournal(play: Play, told: (text: string) => void): Promise<void> {
  const verified = await say(play, 'verify', play.ground.plan, '--json')
  try {
    const said = JSON.parse(verified.out) as { journal?: { is?: string } }
    if (said.journal?.is !== 'intact' && !('diagnostics' in said)) told(`verify says ${firstLine(verified.out)}`)
  } catch {
    if (verified.code !== 2) told(`verify prints no JSON: ${firstLine(verified.err)}`)
  }
}

function hasJournal({ ground }: Play): boolean {
  return [
    path.join(ground.project.root, '.git', 'millwright', 'plans'),
    path.join(ground.root, '.millwright'),
    path.join(ground.root, path.dirname(ground.plan), '.millwright'),
  ].some((it) => existsSync(it))
}

function judgeView(view: RunView, { code }: Finished, told: (text: string) => void): void {
  for (const task of view.tasks) {
    const passed = task.evidence.filter((it) => it.result === 'passed' && it.gate !== 'files')
    if (task.state === 'done' && task.proof === null) told(`${task.key} is done without a proof`)
    if (task.state === 'done' && task.proof === 'verified' && passed.length === 0)
      told(`${task.key} is verified without evidence`)
    if ((task.state === 'blocked' || task.state === 'failed') && !task.reason)
      told(`${task.key} is ${task.state} without a reason`)
  }
  if (code === 3 && view.status === 'waiting' && view.waiting.length === 0) told('waits for nobody')
  if (code === 0 && view.counts['blocked'] !== 0) told('exit code 0 with blocked tasks')
  if (
    code === 1 &&
    (view.counts['blocked'] ?? 0) + (view.counts['failed'] ?? 0) + (view.counts['remaining'] ?? 0) === 0
  )
    told('exit code 1 with nothing open')
}

/** What has to hold once a run has ended. */
export async function judgeEnd(play: Play): Promise<void> {
  const { ground, faults, it, person } = play
  if (hasJournal(play)) await judgeJournal(play, (text) => void faults.push(text))
  const said = await say(play, 'status', ground.plan, '--json')
  const status = viewOf(said)
  if (status === null) {
    faults.push(`status prints no JSON: ${said.code ?? ''} ${firstLine(said.err)}`)
    return
  }
  const text = existsSync(path.join(ground.root, ground.plan))
    ? readFileSync(path.join(ground.root, ground.plan), 'utf8')
    : ''
  const branch = ground.words.includes('--branch') ? it.settings.branch : ''
  for (const task of status.tasks) {
    if (task.id === null) continue
    if (isHome(play.ground, play.person)) judgeBox(play, task, text)
    const index = it.tasks.findIndex((_, at) => idOf(at) === task.id)
    const planned = it.tasks[index]
    if (task.state !== 'done' || task.commit === null || !ground.hasGit) continue
    if (task.proof === 'verified' || task.proof === 'files-only')
      judgeCommit(play, task, planned && !isEdited(it) ? filesOf(planned, index) : [])
    if (
      isHome(play.ground, play.person) &&
      branch === '' &&
      !actsOf(it).some(takesAway) &&
      !person.tries('merge-base', '--is-ancestor', task.commit, 'HEAD')
    )
      faults.push(`${task.id} is done, and its commit is not in HEAD`)
  }
  if (ground.hasGit && !person.tries('fsck', '--connectivity-only', '--no-dangling'))
    faults.push('git fsck finds faults')
  faults.push(...leftIn(play), ...(await doneAgain(play, status)))
  const alive = processesOf(ground.project.top)
  if (alive.length > 0) faults.push(`still alive: ${alive.join('; ')}`)
}

/** What the program has left of its own, or not brought into the checkout. */
function leftIn({ ground, it, person, isInPlace }: Play): readonly string[] {
  if (!ground.hasGit) return []
  const own = readdirSync(path.join(ground.root)).filter((name) => name.includes('millwright-'))
  const gitDir = path.resolve(ground.root, person.git('rev-parse', '--git-dir').trim())
  const locks = readdirSync(gitDir).filter((name) => /^index\.|\.lock$/.test(name))
  const worktrees = person.git('worktree', 'list').trim().split('\n').length
  const isClean =
    !isInPlace &&
    isHome(ground, person) &&
    !ground.words.includes('--branch') &&
    it.repository.kind !== 'unborn' &&
    it.repository.isPlanCommitted &&
    // A box that nobody understands is set by an edit of theirs.
    it.tasks.every(({ mark }) => mark !== '?') &&
    !actsOf(it).some((act) => act.does === 'write' || act.does === 'plan' || takesAway(act)) &&
    !waysOf(it).includes('writes into the checkout')
  const open = isClean ? person.git('status', '--porcelain').trim() : ''
  return [
    ...[...own, ...locks].map((name) => `left behind: ${name}`),
    ...(worktrees === (it.repository.kind === 'linked' ? 2 : 1) ? [] : [`${worktrees} worktrees`]),
    ...(open === '' ? [] : [`not clean at the end: ${open}`]),
  ]
}

function waysOf({ tasks }: Scenario): readonly string[] {
  return tasks.flatMap((task) => [...task.first, task.last])
}

/** A further run works on nothing that is done. */
async function doneAgain(play: Play, { tasks }: RunView): Promise<readonly string[]> {
  const { ground } = play
  const done = tasks.filter((task) => task.id !== null && task.state === 'done')
  const before = done.map((task) => ground.calls(task.key))
  await say(play, 'run', ground.plan, ...ground.words, '--yes', '--json')
  return done.flatMap((task, at) =>
    ground.calls(task.key) === before[at] ? [] : [`${task.key} is done, and done again`],
  )
}

/** All that the person does, between calls and meanwhile. */
function actsOf(it: Scenario): readonly Quick[] {
  return [it.first, ...it.acts].flatMap((act) => (act.does === 'call' ? act.meanwhile : [act]))
}

function takesAway(it: Quick): boolean {
  return it.does === 'take away' || it.does === 'switch'
}

function isEdited(it: Scenario): boolean {
  return actsOf(it).some((act) => act.does === 'plan')
}

function judgeBox({ faults, transcript }: Play, task: RunView['tasks'][number], text: string): void {
  const box = new RegExp(`^- \\[([^\\]]*)\\] ${task.id ?? ''} `, 'm').exec(text)?.[1]
  if (box === undefined) {
    faults.push(`${task.id ?? ''} is ${task.state} and not in the plan`)
    return
  }
  const wants: Readonly<Record<string, readonly string[]>> = {
    done: ['X', 'x'],
    blocked: ['BLOCKED'],
    failed: ['BLOCKED'],
    skipped: ['SKIP'],
    deferred: ['DEFER'],
  }
  if ((wants[task.state] ?? [' ']).includes(box) || box === '?') return
  // Where a person has marked done work otherwise between runs, that is said once, and stands there.
  if (transcript.some((it) => it.includes(`${task.id ?? ''} is done in the journal, and its mark now says`))) return
  faults.push(`box [${box}] of a ${task.state} task (${task.proof ?? 'no proof'}, ${task.reason ?? 'no reason'})`)
}

/** What is verified is green and there, in the very commit of the task. */
function judgeCommit(
  { person, faults, it }: Play,
  { id, commit, proof }: RunView['tasks'][number],
  files: readonly { readonly path: string; readonly action: string }[],
): void {
  const at = commit ?? ''
  if (proof === 'verified' && it.settings.gate !== 'none') {
    const holding = (word: string): readonly string[] => {
      try {
        return person
          .git('grep', '-l', word, at, '--', 'src')
          .split('\n')
          .filter((line) => line !== '' && line.split('/').length === 2)
      } catch {
        return []
      }
    }
    if (holding('BAD').length > 0) faults.push(`${id ?? ''} is verified and red: BAD in ${holding('BAD').join(', ')}`)
    if (holding('CLASH').length > 1)
      faults.push(`${id ?? ''} is verified and red: CLASH in ${holding('CLASH').join(', ')}`)
  }
  for (const file of files) {
    const isThere = person.tries('cat-file', '-e', `${at}:${file.path}`)
    if (file.action === 'CREATE' && !isThere) faults.push(`${id ?? ''} is ${proof ?? ''} without ${file.path}`)
    if (file.action === 'DELETE' && isThere)
      faults.push(`${id ?? ''} is ${proof ?? ''} and ${file.path} is still there`)
  }
}

/** Processes that have to do with this project. */
function processesOf(top: string): readonly string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return line.includes(top) ? [line.slice(0, 120)] : []
    } catch {
      return []
    }
  })
}
