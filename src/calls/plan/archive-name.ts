/** The folders of archives, beside the plan that they are of. */

/** How the folders of archives are called. @param date ISO 8601 @param nth from 1 */
export function archiveName(date: string, nth: number): string {
  return `archive_${date.slice(0, 10)}${nth === 1 ? '' : `_${nth}`}`
}

/** Whether a path of a project lies in an archive beside a plan. Both are relative to the root, with `/`. */
export function isInArchive(path: string, plan: string): boolean {
  const folder = plan.slice(0, plan.lastIndexOf('/') + 1)
  return path.startsWith(folder) && /^archive_\d{4}-\d\d-\d\d(?:_\d+)?\//.test(path.slice(folder.length))
}
