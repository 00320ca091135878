/** Which files of a project are looked through for what must not be in production, and as what they are read. */

import path from 'node:path'
import { isTestFile, liesWithTests } from '../../plan/test-files.ts'
import { mayBeTest } from './production-tests.ts'
import { isWording } from './production-wording.ts'

/**
 * As what a line is read.
 * `sample`: of settings that are not those of production; a switch there switches nothing.
 * `wording`: of what a product says to people in their language; a label there is called as the field is.
 * `prose`: of documents and examples; only what is a secret whatever stands around it is looked for in them.
 */
export type LineKind = 'source' | 'configuration' | 'sample' | 'wording' | 'prose'

/**
 * How a file gives a text to a name. `quoted`: in quotes, as programs do. `unquoted`: without, one to a line, as in `.env`, `.ini`,
 * `.properties` and YAML. `shell`: right behind a `=`.
 */
export type ValueForm = 'quoted' | 'unquoted' | 'shell'

/** `markup`: scripts and tags are source, and what stands between them prose (`linesOfMarkup`). */
export type FileKind = LineKind | 'markup'

/** Folders of what others wrote, and of what is built. */
const foreign: ReadonlySet<string> = new Set([
  'node_modules',
  'vendor',
  'third_party',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  '.next',
  '.nuxt',
  'site-packages',
  'e2e',
  'cypress',
  'playwright',
  'storybook',
  '.storybook',
])

const locks =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|go\.sum|[^/]+\.lock|packages\.lock\.json|Package\.resolved)$/i
const noText =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|svg|pdf|zip|gz|tgz|bz2|xz|7z|rar|jar|war|whl|exe|dll|so|dylib|a|o|class|pyc|wasm|woff2?|ttf|otf|eot|mp[34]|wav|ogg|webm|mov|db|sqlite3?|parquet|npy|bin|min\.js|min\.css|map)$/i
const prose = /\.(?:md|mdx|markdown|rst|txt|adoc|org|tex)$/i
const markup = /\.x?html?$/i
/** Files that only tests use, and are none. */
const forTests = /^(?:conftest\.py|pytest\.ini|tox\.ini|(?:vitest|jest)[.-][^/]*)$/
/** The same of tools that test in a browser, which log in there: only what is a secret whatever stands around it is looked for. */
const ofBrowsers =
  /^(?:cypress\.json|(?:cypress|playwright|karma|wdio|nightwatch|protractor|codecept)(?:-ct)?(?:\.(?:conf|config|env)){1,2}\.(?:[cm]?[jt]s|json))$/
/** What shows a component with what it may be given. */
const stories = /\.stor(?:y|ies)\.(?:[cm]?[jt]sx?|vue|svelte)$/i
/** Folders of documents, examples and doubles, whatever lies in them. */
const aside =
  /^(?:examples?|samples?|demos?|docs?|documentation|mocks?|stubs|(?:sample|test|example)[-_](?:data|files))$/i
/** Files that show what another one is to look like. */
const shows = /(?:^|[._-])(?:examples?|samples?)(?:[._-]|$)/i
const showsSettings = /(?:^|[._-])(?:template|tpl|dist)(?:[._-]|$)/i
const configuration = /\.(?:toml|ya?ml|json|ini|cfg|conf|properties|plist|env|tf|tfvars|hcl)$/i
/** A part of a name that says that a file is not the one that production uses. */
const notForProduction = /(?:^|[._-])(?:tests?|testing|dev|devel|development|local|staging|ci|mock|mocks)(?:[._-]|$)/i
/** Files of tools with which a project is worked on. */
const tools =
  /^(?:package\.json|tsconfig[^/]*\.json|jsconfig\.json|\.eslintrc[^/]*|\.prettierrc[^/]*|composer\.json|setup\.cfg|\.gitlab-ci\.ya?ml|\.travis\.ya?ml|azure-pipelines\.ya?ml)$/i

/** What a file is read as; null for one that is not looked through: tests, lock files, binary ones, what others wrote. */
export function fileKind(file: string): FileKind | null {
  const name = path.posix.basename(file)
  const folders = path.posix.dirname(file).split('/')
  if (folders.some((it) => foreign.has(it)) || locks.test(name) || noText.test(name)) return null
  if (liesWithTests(file) || forTests.test(name)) return null
  if (ofBrowsers.test(name) || stories.test(name)) return 'prose'
  if (isTestFile('exit-code', file) && !mayBeTest(file)) return null
  if (prose.test(name) || shows.test(name) || folders.some((it) => aside.test(it))) return 'prose'
  if (isWording(file)) return 'wording'
  if (markup.test(name)) return 'markup'
  const isEnvironment = /^\.env(?:\.|$)/i.test(name)
  const isConfiguration =
    isEnvironment ||
    configuration.test(name) ||
    /^(?:config|settings)\.[a-z]+$/i.test(name) ||
    folders.some((it) => /^(?:config|configs|settings|deploy|k8s|helm)$/i.test(it))
  if (!isConfiguration) return recipe.test(name) && notForProduction.test(name) ? 'sample' : 'source'
  if (showsSettings.test(name)) return 'prose'
  const isTool = tools.test(name) || folders.some((it) => /^\.(?:github|gitlab|vscode|circleci|husky)$/.test(it))
  const isSample = notForProduction.test(isEnvironment ? name.slice(4) : name)
  return isTool || isSample ? 'sample' : 'configuration'
}

const ofApi = /(?:^|[{\s])["']?(?:openapi|swagger)["']?\s{0,4}:\s{0,4}["']?[23]\./
/** Where a document says what it is. */
const head = 400

/** Whether settings are none, and describe an interface with examples (OpenAPI). */
export function describesApi(text: string): boolean {
  return ofApi.test(text.slice(0, head))
}

/** Recipes of containers. */
const recipe = /^(?:[^/]+\.)?(?:Dockerfile|Containerfile)(?:\.[^/]+)?$/i

/** How values are given in a file. */
export function valueForm(file: string): ValueForm {
  const name = path.posix.basename(file)
  if (/^\.env(?:\.|$)|\.(?:ini|cfg|conf|properties|ya?ml|env)$|^(?:GNU)?Makefile$|\.mk$/i.test(name)) return 'unquoted'
  return recipe.test(name) || /\.(?:sh|bash|zsh|ksh|bat|cmd|envrc)$|^(?:\.envrc|Procfile)$/i.test(name)
    ? 'shell'
    : 'quoted'
}
