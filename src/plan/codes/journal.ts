/** Codes of the journal and the lock (RELIABILITY 7, G). */

import { elsewhere } from './entry.ts'

export const journalCodes = [
  elsewhere({
    code: 'MW700',
    title: 'unfinished last write',
    severity: 'info',
    explanation: 'The last write of the journal was cut off and has been dropped by the storage. Nothing else is lost.',
  }),
  elsewhere({
    code: 'MW701',
    title: 'journal damaged',
    severity: 'error',
    explanation:
      'The journal cannot be read somewhere, or its database is gone and the rest of it is there. Nothing is started and no command writes into it; `millwright verify` shows the last intact event and what is lost.',
  }),
  elsewhere({
    code: 'MW702',
    title: 'journal altered',
    severity: 'error',
    security: true,
    explanation:
      'A sequence number is missing, or an event does not match its hash or the one before it, or events that were safe are gone from the end: `journal.db-wal` was deleted, or an older copy put back, which the note `journal.count` beside it or the last commit of the run tells. The events before it are intact, the later ones are not trusted, and nothing is started. Where `verify` says it of what agents and gates printed, which events name by its hash, the events are intact and the run goes on.',
  }),
  elsewhere({
    code: 'MW703',
    title: 'journal of a newer version',
    severity: 'error',
    explanation: 'A newer version wrote this journal. It can be read and shown here, and not continued.',
  }),
  elsewhere({
    code: 'MW704',
    title: 'journal of another plan',
    severity: 'error',
    explanation: 'The journal belongs to a plan with another identity.',
  }),
  elsewhere({
    code: 'MW705',
    title: 'journal cannot be written',
    severity: 'error',
    explanation:
      'The journal is read-only, which lets it be looked at and nothing else, or lies on a network file system. On another file system than the plan it is a warning.',
  }),
  elsewhere({
    code: 'MW706',
    title: 'another executor holds the plan',
    severity: 'error',
    explanation: 'One executor works on a plan at a time. The message names its process; resume or end that one.',
  }),
  elsewhere({
    code: 'MW707',
    title: 'task left the plan',
    severity: 'warning',
    explanation:
      'The journal knows a task that is not in the plan any more. Nobody works on it, and what it did is kept. Put its line back and it is worked on; under another id it is known by its words.',
  }),
  elsewhere({
    code: 'MW708',
    title: 'text of a done task changed',
    severity: 'warning',
    explanation:
      'The text of a task changed after it was done. Done stands, bound to the text it was done for. Beside an open box the new text is another task, and is worked on; not so during a run as long as the title is the same: then the tick is put back.',
  }),
] as const
