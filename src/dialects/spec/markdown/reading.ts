/** What is known while the lines of a spec are read. */

import type { Text } from '../../../plan/draft.ts'
import type { Findings } from '../../findings.ts'
import type { Extent } from '../../scan/bytes.ts'
import type { Lines } from '../../scanner.ts'
import type { BlockLine } from './block.ts'
import type { Field, FieldKey } from './field.ts'
import type { Head } from './head.ts'
import type { SectionKind } from './section.ts'

/** A field with the lines that belong to its value. */
export interface FieldBuilder {
  readonly field: Pick<Field, 'name' | 'number' | 'low'>
  readonly key: FieldKey | null
  readonly lines: BlockLine[]
  /** Fields below it: how a backup is done. */
  readonly parts: FieldBuilder[]
}

export interface StepBuilder {
  /** Null where a task has the fields of a step itself. */
  readonly head: Head | null
  readonly place: Extent
  readonly form: 'heading' | 'line'
  /** Level of the heading, or columns of indentation. */
  readonly width: number
  readonly titleLines: BlockLine[]
  readonly fields: FieldBuilder[]
  readonly prose: BlockLine[]
  /** Whether its fields stand as far left as itself. */
  isFlat: boolean
}

export interface TaskBuilder {
  /** Null for the steps of a document that has no tasks. */
  readonly head: Head | null
  readonly place: Extent
  readonly level: number
  readonly speclet: string | null
  readonly steps: StepBuilder[]
  /** The fields of a step that stand in the task itself. */
  readonly own: StepBuilder
  readonly fields: FieldBuilder[]
  readonly prose: BlockLine[]
  /** Behind its last line. */
  end: number
}

/** Words that belong to something as a whole. */
export interface WordsBuilder {
  readonly prose: BlockLine[]
  /** Headings that nothing stands below yet, the outermost first. */
  readonly headings: { readonly level: number; readonly text: Extent }[]
}

export interface SpecletBuilder extends WordsBuilder {
  readonly id: string
  readonly place: Extent
  readonly title: Extent
  readonly level: number
  /** `(critical)` behind its title. */
  readonly critical: Head['critical']
  readonly fields: FieldBuilder[]
  /** Whether it is the whole document. */
  readonly isDocument: boolean
  /** How many tasks stand in it. */
  tasks: number
}

export interface Section {
  readonly level: number
  readonly kind: SectionKind
  /** As shown to people. */
  readonly title: string
  readonly place: Extent
  /** Whether the heading itself names the kind. */
  readonly isOwn: boolean
  /** How many criteria stood above it. */
  readonly from: number
  /** Columns of indentation of the point that opens it, and whose points below it are its own; null for any other. */
  readonly width: number | null
  /** Whether its criterion stands on its own line: fields below it are others. */
  readonly isField?: boolean
}

/** A phase or a user story. */
export interface Part {
  /** A heading of this level ends it, or one above. */
  readonly level: number
  readonly title: string
  /** Whether a heading opens it, and not a line. */
  readonly isHeading: boolean
  /** Whether it has its criteria, so that the next ones are not its own. */
  isSpent: boolean
  /** Columns of indentation of the point that opens it, and whose criteria stand below it; null for any other. */
  readonly width: number | null
}

/** A container (`:::tip`) that is open. */
export interface Container {
  /** Where its first line begins. */
  readonly start: number
  /** How many criteria stood above it. */
  readonly from: number
}

/** A point of a list, with the lines that belong to it. */
export interface Point {
  readonly width: number
  readonly lines: BlockLine[]
}

/** A point, a row or a paragraph of constraints or components. */
export interface NarrativeBuilder extends Point {
  /** What stands above it and belongs to it, the outermost first. */
  readonly under: readonly string[]
  /** A heading that is quoted, as `> ### Security`, is the name of what stands below it. */
  readonly form: 'point' | 'row' | 'words' | 'heading'
  /** Of a row its cells; those that are empty before its first words go on with what stands above them. */
  readonly cells?: readonly string[]
}

/** What stands below the heading of a goal, or behind its name. */
export interface GoalBuilder {
  readonly lines: BlockLine[]
  /** Whether it is called as several are: each point of a list is one. */
  readonly isMany: boolean
}

/** A line of text, looked at once. */
export interface TextLine extends Extent {
  readonly line: number
  readonly width: number
  /** Behind the bullet; the start of the text where there is none. */
  readonly content: number
  readonly isBullet: boolean
}

export interface Example {
  readonly level: number
  readonly isOfTasks: boolean
  readonly place: Extent
  /** Whether it was said that nothing of it is read. */
  isSaid: boolean
}

export interface ToolBuilder {
  readonly need: 'required' | 'recommended' | 'optional'
  readonly name: Extent
  readonly remark: Extent
  readonly fields: { readonly name: string; readonly value: Extent }[]
}

export interface CriterionBuilder extends Point {
  readonly under: readonly string[]
  readonly ticked: boolean | null
  /** Whether it is no point of a list, so that no program judges it. */
  readonly isWords: boolean
  /** Commands of a shell's fence that belong to it, as they are said behind its own words, and where each stands. */
  readonly code: { readonly said: string; readonly place: Extent }[]
}

/** What criteria may stand in below a name. */
export type ListKind = 'points' | 'rows' | 'fence'

export interface Reading {
  readonly lines: Lines
  readonly bytes: Uint8Array
  readonly findings: Findings
  /** Lines whose references to constraints and components are looked at: 1 for each. */
  readonly used: Uint8Array
  readonly coverage: { taskLike: number; read: number }
  readonly sections: Section[]
  /** Containers that are open, the outermost first. */
  readonly containers: Container[]
  /** The phase or the user story that the line stands in. */
  part: Part | null
  /** The first line of the criteria of such a one. */
  ofParts: Extent | null
  readonly goals: GoalBuilder[]
  readonly speclets: SpecletBuilder[]
  readonly tasks: TaskBuilder[]
  readonly criteria: CriterionBuilder[]
  readonly components: NarrativeBuilder[]
  readonly constraints: NarrativeBuilder[]
  readonly stack: Point[]
  readonly tools: ToolBuilder[]
  readonly pattern: Map<string, Text>
  /** Whatever else the document says of the whole. */
  readonly background: WordsBuilder
  title: Extent | null
  /** The SPECLet that the document is. */
  document: SpecletBuilder | null
  /** Fields of the header, until it is known whether the document is a SPECLet. */
  readonly header: FieldBuilder[]
  /** The steps of such a document that stand in no task. */
  loose: TaskBuilder | null
  speclet: SpecletBuilder | null
  task: TaskBuilder | null
  step: StepBuilder | null
  field: OpenField | null
  /** The example that the line stands in: it ends with the next heading of its level, but for tasks where it is one of tasks. */
  example: Example | null
  /** A line such as `**Example structure:**` stands above, with nothing but blank lines behind it. */
  exampleAhead: Extent | null
  /** The paragraph of a goal that is going on. */
  goal: BlockLine[] | null
  /** Which kind of tools is listed here. */
  need: ToolBuilder['need'] | null
  /** Columns of indentation of the tools of this list. */
  toolWidth: number
  /** The tool whose fields come in; null below one that is a placeholder. */
  tool: ToolBuilder | null
  /** Points above the next one, the outermost first. */
  points: (Point & { readonly name: string })[]
  /** The words of a Definition of Complete, of constraints or components that are going on. */
  words: Point | null
  /** Names of lists of constraints or components that stand above: one in words, which lists in bold may divide, and one in bold. */
  lists: { readonly around: string | null; readonly own: string | null; readonly isOver: boolean }
  /** The name of the list that is going on, which stands above it without being a heading, and the section that it stands in. */
  listName: {
    readonly name: string
    readonly section: Section | undefined
    /** What stands below it, once that has begun. */
    readonly of: ListKind | null
  } | null
  /** How many criteria were seen, also those that are none any more. */
  criteriaSeen: number
  /** The first heading of a Definition of Complete that stands in a code fence. */
  fencedCriteria: Extent | null
  /** Which of the fences the line stands in, or stands before. */
  fence: number
  /** The last line of a fence that was taken as a whole. */
  fenceTaken: number
  /** Whether a task before the last has criteria of its own, so that the last one's are, too. */
  tasksHaveCriteria: boolean
  /** Whether one says below a heading as far left as its own how it is verified. */
  tasksAreVerified: boolean
  /** The same of goals. */
  tasksHaveGoals: boolean
  /** The last line that is the head of a task or a step, or a field of a step; null until it was looked for. */
  lastHead: number | null
  /** The row of constraints or components that was read last. */
  lastRow: { readonly line: number; readonly cells: readonly string[] } | null
  /** Whether a rule stands above, and no heading behind it. */
  isBehindRule: boolean
  /** Whether a blank line stands above. */
  isAfterBlank: boolean
}

/** The field whose value may go on. */
export interface OpenField {
  readonly builder: FieldBuilder
  readonly width: number
  readonly isBullet: boolean
  /** Whether it is one of a step. */
  readonly isOfStep: boolean
}
