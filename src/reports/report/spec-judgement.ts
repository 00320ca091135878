/** Sections of a spec's report about how it was judged: compliance, recommendations, and what was found before it began. */

import type { ProgressDocument } from '../spec/progress/schema.ts'
import { facts, section, table, toned, type Bars, type Cell, type Section, nothing } from './document.ts'
import { counted, known, percent, stateCell } from './words.ts'

/** How far the run kept to its constitution. */
export function complianceSection(document: ProgressDocument): readonly Section[] {
  const review = document.post_execution_analysis?.constitutional_compliance_review ?? null
  const { violations_detected: violations, ...counts } = document.constitutional_compliance
  const score: readonly Bars[] =
    review === null ? [] : [scoreBar(review.overall_compliance_score, review.article_vi_critical_balance.overall_ratio)]
  const yes = (is: boolean): Cell => (is ? toned('good', 'yes') : toned('bad', 'no'))
  return section('Compliance', [
    ...score,
    facts([
      ['Checks performed', String(counts.checks_performed)],
      ['Violations', `${counts.violations_critical} critical, ${counts.violations_warning} warnings`],
    ]),
    ...(review === null
      ? []
      : table(
          'Articles',
          ['Article', 'Holds', 'What was found'],
          [
            [
              'VI Critical balance',
              yes(review.article_vi_critical_balance.compliant),
              review.article_vi_critical_balance.recommendation,
            ],
            [
              'VII Backup quality',
              yes(review.article_vii_backup_quality.violations === 0),
              review.article_vii_backup_quality.description,
            ],
            ['VIII Error propagation', yes(review.article_viii_error_propagation.functioning_correctly), nothing],
            [
              'IX Mode escalation',
              yes(!review.article_ix_mode_escalation.threshold_adjustment_needed),
              counted(review.article_ix_mode_escalation.appropriate_escalations, 'appropriate escalation'),
            ],
            ['X Logging', yes(review.article_x_logging.complete && review.article_x_logging.immutable), nothing],
          ],
        )),
    ...table(
      'Violations',
      ['Article', 'Severity', 'Where', 'What', 'What to do'],
      violations.map((it) => [
        `${it.article} ${it.section}`,
        it.severity === 'critical' ? toned('bad', 'critical') : toned('warn', 'warning'),
        known(it.step_id ?? it.task_id),
        it.description,
        it.corrective_action,
      ]),
    ),
  ])
}

function scoreBar(score: number, balance: number): Bars {
  const critical = Math.round(balance * 100)
  return {
    is: 'bars',
    title: 'Compliance score',
    summary: `${score} of 100 points; ${critical}% of the steps are critical.`,
    most: 100,
    rows: [
      {
        label: 'score',
        parts: [
          { name: 'reached', tone: score >= 80 ? 'good' : 'warn', count: score },
          { name: 'lost', tone: 'off', count: 100 - score },
        ],
        text: `${score} of 100`,
      },
      {
        label: 'critical steps',
        parts: [
          { name: 'critical', tone: 'other', count: critical },
          { name: 'not critical', tone: 'plain', count: 100 - critical },
        ],
        text: percent(balance),
      },
    ],
  }
}

/** What the run teaches. */
export function recommendationsSection({ post_execution_analysis: analysis }: ProgressDocument): readonly Section[] {
  const items = analysis?.recommendations ?? []
  return items.length === 0 ? [] : section('Recommendations', [{ is: 'list', items }])
}

/** What was found before the run began. */
export function beforeSection(document: ProgressDocument): readonly Section[] {
  const { validation, software_stack_validation: stack, software_stack_error: gap, speclet_validation } = document
  const tools = document.mcp_tools_verification
  return section('Before the run', [
    facts([
      ['Validation', validation === null ? null : stateCell(validation.validation_status)],
      [
        'Findings',
        validation === null
          ? null
          : `${validation.critical_errors} critical, ${validation.warnings} warnings, ${validation.information} notes`,
      ],
      ['SPECLets', speclet_validation === null ? null : stateCell(speclet_validation.validation_status)],
      ['Software stack', stack === null ? null : known([stack.primary_language, stack.framework].join(' ').trim())],
      ['Software stack lacks', gap === null ? null : toned('bad', gap.missing_fields.join(', '))],
      ['MCP tools', tools === null ? null : stateCell(tools.verification_status)],
    ]),
    ...(tools === null
      ? []
      : table(
          'MCP tools',
          ['Need', 'Wanted', 'There', 'Missing'],
          [
            ['required', tools.required_tools, 'bad'] as const,
            ['recommended', tools.recommended_tools, 'warn'] as const,
          ]
            .filter(([, { total }]) => total > 0)
            .map(([need, { total, verified, missing }, tone]) => [
              need,
              String(total),
              known(verified.join(', ')),
              missing.length === 0 ? nothing : toned(tone, missing.join(', ')),
            ]),
        )),
  ])
}
