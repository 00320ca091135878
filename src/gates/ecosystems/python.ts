/** Python projects: ruff, mypy, pytest or unittest, by what their files name. */

import type { Ecosystem, ProjectFiles, Suggested, TestFile } from './ecosystem.ts'

/** Whether a TOML or INI file has a section with this name; a look at its lines is enough. */
function hasSection(text: string | null, section: string): boolean {
  return (text ?? '').split('\n').some((line) => {
    const plain = line.trim()
    return plain === `[${section}]` || plain.startsWith(`[${section}.`)
  })
}

/** Where projects name the packages they are tested with. */
const isRequirements = (name: string): boolean =>
  /^(requirements.*\.txt|Pipfile|tox\.ini|noxfile\.py|setup\.py|environment\.ya?ml)$/.test(name)

/** What pytest collects; `unittest discover` takes the first kind of name only. */
const isTest = (path: string): boolean => /(^|\/)(test[^/]*|[^/]*_test)\.py$/.test(path)

/**
 * Who runs the tests, by what is written in them. `unittest discover` ends well where it finds none: functions, and what
 * lies in folders that are no packages. So it is taken only where it finds each of them.
 */
function runnerOf(files: readonly TestFile[]): 'pytest' | 'unittest' | null {
  const packages = new Set(files.flatMap((it) => (it.path.endsWith('/__init__.py') ? [folderOf(it.path)] : [])))
  const isFound = (folder: string): boolean =>
    !folder.includes('/') || (packages.has(folder) && isFound(folderOf(folder)))
  const tests = files.filter((it) => isTest(it.path))
  if (tests.length === 0) return null
  if (new Set(tests.map((it) => it.path.split('/', 1)[0])).size > 1) return 'pytest'
  return tests.every(
    ({ path, text }) =>
      /\bTestCase\b/.test(text) &&
      !/^(async )?def test|^(import|from) pytest\b|^class Test\w*(\(\))?:/m.test(text) &&
      /\/test[^/]*$/.test(path) &&
      isFound(folderOf(path)),
  )
    ? 'unittest'
    : 'pytest'
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** Usual names of a virtual environment in a project. */
const environments = ['.venv', 'venv'] as const

/** A Python project, by the files in its root. */
export function python(files: ProjectFiles): Ecosystem | null {
  const project = files.text('pyproject.toml')
  const setupConfig = files.text('setup.cfg')
  const requirements = files.names.filter(isRequirements)
  const isPython =
    project !== null ||
    setupConfig !== null ||
    requirements.length > 0 ||
    files.has('pytest.ini') ||
    files.hasEnding('.py') ||
    files.pythonTests.length > 0
  if (!isPython) return null
  const names = (tool: string): boolean =>
    [project, setupConfig, ...requirements.map((it) => files.text(it))].some((text) => (text ?? '').includes(tool))
  // What a person has installed for this project lies in its own environment, which every workspace shares.
  const own = environments.find((it) => files.has(`${it}/bin/python`))
  const uv = files.has('uv.lock')
  const poetry = files.has('poetry.lock')
  const managed = own !== undefined ? null : uv ? ['uv', 'run', '--frozen'] : poetry ? ['poetry', 'run'] : null
  const python = own !== undefined ? [`${own}/bin/python`] : managed !== null ? [...managed, 'python'] : ['python3']
  /** A tool as the project has it, before the one of the machine. */
  const tool = (name: string): readonly string[] => {
    if (own !== undefined && files.has(`${own}/bin/${name}`)) return [`${own}/bin/${name}`]
    // Its configuration (`[tool.ruff]`) names it as well; what is installed stands in quotes, or as a key.
    const isListed = new RegExp(`["']${name}\\b(?!\\.)|^${name}\\s*=`, 'm').test(project ?? '')
    return managed !== null && isListed ? [...managed, name] : [name]
  }
  const gates: Suggested[] = []
  const ruff = ['ruff.toml', '.ruff.toml'].find((it) => files.has(it))
  const isRuff = ruff !== undefined || hasSection(project, 'tool.ruff')
  if (isRuff) gates.push({ role: 'lint', argv: [...tool('ruff'), 'check'], origin: ruff ?? 'pyproject.toml tool.ruff' })
  // A project that says how it is formatted has decided to be.
  if (hasSection(project, 'tool.ruff.format') || (ruff !== undefined && hasSection(files.text(ruff), 'format')))
    gates.push({
      role: 'format',
      argv: [...tool('ruff'), 'format', '--check'],
      origin: ruff ?? 'pyproject.toml tool.ruff.format',
    })
  else if (hasSection(project, 'tool.black'))
    gates.push({ role: 'format', argv: [...tool('black'), '--check', '.'], origin: 'pyproject.toml tool.black' })
  if (!isRuff && (files.has('.flake8') || hasSection(setupConfig, 'flake8')))
    gates.push({
      role: 'lint',
      argv: [...tool('flake8')],
      origin: files.has('.flake8') ? '.flake8' : 'setup.cfg flake8',
    })
  if (files.has('mypy.ini') || hasSection(project, 'tool.mypy') || hasSection(setupConfig, 'mypy'))
    gates.push({
      role: 'types',
      argv: [...tool('mypy'), '.'],
      origin: files.has('mypy.ini') ? 'mypy.ini' : 'tool.mypy',
    })
  const isNamed =
    files.has('pytest.ini') ||
    files.has('conftest.py') ||
    hasSection(project, 'tool.pytest') ||
    hasSection(setupConfig, 'tool:pytest') ||
    names('pytest') ||
    (own !== undefined && files.has(`${own}/bin/pytest`)) ||
    files.pythonTests.some((it) => it.path.endsWith('/conftest.py'))
  const runner = isNamed ? 'pytest' : files.has('manage.py') ? 'django' : runnerOf(files.pythonTests)
  const pytest = [...python, '-m', 'pytest', '-q']
  if (runner === 'pytest')
    gates.push({
      role: 'unit',
      argv: pytest,
      origin: files.has('pytest.ini') ? 'pytest.ini' : 'pytest',
    })
  if (runner === 'django') gates.push({ role: 'unit', argv: [...python, 'manage.py', 'test'], origin: 'manage.py' })
  if (runner === 'unittest') {
    const folder = files.pythonTests.some((it) => it.path.startsWith('tests/')) ? 'tests' : 'test'
    // Where the tests import each other as a package, its parent has to be where imports begin.
    const isPackage = files.pythonTests.some(
      ({ path, text }) => path.split('/').length === 2 && /^from \.+[\w ]/m.test(text),
    )
    const argv = [...python, '-m', 'unittest', 'discover', '-s', folder, ...(isPackage ? ['-t', '.'] : [])]
    gates.push({ role: 'unit', argv, origin: `${folder}/` })
  }
  return {
    name: 'python',
    gates,
    ...(runner === 'pytest'
      ? {
          tests: {
            run: [...pytest, '{file}::{name}'],
            byName: [...pytest, '-k', '{name}'],
            runner: 'pytest',
            endings: ['.py'],
            origin: 'pytest',
          },
        }
      : {}),
    setup: uv ? ['uv', 'sync', '--frozen'] : poetry ? ['poetry', 'install'] : null,
    share: environments.filter((name) => files.has(name)),
    lockFiles: uv ? ['uv.lock'] : poetry ? ['poetry.lock'] : [],
  }
}
