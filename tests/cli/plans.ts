/** Plans that the tests of the command line are called with. */

export const cleanPlan = `# Task Plan: tide table

## Phase 06: Implementation -- PENDING
- [X] T001 Read the table | traces: FR-001
  files: src/read.ts (CREATE)
- [ ] T002 Draw it | traces: FR-002
  blocked_by: [T001]
  files: src/draw.ts (CREATE)
`

/** One warning: the blocked task says no reason. */
export const warnedPlan = `# Task Plan: harbour

## Phase 06: Implementation
- [BLOCKED] T001 Dredge the basin
`

/** One error in line 5 at column 16, with a near name, and one warning. */
export const brokenPlan = `# Task Plan: crane

## Phase 06: Implementation
- [ ] T001 Lift | traces: FR-001
  blocked_by: [T003]
- [ ] T002 Lower
- [BLOCKED] T004 Grease
`
