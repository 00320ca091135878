// Writes the published JSON Schemas from the schemas in the source; `--check` only says whether they are up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.dirname(import.meta.dirname)
const schemas = {
  'millwright.schema.json': 'src/config/schema.ts',
  'progress.schema.json': 'src/reports/spec/progress/schema.ts',
}

for (const [name, source] of Object.entries(schemas)) {
  const target = path.join(root, 'schema', name)
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
  })
  const { jsonSchemaText } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  )
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== jsonSchemaText()) {
      console.error(`schema/${name} is stale; run: node scripts/schema.mjs`)
      process.exitCode = 1
    }
  } else {
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, jsonSchemaText())
  }
}
