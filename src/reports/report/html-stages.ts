/** Stages as a diagram: a row of boxes for each, arrows from what is needed to what needs it. */

import type { Stages } from './document.ts'
import { clipped } from './clipped.ts'
import { htmlText } from './html-text.ts'

/** In pixels, as the numbers below. */
const box = { width: 190, height: 48 }
const gap = { across: 24, down: 44 }
const edge = { left: 4, top: 24 }
/** More boxes than that would not stand beside each other: the rest is told in the table alone. */
const mostInRow = 40
/** What fits into a box. */
const longest = 24

interface Place {
  readonly x: number
  readonly y: number
}

/** @param id not used by anything else of the page */
export function stagesSvg({ title, summary, stages, arrows }: Stages, id: string): string {
  const widest = Math.max(1, ...stages.map(({ boxes }) => Math.min(boxes.length, mostInRow)))
  const width = edge.left * 2 + widest * box.width + (widest - 1) * gap.across
  const height = edge.top + stages.length * (box.height + gap.down) - gap.down + 4
  const places = new Map<string, Place>()
  const rows = stages.map(({ name, boxes }, nth) => {
    const y = edge.top + nth * (box.height + gap.down)
    const shown = boxes.slice(0, mostInRow)
    const row = shown.map((it, at) => {
      const x = edge.left + at * (box.width + gap.across)
      places.set(it.id, { x, y })
      return `<g><title>${htmlText(`${it.id}: ${it.text}`)}</title><rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="6" class="box"/><rect x="${x}" y="${y}" width="6" height="${box.height}" class="${it.tone}"/><text x="${x + 16}" y="${y + 20}" class="name">${htmlText(clipped(it.id, longest))}</text><text x="${x + 16}" y="${y + 38}">${htmlText(clipped(it.text, longest))}</text></g>`
    })
    return `<text x="${edge.left}" y="${y - 8}" class="stage">${htmlText(name)}</text>${row.join('')}`
  })
  const lines = arrows.flatMap(([from, to]) => {
    const [a, b] = [places.get(from), places.get(to)]
    return a === undefined || b === undefined || b.y <= a.y
      ? []
      : [`<path d="${way(a, b)}" marker-end="url(#${id}-tip)"/>`]
  })
  const tip = `<defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="tip"/></marker></defs>`
  return `<div class="wide" tabindex="0" role="group" aria-labelledby="${id}"><svg role="img" aria-labelledby="${id}-t ${id}-d" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><title id="${id}-t">${htmlText(title)}</title><desc id="${id}-d">${htmlText(`${summary} ${told(stages)}`)}</desc>${tip}<g class="arrows">${lines.join('')}</g>${rows.join('')}</svg></div>`
}

function told(stages: Stages['stages']): string {
  return stages.map(({ name, boxes }) => `${name}: ${boxes.map((it) => `${it.id} ${it.text}`).join(', ')}.`).join(' ')
}

/** From the middle of the lower edge to that of the upper one. */
function way(from: Place, to: Place): string {
  const [x1, y1] = [from.x + box.width / 2, from.y + box.height]
  const [x2, y2] = [to.x + box.width / 2, to.y - 2]
  const bend = Math.min(gap.down, y2 - y1) / 2
  return `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`
}
