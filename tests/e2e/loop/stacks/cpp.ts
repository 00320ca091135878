/** A harbour in C++: headers, unit tests that are programs, and make. */

import { goneOf, missing, type Files, type Stack } from './stack.ts'

/** @param asks what its first function asks for, and what it does with that */
const harbour = (asks: readonly [string, string], tide: string): string => `#pragma once

namespace harbour {
/** Metres at low water. */
inline double depth(${asks[0]}) { return 5.0${asks[1]}; }
${tide}}
`
const tide = (body: string): string => `/** Metres above that, so many hours after high water. */
inline double tide(double hours) {${body} }
`
const right = tide(' return 3.5 - hours / 4;')

const day = (first: number): string => `#pragma once
#include "harbour.hpp"

namespace harbour {
/** Metres of the highest water of a day. */
inline double highest() {
  double found = 0;
  for (int hour = ${first}; hour < 24; ++hour)
    if (depth() + tide(hour) > found) found = depth() + tide(hour);
  return found;
}
}
`
const program = (header: string, value: string): string => `#include <cstdio>
#include "${header}"

int main() { std::printf("{\\"highest\\": %.4f}\\n", ${value}); }
`
const check = (header: string, holds: string, says: string): string => `#include <cstdio>
#include "../src/${header}"

int main() {
  if (${holds}) return 0;
  std::puts("${says}");
  return 1;
}
`
const withTide = (source: string): Files => ({
  'src/harbour.hpp': source,
  'tests/tide.cpp': check('harbour.hpp', 'harbour::tide(0) == 3.5', 'tide: high water is not 3.5'),
})
const withDay = (source: string): Files => ({
  'src/day.hpp': source,
  'tests/day.cpp': check('day.hpp', 'harbour::highest() > 8', 'day: highest is not above 8'),
})

const makefile = `flags := -std=c++17 -O0
checks := $(patsubst %.cpp,build/%,$(wildcard tests/*.cpp))
headers := $(wildcard src/*.hpp)

build: build/src/report
build/%: %.cpp $(headers)
	@mkdir -p $(@D)
	g++ $(flags) -Isrc -o $@ $<
unit: $(checks)
	set -e; for it in $(checks); do $$it; done
lint:
	g++ $(flags) -Isrc -Wall -Wextra -Werror -fsyntax-only src/*.cpp tests/*.cpp
report: build/src/report
	@build/src/report
year: build/checks/year
	@build/checks/year
.PHONY: build unit lint report year
`

export const cpp: Stack = {
  name: 'C++',
  missing: missing('C++', goneOf('g++', 'make')),
  files: {
    '.gitignore': 'build/\n',
    Makefile: makefile,
    'src/harbour.hpp': harbour(['', ''], ''),
    'src/report.cpp': program('harbour.hpp', 'harbour::depth() + 3.5'),
    'tests/depth.cpp': check('harbour.hpp', 'harbour::depth() == 5', 'depth: it is not 5'),
    'checks/year.cpp': program('day.hpp', 'harbour::highest()'),
  },
  sources: { harbour: 'src/harbour.hpp', day: 'src/day.hpp', report: 'src/report.cpp' },
  works: {
    tide: withTide(harbour(['', ''], right)),
    tideOff: withTide(harbour(['', ''], tide(' return 3 - hours / 4;'))),
    tideAskingMore: withTide(harbour(['double less = 0', ' - less'], right)),
    tideUntidy: withTide(harbour(['', ''], tide(' int unused = 1; return 3.5 - hours / 4;'))),
    tideBroken: withTide(harbour(['', ''], tide(' return (3.5 - hours / 4;'))),
    day: withDay(day(0)),
    dayFromOne: withDay(day(1)),
    report: { 'src/report.cpp': program('day.hpp', 'harbour::highest()') },
    reportOff: { 'src/report.cpp': program('day.hpp', 'harbour::highest() + 0.25') },
  },
  gates: { build: ['make', 'build'], unit: ['make', 'unit'], lint: ['make', 'lint'] },
  report: ['make', '-s', 'report'],
  year: ['make', '-s', 'year'],
  says: {
    tideBroken: 'error: expected',
    tideOff: 'tide: high water is not 3.5',
    tideAskingMore: 'depth was changed',
    tideUntidy: 'unused variable',
  },
  signature: 'double tide(double hours)',
}
