/** A plan's graph as a Mermaid flowchart. */

import type { Graph } from '../../plan/graph.ts'
import type { Plan, TaskSpec } from '../../plan/model.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { picture } from './picture.ts'
import type { Arrow } from './picture.ts'

/**
 * Draws the plan from left to right: a box per task in a frame per group, coloured by state; the critical path has thick
 * arrows, what the plan does not say itself dotted ones. Ends with a line end.
 */
export function mermaidGraph(plan: Plan, graph: Graph): string {
  const { frames, arrows, strangers } = picture(plan, graph)
  const lines = ['flowchart LR']
  const node = (task: TaskSpec, name: string, look: string): string => `${name}["${label(taskLabel(task))}"]:::${look}`
  frames.forEach(({ title, boxes }, at) => {
    if (title !== null) lines.push(`  subgraph g${at}["${label(title)}"]`)
    for (const { task, name, look } of boxes) lines.push(`  ${title === null ? '' : '  '}${node(task, name, look)}`)
    if (title !== null) lines.push('  end')
  })
  for (const { id, name } of strangers) lines.push(`  ${name}["${label(`${id} (not in this plan)`)}"]:::stranger`)
  for (const arrow of arrows) lines.push(`  ${arrow.from} ${shapes[arrow.look]} ${arrow.to}`)
  for (const [look, style] of Object.entries(styles)) lines.push(`  classDef ${look} ${style}`)
  return `${lines.join('\n')}\n`
}

const shapes: Readonly<Record<Arrow['look'], string>> = { plain: '-->', critical: '==>', weak: '-.->', cycle: '--x' }

const styles = {
  todo: 'fill:#f6f8fa,stroke:#57606a,color:#1f2328',
  done: 'fill:#dafbe1,stroke:#1a7f37,color:#1f2328',
  running: 'fill:#ddf4ff,stroke:#0969da,color:#1f2328',
  blocked: 'fill:#ffebe9,stroke:#cf222e,color:#1f2328',
  skipped: 'fill:#eaeef2,stroke:#8c959f,color:#57606a,stroke-dasharray:4 3',
  deferred: 'fill:#fff8c5,stroke:#9a6700,color:#1f2328,stroke-dasharray:4 3',
  unknown: 'fill:#fff8c5,stroke:#9a6700,color:#1f2328',
  cycle: 'fill:#ffebe9,stroke:#cf222e,color:#1f2328,stroke-width:3px',
  stranger: 'fill:#ffffff,stroke:#cf222e,color:#cf222e,stroke-dasharray:4 3',
}

function taskLabel(task: TaskSpec): string {
  return task.id === null ? task.title : `${task.id} ${task.title}`
}

/** Characters that mean nothing to Mermaid inside quotes, wherever they stand. */
const harmless = /^[\p{L}\p{M}\p{N} ,:/()='!?.–—…→-]$/u

/**
 * Text for between double quotes. Everything not known to be harmless becomes an entity of Mermaid's (`#35;`): quotes,
 * brackets, `#`, HTML, back-ticks and `%%{…}%%`. So does what would begin a Markdown list, which Mermaid refuses to draw.
 */
function label(text: string): string {
  let onlyDigits = true
  let out = ''
  for (const char of safeLine(text)) {
    const beginsList = onlyDigits && '.)-'.includes(char)
    out += harmless.test(char) && !beginsList ? char : `#${char.codePointAt(0) ?? 32};`
    onlyDigits &&= char >= '0' && char <= '9'
  }
  return out
}
