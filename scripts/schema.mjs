// Writes schema/millwright.schema.json from the schema in the source; `--check` only says whether it is up to date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.dirname(import.meta.dirname)
const target = path.join(root, 'schema', 'millwright.schema.json')
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['src/config/schema.ts'],
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
    console.error('schema/millwright.schema.json is stale; run: node scripts/schema.mjs')
    process.exitCode = 1
  }
} else {
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, jsonSchemaText())
}
