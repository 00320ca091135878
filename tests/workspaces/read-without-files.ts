/** Reads an object when no more files can be opened, and again when they can: `node read-without-files.mjs ROOT STATE`. */

import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { openObjects } from '../../src/workspaces/git/objects.ts'
import { openOwnGitDir } from '../../src/workspaces/git/own-git-dir.ts'

const [root = '', state = ''] = process.argv.slice(2)
const facts = await lookAtGit(root)
if (!facts) throw new Error('no repository')
const objects = openObjects(await openOwnGitDir(facts, path.join(state, 'git'), []))
const id = objects.write('blob', Buffer.from('x'))
const read = (): Promise<string> =>
  objects.read(id).then(
    (object) => object?.type ?? 'nothing',
    (error: unknown) => String(error),
  )
const held: number[] = []
try {
  for (;;) held.push(openSync('/dev/null', 'r'))
} catch {
  // As many as there can be.
}
const refused = await read()
held.forEach((it) => closeSync(it))
console.log(JSON.stringify([refused, await read()]))
objects.close()
