import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { compile } from '../system/programs/compile.ts'
import { plainEnvironment, plannedRepository } from './repository.ts'

test.runIf(process.platform !== 'win32')(
  'an object of which the system takes only a part is refused, and none of its name is left',
  async () => {
    const repository = plannedRepository()
    try {
      const script = await compile(path.join(import.meta.dirname, 'write-object.ts'), repository.top)
      const args = [process.execPath, script, repository.root, repository.state]
      const write = (limit: string): string =>
        spawnSync('sh', ['-c', `${limited(limit)}exec "$@"`, 'sh', ...args], {
          env: plainEnvironment(repository.top),
          encoding: 'utf8',
        }).stdout.trim()
      expect(write('8')).toBe('refused EFBIG')
      expect(repository.git('count-objects', '-v')).toContain('garbage: 0')
      expect(repository.git('fsck', '--no-dangling')).toBe('')
      expect(write('')).toBe('written')
    } finally {
      await repository.end()
    }
  },
)

/** The shell counts in blocks of 512 or 1024 bytes. */
function limited(blocks: string): string {
  return blocks === '' ? '' : `ulimit -f ${blocks}; `
}
