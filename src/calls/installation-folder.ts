/** Where the running program is installed: what ships with it lies there. */

import path from 'node:path'
import { textOfFile } from '../system/files.ts'

/** The folder of the running installation: its own examples are as trusted as the program itself. */
export function installationFolder(): string | null {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json')
    const text = textOfFile(manifest)
    // The first manifest with a name is ours or nobody's: whatever lies above it is somebody else's project. The one of the
    // bundle only says of what kind its files are.
    if (text?.includes('"name":') === true) return text.includes('"name": "millwright"') ? folder : null
    if (path.dirname(folder) === folder) return null
  }
}
