/** Makes many folders with others that make the same ones, and says what the system refused. */

import path from 'node:path'
import { makeFolders } from '../../../src/system/own-folder.ts'

const [base = '', count = '0'] = process.argv.slice(2)
process.stdout.write('ready\n')
process.stdin.once('data', () => {
  const refused: string[] = []
  for (let at = 0; at < Number(count); at += 1)
    try {
      makeFolders(path.join(base, `${at}`, 'a', 'b'))
    } catch (error) {
      refused.push(String(error))
    }
  process.stdout.write(`${JSON.stringify(refused.slice(0, 3))}\n`)
  process.exit(0)
})
