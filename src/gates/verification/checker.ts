/**
 * The checker: a small program of its own that holds a file against a pattern or a schema, so that one of them which takes too
 * long or too much memory ends it and nothing else. What it is asked comes on its input, one line of JSON goes out.
 */

import { readFileSync } from 'node:fs'
import { answerMark, type Asked } from './checker-words.ts'
import { check } from './check.ts'

process.stdout.write(`\n${answerMark}${JSON.stringify(check(JSON.parse(readFileSync(0, 'utf8')) as Asked))}\n`)
