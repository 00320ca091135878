/** Whether there is something that can be started or installed (seed 004 §6.4, 4). */

import { deploymentKind, type DeploymentKind } from '../../plan/deployment-kind.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { CompletionFinding, FindingPlace } from '../../run/completion/finding.ts'
import { deploymentSigns } from './deployment-signs.ts'
import { isFilled, saysSomething } from './filled.ts'
import { manifestsOf, type Manifests } from './manifests.ts'
import type { ProjectTree } from './project-tree.ts'

const elsewhere = /(?:^|\/)(?:tests?|__tests__|__snapshots__|fixtures|examples?|docs?|vendor|third_party)\//i

const mostTold = 5

/** The nearest to the root first. Things of tests, examples and others are none of this project. */
function search(tree: ProjectTree, pattern: RegExp | null, most = mostTold): readonly FindingPlace[] {
  return [...tree.files, ...tree.folders]
    .filter((it) => pattern?.test(it) === true && !elsewhere.test(it))
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
    .slice(0, most)
    .map((path) => ({ path, line: null }))
}

/** Whether what has the name of a built thing is one: an `.app` is a folder, all else a file that is not empty. */
async function isBuilt(kind: DeploymentKind, path: string, tree: ProjectTree): Promise<boolean> {
  if (!(await isFilled(path, tree))) return false
  if (tree.folders.has(path)) return path.toLowerCase().endsWith('.app')
  const { isExecutable } = await tree.facts(path)
  // In `bin/` may lie anything.
  const isPackage = /\.(?:exe|whl|tgz|gz|zip|jar)$/i.test(path)
  return kind !== 'cli' || isPackage || isExecutable
}

/** No more files are asked whether they can be executed. */
const mostAsked = 200

/** What can be executed, wherever it lies: a tool of a single file stands at the root. */
async function executables(tree: ProjectTree): Promise<readonly FindingPlace[]> {
  const files = search(tree, /^(?:[^/]+\/)?[^/]+$/, mostAsked).filter((it) => !tree.folders.has(it.path))
  const facts = await Promise.all(files.map(async (it) => ({ it, ...(await tree.facts(it.path)) })))
  return facts.flatMap(({ it, isExecutable }) => (isExecutable ? [it] : [])).slice(0, mostTold)
}

/** A page that nothing has to be done for: `index.html` in a project without a build. */
function plainPage(kind: DeploymentKind, tree: ProjectTree): readonly FindingPlace[] {
  const isPage = tree.files.includes('index.html') && saysSomething(tree, 'index.html')
  const isPlain = kind === 'web_app' && isPage && !tree.files.includes('package.json')
  return isPlain ? [{ path: 'index.html', line: null }] : []
}

/** What the files in which a project describes itself say of it. */
function declared(kind: DeploymentKind, { bins, isInstallable }: Manifests): readonly FindingPlace[] {
  return kind === 'cli' ? bins : kind === 'library' ? isInstallable : []
}

/**
 * Looks for the artifact.
 *
 * Met: something built lies there (an installer, a wheel, a page), or the project declares what makes it one (`bin` of
 * `package.json` whose file is there, scripts of `pyproject.toml` whose modules are, for a library its package with sources). Unknown: there is only what
 * builds or starts it, since a server has to be started and a build to be run by somebody who may. Missed: nothing of it.
 *
 * @param type as in `software_stack.deployment_type`
 */
export async function deploymentFinding(type: string | null, tree: ProjectTree): Promise<CompletionFinding> {
  const kind = deploymentKind(type ?? '')
  const told = (
    found: CompletionFinding['found'],
    why: string,
    places: readonly FindingPlace[] = [],
  ): CompletionFinding => ({
    check: 'deployment_artifact_exists',
    what: `Deployment artifact exists (${oneLine(type ?? '') || 'no deployment type'})`,
    found,
    by: 'program',
    why: oneLine(why),
    places,
  })
  if (kind === null) {
    const why = 'nobody knows what to look for with this deployment type; a person or an agent has to judge it'
    return told('unknown', why)
  }
  const { name, built, recipe } = deploymentSigns[kind]
  const manifests = manifestsOf(tree)
  const lying = search(tree, built)
  const looked = await Promise.all(lying.map((it) => isBuilt(kind, it.path, tree)))
  const made = [...lying.filter((_, at) => looked[at] === true), ...plainPage(kind, tree)]
  if (made[0] !== undefined) return told('met', `${made[0].path} is there`, made)
  const says = declared(kind, manifests)
  if (says[0] !== undefined) return told('met', `${says[0].path} makes it installable`, says)
  const recipes = [...search(tree, recipe), ...manifests.recipes[kind]]
  if (recipes[0] !== undefined) {
    const [{ path, note = '' }] = recipes
    const lacks = note.startsWith('no ') ? `: ${note}` : ''
    const why = `there is what builds or starts it (${path}${lacks}); that it does has to be tried`
    return told('unknown', why, recipes)
  }
  const others = kind === 'cli' ? await executables(tree) : []
  if (others[0] !== undefined)
    return told('unknown', `${others[0].path} can be executed; that it is what was to be built has to be tried`, others)
  return tree.isWhole
    ? told('missed', `nothing of this was found: ${name}`)
    : told('unknown', 'nothing was found before the search was cut off')
}
