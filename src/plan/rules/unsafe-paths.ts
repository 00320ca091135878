/** MW130, MW131 and MW132: paths that a task may never touch (RELIABILITY S5). Security rules. */

import type { Code, Diagnostic } from '../diagnostic.ts'
import type { UnsafePath } from '../path-safety.ts'
import type { DeclaredFile } from './declared-files.ts'
import { safeLine } from '../safe-text.ts'
import { draftTools } from '../tools.ts'
import { quoted, type Rule } from './rule.ts'

interface Finding {
  readonly code: Code
  readonly message: string
  readonly help: string
}

/** What is wrong with a path that no task may name, and what to do about it. */
export function unsafePathFinding(why: UnsafePath): Finding {
  const leaves = (help: string): Finding => ({ code: 'MW130', message: 'path leaves the repository', help })
  switch (why) {
    case 'absolute':
      return leaves('write the path relative to the root of the repository, without the leading /')
    case 'home':
      return leaves('write the path relative to the root of the repository; ~ names a home folder')
    case 'drive':
      return leaves('write the path relative to the root of the repository, without a drive letter')
    case 'server':
      return leaves('write the path relative to the root of the repository, without the name of a server')
    case 'parent':
      return leaves('write the path relative to the root of the repository; .. may not climb out of it')
    case 'trailing':
      return leaves('take the blanks behind the dots away; some systems read them as ..')
    case 'look-alike':
      return leaves('type dots and slashes as plain characters; some systems read these as .. or /')
    case 'option':
      return {
        code: 'MW130',
        message: "path begins with '-' and could be read as an option",
        help: 'give the file a name that does not begin with -',
      }
    case 'address':
      return {
        code: 'MW130',
        message: 'path is an address, not a file of the repository',
        help: 'name a file of the repository; put the address into the text of the task',
      }
    case 'control':
      return { code: 'MW003', message: 'control character in a path', help: 'delete the character' }
    case 'invisible':
      return { code: 'MW005', message: 'invisible character in a path', help: 'delete the character' }
    case 'empty':
      return { code: 'MW133', message: 'a file without a path', help: 'write a path, or take the entry out' }
  }
}

export const unsafePaths: Rule = ({ draft, facts, index, guard }) => {
  const found: Diagnostic[] = []
  const add = ({ file }: DeclaredFile, finding: Finding, severity: Diagnostic['severity'] = 'error'): void => {
    if (!index.faulted(file.span)) found.push({ ...finding, severity, span: file.span, related: [] })
  }
  index.files.forEach((declared) => {
    const { text, verdict, place } = declared
    if (verdict.kind === 'unsafe') {
      add(declared, unsafePathFinding(verdict.why), verdict.why === 'empty' ? 'warning' : 'error')
      return
    }
    const guarded = guard(verdict.path, place)
    const target = facts.paths.get(text)?.leavesBy ?? null
    if (guarded !== null)
      add(declared, {
        code: 'MW131',
        message: 'protected path',
        help: `no task may change ${quoted(guarded)}; take the path out of files:`,
      })
    else if (target !== null)
      add(declared, {
        code: 'MW132',
        message: `path leaves the repository by a link to ${quoted(target)}`,
        help: 'replace the link by a real folder, or name a file inside the repository',
      })
  })
  // A program is run where it lies: the run refuses such a one, too.
  for (const { name, script, task } of draftTools(draft)) {
    const target = facts.paths.get(script)?.leavesBy ?? null
    if (target === null) continue
    const message = `${safeLine(name)}: ${safeLine(script)} leaves the repository by a link to ${quoted(target)}`
    const help = 'put the program itself into the repository'
    found.push({ code: 'MW132', severity: 'error', message, help, span: task.id?.span ?? task.line, related: [] })
  }
  return found
}
