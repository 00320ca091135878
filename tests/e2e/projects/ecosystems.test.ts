/**
 * What is found by a project's files really runs in a fresh worktree, with nothing configured. Tools that are not on this
 * machine are skipped, with the reason in the output.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** A project of one ecosystem: a good first task, and a second that its own tests refuse at first. */
interface Kind {
  readonly name: string
  /** Why it cannot run here; null where it can. */
  readonly missing: () => string | null
  readonly files: Readonly<Record<string, string>>
  /** Declared by the two tasks. */
  readonly creates: readonly [string, string]
  /** Text of each, by the number of the attempt. */
  readonly write: string
  readonly gates: readonly string[]
  readonly prepare?: (project: Project) => void
}

function needs(...programs: readonly string[]): () => string | null {
  return () => {
    const gone = programs.filter((it) => spawnSync(it, ['--version'], { stdio: 'ignore' }).status !== 0)
    return gone.length === 0 ? null : `no ${gone.join(', ')} on this machine`
  }
}

const modules = path.join(import.meta.dirname, '..', '..', '..', 'node_modules')

/** Packages as a person has installed them, without the network: links to ours. */
function install(project: Project, ...names: readonly string[]): void {
  mkdirSync(path.join(project.root, 'node_modules', '.bin'), { recursive: true })
  for (const name of names) {
    symlinkSync(path.join(modules, name), path.join(project.root, 'node_modules', name))
    const program = name === 'typescript' ? 'tsc' : name
    symlinkSync(
      path.join('..', name, 'bin', name === 'typescript' ? 'tsc' : `${name}.js`),
      path.join(project.root, 'node_modules', '.bin', program),
    )
  }
}

const nodeScripts = {
  'test.js': `const fs = require('node:fs')
for (const name of fs.existsSync('src') ? fs.readdirSync('src') : [])
  if (require('./src/' + name) !== 'good') throw new Error(name + ' is not good')
`,
}
const writeModule =
  "write(file, attempt === 1 && task === 'T0002' ? 'module.exports = \"bad\"' : 'module.exports = \"good\"')"

/** A project of a package manager of Node; its lock file is what says which one it is. */
function nodeKind(name: string, lock: string, prepare?: Kind['prepare']): Kind {
  return {
    name,
    missing: needs(name),
    files: {
      '.gitignore': 'node_modules/\n',
      'package.json': JSON.stringify({ name: 'a', version: '1.0.0', private: true, scripts: { test: 'node test.js' } }),
      [lock]: name === 'pnpm' ? "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n" : '',
      ...nodeScripts,
    },
    creates: ['src/one.js', 'src/two.js'],
    write: writeModule,
    gates: ['unit'],
    ...(prepare ? { prepare } : {}),
  }
}

const kinds: readonly Kind[] = [
  {
    name: 'cargo',
    missing: needs('cargo'),
    files: {
      '.gitignore': '/target\n',
      'Cargo.toml': '[package]\nname = "tide"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': 'include!(concat!(env!("OUT_DIR"), "/parts.rs"));\n',
      // Takes in whatever parts there are, so that tasks need not share a file.
      'build.rs': `use std::{env, fs};
fn main() {
    let mut text = String::new();
    if let Ok(parts) = fs::read_dir("parts") {
        for part in parts { text += &format!("include!({:?});\\n", fs::canonicalize(part.unwrap().path()).unwrap()); }
    }
    fs::write(env::var("OUT_DIR").unwrap() + "/parts.rs", text).unwrap();
}
`,
    },
    creates: ['parts/one.rs', 'parts/two.rs'],
    write: `const name = path.basename(file, '.rs')
write(file, 'pub fn ' + name + '() -> i32 { ' + (attempt === 1 && task === 'T0002' ? 2 : 1) + ' }\\n#[test] fn ' + name + '_is_one() { assert_eq!(' + name + '(), 1) }\\n')`,
    gates: ['build', 'unit'],
  },
  {
    name: 'cmake',
    missing: needs('cmake', 'ctest', 'c++', 'make'),
    files: cmakeFiles('build/\n'),
    creates: ['parts/one.cpp', 'parts/two.cpp'],
    write: writeCpp(),
    gates: ['configure', 'build', 'unit'],
  },
  {
    name: 'cmake without an ignored build folder',
    missing: needs('cmake', 'ctest', 'c++', 'make'),
    files: cmakeFiles(''),
    creates: ['parts/one.cpp', 'parts/two.cpp'],
    write: writeCpp(),
    gates: ['unit'],
  },
  {
    name: 'go',
    missing: () => (spawnSync('go', ['version']).status === 0 ? null : 'no go on this machine'),
    files: { 'go.mod': 'module example.org/tide\n\ngo 1.20\n', 'tide.go': 'package tide\n' },
    creates: ['one_test.go', 'two_test.go'],
    write: `const name = task === 'T0001' ? 'One' : 'Two'
write(file, 'package tide\\n\\nimport "testing"\\n\\nfunc Test' + name + '(t *testing.T) {' + (attempt === 1 && task === 'T0002' ? 't.Fail()' : '') + '}\\n')`,
    gates: ['build', 'lint', 'unit'],
  },
  {
    name: 'maven',
    missing: () => needs('mvn')() ?? mavenOffline(),
    files: {
      '.gitignore': 'target/\n',
      'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>tide</groupId>
<artifactId>tide</artifactId><version>1</version><properties><maven.compiler.source>17</maven.compiler.source>
<maven.compiler.target>17</maven.compiler.target></properties></project>
`,
      'src/main/java/Tide.java': 'public class Tide {}\n',
    },
    creates: ['src/main/java/One.java', 'src/main/java/Two.java'],
    write: `const name = path.basename(file, '.java')
write(file, 'public class ' + (attempt === 1 && task === 'T0002' ? 'Wrong' : name) + ' {}\\n')`,
    gates: ['unit'],
  },
  {
    name: 'gradle',
    missing: needs('gradle'),
    files: { '.gitignore': '.gradle/\nbuild/\n', 'build.gradle': "plugins { id 'java' }\n", 'settings.gradle': '' },
    creates: ['src/main/java/One.java', 'src/main/java/Two.java'],
    write: `const name = path.basename(file, '.java')
write(file, 'public class ' + (attempt === 1 && task === 'T0002' ? 'Wrong' : name) + ' {}\\n')`,
    gates: ['unit'],
  },
  {
    name: 'ruff',
    missing: needs('ruff'),
    files: { 'ruff.toml': '', 'tide.py': '' },
    creates: ['one.py', 'two.py'],
    write: "write(file, attempt === 1 && task === 'T0002' ? 'import os\\n' : 'x = 1\\n')",
    gates: ['lint'],
  },
  {
    name: 'clang-format',
    missing: needs('clang-format'),
    files: { '.clang-format': 'BasedOnStyle: LLVM\n', 'tide.c': 'int tide;\n' },
    creates: ['one.cpp', 'src/two.h'],
    write: "write(file, attempt === 1 && task === 'T0002' ? 'int    two;\\n' : 'int one;\\n')",
    gates: ['format'],
  },
  {
    name: 'a script that checks the format',
    missing: needs('npm'),
    files: {
      'package.json': JSON.stringify({ name: 'a', private: true, scripts: { 'format:check': 'node test.js' } }),
      ...nodeScripts,
    },
    creates: ['src/one.js', 'src/two.js'],
    write: writeModule,
    gates: ['format'],
  },
  {
    name: 'make',
    missing: needs('make'),
    files: { Makefile: 'test:\n\t! grep -rn bad src\n', 'src/zero.txt': 'good\n' },
    creates: ['src/one.txt', 'src/two.txt'],
    write: "write(file, attempt === 1 && task === 'T0002' ? 'bad\\n' : 'good\\n')",
    gates: ['unit'],
  },
  {
    name: 'tsc and eslint',
    missing: () => (existsSync(path.join(modules, 'eslint')) ? null : 'no packages installed'),
    files: {
      '.gitignore': 'node_modules/\n',
      'package.json': JSON.stringify({
        name: 'a',
        private: true,
        type: 'module',
        devDependencies: { typescript: '*', eslint: '*' },
      }),
      'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ['src'] }),
      'eslint.config.js': "export default [{ files: ['**/*.js'], rules: { 'no-debugger': 'error' } }]\n",
      'src/zero.ts': 'export const zero: number = 0\n',
      'src/zero.js': 'export const zero = 0\n',
    },
    creates: ['src/one.ts', 'src/two.js'],
    // The first is refused by the compiler, the second by the linter.
    write: `const bad = attempt === 1
if (task === 'T0001') write(file, 'export const one: number = ' + (bad ? '"one"' : '1') + '\\n')
else write(file, (bad ? 'debugger\\n' : '') + 'export const two = 2\\n')`,
    gates: ['types', 'lint'],
    prepare: (project) => install(project, 'typescript', 'eslint'),
  },
  nodeKind('npm', 'package-lock.json'),
  nodeKind('pnpm', 'pnpm-lock.yaml'),
  nodeKind('yarn', 'yarn.lock'),
]

function cmakeFiles(ignored: string): Readonly<Record<string, string>> {
  return {
    '.gitignore': ignored,
    'CMakeLists.txt': `cmake_minimum_required(VERSION 3.16)
project(tide CXX)
enable_testing()
file(GLOB PARTS CONFIGURE_DEPENDS parts/*.cpp)
foreach(PART \${PARTS})
  get_filename_component(NAME \${PART} NAME_WE)
  add_executable(\${NAME} \${PART})
  add_test(NAME \${NAME} COMMAND \${NAME})
endforeach()
`,
    'parts/zero.cpp': 'int main() { return 0; }\n',
  }
}

function writeCpp(): string {
  return "write(file, 'int main() { return ' + (attempt === 1 && task === 'T0002' ? 1 : 0) + '; }\\n')"
}

/** Maven fetches its plugins when it is first used: without them and without the network it can do nothing. */
function mavenOffline(): string | null {
  const project = makeProject({ git: false })
  try {
    project.write('pom.xml', kinds.find((it) => it.name === 'maven')?.files['pom.xml'] ?? '')
    project.write('src/main/java/Tide.java', 'public class Tide {}\n')
    const { status } = spawnSync('mvn', ['-o', '-q', 'test'], { cwd: project.root, stdio: 'ignore' })
    return status === 0 ? null : 'maven cannot build offline here: its plugins have not been fetched'
  } finally {
    project.end()
  }
}

test.for(kinds)('$name', async (kind, context) => {
  const missing = kind.missing()
  if (missing !== null) {
    console.log(`skipped: ${kind.name}: ${missing}`)
    context.skip(missing)
  }
  const project = makeProject()
  // As in the usual images, where these do not lie in the user's own folder.
  project.env['RUSTUP_HOME'] = process.env['RUSTUP_HOME'] ?? path.join(os.homedir(), '.rustup')
  const [first, second] = kind.creates
  project.write(
    'specs/tasks.md',
    `## Phase 06: Implementation -- PENDING\n\n- [ ] T0001 One\n  files: ${first} (CREATE)\n- [ ] T0002 Two\n  blocked_by: [T0001]\n  files: ${second} (CREATE)\n`,
  )
  for (const [file, text] of Object.entries(kind.files)) project.write(file, text)
  kind.prepare?.(project)
  project.commit('Begin')
  project.agent(`const file = task === 'T0001' ? ${JSON.stringify(first)} : ${JSON.stringify(second)}\n${kind.write}`)
  const { code, view, err } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect({ code, err: code === 0 ? '' : `${err}\n${JSON.stringify(view.waiting)}` }).toEqual({ code: 0, err: '' })
  expect(view.tasks.map((it) => [it.state, it.proof, it.reason])).toEqual([
    ['done', 'verified', null],
    ['done', 'verified', null],
  ])
  // Red once for what was wrong with it, and no other time.
  expect(view.tasks[1]?.attempts).toBe(2)
  for (const task of view.tasks)
    expect(task.evidence.map((it) => it.gate).sort()).toEqual([...kind.gates, 'files'].sort())
  expect(project.git('status', '--porcelain')).toBe('')
})

test('a gate whose program is not here is named, and the others check', async () => {
  const project = makeProject()
  project.write('Makefile', 'lint:\n\ttrue\n')
  project.write('gradlew', 'not executable')
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T0001 One\n  files: one.txt (CREATE)\n')
  project.commit('Begin')
  project.agent("write('one.txt', 'one')")
  const { code, err, view } = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec)
  expect(err).toContain('MW601: gate unit (found: gradlew) is left out: the program ./gradlew was not found')
  expect([code, view.tasks[0]?.evidence.map((it) => it.gate)]).toEqual([0, ['files', 'lint']])
})

test('what is configured and does nothing is said before the first task', async () => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.write(
    'millwright.toml',
    '[workspace]\nshare = ["dat*"]\ncopy = [".env.none"]\n[gates.slip]\nrun = ["false"]\nphases = ["Implementaton"]\n',
  )
  project.commit('Begin')
  project.agent("write('one.txt', task)")
  const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(out).toContain('note: no task of this plan is judged by gate slip (phases Implementaton)\n')
  expect(out).toContain('note: not there to be shared with workspaces or copied into them: "dat*", ".env.none"')
  expect(code).toBe(0)
})
