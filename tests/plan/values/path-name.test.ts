/** Which words in back-ticks are names of files, and which only look like one. */

import { expect, test } from 'vitest'
import { outputsNamed, pathsNamed } from '../../../src/plan/values/named-paths.ts'

const demanded = (text: string): readonly string[] => outputsNamed(text).map(({ path }) => path)
const sure = (text: string): readonly string[] =>
  pathsNamed(text).paths.flatMap(({ path, isSure }) => (isSure ? [path] : []))

test.each([
  'Übersicht.md',
  'docs/日本語.md',
  'отчёт.md',
  'docs/u\u0308ber uns.html',
  'docs/my report.md',
  '日本語/報告 書.md',
  'docs/Plan (draft).pdf',
  'R&D.md',
  'app/[id]/page.tsx',
  'app/(shop)/layout.tsx',
  'src/[[...slug]]/page.tsx',
  'api/[userKey].get.ts',
  'infra/main.tf',
  'data/a.parquet',
  'models/final.onnx',
  'Cargo.lock',
  'prod.tfvars',
  'build.gradle.kts',
  'schema.prisma',
  'a.sol',
  'model.bin',
  'Gemfile',
  '.gitignore',
  '.eslintrc.json',
  'go.mod',
])('`%s` is a file, whatever else is said', (name) => {
  expect(demanded(`\`${name}\``)).toEqual([name])
  expect(demanded(`\`${name}\` with all tides`)).toEqual([name])
  expect(sure(`\`${name}\` exists`)).toEqual([name])
})

test.each([
  'feature/login',
  'feature/v2.beta',
  'Node.js',
  'user.name',
  'config.port',
  'Mutex.lock',
  'v1.2.3',
  'docs/v1.2',
  'a.b.c()',
  'f(x).md',
  'example.com/x.html',
  'www.tides.example/a.pdf',
  'application/vnd.ms-excel',
  'app/models.User',
  'fs/promises.readFile',
  'utils/math.add',
  'my.host/api.things',
  'report_[date].md',
  'reports/[date].md',
  'report_{date}.md',
  'a[0-9].md',
  '.md',
  '.d.ts',
  'cat a.md',
  'git add docs/a.md',
  'npm run x.js',
  './run.sh a.md',
  'bin/tiller a.md',
  'tiller report.md',
  'tiller out/report.md',
  'Get-Item x.ps1',
  'tiller --out a.md',
  'Update README.md',
  'the report.md',
  'a.md b.md',
  'a.md and b.md',
  'src/a.ts, b.ts',
  "'a.md'",
  '/usr/bin/tiller a.md',
  'GET /api/tides.csv',
  'Processing tides.csv',
  'process.env',
  'data/levels.tide',
  'library/nginx.latest',
  'console.log',
  'response.json',
  'vue.js',
  'com.example.app',
  'import.meta.env',
])('`%s` demands nothing', (name) => {
  expect(demanded(`\`${name}\` with all tides`)).toEqual([])
  expect(sure(`\`${name}\` exists`)).toEqual([])
})

test.each([
  'tiller report.md',
  'tiller out/report.md',
  'report_{date}.md',
  'git add docs/a.md',
  'GET /api/tides.csv',
  'my report.md',
])('where nothing else is said, `%s` demands nothing either', (name) => {
  expect(demanded(`\`${name}\``)).toEqual([])
})

test.each(['tiller report.md', 'User Guide.pdf', 'Terms and Conditions.md', 'report (1).md'])(
  'words that may be a command or a sentence count where a file of that name is there: `%s`',
  (path) => {
    expect(pathsNamed(`\`${path}\` exists`).paths).toEqual([{ path, form: 'path', isSure: false }])
  },
)

test('behind a folder any ending may be one of a file: it is demanded where nothing else is said', () => {
  expect(demanded('`data/levels.tide`')).toEqual(['data/levels.tide'])
  expect(pathsNamed('`data/levels.tide` exists').paths).toMatchObject([{ path: 'data/levels.tide', isSure: false }])
})

test('outside of back-ticks words end at spaces, and letters are those of scripts with spaces', () => {
  expect(sure('my report.md and Übersicht.md exist')).toEqual(['report.md', 'Übersicht.md'])
  expect(sure('日本語のreport.md')).toEqual([])
  expect(sure('see fs/promises.open and data/levels.tide')).toEqual([])
})
