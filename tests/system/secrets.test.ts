/** Which values are secrets: words that stand everywhere are none. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  isPlain,
  secretsAmong,
  secretsHandedOn,
  secretsInAddresses,
  secretsNamed,
  secretsOfOwn,
} from '../../src/system/secrets.ts'
import { secretsOfFiles } from '../../src/workspaces/secrets-of-files.ts'
import { credentialsIn } from '../../src/workspaces/git/credentials.ts'
import { effortOf } from '../rig/effort.ts'

test.each([
  ...['development', 'WARNING', '3000000', 'us-east-1', 'Tide Table', 'debug,info', '*.example.com', './logs/app'],
  ...['http://localhost:3000', 'http://localhost:3000, http://localhost:5173', 'redis://localhost:6379/0'],
  ...['ada@example.org', '127.0.0.1:8080', 'en_US.UTF-8', 'text/html; charset=utf-8', 'https://git@host.example/x'],
])('among settings %s is no secret', (value) => {
  expect(secretsAmong('SETTING', value)).toEqual([])
})

test.each([
  ['SETTING', 'a1b2c3d4'],
  ['SETTING', 'correct horse battery staple'],
  ['SETTING', 'https://hooks.example.com/services/T024BE7LD/x8f9'],
  ['API_KEY', 'plainword'],
  ['db_password2', 'plainword'],
])('among settings %s=%s is one', (name, value) => {
  expect(secretsAmong(name, value)).toContain(value)
})

test.each([
  ['AUTH_MODE', 'development'],
  ['TOKEN_SECONDS', '3600000'],
  ['POSTGRES_PASSWORD', 'postgres'],
])('but %s=%s is none', (name, value) => {
  expect(secretsAmong(name, value)).toEqual([])
})

test('of what is handed on by name only plain words are none, and where no name was given the name has to say so', () => {
  expect(secretsHandedOn('REGION', 'us-east-1')).toEqual(['us-east-1'])
  expect(secretsHandedOn('PROFILE', 'default')).toEqual([])
  expect(secretsNamed('LS_COLORS', 'di=01;34:ln=01;36')).toEqual([])
  expect(secretsNamed('GIT_AUTHOR_NAME', 'Zoë Ünal-Łuczak')).toEqual([])
  expect(secretsNamed('GITHUB_TOKEN', 'ghp_0123abcd')).toEqual(['ghp_0123abcd'])
})

test.each([
  ['postgres://app:s%40fe-7x@db/x', ['postgres://app:s%40fe-7x@db/x', 's%40fe-7x', 's@fe-7x']],
  ['postgres://postgres:postgres@db/x', ['postgres://postgres:postgres@db/x']],
  ['https://0123abcd0123abcd@host/1', ['https://0123abcd0123abcd@host/1', '0123abcd0123abcd']],
  ['https://ghp_0123456789abcd:x@h/1', ['https://ghp_0123456789abcd:x@h/1', 'ghp_0123456789abcd']],
  ['amqp://u:pa55-one@a,amqp://u:pa55-two@b', ['pa55-one', 'pa55-two']],
  ['postgres://u:${PASSWORD}@h/x', []],
  ['https://${API_TOKEN_1234567890}@h/x', []],
  ['ssh://git@host.example/x.git', []],
])('of %s it is %j', (text, expected) => {
  const found = secretsInAddresses(text)
  expect(found).toEqual(expect.arrayContaining(expected))
  if (expected.length === 0) expect(found).toEqual([])
  expect(found).not.toContain('postgres')
})

test('of own variables a plain word is one, too, where it is called a password or a token', () => {
  expect(secretsOfOwn('PGPASSWORD', 'tigerlily')).toEqual(['tigerlily'])
  expect(secretsOfOwn('DB_PASS2', 'tigerlily')).toEqual(['tigerlily'])
  expect(secretsOfOwn('GITHUB_TOKEN', 'ghp_0123abcd')).toEqual(['ghp_0123abcd'])
  for (const [name, value] of [
    ['OLDPWD', '/home/ada/gone'],
    ['GIT_ASKPASS', '/usr/lib/gone/askpass'],
    ['MONGO_AUTH', 'enabled'],
    ['POSTGRES_PASSWORD', 'postgres'],
    ['EDITOR', 'emacs'],
  ] as const)
    expect(secretsOfOwn(name, value)).toEqual([])
})

test('a long value is judged in no time', async () => {
  const texts = ['aa.', 'a-', 'aA1', '*', 'a://', 'a:@'].flatMap((it) => [
    `${it.repeat(20_000)}!`,
    `http://${it.repeat(20_000)}`,
  ])
  const effort = await effortOf(() => {
    for (const text of texts) {
      isPlain(text)
      secretsInAddresses(text)
    }
  })
  expect(effort).toBeLessThan(200)
})

test('of git it is passwords, tokens and what headers hold', () => {
  const basic = Buffer.from('user:canary-1zq7x').toString('base64')
  expect(
    credentialsIn([
      ['core.editor', 'vim -u "x 17"'],
      ['user.signingkey', '0123ABCD'],
      ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
      ['sendemail.smtppass', 'canary-2zq7x'],
      ['http.extraheader', `Authorization: Basic ${basic}`],
      ['http.extraheader', 'Authorization: Bearer canary-3zq7x'],
      ['url.https://u:canary-4zq7x@h/.insteadof', 'https://h/'],
    ]),
  ).toEqual([
    ...['canary-2zq7x', basic, 'canary-1zq7x', 'canary-3zq7x'],
    ...['https://u:canary-4zq7x@h/', 'canary-4zq7x', 'canary-4zq7x'],
  ])
})

const root = mkdtempSync(path.join(tmpdir(), 'mw-dotenv-'))
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

test('files of variables are read as each of their readers does, and templates are not', () => {
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  write('.env', 'A="canary \\"one\\""\nB=canary-2#x3 # told\nC: canary-9zq7x\nDB_USER=postgres\nDB_PASSWORD=postgres\n')
  write('.env.example', 'A=canary-4zq7x\n')
  write('.env.large', `A=canary-5zq7x\n${'#'.repeat(70_000)}`)
  write('given/app.env', 'A=canary-6zq7x\n')
  write('given/deeper/.env', 'A=canary-7zq7x\n')
  write('other/.env', 'A=canary-8zq7x\n')
  const found = secretsOfFiles(root, { share: ['other/.env'], copy: ['given', 'gone'] })
  expect(found).toEqual(
    expect.arrayContaining(['canary "one"', 'canary-2#x3', 'canary-6zq7x', 'canary-8zq7x', 'canary-9zq7x']),
  )
  expect(found.join()).not.toMatch(/canary-[457]|postgres/)
})

test('of another file that is given by its name only lines count whose names say what they hold', () => {
  writeFileSync(
    path.join(root, 'local.json'),
    '{\n  "client": "canary-1zq7x",\n  "clientSecret": "canary-2zq7x",\n  "url": "it"\n}',
  )
  writeFileSync(path.join(root, 'deploy.yml'), "deploy:\n  db_password: 'canary-3zq7x'\n  password: postgres\n")
  writeFileSync(path.join(root, 'local.toml'), `api_key = "canary-4zq7x"\n${' '.repeat(60_000)}x = 1\n`)
  writeFileSync(path.join(root, 'netrc'), 'machine h.example login ada password canary-5zq7x\n')
  writeFileSync(path.join(root, 'list.yml'), '- token: canary-6zq7x\n- {name: it, token: "canary-7zq7x"}\n')
  writeFileSync(path.join(root, 'one-line.json'), `{"text": "${'word '.repeat(900)}", "secret": "canary-8zq7x"}`)
  const found = secretsOfFiles(root, {
    share: ['local.json', 'deploy.yml'],
    copy: ['local.toml', 'netrc', 'list.yml', 'one-line.json'],
  })
  expect(found).toEqual(expect.arrayContaining([2, 3, 4, 5, 6, 7, 8].map((it) => `canary-${it}zq7x`)))
  expect(found.join()).not.toMatch(/canary-1|postgres/)
})
