/** What a step says twice or says empty is told, and never taken for less than it says. */

import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const read = (lines: string): ReturnType<typeof readFiles> =>
  readFiles({
    toml: `[goal]\ndescription = "Count"\n[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\naction = "Do"\n${lines}\n`,
  })

describe('critical_flag beside critical', () => {
  test.each([
    ['critical_flag = true\ncritical = false', '9:12', 'critical says false, and beside it critical_flag says true'],
    ['critical = true\ncritical_flag = false', '9:17', 'critical_flag says false, and beside it critical says true'],
  ])('%j: the stricter counts', (lines, at, message) => {
    const { tasks, said } = read(lines)
    expect(tasks[0]?.steps[0]?.critical).toBe(true)
    expect(said('MW520')).toEqual([`parameters_x.toml:${at} warning MW520 ${message}: that counts`])
  })

  test('of a task, too; the same twice is nothing to tell', () => {
    const toml = '[[tasks]]\nid = 1\ncritical = true\ncritical_flag = false\n[[tasks.steps]]\nid = 1\naction = "x"\n'
    expect(readFiles({ toml }).tasks[0]?.steps[0]?.critical).toBe(true)
    expect(read('critical = true\ncritical_flag = true').said('MW520')).toEqual([])
  })
})

describe('a backup that says nothing', () => {
  test.each([
    ['backup_1 = ""', '9:12'],
    ['backup_1 = "  "', '9:12'],
    ['backups = ["", "Ask"]', '9:11'],
    ['backup_methods = [""]', '9:18'],
    ['[tasks.steps.backups]\n1 = ""', '10:5'],
  ])('%j', (lines, at) => {
    const { said, tasks } = read(`critical_flag = true\n${lines}`)
    expect(said('MW509')).toContain(`parameters_x.toml:${at} warning MW509 a backup that says nothing is none`)
    const others = lines.includes('Ask') ? 1 : 0
    expect(tasks[0]?.steps[0]?.methods).toHaveLength(1 + others)
    expect(said('MW509').some((it) => it.includes('has no backup'))).toBe(others === 0)
  })
})
