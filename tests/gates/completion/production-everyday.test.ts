/** Secrets that are words, as people write them every day, and what is called like one and is none. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileKind } from '../../../src/gates/completion/production-files.ts'
import { searchProduction } from '../../../src/gates/completion/production.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'mw-everyday-'))
})
afterEach(() => rm(root, { recursive: true }))

/** What is found of secrets in a file: `? ` stands before what is not sure, and no names of files. */
async function found(file: string, text: string): Promise<readonly string[]> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), text)
  const { faults } = await searchProduction(root, [file])
  return faults
    .filter(({ about }) => about === 'credential')
    .map(({ line, isSure, reason }) => `${line} ${isSure ? '' : '? '}${reason}`)
}

const aWord = (name: string): string => `? a word is written into ${name}`
const inCall = 'a secret is written into a call'
const inSettings = 'a password is written into settings'

describe('are found', () => {
  test.each([
    ["app.config['SECRET_KEY'] = 'mysecret'", 'app.py', aWord('SECRET_KEY')],
    ["app.secret_key = 'dev'", 'app.py', aWord('app.secret_key')],
    ["app.config.update(SECRET_KEY='dev', DEBUG=False)", 'app.py', aWord('SECRET_KEY')],
    ['SECRET_KEY: str = "super-secret-key"', 'app.py', aWord('SECRET_KEY')],
    ['key = os.environ.get("SECRET_KEY", "dev")', 'app.py', aWord('SECRET_KEY')],
    ["SECRET_KEY = config('SECRET_KEY', default='dev')", 'app.py', aWord('SECRET_KEY')],
    ['var jwtKey = []byte("my_secret_key")', 'app.go', aWord('jwtKey')],
    ["const jwtSecret = 'mysecretkey'", 'app.js', aWord('jwtSecret')],
    ["const secret = process.env.JWT_SECRET || 'secret'", 'app.js', aWord('process.env.JWT_SECRET')],
    ['private static final String JWT_SECRET = "mysecret";', 'App.java', aWord('JWT_SECRET')],
    ['JWT_SECRET=mysecret', '.env', aWord('JWT_SECRET')],
    ['jwt.secret=mysecret', 'application.properties', aWord('jwt.secret')],
    ['  secret_key_base: mysecret', 'config/secrets.yml', aWord('secret_key_base')],
    ["const secret = process.env['JWT_SECRET'] ?? 'super-tide'", 'app.js', aWord('JWT_SECRET')],
    ['ENV SECRET_KEY=dev', 'Dockerfile', aWord('SECRET_KEY')],
    ['      POSTGRES_PASSWORD: postgres', 'docker-compose.yml', aWord('POSTGRES_PASSWORD')],
    ['      - MYSQL_ROOT_PASSWORD=root', 'compose.yaml', aWord('MYSQL_ROOT_PASSWORD')],
    ['DB_PASSWORD=password', '.env', aWord('DB_PASSWORD')],
    ['variable "db_password" { default = "Sup3rS3cret99" }', 'db.tf', 'a password is written into db_password'],
    ['db_password = "postgres"', 'prod.tfvars', aWord('db_password')],
  ])('%s in %s', async (line, file, told) => {
    expect(await found(file, `\n${line}\n`)).toEqual([`2 ${told}`])
  })

  test.each([
    ["jwt.sign({ id: user.id, name: 'ada' }, 'shhhhh-secret-99')", 'a.js', inCall],
    ["const t = jwt.sign(payload, 'secret', { expiresIn: '1h' })", 'a.ts', inCall],
    ["jwt.verify(token, 'keyboard cat', done)", 'a.ts', inCall],
    ['jwt.encode({"sub": "ada", "of": ["x", "y"]}, "tide", algorithm="HS256")', 'a.py', inCall],
    ["crypto.createHmac('sha256', 'tide')", 'a.js', inCall],
    ["app.use(session({ secret: 'keyboard cat', resave: false }))", 'a.js', inCall],
    ["app.use(session({ resave: false, secret: 'secret' }))", 'a.js', inCall],
    ["app.use(expressjwt({ secret: 'shhh', algorithms: ['HS256'] }))", 'a.js', inCall],
    ["app.use(session({ secret: 'Thisisasecret' }))", 'a.js', inCall],
    ['const authOptions = { secret: "SECRET", pages: { signIn: "/login" } }', 'a.js', inCall],
    ["new JwtStrategy({ secretOrKey: 'tide' }, done)", 'a.js', inCall],
    ["new Pool({ user: 'postgres', password: 'postgres' })", 'a.js', inCall],
    ["const pool = mysql.createPool({ host: 'db', password: 'root' })", 'a.js', inCall],
    ['conn = psycopg2.connect(dbname="tides", user="postgres", password="postgres")', 'a.py', inCall],
    ["JwtModule.register({ secret: 'hard to guess' })", 'a.ts', inCall],
    ["const at = { host: 'db', user: 'postgres', password: 'postgres' }", 'a.js', `? ${inSettings}`],
    ["const dbConfig = { user: 'postgres', password: 'postgres' }", 'a.js', inSettings],
  ])('%s in %s', async (line, file, told) => {
    expect(await found(file, `\n${line}\n`)).toEqual([`2 ${told}`])
  })

  test.each([
    [
      "const pool = new Pool({\n  user: 'postgres',\n  ssl: { ca: 'x' },\n  password: 'postgres',\n  port: 5432,\n})\n",
      'a.js',
      [`4 ${inCall}`],
    ],
    [
      "app.use(\n  session({\n    store,\n    secret: 'keyboard cat',\n    resave: false,\n  }),\n)\n",
      'a.js',
      [`4 ${inCall}`],
    ],
    [
      "const t = jwt.sign(\n  { id: user.id, name: 'ada' },\n  'shhhhh-secret-99',\n  { expiresIn: '1h' },\n)\n",
      'a.js',
      [`3 ${inCall}`],
    ],
    [
      "DATABASES = {\n    'default': {\n        'USER': 'postgres',\n        'PASSWORD': 'postgres',\n    }\n}\n",
      'tides/base.py',
      [`4 ${inSettings}`],
    ],
    [
      "TypeOrmModule.forRoot({\n  type: 'postgres',\n  host: 'db',\n  password: 'root',\n})\n",
      'a.ts',
      [`4 ? ${inSettings}`],
    ],
    ["const pool = createPool()\nconst other = createClient({\n  password: 'tide',\n})\n", 'a.js', [`3 ${inCall}`]],
    [
      'class TestingConfig(Config):\n    POOL = create_pool(user="ada", password="postgres")\n',
      'app.py',
      [`2 ? ${inCall}`],
    ],
    [
      "module.exports = {\n  user: 'postgres',\n  host: 'db',\n  password: 'postgres',\n}\n",
      'a.js',
      [`4 ? ${inSettings}`],
    ],
    [
      'variable "db_password" {\n  type    = string\n  default = "Sup3rS3cret99"\n}\nvariable "region" {\n  default = "Sup3rS3cret99"\n}\n',
      'db.tf',
      ['3 a password is written into db_password'],
    ],
    ['variable "db_password" {\n  default = "postgres"\n}\n', 'db.tf', [`2 ${aWord('db_password')}`]],
  ])('over several lines: %j in %s', async (text, file, told) => {
    expect(await found(file, text)).toEqual(told)
  })
})

describe('are not found where there are none', () => {
  test.each([
    ['{ "properties": { "password": "string", "secret": "string" } }', 'config/api.json'],
    ['openapi: 3.0.0\nx:\n  example:\n    password: hunter2x9\n    secret: tide', 'api.yaml'],
    ['{ "swagger": "2.0", "example": { "password": "hunter2x9" } }', 'public/api.json'],
    ['<input type="password" name="password" autocomplete="current-password">', 'src/Login.vue'],
    ["const errors = { passwordRequired: 'Please enter your password', secretRequired: 'Please enter it' }", 'a.ts'],
    ["const labels = { password: 'Password', secret: 'Secret', clientSecret: 'Client secret' }", 'a.ts'],
    ["const hints = { password: 'Enter your password', secret: 'must not be empty' }", 'a.ts'],
    ['{ "password": "Mot de passe", "secret": "geheim" }', 'src/locales/de.json'],
    ["const texts = { secret: 'Geheimnis', clientSecret: '秘密', password: 'Mot de passe' }", 'a.ts'],
    ['const options = { secret: process.env.SECRET, secretKey: config.secretKey }', 'a.ts'],
    ['app.use(session({ secret: process.env.SESSION_SECRET, resave: false }))', 'a.ts'],
    ["app.use(session({ name: 'sid', secret: config.get('SESSION_SECRET') }))", 'a.ts'],
    ["jwt.sign({ role: 'admin', of: ['a', 'b'] }, process.env.JWT_SECRET, { issuer: 'tides' })", 'a.ts'],
    ["jwt.verify(token, keys.of('current'), { issuer: 'tides' })", 'a.ts'],
    ["crypto.createHmac('sha256', secret).update('tide')", 'a.ts'],
    ["new Pool({ user: 'postgres', password: '${DB_PASSWORD}' })", 'a.ts'],
    ["new Pool({ user: 'postgres', password: process.env.PGPASSWORD ?? '' })", 'a.ts'],
    ["new Pool({ user: ':user', password: ':password' })", 'a.ts'],
    ["const settings = { host: 'text', user: 'text', password: 'password' }", 'a.ts'],
    ["const connection = { host: 'Host', user: 'User', password: 'Password' }", 'a.ts'],
    ["createConnection((err) => {\n  const icons = { password: 'lock' }\n})", 'a.ts'],
    ["const hosts = { host: 'db' }\nconst icons = { password: 'lock' }", 'a.ts'],
    ["const fields = {\n  host: 'host',\n  password: 'password',\n  secret: 'hidden',\n}", 'a.ts'],
    ["const fields = {\n  host: 'Wirt',\n  password: 'mot de passe',\n}", 'a.ts'],
    ["const icons = { user: 'user-icon', password: 'lock', secret: null }", 'a.ts'],
    ["const routes = { password: '/reset-password', secret: '/account/secret' }", 'a.ts'],
    ["const routes = { password: '/users/:id/reset-the-password-now' }", 'a.ts'],
    ['.password { color: red }\ninput[type="password"] { --secret: hidden }', 'a.css'],
    ["enum Seen { Public = 'public', Secret = 'secret' }", 'a.ts'],
    ["const seen: 'public' | 'secret' = 'public'; type Kind = { secret: 'shared' | 'own' }", 'a.ts'],
    ["const names = { clientSecret: 'client_secret', SECRET_KEY: 'secretKey' }", 'a.ts'],
    ["const env = { secret: 'JWT_SECRET' }", 'a.ts'],
    ["const WEBHOOK_SECRET = 'x-webhook-secret'", 'a.ts'],
    ["const hidden = ['password', 'secret', 'token']", 'a.ts'],
    ["t('secret', 'hidden'); i18n = { secret: 'login.secret.label' }", 'a.ts'],
    [' * app.use(session({ secret: "keyboard cat" }))', 'a.ts'],
    ['JWT_SECRET=\nSECRET_KEY=changeme\nAPP_SECRET=${APP_SECRET}\nNEXT_SECRET=<secret>', '.env'],
    ['JWT_SECRET=mysecret\nPOSTGRES_PASSWORD=postgres', '.env.development'],
    ['new_password: Password\nconfirm_password: Password', 'config/form.yaml'],
    ['volumes:\n  - secret: tides-tls\n    secretName: tides-tls', 'k8s/app.yaml'],
    [
      'variable "db_password" {\n  type = string\n  sensitive = true\n}\nresource "a" "b" {\n  default = "hunter2x9"\n}',
      'db.tf',
    ],
    ['variable "db_password" {\n  default = ""\n}\nvariable "other" {\n  default = null\n}', 'db.tf'],
    ["export const Filled = { args: { password: 'secret123', secret: 'tide' } }", 'src/Login.stories.tsx'],
  ])('%s in %s', async (line, file) => {
    expect(await found(file, `${line}\n`)).toEqual([])
  })

  test('what stands before it in its call makes it no other one', async () => {
    const digestOf = async (user: string): Promise<readonly string[]> => {
      await writeFile(path.join(root, 'a.js'), `new Pool({\n  ${user},\n  password: 'postgres',\n})\n`)
      return (await searchProduction(root, ['a.js'])).faults.map(({ digest }) => digest)
    }
    const [first] = await digestOf("user: 'ada'")
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(await digestOf('user')).toEqual([first])
  })

  test('a call that is never closed ends, and costs what it is long', async () => {
    const half = `session({ ${'['.repeat(2_000)}\n`.repeat(200)
    expect(await found('a.js', `${half}\nconst other = { secret: 'keyboard cat' }\n`)).toEqual([])
  })
})

test.each([
  ['src/Login.stories.tsx', 'prose'],
  ['src/login.story.js', 'prose'],
  ['docs/openapi.yaml', 'prose'],
  ['main.tf', 'configuration'],
  ['src/stories.ts', 'source'],
  ['src/history.js', 'source'],
] as const)('%s is %s', (file, kind) => expect(fileKind(file)).toBe(kind))
