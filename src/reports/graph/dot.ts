/** A plan's graph in the language of Graphviz. */

import type { Graph } from '../../plan/graph.ts'
import type { Plan } from '../../plan/model.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { picture } from './picture.ts'
import type { Arrow, Look } from './picture.ts'
import { wrap } from './columns.ts'

/** Columns of a label's line: boxes stay about as wide as they are easy to read. */
const labelWidth = 32

/**
 * Draws the plan from left to right: a box per task in a cluster per group, coloured by state; the critical path has bold
 * arrows, what the plan does not say itself dashed ones. Ends with a line end.
 */
export function dotGraph(plan: Plan, graph: Graph): string {
  const { frames, arrows, strangers } = picture(plan, graph)
  const lines = [
    'digraph plan {',
    `  label=${quoted([plan.title])}; labelloc=t; rankdir=LR; fontname="sans-serif";`,
    '  node [shape=box, style="rounded,filled", fontname="sans-serif", fontsize=11];',
    '  edge [color="#57606a"];',
  ]
  frames.forEach(({ title, boxes }, at) => {
    const indent = title === null ? '  ' : '    '
    if (title !== null) lines.push(`  subgraph cluster_${at} {`, `    label=${quoted([title])}; color="#8c959f";`)
    for (const { task, name, look } of boxes) {
      const text = [...(task.id === null ? [] : [task.id]), ...wrap(safeLine(task.title), labelWidth)]
      lines.push(`${indent}${name} [label=${quoted(text)}, ${styles[look]}];`)
    }
    if (title !== null) lines.push('  }')
  })
  for (const { id, name } of strangers)
    lines.push(`  ${name} [label=${quoted([id, 'not in this plan'])}, style=dashed, color="#cf222e"];`)
  for (const { from, to, look } of arrows) lines.push(`  ${from} -> ${to}${shapes[look]};`)
  return `${lines.join('\n')}\n}\n`
}

const shapes: Readonly<Record<Arrow['look'], string>> = {
  plain: '',
  critical: ' [penwidth=3, color="#1f2328"]',
  weak: ' [style=dashed]',
  cycle: ' [color="#cf222e"]',
}

const styles: Readonly<Record<Look, string>> = {
  todo: 'fillcolor="#f6f8fa", color="#57606a"',
  done: 'fillcolor="#dafbe1", color="#1a7f37"',
  running: 'fillcolor="#ddf4ff", color="#0969da"',
  blocked: 'fillcolor="#ffebe9", color="#cf222e"',
  skipped: 'fillcolor="#eaeef2", color="#8c959f", fontcolor="#57606a"',
  deferred: 'fillcolor="#fff8c5", color="#9a6700"',
  unknown: 'fillcolor="#fff8c5", color="#9a6700"',
  cycle: 'fillcolor="#ffebe9", color="#cf222e", penwidth=3',
}

/** Lines as one quoted string; `&` too, because Graphviz reads entities in labels. */
function quoted(lines: readonly string[]): string {
  const escape = (line: string): string =>
    safeLine(line).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('&', '&amp;')
  return `"${lines.map(escape).join('\\n')}"`
}
