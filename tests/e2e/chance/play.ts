/** Plays a scenario on the real program, and tells what did not hold. */

import { existsSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Started } from '../../rig/program.ts'
import { told } from '../kill/ended-run.ts'
import { begin, endOf, questions, say, sayAndDie, type Play } from './calls.ts'
import { idOf, makeGround } from './ground.ts'
import { judgeCall, judgeEnd } from './judge.ts'
import { makePerson } from './person.ts'
import type { Call, Quick, Scenario } from './scenario.ts'
import { settle } from './settle.ts'

export interface Played {
  readonly faults: readonly string[]
  /** All calls, with what they printed. */
  readonly transcript: readonly string[]
  readonly top: string
  remove(): void
}

export async function playScenario(it: Scenario): Promise<Played> {
  const ground = makeGround(it)
  const isInPlace = it.settings.workspace !== 'worktree' || !ground.hasGit
  const play: Play = {
    it,
    ground,
    person: makePerson(ground, !isInPlace),
    faults: [],
    transcript: [],
    isInPlace,
    meetings: 0,
  }
  try {
    await call(play, { ...it.first, verb: 'run' })
    for (const act of it.acts) {
      if (act.does === 'call') await call(play, act)
      else await alone(play, act)
    }
    await settle(play)
    await judgeEnd(play)
  } catch (error) {
    play.faults.push(`the test itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  for (const name of readdirSync(ground.project.top)) if (name.endsWith('.here')) letGo(play, name.slice(0, -5))
  return {
    faults: play.faults,
    transcript: play.transcript,
    top: ground.project.top,
    remove: () => ground.project.end(),
  }
}

function letGo({ ground }: Play, name: string): void {
  writeFileSync(path.join(ground.project.top, `${name}.go`), '')
}

/** A call of `run` or `resume`, with what the person does meanwhile, and perhaps its death. */
async function call(play: Play, it: Call): Promise<void> {
  const { ground, person } = play
  const only =
    it.only.length === 0 || it.verb === 'resume'
      ? []
      : ['--only', [...new Set(it.only.map((at) => idOf(at % play.it.tasks.length)))].join(',')]
  const words =
    it.verb === 'run'
      ? ['run', ground.plan, ...ground.words, ...only, '--yes', it.kill ? '--jsonl' : '--json']
      : ['resume', ground.plan, '--yes', it.kill ? '--jsonl' : '--json']
  person.look()
  const where = `${play.transcript.length}`
  let name = ''
  if (it.meanwhile.length > 0) {
    play.meetings += 1
    name = `meeting${play.meetings}`
    writeFileSync(path.join(ground.project.top, 'meet'), name)
  }
  const running = begin(play, ...words)
  let isTaken = false
  if (name !== '') {
    await meeting(ground.project.top, name, running)
    for (const act of it.meanwhile) {
      if (act.does === 'take away') isTaken = true
      await quick(play, act)
    }
    letGo(play, name)
  }
  if (it.kill !== null) {
    await told(running, it.kill.after)
    await new Promise((resolve) => setTimeout(resolve, it.kill?.wait))
    running.child.kill('SIGKILL')
  }
  const ended = await endOf(play, running, words)
  if (name !== '' && existsSync(path.join(ground.project.top, 'meet'))) rmSync(path.join(ground.project.top, 'meet'))
  await judgeCall(play, ended, { where, isTaken, hasView: it.kill === null })
}

/** Settles when an agent has come to the meeting, or the program has ended. */
async function meeting(top: string, name: string, running: Started): Promise<void> {
  const watcher = watch(top)
  const came = new Promise<void>((resolve) => {
    const look = (): void => {
      if (existsSync(path.join(top, `${name}.here`))) resolve()
    }
    watcher.on('change', look)
    look()
  })
  await Promise.race([came, running.ended])
  watcher.close()
}

/** Does something while nothing runs; only the person's own tools change what is theirs. */
async function alone(play: Play, it: Quick): Promise<void> {
  const { person, faults } = play
  person.look()
  await quick(play, it)
  const isOwn = it.does === 'write' || it.does === 'plan' || it.does === 'switch' || it.does === 'take away'
  if (isOwn || (play.isInPlace && it.does === 'look' && it.at === 'resume')) return
  for (const lost of person.lost()) faults.push(`${lost} (${JSON.stringify(it)})`)
}

async function quick(play: Play, it: Quick): Promise<void> {
  const { ground, person } = play
  play.transcript.push(`# ${JSON.stringify(it)}`)
  switch (it.does) {
    case 'verb': {
      const id = idOf(it.task % play.it.tasks.length)
      await sayAndDie(play, it.dies, it.verb, ground.plan, id, '-m', 'a word of the person')
      return
    }
    case 'answer': {
      const open = await questions(play)
      const question = open[it.review % Math.max(open.length, 1)]
      const answer = question?.options[it.option % question.options.length]
      if (question && answer !== undefined)
        await sayAndDie(play, it.dies, 'review', answer, question.id, '-m', 'an answer', '--plan', ground.plan)
      return
    }
    case 'pause':
    case 'stop':
      await say(play, it.does, ground.plan)
      return
    case 'look': {
      if (it.at === 'why') await say(play, 'why', ground.plan, 'T001')
      else if (it.at === 'rebuild') await sayAndDie(play, it.dies, 'rebuild', ground.plan, '--yes')
      else if (it.at === 'resume') await sayAndDie(play, it.dies, 'resume', ground.plan, '--yes', '--json')
      else if (it.at === 'clean') await sayAndDie(play, it.dies, 'clean')
      else if (it.at === 'review')
        for (const { id } of await questions(play)) await say(play, 'review', 'show', id, '--plan', ground.plan)
      else await say(play, it.at, ground.plan)
      return
    }
    default:
      person.act(it)
      person.look()
  }
}
