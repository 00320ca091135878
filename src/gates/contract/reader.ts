/**
 * The reader: a small program of its own that reads signatures, so that a file which takes too long or too much memory ends
 * it and nothing else. Files come on its input, one line of JSON goes out behind `answerMark`.
 */

import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { answerMark, type Asked } from './reader-words.ts'
import { readFiles } from './read-files.ts'

// Half a gigabyte for the parsers. A Node that does not know the flag says so on stderr, and goes on.
setFlagsFromString('--wasm-max-mem-pages=8192')

const { files } = JSON.parse(readFileSync(0, 'utf8')) as Asked

readFiles(files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes, 'base64') }))).then(
  (read) => {
    process.stdout.write(`\n${answerMark}${JSON.stringify(read)}\n`)
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  },
)
