/** Research before a task as the progress file has it, by the names of the seed (seed 004 §2.1a, §5). */

import type { ResearchRecord } from '../../../run/steps/research-record.ts'
import { isoTime } from '../../run/json.ts'
import type { ProgressTask } from './schema.ts'

/** @param record null where nobody has asked for it: then the document says nothing of it */
export function researchPhase(record: ResearchRecord | null): Pick<ProgressTask, 'research_phase'> {
  if (record === null) return {}
  const { outcome, startedAt, endedAt } = record
  const found = outcome?.is === 'found' ? outcome : null
  return {
    research_phase: {
      triggered: outcome === null || outcome.by.length > 0,
      timestamp_start: isoTime(startedAt),
      timestamp_end: endedAt === null ? null : isoTime(endedAt),
      queries_performed: outcome?.queries ?? [],
      sources_consulted: found?.sources ?? [],
      key_findings: found?.findings ?? [],
      confidence_level: found?.confidence ?? null,
      asked: outcome?.by ?? [],
      warnings: [...(outcome?.is === 'failed' ? [outcome.failure.reason] : []), ...(outcome?.troubles ?? [])],
      research_cost:
        outcome === null
          ? null
          : {
              time_seconds: Math.round(outcome.ms / 100) / 10,
              api_calls: outcome.apiCalls,
              tokens_used: outcome.tokens,
            },
    },
  }
}
