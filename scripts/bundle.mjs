// Bundles the command line and the library into a folder: `node scripts/bundle.mjs FOLDER`.
//
// Starting up is dominated by reading and compiling files: `cli.js` holds what reads the words of a call, and each of the
// commands that are called most is one more file with all that it needs. Everything else that is imported on demand is bundled
// apart, with the parts it shares split off. All of it is CommonJS: Node takes a fifth longer to start with an ES module.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { licencesOf } from './licences.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const src = path.join(root, 'src')
const require = createRequire(import.meta.url)

/** The commands that are called most, each in one file with all that it needs. */
const quick = ['check', 'graph', 'why', 'status', 'run', 'resume'].map((name) => `cli/commands/${name}`)

/** Leaves what is imported on demand by the module `of` outside, but for its words, and collects it in `found`. */
const onDemand = (of, found) => ({
  name: 'on-demand',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path: wanted, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const name = path.relative(src, path.resolve(resolveDir, wanted)).split(path.sep).join('/')
      if (name.startsWith('reports/')) return undefined
      found.add(name.replace(/\.ts$/, ''))
      const from = path.posix.relative(path.posix.dirname(of), name.replace(/\.ts$/, '.js'))
      return { path: from.startsWith('.') ? from : `./${from}`, external: true }
    })
  },
})

/** Commander loads Node's child_process for commands that are programs of their own; we have none, and it is slow to load. */
const noPrograms = {
  name: 'no-programs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes(`node_modules${path.sep}commander`) ? { path: 'none', namespace: 'no-programs' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'no-programs' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** Node's modules that take a millisecond or more to load, and that most calls have no use for. */
const large = ['node:child_process', 'node:crypto', 'node:net', 'node:timers/promises']

/** Loads these when something of them is first asked for: to import one is to load it, and all that it needs. */
const whenAsked = {
  name: 'when-asked',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path: name, namespace }) =>
      namespace !== 'when-asked' && large.includes(name) ? { path: name, namespace: 'when-asked' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'when-asked' }, ({ path: name }) => ({
      contents: Object.keys(require(name))
        .map(
          (key) =>
            `Object.defineProperty(exports, '${key}', { enumerable: true, get: () => require('${name}').${key} })`,
        )
        .join('\n'),
    }))
  },
}

/** How a file is written; esbuild knows no CommonJS in parts, so that these become it in a second step. */
const commonJs = {
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  // What is imported on demand is required on demand.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
  // Names stay, so that a report of our own fault can be read.
  minifySyntax: true,
  minifyWhitespace: true,
}

/** What is required on demand is found from the file that asks: esbuild's own function would look from the part it lies in. */
function ownRequire(text) {
  return text.replaceAll('__require("', 'require("')
}

/** Writes both bundles into `folder`, which is emptied first. */
export async function bundle(folder) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  const common = {
    ...commonJs,
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    // What ships native code stays outside.
    external: ['libsql'],
    // Its other form asks for its parts when it runs, which no bundle has.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    define: { ...commonJs.define, __MILLWRIGHT_VERSION__: JSON.stringify(version) },
    loader: { '.txt': 'text' },
    // All of them stand in one file, with the words of the licences.
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  }
  const found = new Set()
  const alone = ['cli/main', ...quick]
  const files = await Promise.all(
    alone.map((name) =>
      build({
        ...common,
        entryPoints: { [name]: `src/${name}.ts` },
        plugins: [onDemand(name, found), noPrograms, whenAsked],
      }),
    ),
  )
  const rest = await build({
    ...common,
    entryPoints: [
      'src/index.ts',
      ...[...found]
        .filter((name) => !quick.includes(name))
        .map((name) => `src/${name}.ts`)
        .sort(),
    ],
    outbase: 'src',
    format: 'esm',
    splitting: true,
    write: false,
    chunkNames: 'parts/[name]-[hash]',
    plugins: [noPrograms, whenAsked],
  })
  for (const { path: file, text } of rest.outputFiles) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, (await transform(ownRequire(text), commonJs)).code)
  }
  // Programs of their own; the supervisor is as small as can be, since to start another one costs as much as it has memory.
  const programs = await build({
    ...common,
    entryPoints: {
      cli: 'src/cli/start.ts',
      supervisor: 'src/system/supervisor.ts',
      'contract-reader': 'src/gates/contract/reader.ts',
      checker: 'src/gates/verification/checker.ts',
    },
  })
  const built = [...files, rest, programs]
  const warnings = built.reduce((sum, it) => sum + it.warnings.length, 0)
  if (warnings > 0) throw new Error(`the bundle has ${warnings} warnings: they are faults until they are mended`)
  // Data that is read as it is: whose language is a file here has its signatures read.
  cpSync(path.join(src, 'gates/contract/languages'), path.join(folder, 'languages'), { recursive: true })
  chmodSync(path.join(folder, 'cli.js'), 0o755)
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "commonjs" }\n')
  // What agents are told lies beside the program as files that people can read.
  cpSync(path.join(root, 'prompts'), path.join(folder, 'prompts'), { recursive: true })
  const inputs = built.flatMap((it) => Object.keys(it.metafile.inputs))
  writeFileSync(path.join(folder, 'licences.txt'), licencesOf(root, inputs))
  compile(folder)
}

/**
 * Calls the commands that are called most on a small plan, and keeps what V8 compiled of them beside each file. Each call
 * takes over what the ones before it kept. What fails here is not kept, and the program starts without it.
 */
function compile(folder) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'millwright-compile-'))
  const task = (id, more) => `- [ ] ${id} Do it\n  files: ${id}.md (CREATE)\n${more}`
  writeFileSync(
    path.join(scratch, 'tasks.md'),
    `## Phase 06: Implementation\n\n${task('T001', '')}${task('T002', '  blocked_by: [T001]\n')}`,
  )
  for (const words of [
    ['--help'],
    ['check', 'tasks.md'],
    ['status', 'tasks.md'],
    ['graph', 'tasks.md'],
    ['run', 'tasks.md', '--workspace', 'none', '--exec', 'true'],
    ['resume', 'tasks.md'],
    ['why', 'tasks.md', 'T002'],
    ['status', 'tasks.md'],
  ])
    spawnSync(
      process.execPath,
      ['-r', path.join(root, 'scripts/keep-compiled.cjs'), path.join(folder, 'cli.js'), ...words],
      {
        cwd: scratch,
        env: { PATH: process.env.PATH, HOME: scratch },
        stdio: 'ignore',
      },
    )
  rmSync(scratch, { recursive: true, force: true })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(path.resolve(process.argv[2] ?? 'dist'))
