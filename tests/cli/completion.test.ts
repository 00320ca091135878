/** Completion as the shells themselves do it; a shell that is not here is skipped, which the name of the test says. */

import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandList } from '../../src/cli/command-list.ts'
import { makeBench, type Bench } from '../rig/cli.ts'

let bench: Bench
beforeAll(() => {
  bench = makeBench()
  bench.write('tasks.md', '')
  bench.write('docs/other.md', '')
})
afterAll(() => bench.remove())

const isHere = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0
const named = (shell: string): string => (isHere(shell) ? shell : `${shell}: skipped, the shell is not installed`)

async function script(shell: string): Promise<string> {
  const { stdout, stderr, code } = await bench.millwright(['completion', shell])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

const names = commandList.map(({ name }) => name)

describe.skipIf(!isHere('bash'))(named('bash'), () => {
  /** What the function that the script defines offers for a line that was split into words. */
  const offered = (text: string, words: readonly string[]): readonly string[] => {
    const line = `eval "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _millwright; printf '%s\\n' "\${COMPREPLY[@]}"`
    const out = execFileSync('bash', ['-c', line, 'bash', text, ...words], { encoding: 'utf8' }).trim()
    return out === '' ? [] : out.split('\n')
  }

  test('commands, options and values; files where there is none of these', async () => {
    const text = await script('bash')
    expect(offered(text, ['millwright', ''])).toEqual([...names, 'help'])
    expect(offered(text, ['millwright', 'un'])).toEqual(['unblock'])
    expect(offered(text, ['millwright', '--v'])).toEqual(['--version'])
    expect(offered(text, ['millwright', 'run', 'x', '--mo'])).toEqual(['--mode'])
    expect(offered(text, ['millwright', 'run', 'x', '--mode', 's'])).toEqual(['silent'])
    expect(offered(text, ['millwright', 'run', 'x', '--mode', '='])).toContain('silent')
    expect(offered(text, ['millwright', 'run', 'x', '--mode', '=', 'sil'])).toEqual(['silent'])
    expect(offered(text, ['millwright', 'completion', ''])).toEqual(['bash', 'zsh', 'fish'])
    // Nothing of ours: `-o default` has bash complete files.
    expect(offered(text, ['millwright', 'run', ''])).toEqual([])
    expect(text).toContain('complete -o default -F _millwright millwright')
  })
})

describe.skipIf(!isHere('fish'))(named('fish'), () => {
  const offered = (text: string, line: string): readonly string[] => {
    const out = execFileSync('fish', ['--no-config', '-c', 'eval $argv[1]; complete -C $argv[2]', text, line], {
      encoding: 'utf8',
      cwd: bench.folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: bench.home },
    }).trim()
    return out === '' ? [] : out.split('\n').map((it) => it.split('\t')[0] ?? '')
  }

  test('commands, options and values, and files only where a file may stand', async () => {
    const text = await script('fish')
    expect(offered(text, 'millwright ')).toEqual([...names].sort())
    expect(offered(text, 'millwright un')).toEqual(['unblock'])
    expect(offered(text, 'millwright run --mo')).toEqual(['--mode'])
    expect(offered(text, 'millwright run --mode ')).toEqual(['collaborative', 'dynamic', 'education', 'silent'])
    expect(offered(text, 'millwright completion ')).toEqual(['bash', 'fish', 'zsh'])
    expect(offered(text, 'millwright run ta')).toEqual(['tasks.md'])
    expect(offered(text, 'millwright run --doubles ta')).toEqual(['tasks.md'])
  })
})

describe.skipIf(!isHere('zsh'))(named('zsh'), () => {
  /** Types a line and a tab into a zsh of its own, and waits until it shows what is wanted. */
  const shows = (setUp: string, line: string, wanted: string): string => {
    const program = `
      zmodload zsh/zpty
      zpty -b z "zsh -f -i"
      zpty -w z 'PS1=; autoload -Uz compinit; '"$1"'; bindkey "^I" list-choices; print READY-$((1+1))'
      zpty -r z out '*READY-2*' || exit 1
      zpty -w -n z "$2"$'\\t'
      zpty -r z out "*$3*" || exit 2
      print -r -- "$out"
      zpty -d z`
    return execFileSync('zsh', ['-f', '-c', program, 'zsh', setUp, line, wanted], {
      encoding: 'utf8',
      cwd: bench.folder,
      timeout: 120_000,
      env: { PATH: process.env['PATH'] ?? '', HOME: bench.home, TERM: 'dumb' },
    })
  }

  test.each([
    ['millwright un', 'let a blocked or failed task be tried again'],
    ['millwright run --mo', 'how much a person is asked'],
    ['millwright run --mode ', 'education'],
    ['millwright completion ', 'fish'],
    ['millwright run ta', 'tasks.md'],
  ])('sourced: %s', async (line, wanted) => {
    const file = bench.write('../zsh/script.zsh', await script('zsh'))
    expect(shows(`compinit -u -D; source ${file}`, line, wanted)).toContain(wanted)
  })

  test('as a file in a folder of fpath it completes at the first tab', async () => {
    const file = bench.write('../fpath/_millwright', await script('zsh'))
    const setUp = `fpath=(${path.dirname(file)} $fpath); compinit -u -D`
    expect(shows(setUp, 'millwright un', 'let a blocked or failed')).toContain('unblock')
  })
})

test('another shell is refused', async () => {
  expect((await bench.millwright(['completion', 'tcsh'])).code).toBe(2)
})
