// A person who edits a plan while others write marks into it: `node editor.mjs FILE JOB`. The job is JSON: { seed, edits,
// longestMs, styles, own }. It keeps beside the file's text what the text would be without any mark of ours (the shadow),
// does each edit on both, and prints both its shadow and what it did as JSON at the end.
import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import process from 'node:process'

const [file, given] = process.argv.slice(2)
const { seed, edits, longestMs, styles, own } = JSON.parse(given)

let state = seed >>> 0
const below = (limit) => {
  state = (state + 0x6d2b79f5) >>> 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
}
const pick = (list) => list[below(list.length)]
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

let shadow = readFileSync(file, 'utf8')
const failures = []
const done = {}
let number = 0
const notes = []
const mine = []
const reworded = []
const theirs = shadow.split('\n').flatMap((line) => /^- \[ \] (T\d+) /.exec(line)?.[1] ?? [])

const boxOf = (line) => /^- \[[^\]]*\] /.exec(line)?.[0] ?? null
const at = (lines, id) =>
  lines.findIndex((line) => {
    const box = boxOf(line)
    return box !== null && line.slice(box.length).startsWith(`${id} `)
  })
/** Where the block of a task ends: behind the indented lines below it. */
const endOf = (lines, from) => {
  let end = from + 1
  while (end < lines.length && lines[end].startsWith('  ')) end += 1
  return end
}

/** Each kind of edit, as a function of lines that is the same for the file and for its shadow; null where it cannot be. */
const kinds = {
  note() {
    const anchor = notes.length === 0 || below(3) === 0 ? '# Task Plan: harbour-lights' : pick(notes)
    const line = `A note of mine, number ${(number += 1)}: é, 漢, and [ ] no box.`
    notes.push(line)
    return (lines) => {
      const found = lines.indexOf(anchor)
      return found < 0 ? null : [...lines.slice(0, found + 1), line, ...lines.slice(found + 1)]
    }
  },
  forget() {
    if (notes.length < 10) return kinds.note()
    const [line] = notes.splice(below(notes.length), 1)
    return (lines) => (lines.includes(line) ? lines.filter((it) => it !== line) : null)
  },
  add() {
    if (!own) return kinds.note()
    const id = `T9${String((number += 1)).padStart(3, '0')}`
    const before = pick(theirs)
    mine.push(id)
    return (lines) => {
      const found = at(lines, before)
      return found < 0 ? null : [...lines.slice(0, found), `- [ ] ${id} A task of mine`, ...lines.slice(found)]
    }
  },
  remove() {
    if (mine.length < 3) return kinds.add()
    const [id] = mine.splice(below(mine.length), 1)
    return (lines) => {
      const found = at(lines, id)
      return found < 0 ? null : [...lines.slice(0, found), ...lines.slice(endOf(lines, found))]
    }
  },
  move() {
    const id = pick([...theirs, ...mine])
    const before = pick(theirs.filter((it) => it !== id))
    return (lines) => {
      const from = at(lines, id)
      if (from < 0) return null
      const block = lines.slice(from, endOf(lines, from))
      const rest = [...lines.slice(0, from), ...lines.slice(endOf(lines, from))]
      const to = at(rest, before)
      return to < 0 ? null : [...rest.slice(0, to), ...block, ...rest.slice(to)]
    }
  },
  reword() {
    const isMine = mine.length > 0 && below(4) > 0
    if (!isMine && (!own || reworded.length > 3)) return kinds.note()
    const id = isMine ? pick(mine) : pick(theirs)
    if (!isMine) reworded.push(id)
    const words = `Said anew, number ${(number += 1)}`
    return (lines) => {
      const found = at(lines, id)
      return found < 0 ? null : lines.with(found, `${boxOf(lines[found])}${id} ${words}`)
    }
  },
  renumber() {
    if (mine.length < 2) return kinds.add()
    const place = below(mine.length)
    const id = mine[place]
    const next = `T8${String((number += 1)).padStart(3, '0')}`
    mine[place] = next
    return (lines) => {
      const found = at(lines, id)
      return found < 0 ? null : lines.with(found, lines[found].replace(` ${id} `, ` ${next} `))
    }
  },
}

/** Each way of saving. */
const saves = {
  rename(text) {
    writeFileSync(`${file}.mine`, text)
    renameSync(`${file}.mine`, file)
  },
  async truncate(text) {
    const bytes = Buffer.from(text)
    const half = below(bytes.length)
    const fd = openSync(file, 'w')
    writeSync(fd, bytes, 0, half)
    if (below(2) === 0) await pause(below(3))
    writeSync(fd, bytes, half)
    closeSync(fd)
  },
  backup(text) {
    renameSync(file, `${file}~`)
    writeFileSync(file, text)
    unlinkSync(`${file}~`)
  },
  // What git does: the file goes, and another one comes in its place, as it was committed: without any mark of ours.
  checkout() {
    // In between somebody may have put it back: git says so then, and the person tries again.
    for (let tries = 0; ; tries += 1)
      try {
        unlinkSync(file)
        writeFileSync(file, shadow, { flag: 'wx' })
        return
      } catch (error) {
        if (!['EEXIST', 'ENOENT'].includes(error.code) || tries === 5) throw error
      }
  },
}

/** As `>> FILE` of a shell around a whole loop: the file stays open over several lines, whatever stands in its place by then. */
let held = null
const appendHeld = (text) => {
  held ??= openSync(file, 'a')
  writeSync(held, text)
  if (below(8) > 0) return
  closeSync(held)
  held = null
}

const apply = (edit, text) => edit(text.split('\n'))?.join('\n') ?? null

for (let edit = 0; edit < edits; edit += 1) {
  await pause(below(longestMs + 1))
  const style = pick(styles)
  done[style] = (done[style] ?? 0) + 1
  if (style === 'append' || style === 'held') {
    const line = `An appended note, number ${(number += 1)}.`
    if (style === 'append') appendFileSync(file, `${line}\n`)
    else appendHeld(`${line}\n`)
    shadow += `${line}\n`
    continue
  }
  const change = kinds[pick(Object.keys(kinds))]()
  const next = apply(change, shadow)
  if (next === null) throw new Error('the editor lost its own way')
  let text = null
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    failures.push(`edit ${edit} (${style}): the plan could not be read: ${error.message}`)
    break
  }
  const changed = apply(change, text)
  if (changed === null) {
    failures.push(`edit ${edit} (${style}): what an earlier edit wrote is gone`)
    break
  }
  shadow = next
  await saves[style](changed)
}
process.stdout.write(JSON.stringify({ shadow, done, failures, reworded }))
