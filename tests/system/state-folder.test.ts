import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { stateFolder } from '../../src/system/state-folder.ts'

const own = path.join(os.userInfo().homedir, '.local', 'state', 'millwright')

test.each([
  ['its own variable first', { MILLWRIGHT_STATE: '/a', XDG_STATE_HOME: '/b', HOME: '/c' }, '/a'],
  ['then the folder for states', { XDG_STATE_HOME: '/b', HOME: '/c' }, '/b/millwright'],
  ['then the home', { HOME: '/c' }, '/c/.local/state/millwright'],
  ['no relative one: that would lie in the project', { MILLWRIGHT_STATE: 'a', XDG_STATE_HOME: 'b', HOME: 'c' }, own],
  ['nor an empty one', { MILLWRIGHT_STATE: '', XDG_STATE_HOME: '', HOME: '' }, own],
])('%s', (_what, env, folder) => {
  expect(stateFolder(env)).toBe(folder)
})
