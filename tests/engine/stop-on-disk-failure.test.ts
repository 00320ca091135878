import { constants } from 'node:os'
import { expect, test } from 'vitest'
import { stopOnDiskFailure, troubleOf } from '../../src/engine/stop-on-disk-failure.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { diskFailureOf, type DiskFailure } from '../../src/system/disk-failure.ts'

const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
const snapshot = { is: 'notify', text: '' } as const satisfies Effect
const attempt: Effect = {
  is: 'start-attempt',
  name: { run: 'r', task: 't', step: 's', method: 'm', attempt: 1, round: 1 },
  workspace: 'w',
  from: 'base',
  base: null,
  does: 'agent',
  agent: null,
  argv: [],
  instruction: '',
  feedback: [],
  repeat: 'safe',
}

test.each([
  [full(), /^cannot write a file: the disk is full \(ENOSPC/],
  [Object.assign(full(), { path: '/x/y' }), /^cannot write \/x\/y: the disk is full$/],
  [new Error('git add: error: file write error: No space left on device\nfatal: adding files failed'), /disk is full/],
  [new Error('git read-tree: error: unable to write file a/big\nerror: unable to write file b'), /a\/big\)$/],
  [new Error('git write-tree: fatal: unable to write new index file'), /disk is full/],
  [new Error("git update-ref: fatal: cannot update ref 'refs/x': couldn't write '/x/refs/x.lock'"), /disk is full/],
  [new Error("git add: fatal: sha1 file '/x/index.lock' write error. Out of diskspace"), /disk is full/],
  [Object.assign(new Error('EROFS'), { code: 'EROFS' }), /read-only/],
  // Node has no name for this one.
  [
    Object.assign(new Error('Unknown system error'), {
      code: 'Unknown system error -122',
      errno: -constants.errno.EDQUOT,
    }),
    /your disk quota is used up/,
  ],
])('%s is one of the disk', (error, reason) => {
  expect(diskFailureOf(error)?.message).toMatch(reason)
})

test.each([
  new Error('git add: error: open("No space left on device"): Permission denied'),
  Object.assign(new Error('no'), { code: 'ENOENT' }),
  'ENOSPC',
])('%s is not', (error) => {
  expect(diskFailureOf(error)).toBe(null)
  expect(troubleOf(error)).toBe(null)
})

test('what was asked for gets no outcome, and the run is told to stop', async () => {
  const stopped: DiskFailure[] = []
  const perform = stopOnDiskFailure(
    () => Promise.reject(full()),
    (failure) => stopped.push(failure),
  )
  const settled: Outcome[] = []
  void perform({ id: 1, effect: snapshot }).then((it) => settled.push(it))
  // An attempt that has no end would keep the run from being parked.
  expect(await perform({ id: 2, effect: attempt })).toMatchObject({
    how: 'stopped',
    failure: { help: expect.stringContaining('space') },
  })
  expect(settled).toEqual([])
  expect(stopped.map((it) => it.help)).toEqual([expect.stringContaining('free'), expect.stringContaining('free')])
})

test('any other error is thrown on', async () => {
  const ours = new Error('internal')
  const perform = stopOnDiskFailure(
    () => Promise.reject(ours),
    () => expect.unreachable(),
  )
  await expect(perform({ id: 1, effect: snapshot })).rejects.toBe(ours)
})
