/** How the files of a spec are called, and which of a folder belong together. */

import { describe, expect, test } from 'vitest'
import { besideOf, descriptorOf, mainOf, partnersOf, specName } from '../../../src/dialects/spec/names.ts'

test.each([
  ['spec_tides.md', 'markdown', 'tides'],
  ['Spec_Tides.MD', 'markdown', 'Tides'],
  ['Forensic_SPEC.md', 'markdown', 'Forensic'],
  ['speclet_0_platform.md', 'markdown', 'speclet_0_platform'],
  ['parameters_tides.toml', 'parameters', 'tides'],
  ['parameters_speclet_0_platform.toml', 'parameters', 'speclet_0_platform'],
  ['parameters_.toml', null, null],
  ['spec_.md', null, null],
  ['spec.md', null, null],
  ['parameters_tides.md', null, null],
  ['spec_tides.toml', null, null],
  ['project_constitution.toml', null, null],
  ['tides.test.spec_x.mdx', null, null],
])('%s', (name, is, descriptor) => {
  expect(specName(name)).toEqual(is === null ? null : { is, descriptor })
})

test.each([
  ['spec_tides.md', 'tides'],
  ['parameters_tides.toml', 'tides'],
  ['spec_v1.4.toml', 'v1.4'],
  ['notes.md', 'notes'],
  ['notes', 'notes'],
])('%s is named for %s', (name, descriptor) => {
  expect(descriptorOf(name)).toBe(descriptor)
})

describe('a pair', () => {
  test.each([
    ['spec_tides.md', ['parameters_tides.toml', 'parameters_waves.toml'], 'parameters_tides.toml'],
    ['parameters_tides.toml', ['spec_tides.md', 'spec_waves.md'], 'spec_tides.md'],
    ['Tides_SPEC.md', ['parameters_tides.toml'], 'parameters_tides.toml'],
    ['parameters_Tides.toml', ['TIDES_spec.md'], 'TIDES_spec.md'],
    ['parameters_tides.toml', ['tides_SPEC.md', 'spec_tides.md'], 'spec_tides.md'],
    ['tides.md', ['parameters_tides.toml'], 'parameters_tides.toml'],
    ['spec_t.md', ['parameters_T.toml', 'parameters_t.toml'], 'parameters_t.toml'],
    ['spec_t.md', ['parameters_T.toml'], 'parameters_T.toml'],
    ['spec_T.md', ['spec_t.md', 'parameters_T.toml'], 'parameters_T.toml'],
    ['parameters_t.toml', ['T_spec.md', 't_spec.md', 'spec_T.md'], 't_spec.md'],
  ])('%s of %j is with %s', (name, names, partner) => {
    expect(partnersOf(name, names)).toEqual([partner])
  })

  test.each([
    ['no such file', 'spec_tides.md', ['spec_tides.md', 'tides.toml', 'project_constitution.toml'], []],
    ['the file of another one', 'spec_t.md', ['spec_t.md', 'spec_T.md', 'parameters_T.toml'], []],
    [
      'two that are as near',
      'spec_ab.md',
      ['parameters_AB.toml', 'parameters_Ab.toml'],
      ['parameters_AB.toml', 'parameters_Ab.toml'],
    ],
  ])('with %s there is none', (_, name, names, found) => {
    expect(partnersOf(name, names)).toEqual(found)
    expect(besideOf(name, names)).toEqual(found)
  })

  test('is known by the parameters where nobody can say which Markdown it is', () => {
    expect(mainOf('parameters_ab.toml', ['spec_AB.md', 'spec_Ab.md'])).toBe('parameters_ab.toml')
  })

  test('is known by its Markdown, and read with its parameters', () => {
    const names = ['parameters_tides.toml', 'spec_tides.md', 'tides.txt']
    expect(names.map((it) => mainOf(it, names))).toEqual(['spec_tides.md', 'spec_tides.md', 'tides.txt'])
    expect(names.map((it) => besideOf(it, names))).toEqual([
      ['spec_tides.md'],
      ['parameters_tides.toml'],
      ['parameters_tides.toml'],
    ])
    expect(mainOf('parameters_alone.toml', names)).toBe('parameters_alone.toml')
  })
})
