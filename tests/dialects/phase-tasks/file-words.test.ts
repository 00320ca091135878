import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'
import { effortOf } from '../../rig/effort.ts'

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
    ['(auth)/login/page.tsx (NEW)', [['(auth)/login/page.tsx', 'create']]],
    ['(a)/(b)/page.tsx (NEW)', [['(a)/(b)/page.tsx', 'create']]],
    ['new folder/x.ts (NEW)', [['new folder/x.ts', 'create']]],
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

  test.each<[string, (readonly string[])[], string]>([
    [
      'src/a.ts (MODIFY) src/b.ts (CREATE)',
      [
        ['src/a.ts', 'modify'],
        ['src/b.ts', 'create'],
      ],
      '2:28 warning MW133 the comma before src/b.ts is missing; read as another file',
    ],
    [
      'src/a.ts (MODIFY) and b.ts (NEW)',
      [
        ['src/a.ts', 'modify'],
        ['b.ts', 'create'],
      ],
      '2:32 warning MW133 the comma before b.ts is missing; read as another file',
    ],
    [
      'src/a.ts (MODIFY) src/b.ts gets a flag',
      [['src/a.ts', 'modify']],
      '2:28 warning MW133 text behind the action is not read',
    ],
    [
      'src/a.ts:12-40 (MODIFY)',
      [['src/a.ts', 'modify']],
      "2:18 warning MW133 the lines ':12-40' are no part of a path; read without them",
    ],
    [
      'src/a.ts#L12-L14 (MODIFY)',
      [['src/a.ts', 'modify']],
      "2:18 warning MW133 the lines '#L12-L14' are no part of a path; read without them",
    ],
    [
      'new file src/z.ts',
      [['src/z.ts', 'create']],
      "2:10 warning MW133 'new file' is no part of a path; read as what is done to src/z.ts",
    ],
    [
      'Update the existing file z.ts (MODIFY)',
      [['z.ts', 'modify']],
      "2:10 warning MW133 'Update the existing file' is no part of a path; read as what is done to z.ts",
    ],
    [
      'create src/z.ts',
      [['src/z.ts', 'create']],
      "2:10 warning MW133 'create' is no part of a path; read as what is done to src/z.ts",
    ],
    [
      'review notes.md',
      [['review notes.md', 'unknown']],
      '2:10 warning MW133 no action for review notes.md; taken as unknown',
    ],
  ])('what is no part of a path is read beside it, and said: %s', (value, files, said) => {
    expect(filesOf(value)).toEqual({ files, said: [said] })
  })

  test('many files without a comma between them are read in time', async () => {
    const effort = await effortOf(() => expect(filesOf('a.ts (NEW) '.repeat(5_000)).files?.length).toBeGreaterThan(100))
    expect(effort).toBeLessThan(200)
  })

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
