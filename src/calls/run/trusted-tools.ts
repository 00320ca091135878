/** Whether a person trusts a program of the plan, asked at the moment when it is to run: the plan may be another one by then. */

import { executableOfTool, trustOf, trustSubject, type TrustSubject } from '../../config/trust.ts'
import type { ToolRules } from '../../engine/refuse-tool.ts'
import { installationFolder } from '../installation-folder.ts'

/**
 * @param of.root the repository that trust is about
 * @param of.allowed all that the caller of this run has allowed without having trusted it before (`--yes`); null without that
 */
export function trustedTools(of: {
  readonly root: string
  readonly stateFolder: string
  readonly allowed: TrustSubject | null
}): ToolRules['trusts'] {
  const allowed = new Set((of.allowed?.parts ?? []).map(({ hash }) => hash))
  return async (tool, definedBy) => {
    const subject = await trustSubject(of.root, [executableOfTool(tool)], () => Promise.resolve(definedBy))
    if (subject.parts.every(({ hash }) => allowed.has(hash))) return true
    const { stateFolder } = of
    return (await trustOf(subject, { stateFolder, installation: installationFolder() })).is === 'trusted'
  }
}
