/** How the education mode of a spec teaches, as plain data (seed 004 §3, Education Mode). */

/** How much two approaches are compared: in a few words, with examples, or with all that is for and against each. */
export type ComparisonDepth = 'brief' | 'moderate' | 'detailed'
/** How often a run pauses to teach: `slow` most often. */
export type LearningPace = 'slow' | 'moderate' | 'fast'

export interface Education {
  /** How many checkpoints there are, as written: it moves the pace by one notch, or not. */
  readonly approvalGates: string
  /** Whether each checkpoint says why it recommends what it does. */
  readonly rationaleRequired: boolean
  /** Whether each shows the other approaches too, and not only where a person asks for them. */
  readonly alternativesShown: boolean
  readonly comparisonDepth: ComparisonDepth
  readonly learningPace: LearningPace
}

export const educationDefaults: Education = {
  approvalGates: 'increased',
  rationaleRequired: true,
  alternativesShown: true,
  comparisonDepth: 'moderate',
  learningPace: 'moderate',
}
