/** Settings that a file spreads over lines or wraps, as the one line that they come to: what a program is given by Kubernetes, systemd or Terraform. */

const named = /^\s{0,80}(?:-\s{1,8})?name:\s{1,8}["']?([A-Za-z_]\w{0,80})["']?\s{0,8}$/
const valued = /^\s{0,80}value:\s{1,8}(\S.{0,400})$/
const unit = /^\s{0,8}Environment=(.{1,1000})$/
const wrapped = /"([^"=]{1,80}=[^"]{0,400})"|'([^'=]{1,80}=[^']{0,400})'|(?:^|\s)([A-Za-z_]\w{0,80}=[^\s"']{0,400})/g

const variable = /^\s{0,8}variable\s{1,8}"([A-Za-z_]\w{0,80})"\s{0,8}\{(.{0,1000})$/
const byDefault = /(?:^|[\s{])default\s{0,20}=\s{0,8}("[^"\r\n]{1,400}")/

/** What a variable of Terraform is where nobody says otherwise: a line each. */
function defaultsOfVariables(): (line: string) => readonly string[] {
  let name: string | null = null
  return (line) => {
    const [, begun, behind = ''] = variable.exec(line) ?? []
    name = begun ?? (line.startsWith('}') ? null : name)
    const value = name === null ? undefined : byDefault.exec(begun === undefined ? line : behind)?.[1]
    return value === undefined ? [] : [`${name ?? ''} = ${value}`]
  }
}

/**
 * For the lines of one file, in their order.
 *
 * @param file its path
 * @returns of a line what it sets, as `NAME: value` or `NAME=value`; nothing where it reads by itself
 */
export function entriesOf(file: string): (line: string) => readonly string[] {
  if (/\.service$/.test(file))
    return (line) => [...(unit.exec(line)?.[1] ?? '').matchAll(wrapped)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  if (/\.tf$/.test(file)) return defaultsOfVariables()
  if (!/\.ya?ml$/i.test(file)) return () => []
  let name: string | null = null
  return (line) => {
    const value = name === null ? undefined : valued.exec(line)?.[1]
    const read = name === null || value === undefined ? [] : [`${name}: ${value}`]
    name = named.exec(line)?.[1] ?? null
    return read
  }
}
