/** Codes that any plan can meet, whatever its format (RELIABILITY 7, common; FORMATS R14–R21). */

import { configured, elsewhere, entry } from './entry.ts'

export const anyPlanCodes = [
  entry({
    code: 'MW001',
    title: 'invalid UTF-8',
    severity: 'error',
    explanation:
      'Bytes that are not UTF-8 stand in something that is used: an id, a path, a command or the text of a task. In prose it is only a warning, because nothing depends on it. Save the file as UTF-8.',
  }),
  entry({
    code: 'MW002',
    title: 'UTF-16 file',
    severity: 'error',
    explanation: 'The file is UTF-16, which is not read. Save it as UTF-8; a byte order mark is fine and is kept.',
  }),
  entry({
    code: 'MW003',
    title: 'control character',
    severity: 'error',
    explanation:
      'A NUL or another control character stands in the plan. Such characters can hide text from a reader or steer a terminal. Inside a code fence it is only said, since nothing there is read.',
  }),
  entry({
    code: 'MW004',
    title: 'double-decoded text',
    severity: 'warning',
    explanation:
      'The text looks as if UTF-8 had been read in another encoding and saved again. Ids and keys are plain ASCII and still work; titles and descriptions reach the agent garbled. Repair the file with an editor that can reinterpret the encoding.',
  }),
  entry({
    code: 'MW005',
    title: 'invisible or reordering character',
    severity: 'error',
    security: true,
    explanation:
      'A bidirectional control, zero-width or tag character stands in an id, a path, a command, a bullet, a box or before a heading, so that what a person reads is not what is used. In prose it is a warning. Delete the character.',
  }),
  entry({
    code: 'MW006',
    title: 'look-alike id',
    severity: 'error',
    security: true,
    explanation:
      'A task id is written with a letter of another script that looks like an ASCII one. Two ids that look the same would be two tasks. Type the id again with plain letters.',
  }),
  entry({
    code: 'MW007',
    title: 'no-break space in a box',
    severity: 'error',
    lowered: 'the no-break space is read as a space',
    explanation: 'The box holds a no-break space, which looks like an open box and is none. Type a normal space.',
  }),
  entry({
    code: 'MW008',
    title: 'limit exceeded',
    severity: 'error',
    explanation:
      'A size is beyond what is read: 64 MiB for a plan, 64 KiB for a line, 200,000 tasks, 1,000 blockers, files or checks and 10,000 traces for a task, 1,024 bytes for a path, 64 bytes for an id. Split the plan, or shorten what the message names.',
  }),
  entry({
    code: 'MW009',
    title: 'too many diagnostics',
    severity: 'warning',
    explanation:
      'More than 200 diagnostics were found in one file. The errors are kept before the warnings and the warnings before the rest; mend what is shown and check again.',
  }),
  entry({
    code: 'MW010',
    title: 'unresolved merge',
    severity: 'error',
    explanation:
      'Conflict markers of a merge stand in the file, so that parts of it exist twice. Finish the merge first. In a code fence, where nothing is read, they are only an info.',
  }),
  configured({
    code: 'MW011',
    title: 'file cannot be read',
    severity: 'error',
    explanation:
      'The plan, the configuration, the constitution of the project, a prompt template or a file of integration tests vanished, is a folder, or is a link that leads out of the repository or to nothing; or the folder that the configuration names for them is not there, or holds none. Name a file that can be read.',
  }),
  elsewhere({
    code: 'MW012',
    title: 'plan is being edited',
    severity: 'warning',
    explanation:
      'During a run the plan shrank or stopped making sense, as happens while an editor saves it. Nothing is written and the last good revision stays in force until the file can be read again. Tasks that are gone are believed to be once the file has stayed so for five seconds; a minute where it ends in the middle of what was a line of it.',
  }),
  entry({
    code: 'MW013',
    title: 'no tasks',
    severity: 'error',
    explanation:
      'The file holds no line that is a task. Often it is the wrong file, or all boxes stand inside a code fence.',
  }),
  entry({
    code: 'MW014',
    title: 'mixed line ends',
    severity: 'info',
    explanation:
      'Some lines end with CRLF and some with LF. Both are read and kept; an inserted line takes the line end of the line above it.',
  }),
  configured({
    code: 'MW800',
    title: 'format not recognised',
    severity: 'error',
    explanation:
      'No plan format, or more than one, fits the file. The message lists what was seen; name the format to decide.',
  }),
  entry({
    code: 'MW801',
    title: 'task-like line not read',
    severity: 'warning',
    explanation:
      'A line looks like a task or a field of a task and was not understood. Nothing that looks like a task is dropped in silence; write the line in the usual form, or put it into a code fence if it is an example.',
  }),
  entry({
    code: 'MW805',
    title: 'blocker is deferred or skipped',
    severity: 'warning',
    explanation:
      'An open task waits for a task that the plan defers or skips. It would wait for ever, so that it ends blocked with that reason. Remove the dependency or take the blocker back into the plan.',
  }),
  entry({
    code: 'MW807',
    title: 'part of a done task is open',
    severity: 'info',
    explanation:
      'A task that is only the sum of its lettered parts is marked done, and one of the parts is not. Both marks are left as they are.',
  }),
  configured({
    code: 'MW815',
    title: 'the same plan in another file',
    severity: 'warning',
    explanation:
      'Another file of the project holds most of the tasks of this plan. The one that you name is run, and marks are written into it alone: the other one goes on saying what it said. Take one of them away.',
  }),
] as const
