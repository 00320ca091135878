import { expect, test } from 'vitest'
import { byRole, roleName, roleNames } from '../../src/plan/role-names.ts'

test.each<[string | null, string | undefined, readonly string[]]>([
  [null, undefined, ['generic']],
  ['infra_agent', undefined, ['infra_agent', 'infra', 'generic']],
  ['core_cpp_agent', 'core', ['core_cpp_agent', 'core_cpp', 'core', 'generic']],
  ['Core CPP Agent', undefined, ['core_cpp_agent', 'core_cpp', 'core', 'generic']],
  ['workflow', 'core', ['workflow', 'core', 'generic']],
  [null, 'algorithm', ['algorithm', 'generic']],
  ['Algorithms', 'infra', ['algorithms', 'algorithm', 'infra', 'generic']],
  ['validation-specialist', undefined, ['validation_specialist', 'validation', 'generic']],
  ['算法', undefined, ['算法', 'generic']],
  ['_agent', undefined, ['agent', 'generic']],
  ['../../etc/passwd', undefined, ['etc_passwd', 'generic']],
  ['  --- ', '', ['generic']],
  ['__proto__', 'constructor', ['proto', 'constructor', 'generic']],
])('the names of role %s and layer %s', (role, layer, names) => {
  expect(roleNames({ role, ...(layer === undefined ? {} : { layer }) })).toEqual(names)
})

test('a name is short, however long a plan writes it', () => {
  expect(roleName('x'.repeat(10_000))).toHaveLength(64)
})

test('the closest name that something is kept under wins', () => {
  const kept = new Map([
    ['core', 1],
    ['core_cpp_agent', 2],
    ['generic', 3],
  ])
  expect(byRole({ role: 'core_cpp_agent' }, kept)).toBe(2)
  expect(byRole({ role: 'cpp' }, kept)).toBe(1)
  expect(byRole({ role: 'poet', layer: 'core' }, kept)).toBe(1)
  expect(byRole({ role: 'poet' }, kept)).toBe(3)
  expect(byRole({ role: 'poet' }, new Map())).toBeNull()
})
