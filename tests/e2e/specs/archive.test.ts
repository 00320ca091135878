/** What belongs to a run, archived beside its plan: all of it or nothing, never over another, and provably unchanged. */

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { notepadFile, planFile, progressFile, writeHarbour } from './harbour-project.ts'

const makeProject = projectsOfTests()
const folder = path.posix.dirname(planFile)

interface Made {
  readonly folder: string
  readonly digest: string
  readonly manifest: {
    readonly changed_since: readonly unknown[] | null
    readonly progress: { readonly is: string; readonly sealed_digest: string | null } | null
    readonly files: readonly {
      readonly name: string
      readonly from: string | null
      readonly bytes: number
      readonly sha256: string
    }[]
  }
}

/** Names of the archives beside the plan, and of what is left of one. */
function archives(project: Project): readonly string[] {
  return readdirSync(path.join(project.root, folder)).filter((it) => it.includes('archive_'))
}

async function finished(project: Project): Promise<void> {
  writeHarbour(project, { '1.1': 1 })
  project.write('project_constitution.toml', '[execution]\nescalation_threshold = 3\n')
  project.commit('Begin')
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(ended.code, ended.out + ended.err).toBe(0)
}

const notUnderstood = (why: string): string => `is none that is understood: ${why}`

test('of files that were changed since the run has read them both are archived, where commits hold them, and it is said', async () => {
  const project = makeProject()
  await finished(project)
  const unchanged = JSON.parse((await project.run('archive', planFile, '--json')).out) as Made
  expect(unchanged.manifest.changed_since).toEqual([])
  const before = project.read(planFile)
  project.write(planFile, `${before}\nEdited since.\n`)
  const constitution = 'project_constitution.toml'
  project.write(constitution, '[execution]\nescalation_threshold = 2\n')
  const { folder: place, manifest } = JSON.parse((await project.run('archive', planFile, '--json')).out) as Made
  expect(manifest.changed_since).toEqual([
    { file: planFile, as_read: 'as-read-spec_tides.md' },
    { file: constitution, as_read: `as-read-${constitution}` },
  ])
  expect(readFileSync(path.join(place, 'as-read-spec_tides.md'), 'utf8')).toBe(before)
  expect(readFileSync(path.join(place, 'spec_tides.md'), 'utf8')).toContain('Edited since.')
  expect((await project.run('verify', place)).code).toBe(0)
  expect((await project.run('archive', planFile)).out).toContain(
    `  ${planFile} is no longer as the run has read it: that is as-read-spec_tides.md\n`,
  )
})

test('without commits that hold what was read it is said that it is not kept', async () => {
  const project = makeProject({ git: false })
  writeHarbour(project, {})
  expect((await project.run('run', planFile, '--yes', '--exec', project.exec)).code).toBe(0)
  project.write(planFile, `${project.read(planFile)}\nEdited since.\n`)
  const { out } = await project.run('archive', planFile)
  expect(out).toContain(`  ${planFile} is no longer as the run has read it: what it read is not kept\n`)
})

test('a finished run is archived with its files, report and log, and the archive is verified by itself', async () => {
  const project = makeProject()
  await finished(project)
  const made = await project.run('archive', planFile, '--json')
  expect(made.code, made.err).toBe(0)
  const { folder: place, digest, manifest } = JSON.parse(made.out) as Made
  expect(path.basename(place)).toMatch(/^archive_\d{4}-\d\d-\d\d$/)
  expect(path.dirname(place)).toBe(path.join(project.root, folder))
  const names = manifest.files.map(({ name }) => name)
  expect(names.map((it) => it.replace(/^(execution_learnings_).*/, '$1')).sort()).toEqual([
    'execution_learnings_',
    'log.jsonl',
    'notepad_tides.md',
    'parameters_tides.toml',
    'progress_tides.json',
    'project_constitution.toml',
    'report.html',
    'report.md',
    'spec_tides.md',
  ])
  expect(readdirSync(place).sort()).toEqual(['archive.json', ...names].sort())
  const within = (name: string): string => readFileSync(path.join(place, name), 'utf8')
  for (const { name, from, bytes, sha256 } of manifest.files) {
    const text = within(name)
    if (from !== null) expect(text).toBe(project.read(from))
    expect([bytes, sha256]).toEqual([Buffer.byteLength(text), createHash('sha256').update(text).digest('hex')])
  }
  const progress = JSON.parse(project.read(progressFile)) as { run_id: string; seal: { digest: string } }
  expect(manifest).toMatchObject({
    run_id: progress.run_id,
    status: 'finished',
    progress: { is: 'as-journal', sealed_digest: progress.seal.digest },
  })
  expect(within('log.jsonl')).toBe((await project.run('log', planFile, '--jsonl')).out)
  const verified = await project.run('verify', place)
  expect([verified.code, verified.out]).toEqual([0, expect.stringContaining(`sha256 of its manifest ${digest}`)])

  // It disturbs neither the plan of the folder nor the next run.
  expect((await project.run('check', folder)).code).toBe(0)
  expect((await project.run('verify', planFile)).code).toBe(0)
  const again = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(again.out + again.err).not.toContain('archive_')
  expect((await project.run('archive', planFile)).code).toBe(0)
  expect(archives(project)).toEqual([path.basename(place), `${path.basename(place)}_2`])
  expect((await project.run('verify', place)).code).toBe(0)

  const changes: readonly (readonly [told: string, change: () => void])[] = [
    [
      'report.md was changed',
      () => {
        writeFileSync(path.join(place, 'report.md'), 'x')
      },
    ],
    [
      'log.jsonl is gone',
      () => {
        rmSync(path.join(place, 'log.jsonl'))
      },
    ],
    [
      'more.txt was not archived',
      () => {
        writeFileSync(path.join(place, 'more.txt'), 'x')
      },
    ],
    [
      // Whoever writes the manifest as well still has the seal within the file against them.
      'the seal of the progress file does not hold',
      () => {
        const file = path.join(place, 'progress_tides.json')
        const text = readFileSync(file, 'utf8').replace('"steps_failed": 0', '"steps_failed": 1')
        writeFileSync(file, text)
        const list = path.join(place, 'archive.json')
        const known = JSON.parse(readFileSync(list, 'utf8')) as Made['manifest']
        const sha256 = createHash('sha256').update(text).digest('hex')
        const files = known.files.map((it) =>
          it.name === 'progress_tides.json' ? { ...it, bytes: Buffer.byteLength(text), sha256 } : it,
        )
        writeFileSync(list, JSON.stringify({ ...known, files }))
      },
    ],
  ]
  for (const [told, change] of changes) {
    change()
    const found = await project.run('verify', place)
    expect([found.code, found.err]).toEqual([1, expect.stringContaining(told)])
  }
  const list = path.join(place, 'archive.json')
  writeFileSync(path.join(place, 'log.jsonl'), '')
  for (const [told, change] of [
    [notUnderstood('it does not say that Millwright has made it'), () => writeFileSync(list, '{}')],
    [
      notUnderstood('it has another form than this Millwright knows'),
      () => writeFileSync(list, '{"generator":"millwright"}'),
    ],
    [
      notUnderstood('number 2 of its files has no name in the archive, size or digest'),
      () =>
        writeFileSync(
          list,
          '{"generator":"millwright","archive":1,"files":[{"name":"a","sha256":"0","bytes":1},{"name":"../b"}]}',
        ),
    ],
    [notUnderstood('it is no JSON at line 2, column 1'), () => writeFileSync(list, '{"generator":\n')],
    [notUnderstood('it is empty'), () => writeFileSync(list, '')],
    ['is gone', () => rmSync(list)],
    ['is no file', () => mkdirSync(list)],
  ] as const) {
    change()
    // Who keeps an archive may have called it as they like.
    for (const name of [place, path.join(project.root, 'kept')]) {
      renameSync(place, name)
      const found = await project.run('verify', name)
      expect([found.code, found.err]).toEqual([
        2,
        expect.stringContaining(`archive: its manifest archive.json ${told}`),
      ])
      renameSync(name, place)
    }
  }
  renameSync(place, `${place}-lies`)
  symlinkSync(`${place}-lies`, place)
  const linked = await project.run('verify', place)
  expect([linked.code, linked.err]).toEqual([2, expect.stringContaining('archive: it is a link')])
})

test('it is refused before the first run and while one is at work', async () => {
  const project = makeProject()
  writeHarbour(project, {}, { more: `if (step === '1.1' && ended === 0) await meet('work')` })
  project.commit('Begin')
  const never = await project.run('archive', planFile)
  expect([never.code, never.err]).toEqual([2, expect.stringContaining('was never run')])
  expect(never.err).toContain('millwright run')
  const running = project.begin('run', planFile, '--yes', '--exec', project.exec)
  await project.arrived('work', running)
  const during = await project.run('archive', planFile)
  expect([during.code, during.err]).toEqual([2, expect.stringContaining('a run is at work on this plan')])
  project.release('work')
  expect((await running.ended).code).toBe(0)
  expect(archives(project)).toEqual([])
})

test('nothing is followed out of the project, nothing half is left, and a name that is taken stays', async () => {
  const project = makeProject()
  await finished(project)
  const outside = path.join(project.top, 'outside.md')
  writeFileSync(outside, 'secret')
  rmSync(path.join(project.root, notepadFile))
  symlinkSync(outside, path.join(project.root, notepadFile))
  const refused = await project.run('archive', planFile)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('leads out of the repository by a link')])
  expect(archives(project)).toEqual([])
  rmSync(path.join(project.root, notepadFile))
  const { folder: place } = JSON.parse((await project.run('archive', planFile, '--json')).out) as Made
  rmSync(place, { recursive: true })
  writeFileSync(place, 'mine')
  mkdirSync(`${place}_2`)
  const { folder: third } = JSON.parse((await project.run('archive', planFile, '--json')).out) as Made
  expect(third).toBe(`${place}_3`)
  expect(readdirSync(`${place}_2`)).toEqual([])
})

test('plans of another format are archived likewise', async () => {
  const project = makeProject()
  project.write('tasks.md', '# Tasks\n\n## Phase 1: Begin\n\n- [ ] T0001 One\n  - files: one.txt (CREATE)\n')
  project.agent(`write('one.txt', 'one')`)
  project.commit('Begin')
  expect((await project.run('run', 'tasks.md', '--yes', '--exec', project.exec)).code).toBe(0)
  const made = await project.run('archive', 'tasks.md', '--json')
  expect(made.code, made.err).toBe(0)
  const { folder: place, manifest } = JSON.parse(made.out) as Made
  expect(manifest.progress).toBe(null)
  expect(manifest.files.map(({ name }) => name).sort()).toEqual(['log.jsonl', 'report.html', 'report.md', 'tasks.md'])
  expect((await project.run('verify', place)).code).toBe(0)
})
