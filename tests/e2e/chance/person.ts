/** What the person of a scenario does with their own tools, and what has to be there afterwards. */

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Ground } from './ground.ts'
import type { Quick } from './scenario.ts'
import { printed } from '../../rig/quick-exec.ts'

export interface Person {
  /** Files that they wrote and did not commit, with what they wrote. */
  readonly dirty: Map<string, string>
  /** Heads of their branches, as they left them. */
  heads: ReadonlyMap<string, string>
  /** The plan without what the program may write into it; null where they took it away. */
  planWords: string
  git(...args: readonly string[]): string
  /** Git, where it may refuse. @returns whether it did it */
  tries(...args: readonly string[]): boolean
  /** Does something; what cannot be done is left. */
  act(it: Quick): void
  /** Looks at everything anew, as something that is the person's. */
  look(): void
  /** What of theirs is not as they left it. */
  lost(): readonly string[]
}

/** @param keepsFiles whether nobody else works in the checkout */
export function makePerson(ground: Ground, keepsFiles: boolean): Person {
  const { root, project, plan } = ground
  let count = 0
  const at = (file: string): string => path.join(root, file)
  const read = (file: string): string => readFileSync(at(file), 'utf8')
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(at(file)), { recursive: true })
    writeFileSync(at(file), text)
  }
  const git = (...args: readonly string[]): string => printed(['git', ...args], { cwd: root, env: project.env })
  const tries = (...args: readonly string[]): boolean => {
    try {
      git(...args)
      return true
    } catch {
      return false
    }
  }
  const headsNow = (): ReadonlyMap<string, string> => {
    if (!ground.hasGit) return new Map()
    const lines = git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads').split('\n').filter(Boolean)
    const heads = lines.map((line) => line.split(' ') as [string, string])
    const isDetached = !tries('symbolic-ref', '-q', 'HEAD')
    return new Map([...heads, ...(isDetached ? [['HEAD', git('rev-parse', 'HEAD').trim()] as const] : [])])
  }

  const filesOf = (commit: string): ReadonlyMap<string, string> =>
    new Map(
      git('ls-tree', '-r', commit, '--', 'people')
        .split('\n')
        .filter((it) => it !== '')
        .map((it) => [it.slice(it.indexOf('\t') + 1), it.slice(0, it.indexOf('\t'))]),
    )

  const isMine = (file: string): boolean => keepsFiles || file.startsWith('people/')
  const person: Person = {
    dirty: new Map(),
    heads: new Map(),
    planWords: '',
    git,
    tries,
    look() {
      person.heads = headsNow()
      person.planWords = existsSync(at(plan)) ? wordsOfPlan(read(plan)) : '(no plan)'
      for (const file of person.dirty.keys()) {
        if (existsSync(at(file))) person.dirty.set(file, read(file))
        else person.dirty.delete(file)
      }
    },
    lost() {
      const now = existsSync(at(plan)) ? wordsOfPlan(read(plan)) : '(no plan)'
      const files = [...person.dirty].flatMap(([file, text]) => {
        if (!isMine(file)) return []
        if (!existsSync(at(file))) return [`the person's ${file} is gone`]
        return sameText(read(file), text) ? [] : [`the person's ${file} has other words`]
      })
      const after = headsNow()
      const heads = [...person.heads].flatMap(([name, head]) => {
        const present = after.get(name)
        if (present === undefined) return name === 'HEAD' ? [] : [`the branch ${name} is gone`]
        if (!tries('merge-base', '--is-ancestor', head, present)) return [`${name} no longer holds the person's commit`]
        const kept = filesOf(present)
        // What the run takes in from another branch of theirs is theirs, too.
        const theirs = [...person.heads.values()].map(filesOf)
        return [...filesOf(head)].every(([file, blob]) => {
          const now = kept.get(file)
          if (now === undefined || now === blob || theirs.some((it) => it.get(file) === now)) return now !== undefined
          // In place nobody can tell whose edit it was: what they had not committed may be in a task's commit.
          const own = person.dirty.get(file)
          return own !== undefined && sameText(git('show', `${present}:${file}`), own)
        })
          ? []
          : [`${name} no longer holds the person's files`]
      })
      const words = now === person.planWords ? [] : [`the plan's words: ${firstDifference(person.planWords, now)}`]
      return [...files, ...heads, ...words]
    },
    act(it) {
      switch (it.does) {
        case 'write': {
          count += 1
          const files = [
            'people/own.txt',
            'people/first.txt',
            'people/more.txt',
            'src/a.txt',
            'src/made.txt',
            'src/T001.txt',
            'src/red.txt',
          ]
          const file = files[it.file % files.length] ?? 'people/own.txt'
          // An agent may have put a folder there.
          if (existsSync(at(file)) && !statSync(at(file)).isFile()) return
          write(
            file,
            `${file.startsWith('people/') && existsSync(at(file)) ? read(file) : ''}of the person, ${count}\n`,
          )
          person.dirty.set(file, read(file))
          if (!ground.hasGit || it.commit === 'no') return
          if (!tries('add', '--', file) || it.commit === 'staged') return
          const isDone =
            it.commit === 'all'
              ? tries('commit', '-q', '-a', '-m', `Person ${count}`)
              : tries('commit', '-q', '-m', `Person ${count}`, '--', file)
          if (isDone && it.commit === 'it') person.dirty.delete(file)
          else if (isDone) person.dirty.clear()
          return
        }
        case 'plan': {
          if (!existsSync(at(plan))) return
          count += 1
          const before = read(plan)
          const after = editPlan(before, it, count)
          if (after === before) return
          write(plan, after)
          if (it.commit && ground.hasGit && tries('add', '--', plan))
            tries('commit', '-q', '-m', `Plan ${count}`, '--', plan)
          return
        }
        case 'switch': {
          if (!ground.hasGit) return
          if (it.to === 'merge') {
            if (!tries('merge', '-q', '--no-edit', 'other')) tries('merge', '--abort')
            return
          }
          if (it.to === 'a new one') return void tries('switch', '-q', '-c', `new-${(count += 1)}`)
          const here = tries('symbolic-ref', '-q', 'HEAD') ? git('symbolic-ref', '-q', 'HEAD').trim() : ''
          if (here === 'refs/heads/other')
            tries('switch', '-q', ...(ground.home === null ? ['--detach', '-'] : [ground.home]))
          else tries('switch', '-q', 'other')
          return
        }
        case 'take away': {
          // Without its first commit there is no project any more.
          if (!ground.hasGit || !tries('rev-parse', '-q', '--verify', 'HEAD~1')) return
          const before = git('rev-parse', 'HEAD').trim()
          if (it.how === 'reset') tries('reset', '-q', '--keep', 'HEAD~1')
          else if (it.how === 'amend') tries('commit', '-q', '--amend', '-m', 'Amended')
          else if (!tries('revert', '--no-edit', 'HEAD')) tries('revert', '--abort')
          // Nor without its plan.
          if (!existsSync(at(plan))) tries('reset', '-q', '--keep', before)
          return
        }
        default:
      }
    },
  }
  person.look()
  return person
}

function sameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n')
}

/** The lines of a plan without marks, reasons, labels, counts, and tasks that an agent proposed. */
export function wordsOfPlan(text: string): string {
  const lines = text.split(/\r?\n/)
  const kept: string[] = []
  let isExtra = false
  for (const line of lines) {
    if (/^- \[/.test(line)) isExtra = / Extra work/.test(line)
    else if (!/^\s+\S/.test(line)) isExtra = false
    if (isExtra) continue
    if (/^\s+(reason|defer_reason): /.test(line)) continue
    kept.push(
      line
        .replace(/^(- \[)[^\]]*\]/, '$1]')
        .replace(/^(## Phase .*) -- .*$/, '$1')
        .replace(/^(\| 06[^|]*\|).*$/, '$1'),
    )
  }
  return kept.join('\n')
}

function firstDifference(one: string, other: string): string {
  const [a, b] = [one.split('\n'), other.split('\n')]
  const at = a.findIndex((line, index) => line !== b[index])
  return `${JSON.stringify(a[at] ?? a.at(-1))} has become ${JSON.stringify(b[at < 0 ? a.length : at] ?? '(nothing)')}`
}

/** The plan after a person's edit. */
function editPlan(text: string, { edit, task }: Extract<Quick, { does: 'plan' }>, count: number): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(end)
  const boxes = lines.flatMap((line, index) => (/^- \[[^\]]*\] T\d+/.test(line) ? [index] : []))
  const at = boxes[task % Math.max(boxes.length, 1)]
  const line = at === undefined ? undefined : lines[at]
  if (at === undefined || line === undefined) return text
  const id = /T\d+/.exec(line)?.[0] ?? ''
  const mark = (word: string): void => void (lines[at] = line.replace(/^- \[[^\]]*\]/, `- [${word}]`))
  const after = lines.findIndex((it, index) => index > at && !/^\s+\S/.test(it))
  switch (edit) {
    case 'tick':
      mark('X')
      break
    case 'open':
      mark(' ')
      break
    case 'block':
      mark('BLOCKED')
      break
    case 'unknown':
      mark('?')
      break
    case 'add':
      lines.splice(
        after,
        0,
        `- [ ] T9${String(count).padStart(2, '0')} Added by a person`,
        `  files: src/T9${String(count).padStart(2, '0')}.txt (CREATE)`,
      )
      break
    case 'remove':
      if (boxes.length < 2) return text
      lines.splice(at, after - at)
      return lines.map((it) => withoutBlocker(it, id)).join(end)
    case 'retitle':
      lines[at] = `${line} anew ${count}`
      break
    case 'files':
      for (let below = at + 1; below < after; below += 1)
        if (lines[below]?.startsWith('  files: ')) lines[below] = '  files: src/a.txt (MODIFY)'
      break
    case 'after': {
      const first = /T\d+/.exec(lines[boxes[0] ?? at] ?? '')?.[0] ?? ''
      if (first !== id && !lines.slice(at, after).some((it) => it.startsWith('  blocked_by:')))
        lines.splice(after, 0, `  blocked_by: [${first}]`)
      break
    }
    case 'note':
      lines.push(`* another note ${count}`)
      break
    default:
      edit satisfies never
  }
  return lines.join(end)
}

function withoutBlocker(line: string, id: string): string {
  const list = /^(\s+blocked_by: \[)(.*)\]$/.exec(line)
  if (!list) return line
  return `${list[1] ?? ''}${(list[2] ?? '')
    .split(', ')
    .filter((it) => it !== id)
    .join(', ')}]`
}

/** Whether the branch that the person began on is checked out. */
export function isHome(ground: Ground, person: Person): boolean {
  if (!ground.hasGit) return true
  if (ground.home === null) return !person.tries('symbolic-ref', '-q', 'HEAD')
  return (
    person.tries('symbolic-ref', '-q', 'HEAD') &&
    person.git('symbolic-ref', '-q', 'HEAD').trim() === `refs/heads/${ground.home}`
  )
}
