/** Looks something up by tools of MCP servers: each kind of source has one, and each is asked every query. */

import type { Found } from '../../run/outcome.ts'
import type { CallToolOptions, ToolAnswer } from '../mcp/call-tool.ts'
import { readToolAnswer, type Gleaned } from './read-answer.ts'

/** A tool that looks up one kind of source. */
export interface ResearchTool {
  /** `web_search`, as the configuration names it. */
  readonly source: string
  /** Names of the server and its tool, and of the argument that holds the query. */
  readonly server: string
  readonly tool: string
  readonly query: string
  /** Calls it, where it may be called. */
  readonly call: (
    args: Readonly<Record<string, unknown>>,
    within: Pick<CallToolOptions, 'limitMs' | 'signal' | 'markers'>,
  ) => Promise<ToolAnswer>
}

/** What tools have found, before it is put together with what others have. */
export interface LookedUp extends Pick<Found, 'by' | 'queries' | 'sources' | 'findings' | 'confidence' | 'troubles'> {
  readonly apiCalls: number
  /** All that was said, as JSON; empty where nothing was. */
  readonly said: string
}

/** So long does one call take at most. */
const longestCallMs = 60_000
const mostFindings = 12
const mostSources = 30
const mostSaid = 1024 * 1024

/** A kind of source as its names are compared: `Web Search` is `web_search`. */
export function sourceName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}

/**
 * Asks each tool every query, tools side by side, the queries of one behind each other. `documentation` is asked for the
 * addresses that the plan names instead, where it names any (seed 004 §2.1a).
 *
 * Confidence: high where two kinds of sources or more have named an address with what they found, medium where one has, else low.
 * @param of.leftMs how much time is left for all of it, in milliseconds
 */
export async function lookUp(
  tools: readonly ResearchTool[],
  of: {
    readonly queries: readonly string[]
    readonly addresses: readonly string[]
    readonly markers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
    readonly leftMs: () => number
  },
): Promise<LookedUp> {
  const asked = await Promise.all(tools.map((tool) => askTool(tool, of)))
  const all = asked.flat()
  const answers = all.flatMap((it) => (it.gleaned === null ? [] : [{ ...it, gleaned: it.gleaned }]))
  const withAddress = new Set(
    answers.flatMap(({ tool, gleaned }) =>
      gleaned.findings.length > 0 && gleaned.sources.length > 0 ? [tool.source] : [],
    ),
  )
  const unnamed = answers.filter(({ gleaned }) => gleaned.findings.length > 0 && gleaned.sources.length === 0)
  return {
    by: tools.map(nameOf),
    queries: [...new Set(all.map(({ query }) => query))],
    sources: [
      ...new Set([...answers.flatMap(({ gleaned }) => gleaned.sources), ...unnamed.map(({ tool }) => nameOf(tool))]),
    ].slice(0, mostSources),
    findings: [...new Set(answers.flatMap(({ gleaned }) => gleaned.findings))].slice(0, mostFindings),
    confidence: withAddress.size > 1 ? 'high' : withAddress.size === 1 ? 'medium' : 'low',
    troubles: [...new Set(all.flatMap(({ trouble }) => trouble ?? []))],
    apiCalls: all.filter(({ isCalled }) => isCalled).length,
    said:
      answers.length === 0
        ? ''
        : JSON.stringify(
            answers.map(({ tool, query, text }) => ({ tool: nameOf(tool), query, text })),
            null,
            2,
          ).slice(0, mostSaid),
  }
}

function nameOf({ source, server, tool }: ResearchTool): string {
  return `${source}: ${tool} of ${server}`
}

interface Asked {
  readonly tool: ResearchTool
  readonly query: string
  readonly gleaned: Gleaned | null
  readonly text: string
  readonly trouble: string | null
  /** Whether a server was really asked. */
  readonly isCalled: boolean
}

async function askTool(tool: ResearchTool, of: Parameters<typeof lookUp>[1]): Promise<readonly Asked[]> {
  const asksAddresses = sourceName(tool.source) === 'documentation' && of.addresses.length > 0
  const all: Asked[] = []
  for (const query of asksAddresses ? of.addresses : of.queries) {
    const left = of.leftMs()
    const about = { tool, query, gleaned: null, text: '' }
    if (left <= 0 || of.signal.aborted) {
      all.push({ ...about, trouble: `${nameOf(tool)}: there was no time left to ask it`, isCalled: false })
      break
    }
    const answer = await tool.call(
      { [tool.query]: query },
      { limitMs: Math.min(longestCallMs, left), signal: of.signal, markers: of.markers },
    )
    if (answer.is === 'answered') {
      all.push({ ...about, gleaned: readToolAnswer(answer), text: answer.text, trouble: null, isCalled: true })
      continue
    }
    const isCalled =
      answer.reason !== 'not-trusted' && answer.reason !== 'not-usable' && answer.reason !== 'not-started'
    all.push({ ...about, trouble: `${nameOf(tool)}: ${answer.message}`, isCalled })
    // A server that was not reached is not there for the next query either.
    if (answer.reason !== 'tool-failed' && answer.reason !== 'refused') break
  }
  return all
}
