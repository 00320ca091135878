/** Calls git while its process group is interrupted, as a Ctrl-C does: `node interrupted-git.mjs ROOT STATE`. */

import path from 'node:path'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { openObjects } from '../../src/workspaces/git/objects.ts'
import { openOwnGitDir } from '../../src/workspaces/git/own-git-dir.ts'
import { runGit } from '../../src/workspaces/git/run-git.ts'

process.on('SIGINT', () => undefined)
const [root = '', state = ''] = process.argv.slice(2)
const facts = await lookAtGit(root)
if (!facts) throw new Error('no repository')
const objects = openObjects(await openOwnGitDir(facts, path.join(state, 'git'), []))
await objects.read('HEAD^{tree}')

const under = runGit({ args: ['hash-object', '--stdin'], cwd: root, input: 'x' })
process.kill(0, 'SIGINT')
const told = await objects.read(`${process.env['COMMIT'] ?? ''}^{tree}`).then(
  (object) => object?.type ?? 'missing',
  (error: unknown) => String(error),
)
console.log(`${told} ${(await under).code}`)
objects.close()
