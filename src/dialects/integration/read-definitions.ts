/** A file of integration tests beside the plans of a repository: bytes in, tests with places and diagnostics out. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { DraftIntegration } from '../../plan/draft.ts'
import type { Source } from '../../plan/source.ts'
import { findingsOf } from '../findings.ts'
import { bytesFindings, sayHidden } from '../json/bytes-of-json.ts'
import { readJson } from '../json/read-json.ts'
import type { JsonNode } from '../json/tree.ts'
import { wrongType } from '../json/typed.ts'
import { listName, readListed, readTest, readTests, type TestReading } from './read-test.ts'

/** The tests of a file, in its order; with an error among the diagnostics none of them may be used. */
export interface ReadDefinitions {
  readonly tests: readonly DraftIntegration[]
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a file that holds one test, a list of them, or an object with such a list below `integration_tests`, as a project
 * state has it (seed 003 §4). Never throws; linear in the number of bytes.
 */
export function readDefinitions(source: Source): ReadDefinitions {
  const { root, diagnostics } = readJson(source)
  const findings = findingsOf(source)
  const reading: TestReading = { findings, used: [], isShared: false }
  // Of a test that is cut off nobody knows what it lacks.
  const isCut = diagnostics.some(({ code }) => code === 'MW401')
  const tests = root === null || isCut ? [] : testsIn(root, reading)
  sayHidden(reading)
  findings.finish()
  const ofBytes = bytesFindings(source, () => ({
    names: reading.used.map((it) => findings.span(it)),
    structure: [],
    texts: [],
  }))
  const all = [...diagnostics, ...findings.found, ...(root === null ? [] : ofBytes)]
  all.sort((a, b) => (a.span?.offset ?? 0) - (b.span?.offset ?? 0))
  return { tests, diagnostics: all }
}

function testsIn(root: JsonNode, reading: TestReading): readonly DraftIntegration[] {
  if (root.is === 'list') return readTests(root.items, [], reading)
  if (root.is !== 'object') {
    wrongType(root, [], 'an integration test, or a list of them', reading.findings)
    return []
  }
  if (root.members.has(listName)) return readListed(root, reading) ?? []
  return [readTest(root, [], reading) ?? []].flat()
}
