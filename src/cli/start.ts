#!/usr/bin/env node
/** Where the program begins: loads the rest of it as it was compiled when it was built. */

import path from 'node:path'
import { loadCompiled } from './load-compiled.ts'

const { main } = loadCompiled(path.join(import.meta.dirname, 'cli', 'main.js')) as { readonly main: () => void }
main()
