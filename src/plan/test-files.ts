/** Which files are tests, by the patterns by which their runners look for them themselves (seed 000 §5). */

import type { TestRunner } from './test-runner.ts'

const script = String.raw`\.[cm]?[jt]sx?$`
const compiled =
  /(?:^|\/)(?:tests?\/.*|(?:test[-_.])[^/]*|[^/]*[-_.](?:test|tests|unittest))\.(?:c|cc|cpp|cxx|h|hh|hpp)$/i

/** Each on a whole path with `/`. */
const patterns: Readonly<Record<Exclude<TestRunner, 'exit-code'>, RegExp>> = {
  vitest: new RegExp(String.raw`\.(?:test|spec)${script}`),
  jest: new RegExp(String.raw`(?:(?:^|\/)__tests__\/.*|\.(?:test|spec)|(?:^|\/)(?:test|spec))${script}`),
  node: new RegExp(String.raw`(?:(?:^|\/)test\/.*|[-._]test|(?:^|\/)test(?:-[^/]*)?)${script}`),
  pytest: /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/,
  go: /_test\.go$/,
  cargo: /(?:^|\/)tests\/.*\.rs$/,
  ctest: compiled,
  gtest: compiled,
}

/** Whether a runner takes a file for one with tests in it. Of one that is not known it is what any other takes for one. */
export function isTestFile(runner: TestRunner, path: string): boolean {
  if (runner === 'exit-code') return Object.values(patterns).some((it) => it.test(path))
  return patterns[runner].test(path)
}

/** Files by which runners are told what to do with tests, wherever they lie. */
const steering =
  /(?:^|\/)(?:conftest\.py|pytest\.ini|tox\.ini|\.mocharc\.[^/]*|(?:vitest|vite|jest)\.(?:config|setup|workspace)\.[^/]*|jest-setup\.[^/]*)$/

/** Whether a file decides how tests are run, and is none itself. */
export function steersTests(path: string): boolean {
  return steering.test(path)
}

/** Whether a file lies where tests and what they are written with lie. */
export function liesWithTests(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((part) => /^(?:tests?|__tests__|__mocks__|specs?|testdata|fixtures)$/i.test(part))
}
