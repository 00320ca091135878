/** All findings about a plan in one pass: the reader's, the rules', and what else a dialect knows. */

import type { Diagnostic, Severity } from './diagnostic.ts'
import type { Draft } from './draft.ts'
import type { Facts } from './facts.ts'
import { protectedBy } from './path-safety.ts'
import { cycles, selfBlockers } from './rules/cycles.ts'
import { declaredFiles } from './rules/declared-files.ts'
import { duplicateIds } from './rules/duplicate-ids.ts'
import { deferredBlockers, doneBeforeBlocker, laterBlockers, unmirrored } from './rules/edges.ts'
import { emptyPlan } from './rules/empty-plan.ts'
import { expectedFiles } from './rules/expected-files.ts'
import { ignoredFiles } from './rules/ignored-files.ts'
import { integrationTests } from './rules/integration-tests.ts'
import { limits } from './rules/limits.ts'
import { partsOpen } from './rules/parts.ts'
import { indexDraft } from './rules/plan-index.ts'
import { patternPaths, portablePaths } from './rules/portable-paths.ts'
import { relatedLimit, type Rule, type RuleContext } from './rules/rule.ts'
import { sharedFiles } from './rules/shared-files.ts'
import { unknownBlockers } from './rules/unknown-blockers.ts'
import { unsafePaths } from './rules/unsafe-paths.ts'
import { applySeverities, type Severities } from './severity.ts'
import { draftTools } from './tools.ts'

/** How many findings about one file are kept (RELIABILITY 6). */
export const maxDiagnosticsPerFile = 200

const rules: readonly Rule[] = [
  emptyPlan,
  limits,
  duplicateIds,
  integrationTests,
  unknownBlockers,
  selfBlockers,
  cycles,
  unmirrored,
  doneBeforeBlocker,
  laterBlockers,
  deferredBlockers,
  partsOpen,
  unsafePaths,
  expectedFiles,
  ignoredFiles,
  sharedFiles,
  portablePaths,
  patternPaths,
]

/**
 * Checks a draft: the findings of its reader, of all rules, and `extra` (what a dialect finds beside reading, such as a
 * stale progress table), with the configured severities applied. In each file errors and warnings come first, then the
 * infos that sum something up, both by place; at most 200 for a file, the milder ones dropped first and said with MW009.
 * An empty `facts` leaves out what depends on the disk. Never throws.
 */
export function check(
  draft: Draft,
  facts: Facts,
  severities: Severities = {},
  extra: readonly Diagnostic[] = [],
): Diagnostic[] {
  const context = { draft, facts, index: indexDraft(draft), guard: guardOf(facts) }
  const all = [...draft.diagnostics, ...rules.flatMap((rule) => rule(context)), ...extra]
  const beside = new Set(draft.groups.flatMap(({ file }) => file ?? []))
  const found = beside.size === 0 ? all : all.filter((it) => concernsPlan(it, beside))
  const settled = applySeverities(oneInfoPerFile(found), severities)
  const byFile = new Map<string, Diagnostic[]>(draft.sources.map(({ path }) => [path, []]))
  for (const diagnostic of settled) {
    const path = diagnostic.span?.path ?? ''
    const known = byFile.get(path)
    if (known === undefined) byFile.set(path, [diagnostic])
    else known.push(diagnostic)
  }
  return [...byFile.values()].flatMap((diagnostics) => capped(diagnostics, severities))
}

/**
 * Whether a finding concerns the plan, and not only a file beside it, which has a check of its own: that another file cannot be
 * read, or has the same task, may make the plan another one.
 */
function concernsPlan({ code, severity, span, related }: Diagnostic, beside: ReadonlySet<string>): boolean {
  const isOwn = span === null || !beside.has(span.path) || related.some((it) => !beside.has(it.span.path))
  return isOwn || code === 'MW110' || (severity === 'error' && /^MW(?:0|40[0-6]|410)/.test(code))
}

function guardOf({ protectedPaths }: Facts): RuleContext['guard'] {
  const guards: (string | null)[] = []
  return (path, place) => {
    const before = guards[place]
    if (before !== undefined) return before
    const guard = protectedBy(path, protectedPaths)
    guards[place] = guard
    return guard
  }
}

/** The paths `check` wants facts about, as declared in the plan, each once: those that are safe and name one thing, and programs of the plan. */
export function factsWanted(draft: Draft): string[] {
  const wanted = new Set<string>()
  for (const { file, text, verdict } of declaredFiles(draft))
    if (verdict.kind === 'safe' && (file.form === 'path' || file.form === 'directory')) wanted.add(text)
  for (const { script } of draftTools(draft)) wanted.add(script)
  return [...wanted]
}

/** Infos of one code in one file become one, at the first place, with the others as related places and a count. */
function oneInfoPerFile(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = new Map<string, Diagnostic[]>()
  const kept: Diagnostic[] = []
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity !== 'info') {
      kept.push(diagnostic)
      continue
    }
    const name = `${diagnostic.code} ${diagnostic.span?.path ?? ''}`
    const known = groups.get(name)
    if (known === undefined) groups.set(name, [diagnostic])
    else known.push(diagnostic)
  }
  for (const group of groups.values()) {
    const [first, ...others] = group.sort(byPlace)
    if (first === undefined) continue
    const more = others.length + uncounted(group)
    if (more === 0) kept.push(first)
    else
      kept.push({
        ...first,
        more: 0,
        message: `${first.message} (and ${more} more in this file)`,
        related: [
          ...first.related,
          ...others.flatMap(({ message, span }) => (span === null ? [] : { message, span })),
        ].slice(0, relatedLimit),
      })
  }
  return kept
}

/** How many were found and not kept. */
function uncounted(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((sum, { more = 0 }) => sum + more, 0)
}

const strength: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 }

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const order = (a.span?.offset ?? -1) - (b.span?.offset ?? -1)
  if (order !== 0) return order
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0
}

function inOrder(a: Diagnostic, b: Diagnostic): number {
  const info = Number(a.severity === 'info') - Number(b.severity === 'info')
  return info === 0 ? byPlace(a, b) : info
}

function capped(diagnostics: readonly Diagnostic[], severities: Severities): Diagnostic[] {
  if (diagnostics.length <= maxDiagnosticsPerFile) return [...diagnostics].sort(inOrder)
  const ranked = [...diagnostics].sort((a, b) => strength[a.severity] - strength[b.severity] || byPlace(a, b))
  const dropped = ranked.slice(maxDiagnosticsPerFile)
  const errors = dropped.filter(({ severity }) => severity === 'error')
  const unshown = dropped.length + uncounted(diagnostics)
  const unshownErrors = errors.length + uncounted(diagnostics.filter(({ severity }) => severity === 'error'))
  const note: Diagnostic = {
    code: 'MW009',
    severity: 'warning',
    message: `${unshown} more diagnostics in this file are not shown${unshownErrors > 0 ? `, ${unshownErrors} of them errors` : ''}`,
    help: 'mend what is shown and check again',
    span: dropped[0]?.span ?? null,
    related: [],
  }
  return [...ranked.slice(0, maxDiagnosticsPerFile).sort(inOrder), ...applySeverities([note], severities)]
}
