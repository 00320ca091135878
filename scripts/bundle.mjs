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
import { hashFile, sourcesHash } from './sources-hash.mjs'

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
  // The last of all: a bundle without it is half there.
  writeFileSync(path.join(folder, hashFile), sourcesHash(root))
}

/**
 * Calls the commands on two small plans in a repository, and keeps what V8 compiled of them beside each file. Each call
 * takes over what the ones before it kept. What fails here is not kept, and the program starts without it.
 */
function compile(folder) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'millwright-compile-'))
  const env = { PATH: process.env.PATH, HOME: scratch, XDG_STATE_HOME: path.join(scratch, '.state') }
  const keep = path.join(root, 'scripts/keep-compiled.cjs')
  const call = (...words) =>
    spawnSync(process.execPath, ['-r', keep, path.join(folder, 'cli.js'), ...words], {
      cwd: scratch,
      env,
      stdio: 'ignore',
    })
  for (const [name, text] of Object.entries(samples)) writeFileSync(path.join(scratch, name), text)
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
    [...who, 'commit', '-q', '-m', 'Begin'],
  ])
    spawnSync('git', words, { cwd: scratch, env, stdio: 'ignore' })
  call('--help')
  // Each asks about its first draft, and goes on behind the answer.
  for (const plan of ['tasks.md', 'spec_tides.md']) {
    call('check', plan)
    call('run', plan, '--exec', 'sh agent.sh', '--mode', 'collaborative', '--yes')
    call('review', 'show', 'R1', '--plan', plan)
    call('review', 'approve', 'R1', '--plan', plan)
    call('resume', plan, '--yes')
    call('status', plan)
  }
  for (const verb of ['why', 'skip', 'unblock', 'accept']) call(verb, 'tasks.md', 'T002')
  for (const words of [
    ['graph', 'tasks.md'],
    ['review', '--plan', 'tasks.md'],
  ])
    call(...words)
  for (const verb of ['log', 'report', 'verify', 'rebuild']) call(verb, 'spec_tides.md')
  rmSync(scratch, { recursive: true, force: true })
}

const task = (id, more) => `- [ ] ${id} Do it\n  files: ${id}.md (CREATE)\n${more}`

/** What lies in the repository of the calls: as little as takes the ways that most calls take. */
const samples = {
  'agent.sh': 'touch "$MILLWRIGHT_TASK.md"\n',
  'tasks.md': `## Phase 06: Implementation\n\n${task('T001', '')}${task('T002', '  blocked_by: [T001]\n')}`,
  'spec_tides.md': `# SPEC: tides

## Goal
Write down the tides of a day.

## Task [1]: Write the tides
- Step 1: Write them
  - Primary method: Write 1.md
  - Backup 1: Write 1.md in another way
  - Expected output: \`1.md\` exists

## Definition of Complete
- [ ] \`1.md\` exists
`,
  'parameters_tides.toml': `[goal]
description = "Write down the tides of a day."

[software_stack]
primary_language = "Markdown"
deployment_type = "document"

[[tasks]]
id = 1
description = "Write the tides"
mode = "dynamic"
critical = true

[[tasks.steps]]
id = 1
action = "Write them"
expected_output = "\`1.md\` exists"

[[tasks.steps.backups]]
id = 1
action = "Write 1.md in another way"
justification = "The first way may fail"
`,
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(path.resolve(process.argv[2] ?? 'dist'))
