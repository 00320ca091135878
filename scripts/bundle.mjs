// Bundles the command line and the library into a folder: `node scripts/bundle.mjs FOLDER`.
//
// Starting up is dominated by reading and compiling files: `cli.js` holds what reads the words of a call, and each of the
// commands that are called most is one more file with all that it needs. Everything else that is imported on demand is bundled
// apart, with the parts it shares split off.
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const src = path.join(root, 'src')

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

/** Writes both bundles into `folder`, which is emptied first. */
export async function bundle(folder) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  rmSync(folder, { recursive: true, force: true })
  const common = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // What ships native code stays outside.
    external: ['libsql'],
    define: { __MILLWRIGHT_VERSION__: JSON.stringify(version) },
    banner: {
      js: "import { createRequire as __millwrightRequire } from 'node:module';const require = __millwrightRequire(import.meta.url);",
    },
    loader: { '.txt': 'text' },
    legalComments: 'none',
    logLevel: 'warning',
    // Names stay, so that a report of our own fault can be read.
    minifySyntax: true,
    minifyWhitespace: true,
  }
  const found = new Set()
  const alone = [['cli', 'cli/main'], ...quick.map((name) => [name, name])]
  const files = await Promise.all(
    alone.map(([out, name]) =>
      build({ ...common, entryPoints: { [out]: `src/${name}.ts` }, plugins: [onDemand(out, found), noPrograms] }),
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
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    plugins: [noPrograms],
  })
  // A program of its own, as small as can be: to start another one costs as much as it has memory.
  const supervisor = await build({ ...common, entryPoints: { supervisor: 'src/system/supervisor.ts' } })
  const warnings = [...files, rest, supervisor].reduce((sum, it) => sum + it.warnings.length, 0)
  if (warnings > 0) throw new Error(`the bundle has ${warnings} warnings: they are faults until they are mended`)
  chmodSync(path.join(folder, 'cli.js'), 0o755)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(path.resolve(process.argv[2] ?? 'dist'))
