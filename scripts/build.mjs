// Bundles the command line and the library, and writes the type declarations.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import { bundle } from './bundle.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
await bundle(path.join(root, 'dist'))
execFileSync(
  process.execPath,
  [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', path.join(root, 'tsconfig.build.json')],
  {
    stdio: 'inherit',
  },
)
