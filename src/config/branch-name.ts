/** Names of branches: which ones git takes. */

const forbidden = ' ~^:?*[\\'

/**
 * Whether git takes a name for a branch, by the rules of `git check-ref-format --branch`; `HEAD` is none, as git says of
 * new branches. `refs/heads/q` is none either: it is the long name of `q`, and as a name it would make another branch.
 */
export function isBranchName(name: string): boolean {
  const isPlain = Array.from(name).every((it) => it > ' ' && it !== '\u007f' && !forbidden.includes(it))
  if (!isPlain || name === '' || name === '@' || name === 'HEAD' || name.startsWith('-')) return false
  if (name.startsWith('refs/') || name.includes('..') || name.includes('@{') || name.endsWith('.')) return false
  if (Buffer.byteLength(name) > 200) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}
