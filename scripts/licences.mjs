// The licences of the packages that a bundle holds: who passes their code on passes these on, too.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @param root folder of the project
 * @param inputs paths of the files that were bundled, relative to it
 * @returns name, version and the words of the licence of each package among them, by name
 * @throws when a package has none
 */
export function licencesOf(root, inputs) {
  const folders = new Set(
    [...inputs].flatMap((it) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(it)?.[1] ?? []).sort(),
  )
  const told = [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))
    const file = readdirSync(path.join(root, folder)).find((it) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(it))
    if (file === undefined) throw new Error(`${name} has no licence`)
    return `${name} ${version}\n\n${readFileSync(path.join(root, folder, file), 'utf8').trim()}\n`
  })
  return told.join(`\n${'-'.repeat(80)}\n\n`)
}
