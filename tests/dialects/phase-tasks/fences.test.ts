import { expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const plan = (before: string, after: string, id = 'T002') =>
  `- [ ] T001 a\n  Run it:\n  ${before}\n  npm test\n\n- [ ] ${id} b\n- [ ] T003 c\n  ${after}\n  npm run x\n  \`\`\`\n- [ ] T004 d\n`

test.each([
  ['```sh', '```sh', 10],
  ['```', '```sh', 10],
  ['~~~', '~~~js', 13],
])('tasks in a fence that only the end of another closes are an error: %s … %s', (before, after, last) => {
  const text = plan(before, after) + (before === '~~~' ? '  x\n  ~~~\n' : '')
  expect(printed(read(text)).filter((it) => it.includes('error'))).toEqual([
    `3:3 error MW121 code fence opens here and ends only in line ${last}; the ${before === '~~~' ? '3' : '2'} task lines in it (T002, T003${before === '~~~' ? ', T004' : ''}) would not be read`,
  ])
})

test('also where the fence behind them has no word, and so seems to open at its end', () => {
  expect(printed(read(plan('```', '```'))).filter((it) => it.includes('error'))).toEqual([
    '3:3 error MW121 code fence opens here and ends only in line 8; the 2 task lines in it (T002, T003) would not be read',
  ])
})

test('a fence that shows tasks is an example', () => {
  const example = '````markdown\n- [ ] T010 a\n```sh\nnpm test\n```\n- [ ] T011 b\n````\n'
  for (const text of [example, example.replaceAll('````', '~~~'), '```\n- [ ] T010 a\n```\n'])
    expect(printed(read(`- [ ] T001 a\n\n${text}`))).toEqual([])
})

test('copies of tasks that stand elsewhere are told as such', () => {
  const text = `${plan('```sh', '```sh', 'T004')}- [ ] T003 c\n`
  expect(printed(read(text)).filter((it) => it.includes('MW121'))).toEqual([])
})
