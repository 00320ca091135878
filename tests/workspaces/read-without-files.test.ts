import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compile } from '../system/programs/compile.ts'
import { plainEnvironment, plannedRepository } from './repository.ts'

test.skipIf(process.platform === 'win32')(
  'where no more files can be opened, the git that reads objects is refused in words, and begun once they can',
  async () => {
    const repository = plannedRepository()
    try {
      const script = await compile(path.join(import.meta.dirname, 'read-without-files.ts'), repository.top)
      const call = ['ulimit -n 200; exec "$@"', 'sh', process.execPath, script, repository.root, repository.state]
      const env = plainEnvironment(repository.top)
      const { stdout, stderr } = spawnSync('sh', ['-c', ...call], { env, encoding: 'utf8' })
      expect([stdout, stderr]).toEqual(['["DiskFailure: cannot start git: too many files are open","blob"]\n', ''])
    } finally {
      await repository.end()
    }
  },
)
