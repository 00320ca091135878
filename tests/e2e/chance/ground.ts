/** Makes the project of a scenario: repository, plan, configuration, and the small programs that are agent, gate and set-up. */

import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeProject, type Project } from '../../rig/project.ts'
import type { Scenario, Way } from './scenario.ts'

export interface Ground {
  readonly project: Project
  /** The checkout that the person works in. */
  readonly root: string
  readonly plan: string
  readonly hasGit: boolean
  /** Branch that the person begins on; null where HEAD is on none. */
  readonly home: string | null
  /** The options of the call that begins the run. */
  readonly words: readonly string[]
  /** How often the agent was called for a task. */
  calls(task: string): number
}

export function idOf(index: number): string {
  return `T${String(index + 1).padStart(3, '0')}`
}

/** Where agents, gates and set-ups keep what no workspace holds, as the shell scripts say it. */
export function makeGround(it: Scenario): Ground {
  const { repository, settings } = it
  const hasGit = repository.kind !== 'no git'
  const project = makeProject({ git: hasGit })
  const { top } = project
  for (const folder of ['calls', 'does', 'met']) mkdirSync(path.join(top, folder))
  writeScripts(it, top)
  const planText = textOfPlan(it)
  const files: Record<string, string> = {
    'src/a.txt': 'a\n',
    'src/b b.txt': 'b\n',
    'src/red.txt': settings.base === 'red' ? 'BAD from the first day\n' : 'red\n',
    'src/old.txt': 'old\n',
    'src/older.txt': 'older\n',
    'package-lock.json': '{}\n',
    'people/first.txt': 'first\n',
    'check.sh': gateScript(settings.setup === 'ignored' && settings.workspace === 'worktree', settings.leaves),
    'set-up.sh': setUpScript(settings.setup),
    'millwright.toml': configuration(it),
    ...(settings.setup === 'tracked' ? { 'generated.txt': 'before\n' } : {}),
    ...(repository.ignores || settings.setup === 'ignored' ? { '.gitignore': 'ignored/\n.made/\n*.secret\n' } : {}),
    ...(repository.eol === '' ? {} : { '.gitattributes': repository.eol }),
  }
  for (const [file, text] of Object.entries(files)) project.write(file, text)
  if (repository.ignores) project.write('own.secret', 'secret\n')
  let root = project.root
  if (hasGit && repository.submodule && repository.kind !== 'unborn') addSubmodule(project)
  if (repository.isPlanCommitted) project.write(repository.plan, planText)
  if (hasGit && repository.kind !== 'unborn') {
    project.commit('Begin')
    project.git('branch', 'other')
    if (repository.kind === 'detached') project.git('checkout', '-q', '--detach')
    if (repository.kind === 'linked') {
      root = path.join(top, 'linked')
      project.git('worktree', 'add', '-q', '-b', 'feature', root)
    }
  }
  if (!repository.isPlanCommitted) {
    mkdirSync(path.dirname(path.join(root, repository.plan)), { recursive: true })
    writeFileSync(path.join(root, repository.plan), planText)
  }
  const home = repository.kind === 'detached' || !hasGit ? null : repository.kind === 'linked' ? 'feature' : 'main'
  return {
    project,
    root,
    plan: repository.plan,
    hasGit,
    home,
    words: wordsOf(it, top),
    calls: (id) => readdirSync(path.join(top, 'calls')).filter((name) => name.startsWith(`${id}.`)).length,
  }
}

function addSubmodule(project: Project): void {
  const sub = path.join(project.top, 'sub')
  mkdirSync(sub)
  project.git('init', '-q', '-b', 'main', sub)
  writeFileSync(path.join(sub, 'sub.txt'), 'sub\n')
  project.git('-C', sub, 'add', '-A')
  project.git('-C', sub, 'commit', '-q', '-m', 'Sub')
  project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', sub, 'libs/sub')
}

function wordsOf({ settings, repository }: Scenario, top: string): readonly string[] {
  return [
    '--exec',
    `sh ${path.join(top, 'agent.sh')}`,
    ...(settings.gate === 'call' ? ['--gate', `content=sh ${path.join(top, 'gate.sh')}`] : []),
    '--jobs',
    String(settings.jobs),
    '--mode',
    settings.mode,
    ...(repository.kind === 'no git' && settings.workspace === 'worktree' ? [] : ['--workspace', settings.workspace]),
    settings.isStandard ? '--standard' : '--mechanical',
    ...(settings.branch !== '' && settings.workspace === 'worktree' && repository.kind === 'plain'
      ? ['--branch', settings.branch]
      : []),
  ]
}

function configuration({ settings, repository }: Scenario): string {
  const policy = Object.entries(settings.policy).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
  const isWorktree = settings.workspace === 'worktree' && repository.kind !== 'no git'
  return [
    ...(settings.gate === 'configured' ? ['[gates.content]', 'run = ["sh", "check.sh"]'] : []),
    ...(settings.setup === 'none' || !isWorktree ? [] : ['[workspace]', 'setup = ["sh", "set-up.sh"]']),
    '[policy]',
    ...policy,
    '',
  ].join('\n')
}

/** Red while a file below `src` holds BAD, or two of them CLASH. */
function gateScript(needsSetUp: boolean, leaves: boolean): string {
  return [
    'bad=0',
    ...(needsSetUp ? ['test -e .made/ready || { echo "not set up"; exit 1; }'] : []),
    'for file in src/*; do',
    '  test -f "$file" && grep -q BAD "$file" && { echo "$file is bad"; bad=1; }',
    'done',
    'clash=$(grep -l CLASH src/* 2>/dev/null | wc -l)',
    'test "$clash" -gt 1 && { echo "$clash files clash"; bad=1; }',
    ...(leaves ? ['echo "$bad" > gate.out; mkdir -p .made && echo "$bad" > .made/gate.out'] : []),
    'exit $bad',
    '',
  ].join('\n')
}

function setUpScript(kind: string): string {
  return [
    'grep -q BREAKS package-lock.json && { echo "the lock file is broken"; exit 1; }',
    ...(kind === 'ignored' ? ['mkdir -p .made && echo ready > .made/ready'] : []),
    ...(kind === 'untracked' ? ['echo made > made.out'] : []),
    ...(kind === 'tracked' ? ['echo generated > generated.txt'] : []),
    'exit 0',
    '',
  ].join('\n')
}

function textOfPlan({ tasks, repository }: Scenario): string {
  const table = [
    '## Progress Summary',
    '',
    '| Phase | Total | Done | Remaining |',
    '|---|---|---|---|',
    `| 06 Implementation | ${tasks.length} | 0 | ${tasks.length} |`,
    '',
  ]
  const lines = [
    '# Task Plan: by chance',
    '',
    'Words of a person — with an “odd” one: naïve.',
    '',
    ...(repository.table ? table : []),
    '## Phase 06: Implementation -- PENDING',
    '',
    ...tasks.flatMap((task, index) => taskLines(task, index)),
    '',
    '## Notes',
    '',
    '* a note',
    '',
  ]
  return lines.join(repository.crlf ? '\r\n' : '\n')
}

/** Blockers lead to tasks before, so that there is no cycle; a diamond needs no more. */
function taskLines(task: Scenario['tasks'][number], index: number): readonly string[] {
  const blockers = index === 0 ? [] : [...new Set(task.after.map((it) => idOf(it % index)))]
  const files = filesOf(task, index)
  return [
    `- [${task.mark}] ${idOf(index)} Do what number ${index + 1} says`,
    ...(files.length > 0
      ? [`  files: ${files.map(({ path, action }) => (action === '' ? path : `${path} (${action})`)).join(', ')}`]
      : []),
    ...(task.tests ? [`  tests: test/${idOf(index)}.txt (CREATE)`] : []),
    ...(blockers.length > 0 ? [`  blocked_by: [${blockers.join(', ')}]`] : []),
  ]
}

/** The files that a task declares, each once. */
export function filesOf(
  task: Scenario['tasks'][number],
  index: number,
): readonly { readonly path: string; readonly action: string }[] {
  const named = task.files.map(({ path, action }) => ({ path: path.replace('ID', idOf(index)), action }))
  return named.filter((it, at) => named.findIndex((other) => other.path === it.path) === at)
}

function writeScripts(it: Scenario, top: string): void {
  const agent = [
    `top='${top}'`,
    'id=$MILLWRIGHT_TASK',
    'nth=1',
    'while ! mkdir "$top/calls/$id.$nth" 2>/dev/null; do nth=$((nth + 1)); done',
    'if mv "$top/meet" "$top/met/$$" 2>/dev/null; then',
    '  name=$(cat "$top/met/$$")',
    '  : > "$top/$name.here"',
    '  while ! test -e "$top/$name.go"; do sleep 0.02; done',
    'fi',
    'if test -e "$top/does/$id.$nth.sh"; then . "$top/does/$id.$nth.sh"',
    'elif test -e "$top/does/$id.sh"; then . "$top/does/$id.sh"',
    'else mkdir -p src && echo "$id $nth" > "src/$id.txt"; fi',
    '',
  ]
  writeFileSync(path.join(top, 'agent.sh'), agent.join('\n'))
  writeFileSync(path.join(top, 'gate.sh'), gateScript(false, it.settings.leaves))
  chmodSync(path.join(top, 'agent.sh'), 0o755)
  const at = (name: string, lines: readonly string[]): void =>
    writeFileSync(path.join(top, 'does', name), [...lines, ''].join('\n'))
  it.tasks.forEach((task, index) => {
    task.first.forEach((way, nth) => at(`${idOf(index)}.${nth + 1}.sh`, doing(it, index, way)))
    at(`${idOf(index)}.sh`, doing(it, index, task.last))
  })
  const phase = (nth: number): readonly string[] =>
    it.tasks.flatMap((task, index) => [
      `id=${idOf(index)}`,
      ...doing(it, index, task.first[nth] ?? task.last).filter((line) => !line.startsWith('exit ')),
      `sed -i "s/^- \\[ \\] ${idOf(index)} /- [X] ${idOf(index)} /" '${it.repository.plan}'`,
    ])
  for (const key of ['phase:06', 'phase:06+2', 'phase:06+3']) {
    for (const nth of [0, 1, 2]) at(`${key}.${nth + 1}.sh`, phase(nth))
    at(`${key}.sh`, phase(3))
  }
}

function doing(it: Scenario, index: number, way: Way): readonly string[] {
  const task = it.tasks[index]
  const files = task === undefined ? [] : filesOf(task, index)
  const tests = task?.tests ? ['mkdir -p test && echo test > "test/$id.txt"'] : []
  const works = [...files.flatMap(workOn), ...tests]
  const own = files.find((file) => file.action === 'CREATE' || file.action === '')?.path ?? 'src/made.txt'
  const { plan, kind } = it.repository
  // In place git's commands are those of the person's own repository.
  const isInPlace = it.settings.workspace !== 'worktree' || kind === 'no git'
  if (isInPlace && (way === 'commits' || way === 'stashes')) return works
  switch (way) {
    case 'works':
      return works
    case 'does nothing':
      return [':']
    case 'fails':
      return [...works, 'echo "$id half" >> src/a.txt', 'exit 3']
    case 'works elsewhere':
      return [...works, 'mkdir -p stray && echo "$id $nth" > "stray/$id.txt"', 'echo "$id" >> src/a.txt']
    case 'ticks the plan':
      return [...works, `sed -i 's/^- \\[ \\]/- [X]/' '${plan}'`]
    case 'rewrites the plan':
      return [...works, `echo '- [ ] T777 Of an agent' > '${plan}'`]
    case 'commits':
      return [...works, 'git add -A >/dev/null 2>&1; git commit -qm "by $id" >/dev/null 2>&1; true']
    case 'stashes':
      return [...works, 'git add -A >/dev/null 2>&1; git stash -q >/dev/null 2>&1; true']
    case 'deletes its files':
      return files.map((file) => `rm -f '${file.path}'`)
    case 'breaks the gate':
      return [...works, `mkdir -p src && echo "BAD $id $nth" >> '${own.startsWith('src/') ? own : 'src/made.txt'}'`]
    case 'clashes':
      return [...works, `mkdir -p src && echo "CLASH $id" >> '${own.startsWith('src/') ? own : 'src/made.txt'}'`]
    case 'changes the gate':
      return [...works, 'echo "# $id" >> check.sh']
    case 'breaks the set-up':
      return [...works, 'echo "BREAKS $id" >> package-lock.json']
    case 'gives up':
      return [...works, `echo '{"status": "blocked", "text": "cannot"}' > "$MILLWRIGHT_RESULT"`]
    case 'adds a task':
      return [
        ...works,
        `echo '{"status": "done", "addTasks": [{"title": "Extra work", "files": [{"path": "src/extra.txt", "action": "CREATE"}]}]}' > "$MILLWRIGHT_RESULT"`,
      ]
    case 'makes a folder':
      return [...works, `rm -rf '${own}'; mkdir -p '${own}' && echo "$id" > '${own}/inner.txt'`]
    case 'makes a link':
      return [...works, `rm -rf '${own}'; mkdir -p "$(dirname '${own}')" && ln -s a.txt '${own}'`]
    case 'nests a repository':
      return [
        ...works,
        'mkdir -p nested && cd nested && git init -q . && echo "$id" > n.txt && git add -A && git commit -qm n; true',
      ]
    case 'renames a file':
      return [...works, 'test -f src/a.txt && mv src/a.txt "src/ä b.txt"; true']
    case 'makes it executable':
      return [...works, 'chmod +x src/* 2>/dev/null; true']
    case 'writes into the checkout':
      return [...works, `echo "$id $nth" >> "$top/project/outside.txt"`]
    case 'takes everything away':
      return isInPlace ? works : ['rm -rf src test docs .git; true']
    default:
      return way satisfies never
  }
}

function workOn({ path: file, action }: { readonly path: string; readonly action: string }): readonly string[] {
  if (action === 'REVIEW') return []
  if (action === 'DELETE') return [`rm -f '${file}'`]
  if (file === 'src/red.txt' || file === 'package-lock.json') return [`echo "$id $nth" > '${file}'`]
  const how = action === 'MODIFY' ? '>>' : '>'
  return [`mkdir -p "$(dirname '${file}')" && echo "$id $nth" ${how} '${file}'`]
}
