import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const filesOf = (value: string) => {
  const draft = read(`- [ ] T001 a\n  files: ${value}\n`)
  return { files: draft.tasks[0]?.files.map(({ path, action }) => [path, action]), said: printed(draft) }
}

describe('files that are written in another way', () => {
  test.each<[string, (readonly string[])[]]>([
    [
      '(CREATE) a.txt, (MODIFY) src/b.txt',
      [
        ['a.txt', 'create'],
        ['src/b.txt', 'modify'],
      ],
    ],
    ['(CREATE) a.txt — the list', [['a.txt', 'create']]],
    ['c.txt - new component (CREATE)', [['c.txt', 'create']]],
    ['docs/my notes.md (NEW)', [['docs/my notes.md', 'create']]],
    ['docs/a - b.md (NEW)', [['docs/a - b.md', 'create']]],
    ['"my a.txt b.txt" (NEW)', [['my a.txt b.txt', 'create']]],
    ['v1.2 notes.md (NEW)', [['v1.2 notes.md', 'create']]],
    ['docs/Node.js guide.md (NEW)', [['docs/Node.js guide.md', 'create']]],
  ])('%s', (value, files) => {
    expect(filesOf(value)).toEqual({ files, said: [] })
  })

  test.each(['null', 'nothing', '--', '(REVIEW only)', '(no file changes)', '(REVIEW) of all files', '(verification)'])(
    'a note is no file: %s',
    (value) => {
      expect(filesOf(value)).toEqual({ files: [], said: [] })
    },
  )

  test.each(['and', '&', '+', ' ', '|', '/'])(
    'two in one entry are two, and the one without an action is said: %s',
    (sign) => {
      expect(filesOf(`src/a.txt ${sign} src/b.txt (CREATE)`)).toEqual({
        files: [
          ['src/a.txt', 'unknown'],
          ['src/b.txt', 'create'],
        ],
        said: ['2:10 warning MW133 no action for src/a.txt; taken as unknown'],
      })
    },
  )

  test('a backslash that an editor put before a sign is none of the path', () => {
    expect(filesOf('src/my\\_file.txt (CREATE)')).toEqual({
      files: [['src/my_file.txt', 'create']],
      said: ['2:10 warning MW133 a backslash stands before a sign of src/my\\_file.txt; read without it'],
    })
    expect(filesOf('my\\_file.txt (CREATE)').said).toEqual([
      '2:10 warning MW133 a backslash stands before a sign of my\\_file.txt; read as the end of a folder',
    ])
    expect(filesOf('src\\a.txt (CREATE)').said).toEqual([])
    expect(filesOf('app/\\[id\\]/my\\-page\\.ts (CREATE)').files).toEqual([['app/[id]/my-page.ts', 'create']])
    expect(filesOf('app\\[id]\\page.ts (CREATE)').files).toEqual([['app\\[id]\\page.ts', 'create']])
    const renamed = read('- [ ] T001 a\n  files: old/x\\_a.ts -> new/x\\_a.ts (RENAME)\n').tasks[0]?.files[0]
    expect(renamed).toMatchObject({ path: 'old/x_a.ts', to: 'new/x_a.ts' })
  })
})

describe('a list of files that stands below its key', () => {
  const below = (...lines: string[]) => read(`- [ ] T001 a\n  files:\n${lines.join('\n')}\n- [ ] T002 b\n`)

  test('may have boxes', () => {
    const draft = below('    - [ ] d.txt (CREATE)', '    - [x] src/e.txt (MODIFY)', '    - [ ] look at it')
    expect(draft.tasks[0]?.files.map(({ path, action }) => [path, action])).toEqual([
      ['d.txt', 'create'],
      ['src/e.txt', 'modify'],
    ])
    expect(draft.tasks[0]?.checklist.map(({ text }) => text)).toEqual(['look at it'])
    expect(printed(draft)).toEqual([])
  })

  test.each([['    ```', '    a.txt', '    ```'], ['']])('is said where nothing of it is read: %j', (...lines) => {
    expect(printed(below(...lines))).toContain('2:3 warning MW133 no file is read from this list')
  })
})
