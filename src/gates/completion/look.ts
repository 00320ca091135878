/** Looks at all that has to be there at the end of a spec, and changes and runs nothing (seed 004 §6.4). */

import type { CompletionFinding } from '../../run/completion/finding.ts'
import { isApplicable } from '../../run/completion/verify-completion.ts'
import type { CompletionWanted } from '../../run/completion/wanted.ts'
import { monotonic } from '../../system/clock.ts'
import { deploymentFinding } from './deployment.ts'
import { findingOf, foldersNamed } from './named-things.ts'
import { documentationFindings, interfaceFindings } from './people.ts'
import { productionFindings, searchLimits, searchProduction, type SearchLimits } from './production.ts'
import { lookAtTree, treeLimits, type ProjectTree, type TreeLimits } from './project-tree.ts'

export interface CompletionPlace {
  /** Absolute path of the project as the run left it. */
  readonly root: string
  /** What git tracks, below the root, with `/`; null looks through all files. */
  readonly tracked: readonly string[] | null
  /** What is not looked through, as the spec's own files. */
  readonly except?: readonly string[]
  readonly tree?: TreeLimits
  readonly search?: SearchLimits
}

/** More criteria than this are no list that anybody checks. */
const mostCriteria = 500

function tooMany(count: number): CompletionFinding {
  return {
    check: 'quality_standards_met',
    what: `The other ${count - mostCriteria} criteria`,
    found: 'unknown',
    by: 'program',
    why: `only the first ${mostCriteria} are looked at`,
    places: [],
  }
}

/** Looks at everything that goes for the goal; what gates and people found comes beside it (`verifyCompletion`). */
export async function lookAtCompletion(
  wanted: CompletionWanted,
  place: CompletionPlace,
): Promise<readonly CompletionFinding[]> {
  const { scope, targetUsers } = wanted
  const tree = await lookAtTree(place.root, place.tree ?? treeLimits)
  const criteria = wanted.criteria.slice(0, mostCriteria)
  const findings: CompletionFinding[] = []
  // Criteria come from a plan, and each may name files that are looked for in a large tree: together they have the same time.
  const until = monotonic() + (place.tree ?? treeLimits).limitMs
  const unlooked: ProjectTree = { ...tree, files: [], folders: new Set(), isWhole: false }
  const folders = new Set([...foldersNamed(criteria.map(({ text }) => text)), ...(wanted.folders ?? [])])
  for (const criterion of criteria)
    findings.push(await findingOf(criterion, monotonic() < until ? tree : unlooked, folders))
  if (wanted.criteria.length > mostCriteria) findings.push(tooMany(wanted.criteria.length))
  if (isApplicable('deployment_artifact_exists', scope))
    findings.push(await deploymentFinding(scope.deploymentType, tree))
  if (isApplicable('user_interface_implemented', scope))
    findings.push(...interfaceFindings({ interfaceType: scope.interfaceType, targetUsers }, tree))
  if (isApplicable('production_ready', scope)) {
    const except = new Set(place.except)
    const files = (place.tracked ?? tree.files).filter((it) => !except.has(it))
    const searched = await searchProduction(tree.root, files, place.search ?? searchLimits)
    const isCut = place.tracked === null && !tree.isWhole
    findings.push(...productionFindings(isCut ? { ...searched, left: [...searched.left, 'some folders'] } : searched))
  }
  if (isApplicable('user_documentation_exists', scope))
    findings.push(...(await documentationFindings(scope, tree, findings)))
  return findings
}
