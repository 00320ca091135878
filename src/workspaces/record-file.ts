/** One value in a file of ours, written so that a reader sees the old one or the new one. */

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

export interface RecordFile<T> {
  /** Null where nothing was written yet, or it was cleared. */
  read(): T | null
  write(value: T): void
  clear(): void
}

/**
 * @param file absolute path
 */
export function recordFile<T>(file: string): RecordFile<T> {
  return {
    read() {
      const bytes = bytesOf(file)
      return bytes === null ? null : (JSON.parse(Buffer.from(bytes).toString('utf8')) as T)
    },
    write(value) {
      writeFileSync(`${file}.next`, JSON.stringify(value), { flush: true })
      renameSync(`${file}.next`, file)
    },
    clear: () => rmSync(file, { force: true }),
  }
}

function bytesOf(file: string): Uint8Array | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
