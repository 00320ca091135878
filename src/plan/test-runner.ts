/** Programs that run tests, and whose output tells whether one of them ran (seed 000 §5). */

/** `exit-code`: any other one, of which only that is known. */
export const testRunners = ['vitest', 'jest', 'node', 'pytest', 'go', 'cargo', 'ctest', 'gtest', 'exit-code'] as const

export type TestRunner = (typeof testRunners)[number]
