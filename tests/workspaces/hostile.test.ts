import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lookAtGit } from '../../src/workspaces/git/git-facts.ts'
import { readPersonConfig } from '../../src/workspaces/git/person-config.ts'
import { gitEnvironment } from '../../src/workspaces/git/run-git.ts'
import { doTask, plannedRepository, prepared, snapshot, taken, type Repository } from './repository.ts'

/** Programs that a repository can name to git (RELIABILITY 3.4, S7); each would make the marker file. */

let repository: Repository
let marker: string
let program: string
const saved = { ...process.env }

beforeEach(() => {
  repository = plannedRepository()
  marker = path.join(repository.top, 'marker')
  program = path.join(repository.top, 'program')
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${marker}'\ncat 2>/dev/null\nexit 0\n`, { mode: 0o755 })
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in saved)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, saved)
  return repository.end()
})

const hooks = [
  'applypatch-msg',
  'commit-msg',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'post-rewrite',
  'post-update',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'pre-receive',
  'prepare-commit-msg',
  'reference-transaction',
  'update',
]

function hook(name: string, folder = '.git/hooks'): void {
  mkdirSync(path.join(repository.root, folder), { recursive: true })
  writeFileSync(path.join(repository.root, folder, name), `#!/bin/sh\necho ${name} >> '${marker}'\n`, { mode: 0o755 })
}

/** Everything we do with git, from the first look to the last mark. */
async function wholeRun(): Promise<void> {
  const git = await lookAtGit(repository.root)
  await readPersonConfig(git!)
  const workspaces = await repository.open({ git })
  await workspaces.begin()
  const tip = await doTask(repository, workspaces, 'T001', (folder) => {
    writeFileSync(path.join(folder, 'src/b.txt'), 'b2\n')
    writeFileSync(path.join(folder, 'src/new.txt'), 'new\n')
  })
  expect(['published', 'waiting']).toContain((await workspaces.publish({ is: 'publish', tip })).is)
  await workspaces.diff(`${tip}~1`, tip)
  const place = await workspaces.materialise(tip)
  if (place.is === 'ready') await workspaces.dispose({ is: 'dispose-workspace', workspace: place.workspace })
  const { base } = await prepared(workspaces, 'T002')
  await taken(workspaces, snapshot('T002', base))
  await workspaces.restore('T002', base)
  await workspaces.contains(tip)
  const here = await repository.open({ git, kind: 'in-place', run: 'run 2' })
  await here.begin()
  const inPlace = await prepared(here, 'T003')
  writeFileSync(path.join(inPlace.folder, 'src/new.txt'), 'in place\n')
  await taken(here, snapshot('T003', inPlace.base))
  await here.publish({ is: 'publish', tip })
}

const vectors: readonly (readonly [string, () => void])[] = [
  ['hooks', () => hooks.forEach((name) => hook(name))],
  [
    'core.hooksPath in the configuration',
    () => {
      hooks.forEach((name) => hook(name, 'tools/hooks'))
      repository.git('config', 'core.hooksPath', path.join(repository.root, 'tools/hooks'))
    },
  ],
  ['core.fsmonitor', () => repository.git('config', 'core.fsmonitor', program)],
  ['diff.external', () => repository.git('config', 'diff.external', program)],
  [
    'textconv and a diff command',
    () => {
      repository.git('config', 'diff.x.textconv', program)
      repository.git('config', 'diff.x.command', program)
      repository.write('.gitattributes', '* diff=x\n')
    },
  ],
  [
    'filters',
    () => {
      for (const kind of ['clean', 'smudge', 'process']) repository.git('config', `filter.x.${kind}`, program)
      repository.write('.git/info/attributes', '* filter=x\n')
    },
  ],
  [
    'filters named by the tree, in the worktree configuration',
    () => {
      repository.write('.gitattributes', '* filter=x\n')
      repository.git('config', 'extensions.worktreeConfig', 'true')
      for (const kind of ['clean', 'smudge', 'process'])
        repository.git('config', '--worktree', `filter.x.${kind}`, program)
    },
  ],
  [
    'merge drivers',
    () => {
      repository.git('config', 'merge.x.driver', program)
      repository.git('config', 'merge.default', 'x')
      repository.write('.git/info/attributes', '* merge=x\n')
    },
  ],
  [
    'a signing program',
    () => {
      repository.git('config', 'gpg.program', program)
      repository.git('config', 'commit.gpgSign', 'true')
      repository.git('config', 'user.signingKey', 'x')
    },
  ],
  [
    'an included configuration',
    () => {
      repository.write('evil.config', `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n\teditor = ${program}\n`)
      repository.git('config', 'include.path', '../evil.config')
    },
  ],
  [
    'the configuration of the person',
    () => {
      // Their own git may run these; we take nothing but data from it.
      const file = path.join(repository.top, 'person.config')
      const core = ['fsmonitor', 'pager', 'editor', 'sshCommand'].map((it) => `\t${it} = ${program}\n`)
      const filter = ['clean', 'smudge', 'process'].map((it) => `\t${it} = ${program}\n`)
      writeFileSync(
        file,
        `[core]\n${core.join('')}\thooksPath = ${path.join(repository.root, '.githooks')}\n[filter "evil"]\n${filter.join('')}`,
      )
      process.env['GIT_CONFIG_GLOBAL'] = file
      hooks.forEach((name) => hook(name, '.githooks'))
      writeFileSync(path.join(repository.root, '.git/info/attributes'), '* filter=evil\n')
    },
  ],
  ['a pager', () => repository.git('config', 'core.pager', program)],
  [
    'aliases of our commands',
    () => {
      for (const name of ['add', 'diff-tree', 'update-ref']) repository.git('config', `alias.${name}`, `!${program}`)
    },
  ],
  [
    'variables of the environment',
    () => {
      process.env['GIT_CONFIG_COUNT'] = '2'
      process.env['GIT_CONFIG_KEY_0'] = 'core.fsmonitor'
      process.env['GIT_CONFIG_VALUE_0'] = program
      process.env['GIT_CONFIG_KEY_1'] = 'core.hooksPath'
      process.env['GIT_CONFIG_VALUE_1'] = path.join(repository.root, '.git/hooks')
      process.env['GIT_EXTERNAL_DIFF'] = program
      process.env['GIT_PAGER'] = program
      process.env['GIT_SSH_COMMAND'] = program
      process.env['GIT_EXEC_PATH'] = repository.root
      process.env['GIT_DIR'] = '/nowhere'
      process.env['GIT_INDEX_FILE'] = '/nowhere'
      process.env['GIT_WORK_TREE'] = '/nowhere'
      hooks.forEach((name) => hook(name))
    },
  ],
  [
    'a git of the repository on the search path',
    () => {
      for (const folder of ['node_modules/.bin', 'bin']) {
        repository.write(`${folder}/git`, `#!/bin/sh\necho git >> '${marker}'\n`)
        chmodSync(path.join(repository.root, folder, 'git'), 0o755)
      }
      process.env['PATH'] = `${path.join(repository.root, 'node_modules/.bin')}:bin:.:${process.env['PATH'] ?? ''}`
    },
  ],
  [
    'a remote that has to be asked for missing objects',
    () => {
      repository.git('config', 'remote.origin.url', `ext::${program}`)
      repository.git('config', 'remote.origin.promisor', 'true')
      repository.git('config', 'remote.origin.uploadpack', program)
      repository.git('config', 'protocol.ext.allow', 'always')
    },
  ],
  [
    'automatic maintenance',
    () => {
      repository.git('config', 'gc.auto', '1')
      repository.git('config', 'gc.recentObjectsHook', program)
      hook('pre-auto-gc')
    },
  ],
]

const alive = new Set([
  'hooks',
  'core.hooksPath in the configuration',
  'core.fsmonitor',
  'diff.external',
  'textconv and a diff command',
  'filters',
  'filters named by the tree, in the worktree configuration',
  'a signing program',
  'an included configuration',
])

describe('nothing that a repository names to git is run', () => {
  test.each(vectors)('%s', async (name, plant) => {
    plant()
    // The test's own git must not be the one that makes the marker.
    if (existsSync(marker)) writeFileSync(marker, '')
    await wholeRun()
    expect(existsSync(marker) ? readFileSync(marker, 'utf8') : '').toBe('')
    if (alive.has(name)) {
      // The trap works: git as the human starts it does step into it.
      repository.write('src/a.txt', 'later\n')
      for (const args of [['status'], ['diff'], ['add', '-A'], ['commit', '-m', 'x']]) {
        try {
          repository.git(...args)
        } catch {
          // A trap may make git fail, too.
        }
      }
      expect(readFileSync(marker, 'utf8')).not.toBe('')
    }
  })

  test('and configuration, hooks and info are as they were', async () => {
    hook('pre-commit')
    const before = repository.git('config', '--list', '--local')
    await wholeRun()
    expect(repository.git('config', '--list', '--local')).toBe(before)
  })

  test('the environment holds no variable of git that was inherited', () => {
    process.env['GIT_CONFIG_COUNT'] = '1'
    process.env['GIT_TRACE'] = '/tmp/x'
    const env = gitEnvironment()
    expect(env).not.toHaveProperty('GIT_CONFIG_COUNT')
    expect(env).not.toHaveProperty('GIT_TRACE')
    expect(env['GIT_ALLOW_PROTOCOL']).toBe('')
  })
})
