/** What came of steps of education mode that a person's command has ended where nobody is at work: an executor would show it (seed 004 §3). */

import { foldJournal, toRunEvent } from '../../engine/fold-journal.ts'
import type { EventBody } from '../../run/event.ts'
import { isEnd } from '../../run/step-status.ts'
import { educationOutcome } from '../../reports/run/education-lines.ts'
import type { OpenedJournal } from './open-journal.ts'

/** Lines that are safe to show; none where nothing was taught. Costs the journal, where something was. @param opened as it was before the command */
export function outcomesOfAnswer({ journal, state: before }: OpenedJournal): readonly string[] {
  if (before.course.checkpoints.length === 0) return []
  const { state } = foldJournal(journal)
  const ended = new Map(
    journal
      .read<EventBody>({ from: before.events })
      .events.map(toRunEvent)
      .flatMap(({ body, subject }) =>
        body.type === 'step-moved' && isEnd(body.to) && subject !== null
          ? [[`${subject.task} ${subject.step ?? ''}`, subject] as const]
          : [],
      ),
  )
  return [...ended.values()].flatMap(({ task: uid, step }) => {
    const task = state.tasks.get(uid)
    return task === undefined ? [] : educationOutcome(state, task, step)
  })
}
