import { expect, test } from 'vitest'
import { isHalfWritten } from '../../src/calls/run/half-written.ts'

const before = '# Plan\n\n- [ ] T0001 One\n  files: a.txt (CREATE)\n- [ ] T0002 Two\n'

test.each([
  ['cut within a title', '# Plan\n\n- [ ] T0001 On', true],
  ['cut within a line of files', '# Plan\n\n- [ ] T0001 One\n  files: a.tx', true],
  ['cut within a line that was marked since', '# Plan\n\n- [X] T0001 O', true],
  ['cut within the first line', '# Pl', true],
  ['cut behind a line', '# Plan\n\n- [ ] T0001 One\n', false],
  ['cut behind a line, without its line feed', '# Plan\n\n- [ ] T0001 One', false],
  ['without the line feed at the end', before.trimEnd(), false],
  ['longer than before', `${before}- [ ] T0001 O`, false],
  ['shorter, with another last line', '# Plan\n\n- [ ] T0009 Last', false],
  ['shorter, with a last line that differs in a sign', '# Plan\n\n- [ ] T0001 One\n  files: b', false],
  ['empty', '', false],
])('%s', (_name, now, is) => {
  expect(isHalfWritten(Buffer.from(before), Buffer.from(now))).toBe(is)
})

test('a plan whose last line was never ended may be one, too', () => {
  expect(isHalfWritten(Buffer.from(before.trimEnd()), Buffer.from(before.slice(0, -4)))).toBe(true)
})
