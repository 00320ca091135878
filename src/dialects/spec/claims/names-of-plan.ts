/** Finds what another tool's progress file names among the tasks and SPECLets of a plan. */

import type { Draft, DraftTask } from '../../../plan/draft.ts'

export interface NamesOfPlan {
  /** @param of.speclet the one that it is listed in, as the file names it @param of.title taken where it has no id */
  task(id: string | null, of: { readonly speclet: string | null; readonly title: string | null }): DraftTask | null
  /** Id of a SPECLet of the plan, by its id or its title. */
  speclet(id: string | null, title: string | null): string | null
}

export function namesOfPlan({ tasks, spec }: Pick<Draft, 'tasks' | 'spec'>): NamesOfPlan {
  const byName = new Map<string, DraftTask>()
  const byTitle = new Map<string, DraftTask | null>()
  for (const task of tasks) {
    for (const name of [task.key, task.id?.text ?? task.key]) if (!byName.has(name)) byName.set(name, task)
    const title = words(task.title.text)
    // Of a title that two tasks have nobody knows which is meant.
    byTitle.set(title, byTitle.has(title) ? null : task)
  }
  const speclets = new Map<string, string>()
  for (const { id, title } of spec?.speclets ?? [])
    for (const name of [id, title]) if (!speclets.has(words(name))) speclets.set(words(name), id)
  const specletOf = (...names: readonly (string | null)[]): string | null =>
    names.flatMap((it) => (it === null ? [] : (speclets.get(words(it)) ?? []))).at(0) ?? null

  return {
    task(id, { speclet, title }) {
      if (id === null) return title === null ? null : (byTitle.get(words(title)) ?? null)
      const group = specletOf(speclet)
      const within = group === null ? null : (byName.get(`${group}/${id}`) ?? null)
      // Ids that begin anew in each SPECLet are written `2.1` too.
      const found = within ?? byName.get(id) ?? byName.get(id.replace('.', '/')) ?? null
      return found !== null && group !== null && found.group !== group ? null : found
    },
    speclet: specletOf,
  }
}

/** Without regard to upper and lower case, signs and spaces: `platform_foundation` is `Platform Foundation`. */
function words(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}
