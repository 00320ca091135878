/** Which files are read with a project state: the lists of the other phases, in the same folder. */

/** More files than that are not read with one. */
const most = 100

/**
 * `tasks_phase0.json` and `tasks_deferred.json` beside `tasks_phase1.json`: what one phase waits for may stand in another
 * (FORMATS section 5).
 * @param name of the plan's file
 * @param names of the files in its folder
 */
export function phasesBeside(name: string, names: readonly string[]): readonly string[] {
  if (!isPhaseList(name)) return []
  return names.filter((it) => it !== name && isPhaseList(it)).slice(0, most)
}

function isPhaseList(name: string): boolean {
  return /^tasks_[^/]+\.json$/i.test(name)
}
