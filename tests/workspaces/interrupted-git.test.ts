import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { compile } from '../system/programs/compile.ts'
import { plainEnvironment, plannedRepository } from './repository.ts'

test.runIf(process.platform !== 'win32')('a Ctrl-C in the terminal ends no git call of ours', async () => {
  const repository = plannedRepository()
  try {
    const script = await compile(path.join(import.meta.dirname, 'interrupted-git.ts'), repository.top)
    const env = { ...plainEnvironment(repository.top), COMMIT: repository.git('rev-parse', 'HEAD').trim() }
    // A group of its own, as a shell gives to a command: the signal reaches all of it and not the test.
    const child = spawn(process.execPath, [script, repository.root, repository.state], { env, detached: true })
    const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect(said).toBe('tree 0\n')
  } finally {
    await repository.end()
  }
})
