/** Python projects: ruff, mypy, pytest or unittest, by what their files name. */

import type { Ecosystem, ProjectFiles, Suggested } from './ecosystem.ts'

/** Whether a TOML or INI file has a section with this name; a look at its lines is enough. */
function hasSection(text: string | null, section: string): boolean {
  return (text ?? '').split('\n').some((line) => {
    const plain = line.trim()
    return plain === `[${section}]` || plain.startsWith(`[${section}.`)
  })
}

/** Usual names of a virtual environment in a project. */
const environments = ['.venv', 'venv'] as const

/** A Python project, by the files in its root. */
export function python(files: ProjectFiles): Ecosystem | null {
  const project = files.text('pyproject.toml')
  const setupConfig = files.text('setup.cfg')
  const requirements = files.text('requirements.txt') ?? files.text('requirements-dev.txt')
  const isPython =
    project !== null ||
    setupConfig !== null ||
    requirements !== null ||
    files.has('setup.py') ||
    files.has('pytest.ini') ||
    files.has('tox.ini') ||
    files.hasEnding('.py')
  if (!isPython) return null
  const names = (tool: string): boolean =>
    [project, setupConfig, requirements].some((text) => (text ?? '').includes(tool))
  // What a person has installed for this project lies in its own environment, which every workspace shares.
  const own = environments.find((it) => files.has(`${it}/bin/python`))
  const uv = files.has('uv.lock')
  const poetry = files.has('poetry.lock')
  const python =
    own !== undefined
      ? [`${own}/bin/python`]
      : uv
        ? ['uv', 'run', '--frozen', 'python']
        : poetry
          ? ['poetry', 'run', 'python']
          : ['python3']
  const tool = (name: string): string =>
    own !== undefined && files.has(`${own}/bin/${name}`) ? `${own}/bin/${name}` : name
  const gates: Suggested[] = []
  if (files.has('ruff.toml') || files.has('.ruff.toml') || hasSection(project, 'tool.ruff'))
    gates.push({
      role: 'lint',
      argv: [tool('ruff'), 'check'],
      origin: files.has('ruff.toml') ? 'ruff.toml' : 'pyproject.toml tool.ruff',
    })
  if (files.has('mypy.ini') || hasSection(project, 'tool.mypy') || hasSection(setupConfig, 'mypy'))
    gates.push({ role: 'types', argv: [tool('mypy'), '.'], origin: files.has('mypy.ini') ? 'mypy.ini' : 'tool.mypy' })
  const pytest =
    files.has('pytest.ini') ||
    files.has('conftest.py') ||
    hasSection(project, 'tool.pytest') ||
    hasSection(setupConfig, 'tool:pytest') ||
    names('pytest')
  if (pytest)
    gates.push({
      role: 'unit',
      argv: [...python, '-m', 'pytest', '-q'],
      origin: files.has('pytest.ini') ? 'pytest.ini' : 'pytest',
    })
  else if (files.has('tests') || files.has('test'))
    gates.push({
      role: 'unit',
      argv: [...python, '-m', 'unittest', 'discover', '-s', files.has('tests') ? 'tests' : 'test'],
      origin: files.has('tests') ? 'tests/' : 'test/',
    })
  return {
    name: 'python',
    gates,
    setup: uv ? ['uv', 'sync', '--frozen'] : poetry ? ['poetry', 'install'] : null,
    share: environments.filter((name) => files.has(name)),
    lockFiles: uv ? ['uv.lock'] : poetry ? ['poetry.lock'] : [],
  }
}
