/** Performs `research`: by the tools that the configuration names for the sources of the plan, and by an agent (seed 004 §2.1a). */

import { safeLine } from '../plan/safe-text.ts'
import { taskName } from '../plan/names.ts'
import type { Failure, Found, Looked, Outcome } from '../run/outcome.ts'
import type { TaskRun } from '../run/state.ts'
import { monotonic } from '../system/clock.ts'
import { finderOf, hideIn } from '../system/hide.ts'
import type { Keep } from '../system/kept-output.ts'
import type { LookedUp, ResearchTool } from '../tools/research/look-up.ts'
import type { EffectOf } from '../workspaces/workspaces.ts'
import type { AgentAsking } from './ask-agent.ts'

/** By what something is looked up before a task. */
export interface ResearchMeans {
  /** The agent that the configuration names: it is asked beside tools, too, for sources that have none. Null: that of the run. */
  readonly agent: string | null
  /** Longest time of the research before one task, in milliseconds. */
  readonly limitMs: number
  /** None in a dry run, which calls nothing. */
  readonly tools: readonly ResearchTool[]
  /** Set in a dry run: the doubles may answer, and nobody else is asked. */
  readonly isDry?: true
}

type Researched = Extract<Outcome, { of: 'research' }>

/** @returns what was found, or why nothing was; never rejects for what servers and agents do */
export async function performResearch(
  effect: EffectOf<'research'>,
  of: {
    readonly task: TaskRun
    readonly means: ResearchMeans
    readonly asking: AgentAsking
    readonly keep: Keep
    readonly secrets: readonly string[]
    readonly markers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
  },
): Promise<Researched> {
  const { means, secrets } = of
  const since = monotonic()
  const { sourceName } = await import('../tools/research/look-up.ts')
  const wanted = effect.sources.map(sourceName)
  const tools = means.tools.filter((it) => wanted.length === 0 || wanted.includes(sourceName(it.source)))
  const known = new Set(tools.map((it) => sourceName(it.source)))
  const rest = effect.sources.filter((it) => !known.has(sourceName(it)))
  const asksAgent = tools.length === 0 || (means.agent !== null && rest.length > 0)
  const parts = await Promise.all([
    tools.length === 0 ? null : byTools(effect, tools, { ...of, leftMs: () => means.limitMs - (monotonic() - since) }),
    asksAgent ? byAgent(effect, tools.length === 0 ? effect.sources : rest, of) : null,
  ])
  const untold = asksAgent ? [] : rest.map((it) => `no tool is configured for ${safeLine(it)}`)
  const all = parts.filter((it) => it !== null)
  const hide = (text: string): string => hideIn(text, finderOf(secrets))
  return joined(all, { ms: Math.round(monotonic() - since), untold, hide })
}

/** What came of one way to look it up: a part of what is told in the end. */
type Part = Omit<Found, 'ms'> & { readonly failure: Failure | null }

async function byTools(
  { queries, addresses }: EffectOf<'research'>,
  tools: readonly ResearchTool[],
  {
    markers,
    signal,
    keep,
    secrets,
    leftMs,
  }: Omit<Parameters<typeof performResearch>[1], 'means'> & { readonly leftMs: () => number },
): Promise<Part> {
  const { lookUp } = await import('../tools/research/look-up.ts')
  const { said, ...found }: LookedUp = await lookUp(tools, { queries, addresses, markers, signal, leftMs })
  const kept = said === '' ? [] : [await keep(Buffer.from(hideIn(said, finderOf(secrets))))]
  const [first, ...troubles] = found.troubles
  if (found.findings.length > 0) return { ...found, tokens: null, kept, failure: null }
  const reason = first ?? 'the tools have found nothing'
  return { ...found, troubles, tokens: null, kept, failure: { reason, help: 'look at [research] and its servers' } }
}

async function byAgent(
  { addresses }: EffectOf<'research'>,
  sources: readonly string[],
  { task, means, asking }: Parameters<typeof performResearch>[1],
): Promise<Part> {
  const { readReport, researchBrief } = await import('../tools/research/report.ts')
  const asked = await asking.ask({
    about: `research:${taskName(task.spec)}`,
    nth: 1,
    brief: researchBrief(task.spec, { sources, addresses }),
    agent: means.agent,
    task: task.uid,
    limitMs: means.limitMs,
    limitKey: 'research.timeout',
  })
  const { inputTokens = null, outputTokens = null } = asked.usage ?? {}
  const about = {
    by: [asked.agent ?? 'agent'],
    tokens: inputTokens === null || outputTokens === null ? null : inputTokens + outputTokens,
    kept: [asked.kept.brief, asked.kept.output].filter((it) => it !== null),
    troubles: [],
  }
  const nothing = { queries: [], sources: [], findings: [], confidence: 'low', apiCalls: null } as const
  if (asked.is === 'failed') {
    const failure = means.isDry ? { reason: 'a dry run looks nothing up', help: 'let a double answer' } : asked.failure
    const wasAsked = asked.kept.brief !== null && means.isDry === undefined
    return { ...about, ...nothing, by: wasAsked ? about.by : [], failure }
  }
  const report = readReport(asked.text)
  const failure = { reason: `${about.by.join()} has found nothing`, help: 'look at what it answered' }
  return { ...about, ...report, failure: report.findings.length === 0 ? failure : null }
}

/** All parts as one: what of them failed is told beside what was found. */
function joined(
  parts: readonly Part[],
  {
    ms,
    untold,
    hide,
  }: { readonly ms: number; readonly untold: readonly string[]; readonly hide: (text: string) => string },
): Researched {
  const found = parts.filter((it) => it.failure === null)
  const lines = (of: (part: Part) => readonly string[]): readonly string[] => [...new Set(parts.flatMap(of).map(hide))]
  const [failure] = parts.flatMap((it) => it.failure ?? [])
  const sum = (of: (part: Part) => number | null): number | null => {
    const all = parts.map(of)
    return all.some((it) => it === null) ? null : all.reduce<number>((total, it) => total + (it ?? 0), 0)
  }
  const looked: Looked = {
    by: lines((it) => it.by),
    queries: lines((it) => it.queries),
    ms,
    apiCalls: sum((it) => it.apiCalls),
    tokens: sum((it) => it.tokens),
    troubles: [
      ...lines((it) => [...(found.length > 0 && it.failure !== null ? [it.failure.reason] : []), ...it.troubles]),
      ...untold,
    ].map(safeLine),
    kept: parts.flatMap((it) => it.kept),
  }
  if (found.length === 0 && failure !== undefined)
    return { of: 'research', is: 'failed', failure: { ...failure, reason: safeLine(hide(failure.reason)) }, ...looked }
  const levels = ['low', 'medium', 'high'] as const
  const confidence = levels.find((level) => found.some((it) => it.confidence === level)) ?? 'low'
  return {
    of: 'research',
    is: 'found',
    ...looked,
    sources: lines((it) => it.sources).map(safeLine),
    findings: lines((it) => it.findings).map(safeLine),
    confidence,
  }
}
