/** Charts as HTML with SVG: bars in a table beside their numbers, so that they are as wide as there is room; stages as a diagram. */

import { legendOf, type Bars, type Chart, type Timeline, type Tone } from './document.ts'
import { htmlText } from './html-text.ts'
import { stagesSvg } from './html-stages.ts'
import { momentText } from './words.ts'

/** A figure with title, sentence, legend and picture. @param id not used by anything else of the page */
export function chartHtml(chart: Chart, id: string): string {
  const legend = legendOf(chart)
  const key =
    legend.length === 0
      ? ''
      : `<ul class="legend">${legend.map(({ name, tone }) => `<li>${swatch(tone)}${htmlText(name)}</li>`).join('')}</ul>`
  return `<figure aria-labelledby="${id}" class="${chart.is}"><figcaption id="${id}"><b>${htmlText(chart.title)}</b> <span>${htmlText(chart.summary)}</span></figcaption>${key}${picture(chart, id)}</figure>\n`
}

function swatch(tone: Tone): string {
  return `<svg class="swatch" width="12" height="12" aria-hidden="true"><rect width="12" height="12" class="${tone}"/></svg>`
}

function picture(chart: Chart, id: string): string {
  switch (chart.is) {
    case 'bars':
      return rows(chart.rows, 'Numbers', '', ({ label, parts, text }) => barSvg(chart, { label, parts, text }))
    case 'timeline':
      return rows(chart.rows, 'What', axis(chart), (row) => stretchesSvg(chart, row))
    case 'stages':
      return stagesSvg(chart, id)
    default:
      return chart satisfies never
  }
}

function rows<Row extends { readonly label: string; readonly text: string }>(
  of: readonly Row[],
  numbers: string,
  head: string,
  svg: (row: Row) => string,
): string {
  const lines = of.map(
    (row) =>
      `<tr><th scope="row">${htmlText(row.label)}</th><td class="picture">${svg(row)}</td><td>${htmlText(row.text)}</td></tr>`,
  )
  return `<table class="chart"><thead><tr><th scope="col"><span class="unseen">Name</span></th><th scope="col" class="picture">${head === '' ? '<span class="unseen">Picture</span>' : head}</th><th scope="col">${numbers}</th></tr></thead><tbody>${lines.join('\n')}</tbody></table>`
}

/** A place on a line, in percent of it. */
function place(value: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, value / whole)) * 100_000) / 1000
}

function svgOf(title: string, height: number, content: string): string {
  return `<svg role="img" width="100%" height="${height}"><title>${htmlText(title)}</title>${content}</svg>`
}

function barSvg({ most }: Bars, { label, parts, text }: Bars['rows'][number]): string {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const whole = most ?? total
  let before = 0
  const rects = parts
    .filter(({ count }) => count > 0)
    .map(({ name, tone, count }) => {
      const x = place(before, whole)
      before += count
      return `<rect x="${x}%" width="${place(count, whole)}%" height="16" class="${tone}"><title>${htmlText(`${count} ${name}`)}</title></rect>`
    })
  return svgOf(`${label}: ${text}`, 16, `<rect width="100%" height="16" class="ground"/>${rects.join('')}`)
}

function stretchesSvg({ from, to }: Timeline, { label, stretches, text }: Timeline['rows'][number]): string {
  const whole = to - from
  const marks = [25, 50, 75].map((it) => `<rect x="${it}%" width="1" height="16" class="line"/>`).join('')
  const rects = stretches.map((it) => {
    const x = place(it.from - from, whole)
    const width = place(it.to - Math.max(it.from, from), whole)
    // What took no time is seen all the same.
    return `<rect x="${Math.min(x, 99.6)}%" width="${Math.max(width, 0.4)}%" y="2" height="12" class="${it.tone}"><title>${htmlText(it.text)}</title></rect>`
  })
  return svgOf(`${label}: ${text}`, 16, `<rect width="100%" height="16" class="ground"/>${marks}${rects.join('')}`)
}

function axis({ from, to }: Timeline): string {
  const days = momentText(from).slice(0, 10) === momentText(to).slice(0, 10)
  const short = (at: number): string => (days ? momentText(at).slice(11, 19) : momentText(at).slice(0, 16))
  return `<span class="axis"><span>${short(from)}</span><span>${short(to)}</span></span>`
}
