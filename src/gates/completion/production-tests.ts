/** Files that are called as tests are and lie among others: what stands in them says whether they are some (`src/test_client.py` need not be). */

import path from 'node:path'

/** Names that begin with the word, or end with it as names of classes do. Behind a `.` or a `_` at the end it is always a test. */
const named =
  /^(?:test(?:[-_.][^/]*)?\.(?:py|[cm]?[jt]sx?|c|cc|cpp|cxx|h|hh|hpp)|[^/]*-test\.(?:[cm]?[jt]sx?|c|cc|cpp|cxx|h|hh|hpp)|spec\.[cm]?[jt]sx?|[^/]*[a-z\d](?:Tests?|Spec)\.(?:java|kt|cs|swift|scala|groovy|php))$/

/** Whether a file has the name of a test without being sure to be one. */
export function mayBeTest(file: string): boolean {
  const name = path.posix.basename(file)
  return named.test(name) && !/\.(?:test|spec)\.[cm]?[jt]sx?$/.test(name)
}

/** What is written of tests alone, a line each. */
const frameworks: readonly RegExp[] = [
  /^[ \t]{0,80}(?:import|from)[ \t]{1,8}(?:pytest|unittest|nose2?|hypothesis|testtools|behave|doctest|django\.test|asynctest)\b/m,
  /^[ \t]{0,80}(?:async[ \t]{1,8})?def[ \t]{1,8}test(?:_|[A-Z])\w{0,200}[ \t]{0,8}\(/m,
  /["'](?:vitest|node:test|bun:test|mocha|chai|ava|tape|tap|uvu|@jest\/globals|@playwright\/test|@testing-library\/[\w-]{1,40}|node:assert(?:\/strict)?|assert)["']/,
  /^[ \t]{0,80}(?:describe|it|test|suite)(?:\.\w{1,20}){0,2}[ \t]{0,4}\([ \t]{0,4}["'`]/m,
  /^[ \t]{0,80}(?:TEST(?:_[A-Z]{1,20})?|BOOST_[A-Z_]{1,40}TEST[A-Z_]{0,40}|TEST_CASE|SCENARIO)[ \t]{0,4}\(/m,
  /^[ \t]{0,8}#[ \t]{0,8}include[ \t]{0,8}[<"](?:gtest|gmock|catch2?|doctest|cmocka|unity|check|boost\/test|cassert|assert|CppUTest|criterion)[/.">]/m,
  /^[ \t]{0,80}(?:@Test\b|@ParameterizedTest\b|\[(?:Fact|Theory|Test|TestMethod|TestFixture|TestClass)\b|import[ \t]{1,8}(?:static[ \t]{1,8})?(?:org\.junit|XCTest|org\.scalatest|spock\.lang|kotlin\.test|org\.testng)\b|use[ \t]{1,8}PHPUnit\b)/m,
]

/** Whether a text is one with tests in it: it takes a framework for them, or defines some. */
export function definesTests(text: string): boolean {
  return frameworks.some((it) => it.test(text))
}
