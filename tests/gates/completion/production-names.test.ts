/** Names of what may be a secret or a switch, in ordinary code: they are none, and what stands beside them still is. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileKind } from '../../../src/gates/completion/production-files.ts'
import { faultsIn } from '../../../src/gates/completion/production-lines.ts'
import { withoutRustTests } from '../../../src/gates/completion/production-rust.ts'
import { searchProduction } from '../../../src/gates/completion/production.ts'

const read = (line: string): readonly string[] =>
  faultsIn(line, 'source', 'quoted').map(({ isSure, reason }) => `${isSure ? '' : '? '}${reason}`)

describe('of a program', () => {
  test.each([
    ["export const SET_PASSWORD = 'auth/setPassword';", []],
    ["export const RESET_PASSWORD_TOKEN = '@@auth/RESET_PASSWORD_TOKEN'", []],
    ["const CHANGE_PASSWORD = 'user:changePassword'", []],
    ["export const SET_PASSWORD = 'auth4tide/hunter22!x';", ['a password is written into SET_PASSWORD']],
    ["export const ADMIN_PASSWORD = 'hunter22tide';", ['a password is written into ADMIN_PASSWORD']],
    ['ENV_PASSWORD = "TIDES_DB_PASSWORD"', []],
    ['PASSWORD_ENV_PASSWORD = "TIDES_DB_PASSWORD"', []],
    ['DB_PASSWORD = "DB_PASSWORD"', []],
    ['DB_PASSWORD = "TIDES_DB_PASSWORD"', ['? a password is written into DB_PASSWORD']],
    ['ENV_PASSWORD = "hunter22tide"', ['a password is written into ENV_PASSWORD']],
    ['ENV_PASSWORD = "TIDES_42_HARBOUR"', ['a password is written into ENV_PASSWORD']],
    ["const fields = { password: 'user[password]' }", []],
    ["const fields = { password: 'user[profile][password_confirmation]' }", []],
    [
      "const fields = { password: 'user[password]', admin: { password: 'hunter22tide' } }",
      ['a password is written into password'],
    ],
    ["const login = { password: 'tide[42]!harbour' }", ['a password is written into password']],
    ["const on = { password: 'input[type=password]' }", ['? a password is written into password']],
  ])('with names: %s', (line, told) => expect(read(line)).toEqual(told))

  test.each([
    ['setTestMode(on) { state.testMode = on }', ['? there is a switch for a test mode']],
    ['func setTestMode(on bool) { testMode = on }', ['? there is a switch for a test mode']],
    ['def set_test_mode(self, enabled): self.test_mode = enabled', ['? there is a switch for a test mode']],
    ['const setTestMode = (yes) => { config.useMocks = yes; }', []],
    ['setTestMode(on) { state.testMode = true }', ['state.testMode is switched on']],
    ['state.testMode = "on"', ['state.testMode is switched on']],
  ])('with a setter: %s', (line, told) => expect(read(line)).toEqual(told))

  test('settings without quotes have words for on', () => {
    expect(faultsIn('test_mode: on', 'configuration', 'unquoted')).toMatchObject([{ isSure: true }])
  })
})

test.each([
  ['cypress.config.js', 'prose'],
  ['web/cypress.env.json', 'prose'],
  ['playwright.config.ts', 'prose'],
  ['karma.conf.js', 'prose'],
  ['cypress.ts', 'source'],
  ['karma.ts', 'source'],
  ['src/app.config.js', 'source'],
] as const)('%s is of tests alone, or not: %s', (file, kind) => expect(fileKind(file)).toBe(kind))

const tests = `#[cfg(test)]
mod tests {
    use super::*;
    const PASSWORD: &str = "hunter2hunter";
    const CLOSING: char = '}'; // }
    fn life<'a>(text: &'a str) -> [u8; 2] { let raw = r#"} " }"#; let more = "\\"}"; [0; 2] }
    /* } */
    #[test]
    fn reads() { let test_mode = true; assert!(test_mode); }
}
`

describe('tests within a file of Rust', () => {
  let root = ''
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'rust-'))
    await mkdir(path.join(root, 'src'))
  })
  afterEach(async () => {
    await rm(root, { recursive: true, force: true })
  })

  test('are no product, and what stands before and behind them is, at its own line', async () => {
    const text = `const BEFORE_PASSWORD: &str = "hunter22tide";\n${tests}const AFTER_PASSWORD: &str = "hunter22tide";\n`
    await writeFile(path.join(root, 'src/lib.rs'), text)
    const { faults } = await searchProduction(root, ['src/lib.rs'])
    expect(faults.map(({ line, reason, isSure }) => [line, reason, isSure])).toEqual([
      [1, 'a password is written into BEFORE_PASSWORD', true],
      [12, 'a password is written into AFTER_PASSWORD', true],
    ])
  })

  test.each([
    ['#[cfg(test)] mod tests { let a = 1; } let b = 2;', 'let b = 2;'],
    ['#[tokio::test] async fn a() { let a = 1; } let b = 2;', 'let b = 2;'],
    ['#[cfg(all(test, unix))] use a; let b = 2;', 'let b = 2;'],
    ['#[cfg(not(test))] let b = 2;', '#[cfg(not(test))] let b = 2;'],
    ['#[cfg(any(test, unix))] let b = 2;', '#[cfg(any(test, unix))] let b = 2;'],
    ['/// #[cfg(test)] mod tests { }', '/// #[cfg(test)] mod tests { }'],
    ['struct A { #[cfg(test)] a: u8 } let b = 2;', 'struct A { #[cfg(test)] a: u8 } let b = 2;'],
    ['#[cfg(test)] mod tests { let b = 2;', '#[cfg(test)] mod tests { let b = 2;'],
  ])('%s', (text, left) => {
    const found = withoutRustTests(text)
    expect(found).toHaveLength(text.length)
    expect(found.trim()).toBe(left)
  })

  test('cost what the text is long, whatever stands in it', () => {
    for (const part of [
      '#[cfg(test)] ',
      '#[test] fn a() {',
      '#[cfg(test)] r#"',
      '#[cfg(test)] a }',
      '#[cfg(all(',
      "'",
      '/*',
    ])
      expect(withoutRustTests(part.repeat(40_000))).toHaveLength(part.length * 40_000)
  })
})
