/** Stores one object that does not shrink, as a process with limits of its own: `node write-object.mjs ROOT STATE`. */

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { openObjects } from '../../src/workspaces/git/objects.ts'
import { openOwnGitDir } from '../../src/workspaces/git/own-git-dir.ts'

const [root = '', state = ''] = process.argv.slice(2)
const facts = await lookAtGit(root)
if (!facts) throw new Error('no repository')
const objects = openObjects(await openOwnGitDir(facts, path.join(state, 'git'), []))
try {
  objects.write('blob', randomBytes(20_000))
  console.log('written')
} catch (error) {
  console.log(`refused ${(error as NodeJS.ErrnoException).code}`)
}
