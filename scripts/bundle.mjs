// Bundles the command line and the library into a folder: `node scripts/bundle.mjs FOLDER`.
//
// Two bundles, because starting up is dominated by reading and compiling files: `cli.js` holds, in one file, what the
// quick commands need; everything else that is imported on demand is bundled apart, with the parts it shares split off.
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const src = path.join(root, 'src')

/** Modules imported on demand that belong to the quick commands: they go into `cli.js`. */
const quick = /^(cli\/commands\/(check|graph|why)\.ts|reports\/)/

/** Leaves what is imported on demand and not quick outside, and collects it in `found`. */
const onDemand = (found) => ({
  name: 'on-demand',
  setup({ onResolve }) {
    onResolve({ filter: /\.ts$/ }, ({ kind, path: wanted, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const name = path.relative(src, path.resolve(resolveDir, wanted)).split(path.sep).join('/')
      if (quick.test(name)) return undefined
      found.add(name)
      return { path: `./${name.replace(/\.ts$/, '.js')}`, external: true }
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
  const cli = await build({
    ...common,
    entryPoints: { cli: 'src/cli/main.ts' },
    plugins: [onDemand(found), noPrograms],
  })
  const rest = await build({
    ...common,
    entryPoints: ['src/index.ts', ...[...found].sort().map((name) => `src/${name}`)],
    outbase: 'src',
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    plugins: [noPrograms],
  })
  // A program of its own, as small as can be: to start another one costs as much as it has memory.
  const supervisor = await build({ ...common, entryPoints: { supervisor: 'src/system/supervisor.ts' } })
  const warnings = cli.warnings.length + rest.warnings.length + supervisor.warnings.length
  if (warnings > 0) throw new Error(`the bundle has ${warnings} warnings: they are faults until they are mended`)
  chmodSync(path.join(folder, 'cli.js'), 0o755)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(path.resolve(process.argv[2] ?? 'dist'))
