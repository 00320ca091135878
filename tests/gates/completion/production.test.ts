import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileKind, valueForm, type LineKind, type ValueForm } from '../../../src/gates/completion/production-files.ts'
import { faultsIn } from '../../../src/gates/completion/production-lines.ts'
import { productionFindings, searchLimits, searchProduction } from '../../../src/gates/completion/production.ts'

/** Put together here, so that nobody takes this file for one with secrets in it. */
const signs = 'a7Kq2ZxP9mVb4TnR8sLw'
const stripe = (live: string): string => ['sk', live, signs].join('_')
const github = ['ghp', `${signs}${signs.slice(0, 16)}`].join('_')
const aws = ['AKIA', 'Q7ZP2M9XK4TR8WLB'].join('')
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiJoYXJib3VyIn0', `${signs}${signs}`].join('.')
const header = ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ')

describe('files', () => {
  test.each([
    ['src/pay.ts', 'source'],
    ['config/pay.ts', 'configuration'],
    ['settings.py', 'configuration'],
    ['.env', 'configuration'],
    ['.env.production', 'configuration'],
    ['.env.example', 'prose'],
    ['config/app.sample.yaml', 'prose'],
    ['settings.template.json', 'prose'],
    ['examples/pay.py', 'prose'],
    ['samples/pay/config.yml', 'prose'],
    ['docs/conf.py', 'prose'],
    ['docs/index.html', 'prose'],
    ['src/mocks/pay.ts', 'prose'],
    ['src/template.ts', 'source'],
    ['src/Pay.vue', 'source'],
    ['src/Pay.svelte', 'source'],
    ['src/pay.jsx', 'source'],
    ['public/index.html', 'markup'],
    ['app.dev.yaml', 'sample'],
    ['.gitlab-ci.yml', 'sample'],
    ['conftest.py', null],
    ['vitest.config.ts', null],
    ['vite.config.ts', 'source'],
    ['fixtures/pay.json', null],
    ['package.json', 'sample'],
    ['.github/workflows/ci.yml', 'sample'],
    ['docs/use.md', 'prose'],
    ['src/pay.test.ts', null],
    ['src/pay_test.py', null],
    ['src/__tests__/pay.ts', null],
    ['test/test_client.py', null],
    ['src/test_client.py', 'source'],
    ['src/test-files.ts', 'source'],
    ['src/SpeedTest.java', 'source'],
    ['Dockerfile', 'source'],
    ['Dockerfile.dev', 'sample'],
    ['tests/keys.py', null],
    ['node_modules/x/index.js', null],
    ['dist/app.js', null],
    ['package-lock.json', null],
    ['poetry.lock', null],
    ['logo.png', null],
    ['locales/de.json', 'wording'],
    ['src/i18n/common.yml', 'wording'],
    ['config/locales/devise.pt-BR.yml', 'wording'],
    ['public/es.json', 'wording'],
    ['src/lang/fr.ts', 'wording'],
    ['src/messages_de.properties', 'wording'],
    ['app/res/values/strings.xml', 'wording'],
    ['po/de.po', 'wording'],
    ['src/i18n/load.ts', 'source'],
    ['config/db.json', 'configuration'],
    ['application-it.properties', 'configuration'],
    ['docs/de.json', 'prose'],
    ['app.min.js', null],
  ] as const)('%s is %s', (file, kind) => expect(fileKind(file)).toBe(kind))
})

test.each([
  ['Dockerfile', 'shell'],
  ['api.Dockerfile', 'shell'],
  ['scripts/start.sh', 'shell'],
  ['Procfile', 'shell'],
  ['Makefile', 'unquoted'],
  ['application.properties', 'unquoted'],
  ['.env.production', 'unquoted'],
  ['compose.yaml', 'unquoted'],
  ['src/app.ts', 'quoted'],
  ['pom.xml', 'quoted'],
] as const)('values of %s are %s', (file, form) => expect(valueForm(file)).toBe(form))

describe('lines', () => {
  const read = (line: string, kind: LineKind = 'source', form?: ValueForm): string[] =>
    faultsIn(line, kind, form ?? (kind === 'configuration' ? 'unquoted' : 'quoted')).map(
      (it) => `${it.isSure ? '' : '? '}${it.reason}`,
    )

  test.each([
    ['test_mode = True', ['test_mode is switched on']],
    ['  "testMode": true,', ['testMode is switched on']],
    ['config.pay.test-mode = "yes"', ['config.pay.test-mode is switched on']],
    ['PAYMENT_MODE = "sandbox"', ['PAYMENT_MODE is switched on']],
    ['USE_MOCK=1', ['USE_MOCK is switched on']],
    ['test_mode: bool = True', ['test_mode is switched on']],
    ['if os.getenv("TEST_MODE"):', ['? there is a switch for a test mode']],
    ['test_mode = False', []],
    ['# test_mode = True', []],
    ['latest_mode = true', []],
    ["mode: 'test'", []],
    ['contestMode()', []],
    [`key = "${stripe('test')}"`, ['a key for tests (sk_test_***)']],
    ['if key.startswith("sk_test_"):', []],
    ['url = "https://mock.pay.example.org/v1"', ['? an endpoint that is a mock or a sandbox']],
    ['url = "https://api.sandbox.pay.org"', ['? an endpoint that is a mock or a sandbox']],
    ['url = "https://mockingbird.org"', []],
    ['fetch("http://localhost:3000")', ['? an address of this machine is called']],
    ["await axios.get('http://127.0.0.1/tides')", ['? an address of this machine is called']],
    ['console.log("listening at http://localhost:3000")', []],
    ['fetch("http://localhost.example.org")', []],
    ['#define TEST_MODE 1', ['TEST_MODE is switched on']],
    ['#define TEST_MODE 0', []],
    ['node server.js --test-mode', ['? there is a switch for a test mode']],
    ['useMockApi()', ['? something is called that switches to a test']],
    ['pay.setTestMode(true)', ['? something is called that switches to a test']],
    ['pay.setTestMode(false)', []],
    ['new PaymentGateway({ sandbox: true })', ['? something is made for a sandbox']],
    ['Client(sandbox=True)', ['? something is made for a sandbox']],
    ['new BrowserWindow({ webPreferences: { sandbox: true } })', []],
    ['app.run(debug=True)', ['? a server is started to debug it']],
    ['MOCK_PAYMENTS = True', ['MOCK_PAYMENTS is switched on']],
    ['const useMockPayments = true', ['useMockPayments is switched on']],
    ['MOCK_PAYMENTS = False', []],
    ['mock_count = 1', []],
    ['hammock = true', []],
    ['FAKE_MAIL = True', ['? FAKE_MAIL is switched on']],
    ['webPreferences: { sandbox: true }', []],
    ['USE_FAKE = True; TEST_MODE = True', ['TEST_MODE is switched on']],
    ['client = MockPaymentClient()', ['? a double of something is made']],
    ['const pay = new MockPay (key)', ['? a double of something is made']],
    ['pay = mocks.FakePaymentGateway(', ['? a double of something is made']],
    ['class MockPaymentClient(PaymentClient):', []],
    ['def MockPayment(x):', []],
    ['FakeNewsDetector()', []],
    ['import { MockPaymentClient } from "./x"', []],
    ['BASE = "http://localhost:3000/api"', ['? BASE is an address of this machine']],
    ['const apiUrl = "ws://127.0.0.1:80"', ['? apiUrl is an address of this machine']],
    ['base = "http://localhost.example.org"', []],
    ['BASE = os.environ.get("BASE_URL", "http://localhost:3000")', []],
    ['environment = "sandbox"', ['? environment is sandbox']],
  ])('of a source: %s', (line, told) => expect(read(line)).toEqual(told))

  test.each([
    ['API_URL=http://localhost:3000', ['? an address of this machine in a configuration']],
    ['url: https://httpbin.org/post', ['an endpoint that is a mock or a sandbox']],
    ['url: redis://localhost:6379/0', ['? an address of this machine in a configuration']],
    ['DB_HOST=localhost:5432', ['? DB_HOST is an address of this machine']],
    ['host: 127.0.0.1', []],
    ['sandbox: true', ['? sandbox is switched on']],
    ['environment: sandbox', ['environment is sandbox']],
    ['NODE_ENV=development', ['? NODE_ENV is development']],
    ['mode: sandbox', ['mode is sandbox']],
    ['environment: production', []],
    ['env: ', []],
    ['# environment: sandbox', []],
    ['DB_PASSWORD=harbour', ['? a word is written into DB_PASSWORD']],
    ['DB_PASSWORD=hunter22tide', ['a password is written into DB_PASSWORD']],
    ['DB_PASSWORD=${DB_PASSWORD}', []],
    ['password: password', []],
    ['password: ', []],
    [`api_key: ${signs}`, ['what looks like a key is written into api_key']],
    ['token_seconds: 3600', []],
  ])('of a configuration: %s', (line, told) => expect(read(line, 'configuration')).toEqual(told))

  test.each([
    [`const apiKey = "${signs}"`, ['what looks like a key is written into apiKey']],
    [`API_KEY: str = '${signs}'`, ['what looks like a key is written into API_KEY']],
    [`os.environ.get("API_KEY", "${signs}")`, ['what looks like a key is written into API_KEY']],
    [`["token", "${signs}"]`, []],
    ['const apiKey = process.env.API_KEY', []],
    ['const apiKey = "your-api-key-goes-here-123"', []],
    ['const apiKey = `${prefix}${rest}1234567890`', []],
    ['const queryKey = "tides/by/port"', []],
    ['connect(password="x9!kQ2#pLm")', ['a password is written into password']],
    ['password = input("Password: ")', []],
    ['label.password = "Password"', []],
    ['db = "postgres://tides:x9kQ2pLm@db.example.net/tides"', ['an address with a password in it']],
    ['db = "postgres://tides:${PW}@db/tides"', []],
    [`x = "${github}"`, ['a token of GitHub']],
    [`x = "${aws}"`, ['an access key of AWS']],
    [`x = "${aws.slice(0, 13)}EXAMPLE"`, []],
    [`// ${stripe('live')}`, ['a live key of Stripe']],
    [`x = "Bearer ${jwt}"`, ['a signed token (JWT)']],
    [`headers = {"Authorization": "Bearer ${signs}x1"}`, ['a token is written into a header']],
    ['headers = {"Authorization": "Bearer ${token}abcdefghijklmnop1"}', []],
    ['raise Error("Basic authentication/authorization failed")', []],
    [`x = "${github.slice(0, 4)}${'x'.repeat(36)}"`, []],
    [`x = "${['shpat', '0a1b2c3d4e5f6789'.repeat(2)].join('_')}"`, ['a token of Shopify']],
    [header, ['a private key begins here']],
    [`if (text.includes("${header}"))`, ['? a private key begins here']],
  ])('of a source, with secrets: %s', (line, told) => expect(read(line)).toEqual(told))

  test.each([
    ['config.test.mode = true', ['config.test.mode is switched on']],
    ['config.testMode ??= true', ['config.testMode is switched on']],
    [
      'const testMode = process.env.TEST_MODE !== "false"',
      ['process.env.TEST_MODE is on, where nothing switches it off'],
    ],
    ["if (process.env['USE_MOCKS'] != '0') {", ['USE_MOCKS is on, where nothing switches it off']],
    ['testMode: process.env.TEST_MODE ?? true,', ['process.env.TEST_MODE is on, where nothing switches it off']],
    ['x = os.environ.get("TEST_MODE", "").lower() != "false"', ['TEST_MODE is on, where nothing switches it off']],
    ['x = os.getenv("TEST_MODE", "true") == "true"', ['TEST_MODE is switched on']],
    ['testMode: process.env.TEST_MODE ?? false,', []],
    ['const debug = process.env.DEBUG !== "false"', []],
    ['latestMode = shown !== "false"', []],
    ["config.mode = 'test'", []],
    ['const { testMode = false } = options', []],
    ['client = FakeClient(url)', ['? a double of something is made']],
    ['const gateway = new MockGateway', ['? a double of something is made']],
    ['gateway := &MockGateway{}', ['? a double of something is made']],
    ['gateway = StubGateway.new', ['? a double of something is made']],
    ['let gateway = MockGateway::new();', ['? a double of something is made']],
    ['class FakeClient(Client):', []],
    ['export class MockGateway {', []],
    ['class Pay extends MockGateway {', []],
    ['function made(): MockGateway {', []],
    ['type MockGateway struct {', []],
    ['FakeSmileFinder(); DummyVariables(x); hammockGateway()', []],
    ['const MockingbirdService = 1', []],
    ['<testMode>true</testMode>', ['testMode is switched on']],
    ['<testMode>false</testMode>', []],
  ])('of a source, with more of tests: %s', (line, told) => expect(read(line)).toEqual(told))

  test.each([
    ['test.mode=true', ['test.mode is switched on']],
    ['payment.test-mode=true', ['payment.test-mode is switched on']],
    ['payment.mock.enabled=true', ['payment.mock.enabled is switched on']],
    ['payment.sandbox.enabled=true', ['? payment.sandbox.enabled is switched on']],
    ['TEST_MODE: ${TEST_MODE:-true}', ['TEST_MODE is on, where nothing switches it off']],
    ['payment.test-mode=${TEST_MODE:true}', ['TEST_MODE is on, where nothing switches it off']],
    ['TEST_MODE ?= 1', ['TEST_MODE is switched on']],
    ['TEST_MODE: ${TEST_MODE:-false}', []],
    ['test.mode=false', []],
    ['logging.mode=true', []],
    ['payment.enabled=true', []],
    ['\tTEST_MODE=1 npm test', []],
    ['\tTEST_MODE=1 pytest tests', []],
    ['\tTEST_MODE=1 node app.js', ['TEST_MODE is switched on']],
  ])('of a configuration, with more of tests: %s', (line, told) => expect(read(line, 'configuration')).toEqual(told))

  test.each([
    ['disableTestMode = true', []],
    ['  "hideTestMode": true,', []],
    ['noMock = true', []],
    ['config.payments.skip_mock = True', []],
    ['disable.test_mode = true', ['? disable.test_mode is switched on']],
    ['disableTestMode = false', ['? disableTestMode is off']],
    ['allowTestMode = true', ['? allowTestMode is switched on']],
    ['const off = process.env.DISABLE_TEST_MODE !== "false"', []],
    ['if (disable_test_mode) {', []],
    ["type RunMode = 'test' | 'live'", []],
    ["type RunMode = 'test'", []],
    ["type TestMode = 'on' | 'off'", []],
    ["  runMode: 'test' | 'live'", []],
    ["  runMode: 'test';", []],
    ['  testMode: true;', []],
    ['  testMode: true | false', []],
    ['  testMode: true,', ['testMode is switched on']],
    ["const labels = { testMode: 'Test mode' }", []],
    ["const x: { runMode: 'mock' | 'live' } = y", []],
    ["  runMode: 'test',", ['runMode is switched on']],
    ["const runMode = 'test' || other", ['runMode is switched on']],
    ["throw new Error('TEST_MODE=true is not allowed')", []],
    ['raise ValueError("set TEST_MODE=true only to try it")', []],
    ["description: 'TEST_MODE=true is not allowed'", []],
    ["const it = 'isn’t'; const TEST_MODE = true; const at = 'x'", ['TEST_MODE is switched on']],
    ["execSync('TEST_MODE=1 node app.js')", ['TEST_MODE is switched on']],
  ])('of a source, with what keeps a test away or tells of one: %s', (line, told) => expect(read(line)).toEqual(told))

  test.each([
    ['disable_test_mode: true', []],
    ['forbid_test_mode: true', []],
    ['payment.disable.test.mode=true', ['? payment.disable.test.mode is switched on']],
    ['test_mode: true', ['test_mode is switched on']],
    ['description: TEST_MODE=true is not allowed', []],
    ['Password: !Ref DbPassword1', []],
    ['Password: !GetAtt Db.Password1', []],
    ['password: *dbPassword1', []],
    ['DB_PASSWORD=!hunter2x9', ['a password is written into DB_PASSWORD']],
    ['run: PASSWORD="hunter2x9" psql', ['a password is written into PASSWORD']],
    ['password: Pässwörter', ['? a word is written into password']],
  ])('of a configuration, with what stands for something else: %s', (line, told) =>
    expect(read(line, 'configuration')).toEqual(told),
  )

  test.each([
    ["const MIN_PASSWORD = '8chars'", []],
    ["const minPassword = '8chars'", []],
    ["const MAX_PASSWORD = 'hunter2x9'", ['? a word is written into MAX_PASSWORD']],
    ["const ADMIN_PASSWORD = '8chars'", ['a password is written into ADMIN_PASSWORD']],
    ['<button accessKey="Ctrl+Shift+K1234">', []],
    ['<Login :password="user.password1" />', []],
    ['  :password="password1"', []],
    ['  v-bind:password="user.password1"', []],
    ['  [password]="user.password1"', []],
    [`  :password="'hunter2x9'"`, ['a password is written into password']],
    ['  password="hunter2x9"', ['a password is written into password']],
    ['config[password] = "hunter2x9"', ['a password is written into password']],
    [':password => "hunter2x9"', ['a password is written into password']],
    ['"password": "Contraseña"', ['? a word is written into password']],
    ["password: 'Mot-de-passe'", ['? a word is written into password']],
    ["const errors = { password: 'passwordTooShort' }", ['? a word is written into password']],
    ["password: 'hUnTerTideEbb'", ['a password is written into password']],
    ['password = "Contraseña1x"', ['a password is written into password']],
    ['f(password = "Contraseña", token_password = "hunter2x9")', ['a password is written into token_password']],
  ])('of a source, with what is no secret: %s', (line, told) => expect(read(line)).toEqual(told))

  const isIn = (name: string): string[] => [`a password is written into ${name}`]
  const isConnected = ['a password is written into a connection']
  const isHanded = 'a password is handed over'
  const isCompared = ['? a password is compared with one that is written down']
  test.each([
    ['const PASSWORD: &str = "hunter2x9!";', isIn('PASSWORD')],
    ['static PASSWORD: &\'static str = r#"hunter2x9"#;', isIn('PASSWORD')],
    ['let password = String::from("hunter2x9");', isIn('password')],
    ['val password: Option[String] = Some("hunter2x9")', isIn('password')],
    ['private val password: String? = "hunter2x9"', isIn('password')],
    ['const password: string | undefined = "hunter2x9"', isIn('password')],
    ['const password: string | undefined = user.password1', []],
    ['const Password string = "hunter2x9"', isIn('Password')],
    ['\tdbPassword string = "hunter2x9"', isIn('dbPassword')],
    ['private const string Password = "hunter2x9";', isIn('Password')],
    ['static readonly string Password = @"hunter2x9";', isIn('Password')],
    ['char password[16] = "hunter2x9";', isIn('password')],
    ['#define DB_PASSWORD "hunter2x9"', isIn('DB_PASSWORD')],
    ['#define DB_PASSWORD "DB_PASSWORD"', []],
    ['let password = env::var("DB_PASSWORD").expect("DB_PASSWORD1");', []],
    ['Password string `json:"password1"`', []],
    ['password = t`login.password1`', []],
    [
      `SECRET_KEY = "${['django', 'insecure', 'a8#k2@x9^7q&z4m!w1p5v0%(t6r3j_b=l+e$n'].join('-')}"`,
      ['a key of Django that is for development only'],
    ],
    ['if key.startswith("django-insecure-"):', []],
    ['"Default": "Server=db;User Id=sa;Password=hunter2x9;"', isConnected],
    ['"Default": "Server=db;User Id=sa;Password=harbour;"', ['? a password is written into a connection']],
    ['connect("host=db user=tide password=hunter2x9")', isConnected],
    ['url = "jdbc:postgresql://db/tides?user=tide&password=hunter2x9"', isConnected],
    ['$"Server={server};Password={password};"', []],
    ['f"host=db password=%s" % password', []],
    ['"Server=db;User Id=user;Password=password;"', []],
    ['connect(host=settings.host, password=settings.password1)', []],
    ['"password=hunter2x9 is no password"', []],
    ['const password = process.env.DB_PASSWORD || "hunter2x9"', isIn('process.env.DB_PASSWORD')],
    ['password = os.environ.get("DB_PASSWORD") or "hunter2x9"', isIn('DB_PASSWORD')],
    ["$password = getenv('DB_PASSWORD') ?: 'hunter2x9';", isIn('DB_PASSWORD')],
    ['env::var("DB_PASSWORD").unwrap_or_else(|_| "hunter2x9".into())', isIn('DB_PASSWORD')],
    ['@Value("${DB_PASSWORD:hunter2x9}")', isIn('DB_PASSWORD')],
    ['@Value("${db.password}")', []],
    ['source.setPassword("hunter2x9");', [isHanded]],
    ['.withDbPassword("hunter2x9".toCharArray())', [isHanded]],
    ['builder.password("hunter2x9")', [`? ${isHanded}`]],
    ['setPassword("")', []],
    ['setPassword(event.target.value)', []],
    ['setPassword("password")', []],
    ['getPassword("db/hunter2")', []],
    ["if (password === 'hunter2x9') return true", isCompared],
    ["if params['password'] == 'hunter2x9'", isCompared],
    ['"hunter2x9".equals(user.getPassword())', isCompared],
    ["'hunter2x9' !== user.password", isCompared],
    ["if (password === '') return", []],
    ["const type = field === 'password' ? 'new-password' : 'text'", []],
    ["if (grantType === 'password_2') return", []],
    ['if (password !== confirmPassword1)', []],
  ])('of a source, with secrets as other languages write them: %s', (line, told) => expect(read(line)).toEqual(told))

  test.each([
    ['spring.datasource.password=${DB_PASSWORD:hunter2x9}', isIn('DB_PASSWORD')],
    ['  password: ${db.password:hunter2x9}', isIn('db.password')],
    ['  POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-hunter2x9}', isIn('POSTGRES_PASSWORD')],
    ['  POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?hunter2x9}', []],
    ['  password: ${DB_PASSWORD:}', []],
    ['  password: ${DB_PASSWORD:changeme}', []],
    ['DSN=host=db user=tide password=hunter2x9', isConnected],
    ['spring.datasource.url=jdbc:mysql://db/tides?user=tide&password=hunter2x9', isConnected],
    ['DSN=host=db user=tide password=${DB_PASSWORD}', []],
  ])('of a configuration, with secrets where nothing else is given: %s', (line, told) =>
    expect(read(line, 'configuration')).toEqual(told),
  )

  const isSandbox = ['? something is made for a sandbox']
  const isImported = ['? doubles are imported']
  test.each([
    ["paypal.configure({ mode: 'sandbox', client_id: id })", ['? mode is sandbox']],
    ["paypal.configure({ mode: isLive ? 'live' : 'sandbox' })", []],
    ["  mode: 'sandbox' | 'live'", []],
    ["mode: 'live'", []],
    ['new Client({ environment: Environment.Sandbox })', isSandbox],
    ['env = PlaidEnvironments.sandbox', isSandbox],
    ['let server = Environment::Sandbox;', isSandbox],
    ['new core.SandboxEnvironment(id, secret)', isSandbox],
    ['environment: isLive ? Environment.Production : Environment.Sandbox', []],
    ['env = Environment.SANDBOX if args.dry else Environment.PRODUCTION', []],
    ['shown = env === Environment.Sandbox', []],
    ['case Environment.Sandbox:', []],
    ['class SandboxEnvironment(Environment):', []],
    ['environment: Environment.Production', []],
    ['TESTING = True', ['? TESTING is switched on']],
    ["app.config['TESTING'] = True", ['? TESTING is switched on']],
    ['app.testing = True', ['? app.testing is switched on']],
    ['TESTING = False', []],
    ['setState({ testing: true })', []],
    ['const isTest = true', ['? isTest is switched on']],
    ["const isTest = process.env.NODE_ENV === 'test'", []],
    ['const isTest = false', []],
    ['isLatest = true', []],
    ["import { handlers } from './mocks/handlers'", isImported],
    ["import '../__mocks__/pay.js'", isImported],
    ["const pay = require('./mock-data')", isImported],
    ["const { worker } = await import('@/mocks')", isImported],
    ["if (import.meta.env.DEV) await import('./mocks/browser')", []],
    ["import type { Pay } from './mocks/pay'", []],
    ["import { pay } from './hammocks/pay'", []],
    ["import { pay } from './mockingbird'", []],
    ["import x from 'mock-fs'", []],
    ['from app.mocks import pay', isImported],
    ['from .mocks.pay import charge', isImported],
    ['import app.mocks', isImported],
    ['import com.harbour.mocks.MockPay;', isImported],
    ['from unittest.mock import patch', isImported],
    ['from app.hammocks import pay', []],
    ['from mock up to release', []],
  ])('of a source, with sandboxes and doubles: %s', (line, told) => expect(read(line)).toEqual(told))

  test('of texts for people: a word is none, whatever it is called, and a token is one', () => {
    for (const line of [
      '"password": "Contraseña"',
      '"password": "Passwort:"',
      '"password": "密码密码"',
      '"test_mode": "on"',
    ])
      expect(read(line, 'wording')).toEqual([])
    expect(read('"password": "hunter2x9"', 'wording')).toEqual(['? a password is written into password'])
    expect(read(`"password": "${github}"`, 'wording')).toEqual(['a token of GitHub'])
  })

  const isWritten = 'a password is written into'
  const isBeside = 'a password stands beside its user'
  test.each([
    ["CREATE USER tide WITH PASSWORD 'hunter2x9';", [`${isWritten} SQL`]],
    ["CREATE USER 'tide'@'%' IDENTIFIED BY 'hunter2x9';", [`${isWritten} SQL`]],
    ["CREATE USER tide IDENTIFIED WITH sha256_password BY 'hunter2x9'", [`${isWritten} SQL`]],
    ["ALTER ROLE tide WITH LOGIN ENCRYPTED PASSWORD 'hunter2x9'", [`${isWritten} SQL`]],
    [`run("CREATE USER tide PASSWORD 'hunter2x9'")`, [`${isWritten} SQL`]],
    ["CREATE USER tide WITH PASSWORD 'harbour'", [`? ${isWritten} SQL`]],
    ["CREATE USER tide WITH PASSWORD '${DB_PASSWORD}'", []],
    ["CREATE USER tide WITH PASSWORD '$DB_PASSWORD'", []],
    ["CREATE USER tide WITH PASSWORD :'password'", []],
    ["CREATE USER tide IDENTIFIED BY '%s'", []],
    ["CREATE USER tide WITH PASSWORD 'changeme'", []],
    ["CREATE LOGIN tide WITH PASSWORD = 'hunter2x9'", [`${isWritten} SQL`]],
    ["  WITH ENCRYPTED PASSWORD 'hunter2x9'", [`${isWritten} SQL`]],
    [`label = 'The user password "tides" is wrong'`, []],
    [`label = 'Log in with password "tides"'`, []],
    ['alter_user(password="")', []],
    ['curl -u tide:hunter2x9 https://api.example.org', [`${isWritten} a command`]],
    ['curl -s --user "tide:hunter2x9" https://api.example.org', [`${isWritten} a command`]],
    ['  -u tide:hunter2x9 \\', [`${isWritten} a command`]],
    ['mysql -u root -phunter2x9 tides', [`${isWritten} a command`]],
    ['sshpass -p hunter2x9 ssh harbour', [`${isWritten} a command`]],
    ['psql --password=hunter2x9', ['a secret is written into a command']],
    ['curl -u "$USER:$PASSWORD" https://api.example.org', []],
    ['curl -u "user:${PASSWORD}" https://api.example.org', []],
    ['curl -u user:password https://api.example.org', []],
    ['docker run -u 1000:1000 tides', []],
    ['  -u www-data:www-data \\', []],
    ['git push -u origin:main', []],
    ['mysql -P3306 -u root -p tides', []],
    ['mkdir -p dist/x9', []],
    ['tides --token "$TOKEN" --api-key <key> --password PASSWORD', []],
    ['auth=("admin","hunter2x9")', [isBeside]],
    ["requests.get(url, auth=('admin', 'hunter2x9'))", [isBeside]],
    ['auth = HTTPBasicAuth("admin", "hunter2x9")', [isBeside]],
    ['CREDENTIALS = ("admin", "hunter2x9")', [isBeside]],
    ["credentials: ['admin', 'hunter2x9']", [isBeside]],
    ["mail.login('tide@harbour.org', 'hunter2x9')", [isBeside]],
    ['DriverManager.getConnection(url, "tide", "hunter2x9")', [isBeside]],
    ['auth=("admin","harbour")', [`? ${isBeside}`]],
    ['auth=(user, password)', []],
    ['auth=(os.environ["USER"], os.environ["PASSWORD"])', []],
    ['auth=("username", "password")', []],
    ["auth: ['read', 'write']", []],
    ['credentials = ["include", "omit"]', []],
    ['texts.login("Sign in", "Forgotten?")', []],
    ['button.connect("clicked", "on_save_2")', []],
    ['authenticate("bearer", "x-forwarded-for-1")', []],
    ['socket.connect("tcp", "10.0.0.1")', []],
    [`const key = process.env.API_KEY ?? '${signs}'`, ['what looks like a key is written into process.env.API_KEY']],
    ["password: process.env['DB_PASSWORD'] || 'hunter2x9'", [`${isWritten} DB_PASSWORD`]],
    ["const label = texts.password || 'Password of the user'", []],
    ["const key = process.env.API_KEY ?? ''", []],
    ['const key = process.env.API_KEY ?? process.env.OLD_API_KEY_12345', []],
    ['<password>hunter2x9</password>', [`${isWritten} password`]],
    ['<db:password> hunter2x9 </db:password>', [`${isWritten} password`]],
    ['<property name="password" value="hunter2x9"/>', [`${isWritten} password`]],
    ['<entry key="db.password">hunter2x9</entry>', [`${isWritten} db.password`]],
    [`<add key="ApiKey" value="${signs}" />`, ['what looks like a key is written into ApiKey']],
    ['<password>${db.password}</password>', []],
    ['<password></password>', []],
    ['<password>password</password>', []],
    ['<Password>{value}</Password>', []],
    ['<string name="password_hint">Password</string>', []],
    ['<version>1.2.3x9</version>', []],
  ])('of a source, with what is handed over: %s', (line, told) => expect(read(line)).toEqual(told))

  test.each([
    [`ENV API_KEY=${signs}`, ['what looks like a key is written into API_KEY']],
    [`ENV API_KEY ${signs}`, ['what looks like a key is written into API_KEY']],
    ['ARG DB_PASSWORD=hunter2x9', [`${isWritten} DB_PASSWORD`]],
    ['ENV TEST_MODE true', ['TEST_MODE is switched on']],
    ['PGPASSWORD=hunter2x9 psql -h db', [`${isWritten} PGPASSWORD`]],
    ["export PGPASSWORD='hunter2x9'", [`${isWritten} PGPASSWORD`]],
    ['TEST_MODE=1 node app.js', ['TEST_MODE is switched on']],
    ['export TEST_MODE=${TEST_MODE:-1}', ['TEST_MODE is on, where nothing switches it off']],
    ['TEST_MODE=1 npx vitest run', []],
    ['DB_PASSWORD=${DB_PASSWORD:-hunter2x9}', [`${isWritten} DB_PASSWORD`]],
    ['docker run -e DB_PASSWORD=hunter2x9 tides', [`${isWritten} DB_PASSWORD`]],
    ['DB_HOST=${DB_HOST:-localhost}', []],
    ['DB_PASSWORD=${DB_PASSWORD:-changeme}', []],
    ['DB_PASSWORD=${DB_PASSWORD:?not given}', []],
    ['ARG DB_PASSWORD', []],
    ['ARG DB_PASSWORD=changeme', []],
    ['ENV API_KEY=${API_KEY}', []],
    ['ENV NODE_VERSION 20.19.1', []],
    ['ENV PATH=/opt/x9k2z1/bin:$PATH', []],
    ['PGPASSWORD=$DB_PASSWORD psql', []],
    ['PGPASSWORD="$DB_PASSWORD" psql', []],
    ['PGPASSWORD=$(cat /run/secrets/db) psql', []],
    ['DB_PASSWORD_FILE=/run/secrets/x9k2z1', []],
    ['PASS=$((PASS + 1))', []],
    ['OLDPWD=/srv/x9k2/app', []],
  ])('of a shell, and of a recipe of a container: %s', (line, told) =>
    expect(read(line, 'source', 'shell')).toEqual(told),
  )

  test('of documents and samples: only what is a secret wherever it stands', () => {
    expect(read('test_mode = true', 'prose')).toEqual([])
    expect(read(`api_key = "${signs}"`, 'prose')).toEqual([])
    expect(read(`Use ${github} here`, 'prose')).toEqual(['a token of GitHub'])
    expect(read(`Bearer ${jwt}`, 'prose')).toEqual([])
    expect(read(header, 'prose')).toEqual(['? a private key begins here'])
    expect(read('test_mode = true', 'sample')).toEqual([])
    expect(read(`x: ${jwt}`, 'sample')).toEqual(['? a signed token (JWT)'])
    expect(read(`api_key = "${signs}"`, 'sample')).toEqual(['? what looks like a key is written into api_key'])
  })
})

describe('a search', () => {
  let root = ''
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'mw-production-'))
  })
  afterEach(() => rm(root, { recursive: true }))
  const lay = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true })
      await writeFile(path.join(root, name), text)
    }
    return Object.keys(files)
  }

  test('tells each place with its line and reason, and no secret', async () => {
    const files = await lay({
      'src/pay.py': `import os\n\nTEST_MODE = True\nKEY = "${github}"\n`,
      '.env': `DB_PASSWORD=hunter22tide\nAPI=http://127.0.0.1:80\nMAIL_PASSWORD=hunter22ebb\n`,
      'keys/id': `${header}\nMIIE${signs}\n`,
      'src/wide.py': Buffer.from('\ufeffTEST_MODE = True\n', 'utf16le'),
      'src/pay.test.ts': 'TEST_MODE = True',
      'tests/x.py': `KEY = "${github}"`,
    })
    const findings = productionFindings(await searchProduction(root, files))
    expect(findings).toEqual([
      {
        check: 'production_ready',
        what: 'No test mode, mock endpoint or address of this machine is in use',
        found: 'missed',
        by: 'program',
        mayBeFalse: expect.stringMatching(/^[0-9a-f]{16}$/),
        why: 'src/pay.py:3 TEST_MODE is switched on; src/wide.py:1 TEST_MODE is switched on',
        places: [
          { path: 'src/pay.py', line: 3, note: 'TEST_MODE is switched on' },
          { path: 'src/wide.py', line: 1, note: 'TEST_MODE is switched on' },
        ],
      },
      {
        check: 'production_ready',
        what: 'Credentials are configurable and not hard-coded',
        found: 'missed',
        by: 'program',
        mayBeFalse: expect.stringMatching(/^[0-9a-f]{16}$/),
        why: '.env:1 a password is written into DB_PASSWORD; .env:3 a password is written into MAIL_PASSWORD; keys/id:1 a private key begins here; and 1 more',
        places: [
          { path: '.env', line: 1, note: 'a password is written into DB_PASSWORD' },
          { path: '.env', line: 3, note: 'a password is written into MAIL_PASSWORD' },
          { path: 'keys/id', line: 1, note: 'a private key begins here' },
          { path: 'src/pay.py', line: 4, note: 'a token of GitHub' },
        ],
      },
    ])
    const text = JSON.stringify(findings)
    for (const secret of [github, 'hunter22tide', signs]) expect(text).not.toContain(secret)
  })

  test('another value at the same place is another alarm, and the same one is the same', async () => {
    const alarmOf = async (value: string): Promise<string | undefined> => {
      const files = await lay({ 'alarm.env': `DB_PASSWORD=${value}\n` })
      const found = productionFindings(await searchProduction(root, files))
      return found.find(({ found }) => found === 'missed')?.mayBeFalse
    }
    const first = await alarmOf('hunter22tide')
    expect(first).toMatch(/^[0-9a-f]{16}$/)
    expect(await alarmOf('hunter22ebb')).not.toBe(first)
    expect(await alarmOf('hunter22tide')).toBe(first)
  })

  test('reads programs in pages, and what their tags are given, and not what they tell people', async () => {
    const files = await lay({
      'public/a.html': `<p>test_mode = true, and TEST_MODE = true</p>\n<div data-test-mode="true">\n</div>\n`,
      'public/b.html': `<SCRIPT>\nconst TEST_MODE = true\n</SCRIPT>\nTEST_MODE = true\n<script>const apiKey = "${signs}"</script>\n`,
      'public/c.html': `<p>${github}</p>\n<form action="http://localhost:3000/pay">\n`,
    })
    const { faults } = await searchProduction(root, files)
    expect(faults.map((it) => `${it.path}:${it.line} ${it.isSure ? '' : '? '}${it.reason}`)).toEqual([
      'public/a.html:2 data-test-mode is switched on',
      'public/b.html:2 TEST_MODE is switched on',
      'public/b.html:5 what looks like a key is written into apiKey',
      'public/c.html:1 a token of GitHub',
      'public/c.html:2 ? action is an address of this machine',
    ])
  })

  const told = async (files: Readonly<Record<string, string>>): Promise<string[]> =>
    (await searchProduction(root, await lay(files))).faults.map(
      (it) => `${it.path}:${it.line} ${it.isSure ? '' : '? '}${it.reason}`,
    )

  test('looks into what starts the product, and not into what people work on it with', async () => {
    const scripts = {
      start: 'TEST_MODE=1 node app.js',
      'start:dev': 'TEST_MODE=1 node app.js',
      test: 'TEST_MODE=1 DB_PASSWORD=hunter2x9 node --test',
      release: 'PGPASSWORD=hunter2x9 psql -c "select 1"',
      build: 'node build.js && npm run test',
      lint: 'USE_MOCKS=1 lint',
    }
    const pack = { name: 'tides', config: { start: 'TEST_MODE=1' }, scripts }
    const other = { name: 'TEST_MODE=1 x', scripts: { name: 'node x', serve: 'node app.js --port 80' } }
    expect(
      await told({
        'package.json': JSON.stringify(pack, null, 2),
        'one/package.json': JSON.stringify(pack),
        'two/package.json': JSON.stringify(other, null, 2),
        'three/package.json': '{ "scripts": { "start": "TEST_MODE=1 node app.js" }',
        'four/package.json': '[null]',
        'five/package.json': 'null',
      }),
    ).toEqual([
      'one/package.json:1 TEST_MODE is switched on',
      'one/package.json:1 a password is written into PGPASSWORD',
      'package.json:7 TEST_MODE is switched on',
      'package.json:10 a password is written into PGPASSWORD',
    ])
  })

  test('where a secret is to be found is none, nor are rules for what people type; a name of one may be', async () => {
    const key = "'" + signs + "'"
    const files = await lay({
      'config/app.yaml': [
        "password: '%env(DB_PASSWORD)%'",
        'password: ENC(abcdEF1234==)',
        'password: __DB_PASSWORD__',
        'existingSecret: tide-postgres-secret-1',
        'password: null',
        'dsn: https://0123456789abcdef0123456789abcdef@o1.ingest.sentry.io/1',
        'url: https://tide:hunter22tide@example.org',
        '  - name: DB_PASSWORD',
        '    value: arn:aws:secretsmanager:eu-west-1:1:secret:db-a1b2c3',
      ].join('\n'),
      'src/rules.php': [
        "'password' => 'required|min:8|max:64',",
        "'token' => 'required|string|size:64',",
        '"password" => "env:DB_PASSWORD1",',
      ].join('\n'),
      'src/page.js': [
        "const x = { password: '#password1' }",
        'const STORAGE_TOKEN = "tide-auth-token-v2"',
        `const token = ${key}`,
      ].join('\n'),
    })
    const { faults } = await searchProduction(root, files)
    expect(faults.map(({ path: file, line, isSure }) => [file, line, isSure])).toEqual([
      ['config/app.yaml', 6, false],
      ['config/app.yaml', 7, true],
      ['src/page.js', 1, false],
      ['src/page.js', 2, false],
      ['src/page.js', 3, true],
    ])
  })

  test('reads what Kubernetes and systemd give a program, over two lines or wrapped', async () => {
    const files = await lay({
      'deploy/pay.yaml': [
        'env:',
        '  - name: DB_PASSWORD',
        '    value: hunter22tide',
        '  - name: MAIL_PASSWORD',
        '    valueFrom: { secretKeyRef: { name: mail, key: password } }',
        '  - name: PAY_PASSWORD',
        '    value: $(PAY)',
        '  - name: PORT',
        '    value: "8080"',
      ].join('\n'),
      'pay.service': [
        '[Service]',
        'Environment="DB_PASSWORD=hunter22tide"',
        'Environment=TEST_MODE=true LOG=1',
        "Environment='API_TOKEN=$TOKEN' DB_PASSWORD_FILE=/run/secrets/db",
      ].join('\n'),
    })
    const { faults } = await searchProduction(root, files)
    expect(faults.map(({ path: file, line, about, isSure }) => [file, line, about, isSure])).toEqual([
      ['deploy/pay.yaml', 3, 'credential', true],
      ['pay.service', 2, 'credential', true],
      ['pay.service', 3, 'test-mode', true],
    ])
  })

  test('reads a class of settings for tests as settings for tests, up to where it ends', async () => {
    const text = `class Config:
    TEST_MODE = False

class TestingConfig(Config):
    TESTING = True

    TEST_MODE = True
    DB_PASSWORD = "hunter2x9"
class ProductionConfig(Config):
    TEST_MODE = True
`
    expect(await told({ 'config.py': text, 'config.rb': text })).toEqual([
      'config.py:8 ? a password is written into DB_PASSWORD',
      'config.py:10 TEST_MODE is switched on',
      'config.rb:5 ? TESTING is switched on',
      'config.rb:7 TEST_MODE is switched on',
      'config.rb:8 a password is written into DB_PASSWORD',
      'config.rb:10 TEST_MODE is switched on',
    ])
  })

  test('takes a file for a test by what stands in it, where its name alone does not say so', async () => {
    const bad = 'TEST_MODE = true'
    const files = {
      'a/test_client.py': `class TestClient:\n    ${bad}\n`,
      'a/test_pay.py': `def test_pay():\n    ${bad}\n`,
      'a/test_cases.py': `import unittest\n${bad}\n`,
      'a/client_test.py': `${bad}\n`,
      'b/test-files.ts': `export const ${bad}\n`,
      'b/test-pay.ts': `import { test } from 'vitest'\n${bad}\n`,
      'b/smoke-test.js': `describe('pay', () => {\n${bad} })\n`,
      'b/test.js': `require("node:test")\n${bad}\n`,
      'c/SpeedTest.java': `class SpeedTest { boolean ${bad}; }\n`,
      'c/PayTest.java': `class PayTest {\n  @Test void pays() { boolean ${bad}; }\n`,
      'd/test_rig.cpp': `bool ${bad};\n`,
      'd/test_pay.cpp': `#include <gtest/gtest.h>\nbool ${bad};\n`,
    }
    const isOn = 'TEST_MODE is switched on'
    expect(await told(files)).toEqual([
      `a/test_client.py:2 ${isOn}`,
      `b/test-files.ts:1 ${isOn}`,
      `c/SpeedTest.java:1 ${isOn}`,
      `d/test_rig.cpp:1 ${isOn}`,
    ])
  })

  test('finds nothing in what a product is made of', async () => {
    expect(
      await told({
        'src/pay.ts': `const testModeLabel = 'Test'
export async function login(user: string, password: string): Promise<Session> {
  const token = await sign({ user, password: hash(password) }, process.env.SIGNING_KEY)
  return connect('pg', process.env.DATABASE_URL ?? fail('DATABASE_URL'))
}
const retries = process.env.RETRIES ?? 1
`,
        'src/pay.py': `auth = (os.environ["USER"], os.environ["PASSWORD"])
parser.add_argument("--password", help="password of the user")
parser.add_argument("--token", "-t")
logging.debug("login of %s", user)
`,
        Dockerfile: `FROM node:20\nARG DB_PASSWORD\nENV NODE_ENV=production PORT=80\nENV DB_PASSWORD=\${DB_PASSWORD}\nRUN npm test\nHEALTHCHECK CMD curl http://localhost:80/health\n`,
        'scripts/deploy.sh': `set -eu\n: "\${PGPASSWORD:?}"\nread -rs PASSWORD\nTOKEN=$1\ncurl -u "$USER:$PASSWORD" "$URL"\ndocker run -u 1000:1000 -p 80:80 tides\n`,
        'application.properties': 'test.mode=false\nspring.datasource.password=${DB_PASSWORD}\n',
        'pom.xml': '<project>\n<version>1.2.3</version>\n<password>${env.DB_PASSWORD}</password>\n</project>\n',
        'db/init.sql': "CREATE TABLE users (password text NOT NULL);\nCREATE USER tide WITH PASSWORD :'password';\n",
        Makefile: 'test:\n\tTEST_MODE=1 pytest\nbuild:\n\tdocker build .\n',
        'package.json': '{ "name": "tides", "scripts": { "start": "node app.js", "test": "TEST_MODE=1 vitest" } }\n',
        'package-lock.json': '{ "password": "hunter2x9" }\n',
        'docs/use.md': "CREATE USER tide WITH PASSWORD 'hunter2x9'\ncurl -u tide:hunter2x9 x\n",
        'examples/start.sh': 'PGPASSWORD=hunter2x9 TEST_MODE=1 psql\n',
      }),
    ).toEqual([])
  })

  test('raises no alarm for documents, tests, samples, examples and fixtures', async () => {
    const bad = `MOCK_PAYMENTS = True\nclient = MockPaymentClient()\napi_key = "${signs}"\nBASE = "http://localhost:3000"\nx = "${jwt}"\n`
    const files = await lay({
      'README.md': bad,
      'docs/use.html': `<script>${bad}</script>`,
      'docs/conf.py': bad,
      'examples/a.py': bad,
      'samples/config/a.yml': bad,
      'tests/a.py': bad,
      'src/a.test.ts': bad,
      'src/fixtures/a.ts': bad,
      '.env.example': bad,
      'config.sample.toml': bad,
    })
    expect((await searchProduction(root, files)).faults).toEqual([])
  })

  test('that finds nothing has met it; what is only possible, or was not looked at, is unknown', async () => {
    const found = async (files: string[], limits = searchLimits): Promise<string[]> =>
      productionFindings(await searchProduction(root, files, limits)).map(({ found, why }) => `${found}: ${why}`)
    const files = await lay({ 'a.py': 'print("tides")\n', 'b.py': 'if TEST_MODE: pass\n' })
    expect(await found(['a.py'])).toEqual([
      'met: nothing of that was found in 1 files',
      'met: nothing of that was found in 1 files',
    ])
    expect(await found(files)).toEqual([
      'unknown: b.py:1 there is a switch for a test mode; a person or an agent has to judge it',
      'met: nothing of that was found in 2 files',
    ])
    for (const limits of [{ bytes: 1 }, { limitMs: -1 }, { fileBytes: 3 }])
      expect((await found(files, { ...searchLimits, ...limits }))[1]).toMatch(
        /^unknown: not all files were looked at \(/,
      )
    expect((await found(['b.py', 'gone.py']))[1]).toBe('met: nothing of that was found in 1 files')
  })

  test('keeps to its limits, skips what is no text, and does not leave the project', async () => {
    const outside = await mkdtemp(path.join(os.tmpdir(), 'mw-outside-'))
    try {
      await writeFile(path.join(outside, 'x.py'), 'TEST_MODE = True')
      const files = await lay({
        'many.py': 'TEST_MODE = True\n'.repeat(1_000),
        'binary.dat': Buffer.concat([Buffer.from([0]), Buffer.from('TEST_MODE = True')]),
        'long.js': `${'x'.repeat(3_990)} KEY = "${github}" ${'y'.repeat(9_000)}`,
      })
      await symlink(path.join(outside, 'x.py'), path.join(root, 'out.py'))
      await symlink('..', path.join(root, 'up'))
      const all = [...files, 'out.py', 'up/x.py', `../${path.basename(outside)}/x.py`, '/etc/passwd']
      const { faults, left } = await searchProduction(root, all, { ...searchLimits, places: 20 })
      expect(faults.map((it) => it.path).filter((it, at, list) => list.indexOf(it) === at)).toEqual([
        'long.js',
        'many.py',
      ])
      expect(faults).toHaveLength(20)
      expect(left).toEqual(['all from out.py on'])
      expect((await searchProduction(root, all.slice(3))).faults).toEqual([])
    } finally {
      await rm(outside, { recursive: true })
    }
  })

  test('costs what its text is long, whatever stands in it', async () => {
    const half = 'a="b'.repeat(100_000)
    const long = [
      '<'.repeat(50_000),
      '<script'.repeat(10_000),
      'eyJ'.repeat(30_000),
      'eyJaaaaaaaa.'.repeat(10_000),
      'Mock'.repeat(20_000),
      'Fake'.repeat(20_000),
      'ws://'.repeat(20_000),
      'class '.repeat(20_000),
      'Bearer '.repeat(20_000),
      'mock_'.repeat(20_000),
      '"'.repeat(400_000),
      'a='.repeat(200_000),
      'x://@'.repeat(80_000),
      'SG.a'.repeat(100_000),
      'curl -u '.repeat(40_000),
      'curl -u a:'.repeat(30_000),
      'mysql -p'.repeat(30_000),
      '--token '.repeat(40_000),
      'auth("a",'.repeat(30_000),
      'auth=("a","'.repeat(30_000),
      'connection('.repeat(30_000),
      'user password '.repeat(20_000),
      'identified by '.repeat(20_000),
      '<a>'.repeat(80_000),
      'name="a" '.repeat(30_000),
      'MockA'.repeat(40_000),
      'test_mode.'.repeat(30_000),
      'mode)])'.repeat(40_000),
      'a ?? "'.repeat(40_000),
      '${A:-'.repeat(40_000),
      '${A:'.repeat(40_000),
      'host=db password='.repeat(20_000),
      'setPassword('.repeat(30_000),
      'import mock.'.repeat(30_000),
      'from mock '.repeat(30_000),
      'from "./mock/'.repeat(30_000),
      'sandbox?'.repeat(40_000),
      'modesandbox'.repeat(30_000),
      '"a".equals(password'.repeat(20_000),
      'password == '.repeat(30_000),
      '" the '.repeat(40_000),
      'x string '.repeat(30_000),
      half,
    ].join('\n')
    const files = await lay({ 'a.yaml': long, 'a.html': long, 'a.py': long, 'b.yaml': half })
    const { faults, left } = await searchProduction(root, files, {
      ...searchLimits,
      fileBytes: 16_000_000,
      limitMs: 60_000,
    })
    expect(left).toEqual([])
    expect(faults.every((it) => it.reason.length < 200)).toBe(true)
  })
})
