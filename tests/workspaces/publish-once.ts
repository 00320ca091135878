/** Publishes once, as a process that can be killed: `node publish-once.mjs ROOT STATE DONE[,DONE] [STAGE]`. */

import path from 'node:path'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { openGitWorkspaces } from '../../src/workspaces/git-workspaces.ts'
import { makeOptions } from './repository.ts'

const [root = '', state = '', done = '', stage = ''] = process.argv.slice(2)
const facts = await lookAtGit(root)
if (!facts) throw new Error('no repository')
const options = { ...makeOptions({ root, state, done: new Set(done.split(',')) }), git: facts }
const workspaces = await openGitWorkspaces(options, facts, (reached) => {
  if (reached === stage) process.kill(process.pid, 'SIGKILL')
})
const outcome = await workspaces.publish({ is: 'publish', tip: '' })
await workspaces.close()
console.log(`${path.basename(root)} ${outcome.is}`)
