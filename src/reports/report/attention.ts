/** What a person has to look at first: open questions, what failed, what is missing at the end. */

import type { RunJson } from '../run/json.ts'
import type { CompletionJson } from '../spec/completion-json.ts'
import { gapLines, unjudgedIn } from '../spec/gaps.ts'
import type { ProgressDocument } from '../spec/progress/schema.ts'
import { section, toned, type Cell, type Section } from './document.ts'
import { known } from './words.ts'

/** More points than that are told by their number. */
const most = 30

/** The points, the most pressing first; one that says that there is none. */
export function attentionSection(
  run: RunJson,
  progress: ProgressDocument | null,
  completion: CompletionJson | null,
): readonly Section[] {
  const points = [
    ...run.waiting.map((it) =>
      it.on === 'human'
        ? toned(
            'warn',
            `Question ${it.review} is open: ${it.question.replaceAll(/\s*\n\s*/g, '; ')} (millwright review show ${it.review})`,
          )
        : toned('warn', `Not written yet (${it.on}): ${it.reason}; ${it.help}`),
    ),
    ...run.tasks
      .filter(({ selected, state }) => selected && (state === 'failed' || state === 'blocked'))
      .map((it) => toned('bad', `Task ${known(it.id ?? it.title)} is ${it.state}: ${known(it.reason)}`)),
    ...(progress === null ? [] : specPoints(progress)),
    ...(completion === null ? [] : gapLines(completion.gaps, unjudgedIn(completion))).map((it) =>
      toned('warn', `Missing at the end: ${it}`),
    ),
    ...run.findings.map(({ text }) => toned('warn', text)),
  ]
  const rest = points.length - most
  const shown: readonly Cell[] =
    points.length === 0
      ? [toned('good', 'Nothing: no question is open, and nothing has failed.')]
      : [...points.slice(0, most), ...(rest > 0 ? [`… and ${rest} more, below`] : [])]
  return section('What needs a look', [{ is: 'list', items: shown }])
}

function specPoints({
  final_summary: summary,
  constitutional_compliance: { violations_detected: violations },
  mcp_tools_verification: tools,
  human_interactions: prompts,
  tasks,
}: ProgressDocument): readonly Cell[] {
  // Of what people are asked about the question tells.
  const asked = new Set(prompts.flatMap((it) => (it.response === null ? [it.step_id] : [])))
  const failed = tasks
    .flatMap(({ steps }) => steps)
    .filter(({ status, step_id }) => status === 'failed' && !asked.has(step_id))
  const errors = new Set((summary?.critical_errors ?? []).filter((it) => !it.resolved).map((it) => it.step_id))
  return [
    ...failed.map((it) =>
      errors.has(it.step_id) || it.critical_flag
        ? toned('bad', `Critical step ${it.step_id} failed with all that it has: ${known(it.message)}`)
        : toned('warn', `Step ${it.step_id} was left out, it is not critical: ${known(it.message)}`),
    ),
    ...violations
      .filter(({ severity }) => severity === 'critical')
      .map((it) => toned('bad', `Article ${it.article} is violated: ${it.description}`)),
    ...(tools?.required_tools.missing ?? []).map((it) => toned('bad', `Required MCP tool ${it} was not there`)),
  ]
}
