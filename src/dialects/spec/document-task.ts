/** A document that is one SPECLet and has no task headings is one task (FORMATS section 6). */

import type { ToldSpecText } from './markdown/told-text.ts'
import type { ToldSpec } from './told.ts'

/** The same with that task, where neither file has another one. */
export function withDocumentTask(markdown: ToldSpecText, parameters: ToldSpec | null): ToldSpecText {
  const { document, tasks, title, goals } = markdown
  if (document === null || tasks.length > 0 || (parameters?.tasks.length ?? 0) > 0) return markdown
  const [goal] = goals
  const span = title?.span ?? { ...document.block, length: 0 }
  const text = title ?? goal ?? { text: document.speclet, span }
  const steps =
    document.steps.length > 0
      ? document.steps
      : [
          {
            id: '1',
            span,
            title: text,
            method: goal ?? null,
            methodNotes: [],
            backups: [],
            expected: null,
            critical: { value: true, span },
            mode: null,
            retries: null,
            verification: null,
            verifications: [],
            notes: [],
          },
        ]
  const task = {
    id: '1',
    speclet: document.speclet,
    span,
    title: text,
    description: null,
    steps,
    critical: null,
    mode: null,
    retries: null,
    research: null,
    researchSources: [],
    verification: null,
    notes: [],
    block: document.block,
  }
  return { ...markdown, tasks: [task] }
}
