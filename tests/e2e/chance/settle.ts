/** A person who answers all that is asked and does what is advised, until a run has ended. */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Finished } from '../../rig/program.ts'
import { firstLine, questions, say, viewOf, type Play, type Question } from './calls.ts'
import { judgeCall } from './judge.ts'
import { isHome } from './person.ts'

/** A person who answers all that is asked and does what is advised, until the run has ended. */
export async function settle(play: Play): Promise<void> {
  const { ground, person, faults } = play
  let last: Finished | null = null
  for (let round = 0; round < 25; round += 1) {
    person.look()
    const words =
      round % 2 === 1
        ? ['resume', ground.plan, '--yes', '--json']
        : ['run', ground.plan, ...ground.words, '--yes', '--json']
    last = await say(play, ...words)
    await judgeCall(play, last, { where: `${play.transcript.length}`, isTaken: false, hasView: true })
    if (last.code === 0 || last.code === 1) return
    if (last.code === 3) {
      const open = await questions(play)
      for (const question of open) await answer(play, question, round)
      const held = (viewOf(last)?.waiting ?? []).filter((it) => it.help !== undefined)
      for (const it of held) mend(play, `${it.reason ?? ''}; ${it.help ?? ''}`)
      const isParked = ['paused', 'stopped'].includes(viewOf(last)?.status ?? '')
      if (open.length === 0 && held.length === 0 && !isParked)
        faults.push(`waits without a question: ${JSON.stringify(viewOf(last)?.waiting)}`)
    } else if (last.code === 2) {
      if (/has ended|was never run/.test(last.err) && words[0] === 'resume') continue
      if (!(await mendRefusal(play, last))) {
        faults.push(`refused for ever: ${firstLine(last.err || last.out)}`)
        return
      }
    } else return
  }
  faults.push(
    `does not end: ${last?.code ?? ''} ${JSON.stringify(last ? viewOf(last)?.waiting : null)} ${firstLine(last?.err ?? '')}`,
  )
}

async function answer(play: Play, question: Question, round: number): Promise<void> {
  if (question.kind === 'mark') {
    const file = path.join(play.ground.root, play.ground.plan)
    if (existsSync(file)) writeFileSync(file, readFileSync(file, 'utf8').replace(/^- \[\?\]/gm, '- [ ]'))
    play.person.look()
    if (round < 6) return
  }
  const order = round > 15 ? ['block', 'reject'] : ['approve', 'override', 'ignore-same', 'retry', 'skip', 'block']
  const choice = order.find((it) => question.options.includes(it)) ?? question.options[0]
  await say(play, 'review', choice ?? '', question.id, '-m', 'so be it', '--plan', play.ground.plan)
}

/** Does what a help line says, as a person would who copies it. */
function mend(play: Play, help: string): void {
  const { person, ground } = play
  play.transcript.push(`# mends: ${help}`)
  const ways = [
    /switch back \((.*?)\), then/,
    /to have it again: (.*?); to go on/,
    /commit or (?:remove|move).*put them aside: (.*)$/s,
    /(?:then resume|switch to it, then resume): (.*)$/s,
  ]
  const printed = ways.map((it) => it.exec(help)?.[1]).find((it) => it !== undefined)
  if (printed !== undefined) {
    if (!copied(play, printed) && ground.hasGit && !resolved(play)) {
      person.tries('add', '-A')
      person.tries('commit', '-q', '-m', 'All of mine')
      // What was in the way of it is committed now.
      if (!copied(play, printed)) resolved(play)
    }
    if (/stash/.test(printed)) person.dirty.clear()
  } else if (/commit or/.test(help) && ground.hasGit) {
    person.tries('add', '-A')
    person.tries('commit', '-q', '-m', 'All of mine')
  }
  person.look()
}

/** Ends a merge that conflicts with what came in. @returns whether there was one */
function resolved({ ground, person }: Play): boolean {
  if (!person.tries('rev-parse', '-q', '--verify', 'MERGE_HEAD')) return false
  // Git takes none of them where one was removed there.
  if (!person.tries('checkout', '--theirs', '--', '.')) person.tries('checkout', '--theirs', '--', ground.plan)
  person.tries('add', '-A')
  person.tries('commit', '-q', '--no-edit')
  return true
}

/** Runs a printed line. @returns whether it went well */
function copied({ ground, transcript }: Play, line: string): boolean {
  const of = { cwd: ground.root, env: ground.project.env, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync('sh', ['-c', line], of)
  if (status !== 0) transcript.push(`# ${line}: ${stderr}`)
  return status === 0
}

/** Does what a refused call asks for. @returns whether anything is known to be done */
async function mendRefusal(play: Play, { err }: Finished): Promise<boolean> {
  const { ground, person } = play
  // Warnings of the plan come before, and several things may be wrong, each with help of its own.
  const helps = [...err.matchAll(/^ *help: (.*)$/gm)].map((it) => it[1] ?? '')
  const leads = /switch back \(|to have it again|then resume: |git merge [0-9a-f]+$|millwright (?:unblock|accept) /
  const help = helps.find((it) => leads.test(it)) ?? ''
  if (/switch back \(|to have it again|then resume: /.test(help)) {
    mend(play, help)
    return true
  }
  if (/git merge [0-9a-f]+$/m.test(help)) {
    if (ground.home !== null && !isHome(play.ground, play.person)) return goHome(play)
    // What is in the way of the merge is put aside for good.
    person.tries('add', '-A')
    person.tries('commit', '-q', '-m', 'All of mine')
    mend(play, `then resume: ${/git merge [0-9a-f]+/.exec(help)?.[0] ?? ''}`)
    return true
  }
  const [, verb, ids] = /millwright (unblock|accept) (?:"[^"]*"|\S+) ((?:T\d+ ?)+)/.exec(help) ?? []
  if (verb !== undefined && ids !== undefined) {
    const ended = await say(play, verb, ground.plan, ...ids.trim().split(' '))
    return ended.code === 0 || (verb === 'accept' && opens(play, ids.trim()))
  }
  if (/no commit holds|is ticked there already|are ticked there already/.test(err))
    return person.tries('add', '--', ground.plan) && person.tries('commit', '-q', '-m', 'The plan', '--', ground.plan)
  if (!existsSync(path.join(ground.root, ground.plan)) && ground.home !== null) {
    return goHome(play)
  }
  return false
}

/** Opens the box of a task. */
function opens({ ground, person }: Play, id: string): boolean {
  const file = path.join(ground.root, ground.plan)
  const text = readFileSync(file, 'utf8')
  const after = text.replace(new RegExp(`^- \\[[^\\]]*\\] ${id} `, 'm'), `- [ ] ${id} `)
  writeFileSync(file, after)
  person.look()
  return after !== text
}

/** Goes back to the branch that the person began on; what is in the way is committed first. */
function goHome({ ground, person }: Play): boolean {
  const goes = (): boolean => person.tries('switch', '-q', ground.home ?? '')
  const had = ground.plan
  const isBack = goes() || (person.tries('add', '-A') && person.tries('commit', '-q', '-m', 'All of mine') && goes())
  // A plan that was committed on the other branch alone is fetched from there.
  if (!existsSync(path.join(ground.root, had))) person.tries('checkout', 'other', '--', had)
  person.dirty.clear()
  person.look()
  return isBack && existsSync(path.join(ground.root, had))
}
