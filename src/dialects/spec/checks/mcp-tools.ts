/** MW505: both files of a spec want the same MCP tools, and as much (seed 004 §1.8, §1.11). What either wants is verified. */

import type { Diagnostic } from '../../../plan/diagnostic.ts'
import type { Source } from '../../../plan/source.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import type { ToldTool } from '../told.ts'
import { finding, nameOf, type Check } from './checked.ts'

/** A file that names none leaves them to the other one. */
export const mcpTools: Check = ({ markdown, parameters, files }) => {
  const [inText, inData] = [markdown?.tools ?? [], parameters?.tools ?? []]
  if (files.markdown === null || files.parameters === null || inText.length === 0 || inData.length === 0) return []
  const [text, data] = [byName(inText), byName(inData)]
  return [
    ...[...text].flatMap(([name, tool]) => {
      const other = data.get(name)
      return other === undefined ? alone(tool, files.markdown, files.parameters) : differ(tool, other)
    }),
    ...[...data].flatMap(([name, tool]) => (text.has(name) ? [] : alone(tool, files.parameters, files.markdown))),
  ]
}

/** The first of each name. */
function byName(tools: readonly ToldTool[]): ReadonlyMap<string, ToldTool> {
  return new Map(tools.map((it) => [it.name.text.toLowerCase(), it] as const).toReversed())
}

function alone({ name, need }: ToldTool, file: Source | null, other: Source | null): readonly Diagnostic[] {
  const [inFile, notIn] = [nameOf(file?.path ?? ''), nameOf(other?.path ?? '')]
  const message = `${need} MCP tool ${safeLine(name.text)} is in ${inFile} but not in ${notIn}; it is verified all the same`
  const severity = need === 'required' ? 'warning' : 'info'
  return [finding('MW505', severity, name.span, message, `add it to ${notIn}, or take it out of ${inFile}`)]
}

function differ({ name, need }: ToldTool, other: ToldTool): readonly Diagnostic[] {
  if (need === other.need) return []
  const message = `MCP tool ${safeLine(name.text)} is ${need} here and ${other.need} in the parameters`
  const related = [{ message: `${other.need} in ${nameOf(other.name.span.path)}`, span: other.name.span }]
  const help = `the parameters count; write ${other.need} in both, or correct them`
  return [finding('MW505', 'warning', name.span, message, help, related)]
}
