/** Lines of `## MCP Toolset`: which servers are needed, and what is said of them (seed 004 §1.11). */

import { byte, decode, find, skipBlanks, trimmed, type Extent } from '../../scan/bytes.ts'
import { separatorsOf, splitList } from '../../scan/list.ts'
import { bare } from './block.ts'
import { readField } from './field.ts'
import { isPlaceholderAt, sayPlaceholder } from './placeholder.ts'
import type { Reading, TextLine, ToolBuilder } from './reading.ts'

const needs = ['required', 'recommended', 'optional'] as const

/** `required tools` → `required`; null where a name is none of the three. */
export function readNeed(low: string): ToolBuilder['need'] | null {
  return needs.find((it) => low === it || low === `${it} tools` || low === `${it} servers`) ?? null
}

/** Reads a line of the section. */
export function readToolLine(reading: Reading, it: TextLine): void {
  const { bytes, need } = reading
  const field = readField(bytes, it.content, it.end) ?? plainField(bytes, it)
  const named = field === null ? null : readNeed(field.low)
  if (field !== null && named !== null) {
    reading.need = it.isBullet ? need : named
    reading.toolWidth = -1
    takeNames(reading, named, field.value)
    return
  }
  if (!it.isBullet || need === null) return
  if (reading.toolWidth < 0) reading.toolWidth = it.width
  if (it.width <= reading.toolWidth) takeTool(reading, need, it)
  else if (field !== null) reading.tool?.fields.push({ name: field.low, value: field.value })
}

/** `Name: value` with any name. */
function plainField(bytes: Uint8Array, it: TextLine): { readonly low: string; readonly value: Extent } | null {
  const colon = find(bytes, byte.colon, it.content, Math.min(it.end, it.content + longestName))
  if (colon < 0) return null
  const { start, end } = bare(bytes, it.content, colon)
  return { low: decode(bytes, start, end).toLowerCase(), value: trimmed(bytes, colon + 1, it.end) }
}

const longestName = 60

/** `**OPTIONAL:** github (for …), other`. */
function takeNames(reading: Reading, need: ToolBuilder['need'], value: Extent): void {
  for (const extent of splitList(reading.bytes, value, commas)) takeName(reading, need, extent)
}

const commas = separatorsOf(',')

function takeName(reading: Reading, need: ToolBuilder['need'], value: Extent): void {
  const { bytes } = reading
  const open = find(bytes, byte.open, value.start, value.end)
  const name = bare(bytes, value.start, open < 0 ? value.end : open)
  if (decode(bytes, name.start, name.end).toLowerCase().startsWith('none')) return
  // A command at its begin keeps its back-ticks.
  const start = open < 0 ? value.end : skipBlanks(bytes, open + 1, value.end)
  const { end } = bare(bytes, start, value.end)
  add(reading, need, name, { start, end: Math.max(start, bytes[end - 1] === byte.close ? end - 1 : end) })
}

/** `- **name**: remark`, `- name`. */
function takeTool(reading: Reading, need: ToolBuilder['need'], it: TextLine): void {
  const { bytes } = reading
  let behind = it.content
  while (behind < it.end && bytes[behind] === byte.star) behind += 1
  while (behind < it.end && bytes[behind] !== byte.star && bytes[behind] !== byte.colon && bytes[behind] !== byte.open)
    behind += 1
  const name = bare(bytes, it.content, behind)
  let at = behind
  while (at < it.end && (bytes[at] === byte.star || bytes[at] === byte.colon)) at += 1
  const remark = trimmed(bytes, skipBlanks(bytes, at, it.end), it.end)
  if (decode(bytes, name.start, name.end).toLowerCase() !== 'none') add(reading, need, name, remark)
}

function add(reading: Reading, need: ToolBuilder['need'], name: Extent, remark: Extent): void {
  const { bytes, findings, tools } = reading
  reading.tool = null
  if (name.end <= name.start) return
  if (isPlaceholderAt(bytes, name)) {
    sayPlaceholder(findings, name)
    return
  }
  reading.tool = { need, name, remark, fields: [] }
  tools.push(reading.tool)
}
