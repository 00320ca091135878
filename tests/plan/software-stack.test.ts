/** What a goal to build something leaves open (seed 004 §1.1a). */

import { describe, expect, test } from 'vitest'
import { isForPeople } from '../../src/plan/people-named.ts'
import { hasEnoughCriteria, missingFields } from '../../src/plan/software-stack.ts'
import { readFiles } from '../dialects/spec/reading.ts'

const of = (goal: string, tables: string): readonly string[] =>
  missingFields(readFiles({ toml: `[goal]\ndescription = "${goal}"\n${tables}` }).spec)

const stack = '[software_stack]\ndeployment_type = "cli"\nprimary_language = "python"\n'
const criteria = '[completion_criteria]\nacceptance_criteria = ["a", "b", "c"]\n'
const all = stack + criteria

describe('what is to be built', () => {
  test.each([
    'Build the book.',
    'Create a book.',
    'Develop it.',
    'A system of tides.',
    'The application.',
    'An app.',
    'BUILD it',
    'Development of a booking page.',
    'Creation of the tide calendar.',
    'The creation and test of a till',
    'A book is to be created, and sold.',
    'A till that is developed in C.',
    'A page, built in a day.',
  ])('%s', (goal) => {
    expect(of(goal, '')).toEqual(['deployment_type', 'primary_language', 'completion_criteria'])
    expect(of(goal, all)).toEqual([])
  })

  test.each([
    'Print the book.',
    'Rebuild nothing',
    'Apply the paint',
    'Happy systematic recreation',
    'Ask developers, builders and creators',
    'Creative redevelopment',
    'Sort the development reports',
    'Write about development',
    'Happy systematic creation',
    'Print the creation-date',
    'Implement the plan of the harbour',
  ])('%s: nothing', (goal) => {
    expect(of(goal, '')).toEqual([])
  })
})

describe('a goal to build something lacks', () => {
  const build = 'Build the book.'
  test.each<[string, string, string, readonly string[]]>([
    [
      'a language',
      build,
      `[software_stack]\ndeployment_type = "cli"\nprimary_language = ""\n${criteria}`,
      ['primary_language'],
    ],
    ['a kind', build, `[software_stack]\nprimary_language = "c"\n${criteria}`, ['deployment_type']],
    ['criteria', build, stack, ['completion_criteria']],
    [
      'how a desktop application is packed and installed',
      build,
      all.replace('cli', 'desktop_app'),
      ['packaging_method', 'target_platform', 'installation_type', 'startup_method'],
    ],
    [
      'how a web application is deployed',
      build,
      all.replace('cli', 'web_app'),
      ['target_platform', 'installation_type', 'startup_method'],
    ],
    ['how one for phones is packed', build, all.replace('cli', 'mobile'), ['packaging_method']],
    ['what people see', 'Build a book for the harbour volunteers.', all, ['user_interface.required']],
    [
      'what people see, where it is said that they see nothing',
      'Build a book for doctors.',
      `${all}[user_interface]\nrequired = false\n`,
      ['user_interface.required'],
    ],
    [
      'who sees it, and whether that is complete',
      build,
      `${all}[user_interface]\nrequired = true\ninterface_type = "gui"\n`,
      ['target_users', 'skill_level', 'completion_criteria.interface_complete'],
    ],
    [
      'whether it is more than a test',
      'Build a book that asks the payments API.',
      all,
      ['completion_criteria.production_ready'],
    ],
  ])('%s', (_, goal, tables, missing) => {
    expect(of(goal, tables)).toEqual(missing)
  })

  test.each(['Desktop App', 'desktop_application', 'desktopApp', ' DESKTOP ', 'native desktop GUI'])(
    'the same, however the type is written: %s',
    (type) => {
      expect(of(build, all.replace('cli', type))).toEqual(of(build, all.replace('cli', 'desktop_app')))
    },
  )

  test.each(['Web App', 'website', 'full_stack_web_application', 'web app with an API', 'web-app'])(
    'and so of a web application: %s',
    (type) => {
      expect(of(build, all.replace('cli', type))).toEqual(of(build, all.replace('cli', 'web_app')))
    },
  )

  test.each(['Command Line', 'REST API', 'Web API', 'web_service', 'document', 'library', 'not_applicable'])(
    'no more for %s',
    (type) => {
      expect(of(build, all.replace('cli', type))).toEqual([])
    },
  )

  test.each(['[desktop_app|web_app]', 'TODO', 'TBD', '{{x}}', '<type>', '?'])(
    'a kind and a language, where nothing but %s stands there',
    (left) => {
      expect(of(build, all.replace('cli', left).replace('python', left))).toEqual([
        'deployment_type',
        'primary_language',
      ])
    },
  )

  test('all that is only a placeholder', () => {
    const tables = `${stack.replace('cli', 'desktop_app')}packaging_method = "[pyinstaller|none]"
[user_interface]
required = true
interface_type = "[gui|web]"
target_users = "[users]"
skill_level = "TBD"
[deployment]
target_platform = "TODO"
installation_type = "{{installation}}"
startup_method = "[startup method]"
${criteria}interface_complete = true
`
    expect(of(build, tables)).toEqual([
      'packaging_method',
      'interface_type',
      'target_users',
      'skill_level',
      'target_platform',
      'installation_type',
      'startup_method',
    ])
  })

  test('and no technology is one', () => {
    const toml = '[software_stack]\nprimary_language = "python"\nframework = "[framework]"\ndatabase = "TODO"\n'
    const { spec } = readFiles({ toml })
    expect([spec.stack?.technologies, spec.stack?.framework]).toEqual([['python'], null])
  })

  test('nothing, where all of it is said', () => {
    expect(
      of(
        'Build an app for volunteers with the payments API.',
        `${stack.replace('cli', 'desktop_app')}packaging_method = "zip"
[user_interface]
required = true
interface_type = "gui"
target_users = "volunteers"
skill_level = "low"
[deployment]
target_platform = "windows"
installation_type = "zip"
startup_method = "icon"
${criteria}interface_complete = true
production_ready = false
`,
      ),
    ).toEqual([])
  })
})

describe('who it is built for', () => {
  test.each([
    'Build a web app for accountants.',
    'Build a till for charity shop volunteers',
    'Create a system for doctors, and for the archive.',
    'Develop a calendar for busy dentists in town',
    'Build a shift plan for the hospital’s technicians.',
    'Build tools for engineers',
    'Build a log for the busy harbour dentists',
    'An app for everybody',
    "A system for the team's tides",
    'Build a till for cashiers',
    'Build a dashboard for analysts and nurses',
    'Build an app for the lifeboat crews.',
    'Create a timetable for primary school teachers',
    'Build a web app for accountants',
    'Build a map for the general public',
    'Build a map for everyone',
    'Build a rota for the night staff',
    'Build a shop for beekeepers',
    'Build a page for podcasters',
    'Create a diary for trainees',
    'Build a chart for fishermen',
    'Create a page for salespeople',
    'Build a game for classmates',
    'Build a log for stevedores who load ships',
    'Build a log for winchers who load ships',
    'Build a reminder for the elderly.',
    'Build a calendar for my family',
    'Build a calendar for a nurse on nights',
    'Build a diary for the secretary',
    'Build a page for anybody to read',
    'Build a till for end-users',
    'Build a till for “volunteers”.',
    'Build a board for job seekers',
    'Build a map for allotment holders',
    'Build an app for moms',
    'Build a planner for my wife',
    'Build a rota for working mothers',
  ])('%s', (goal) => {
    expect(of(goal, all)).toEqual(['user_interface.required'])
  })

  test.each([
    'Build a parser for playlists.',
    'Create a system for printers and sensors.',
    'Build an app for tides. Volunteers asked.',
    'Build a library for documents, containers and events',
    'Build what volunteers asked for',
    'Build a template for reports',
    'Create a monitor for servers and routers',
    'Build an app for Linux',
    'Build a driver for printers, scanners and containers',
    'Create a parser for numbers, papers and orders',
    'Build a library for parsers, compilers and loggers',
    'Build a planner for trees and committees',
    'Build a tool for estimates, templates and placeholders',
    'Build a catalogue for the public library',
    'Build a calendar for family trees',
    'Build a guide for careers and heists',
    'Build a plugin for the editor.',
    'Build a case for a specimen',
    'Build a page for user authentication',
    'Create a page for the user interface',
    'Build a list of who pays for what',
    'Build a tool for winchers',
    'Build a CLI for managing users',
    'Build a library for event listeners',
    'Build a controller for Kubernetes operators',
    'Build a library for type guards and date pickers',
    'Build a plugin for test runners',
    'Build a bot for Microsoft Teams',
    'Create a system for the tides of all the northern harbour volunteers',
  ])('%s: nobody', (goal) => {
    expect(of(goal, all)).toEqual([])
  })
})

test.each([
  ['Build a log for winchers.', 'winchers', true],
  ['Build a log for harbour winchers.', 'harbour_winchers_and_volunteers', true],
  ['Build a log for winchers.', 'Skilled winchers of the north, cooks', true],
  ['Build a log for winchers.', 'volunteers', false],
  ['Build a template for technical reports.', 'non-technical staff', false],
  ['Build a log for cranes.', 'operators of cranes', false],
])('%s is for users that are called %j: %s', (goal, users, isTrue) => {
  const missing = of(goal, `${all}[user_interface]\nrequired = false\ntarget_users = "${users}"\n`)
  expect(missing).toEqual(isTrue ? ['user_interface.required'] : [])
})

test('people are looked for in time in a long text', () => {
  for (const part of ['for ', 'for a ', "for '", 'for nobody, ', 'for the '])
    expect(isForPeople(part.repeat(200_000), 'a_b, '.repeat(200_000))).toBe(false)
})

describe('services outside of it', () => {
  test.each([
    'Build an app that talks to the Google Maps service.',
    'Create a system on top of a web service',
    'Build a client of the REST API',
    'Build an app with the Harbour Tides service and a map',
  ])('%s', (goal) => {
    expect(of(goal, all)).toEqual(['completion_criteria.production_ready'])
  })

  test.each(['Build a customer service app.', 'Create a service', 'Build a page that explains the service'])(
    '%s: none',
    (goal) => {
      expect(of(goal, all)).toEqual([])
    },
  )
})

test.each([
  ['acceptance_criteria = ["a b"]', true],
  ['acceptance_criteria = []', false],
  ['acceptance_criteria = [" ", ""]\nb = true', false],
  ['criteria = ["a", "b"]', false],
  ['criteria = ["a", "b", "a"]', false],
  ['criteria = ["a", "b", "c"]', true],
  ['a = true\nb = true\nc = true', true],
  ['a = true\nb = false\nc = true', false],
  ['criteria = ["a"]\nb = true\nc = true', true],
  ['criteria = ["a", " ", ""]\nb = true', false],
])('criteria %j are enough: %s', (lines, enough) => {
  expect(hasEnoughCriteria(readFiles({ toml: `[completion_criteria]\n${lines}\n` }).spec)).toBe(enough)
})

test('words among the points are no criteria that make it enough', () => {
  const point = { text: 'a', under: [] }
  const words = { ...point, isWords: true as const }
  const { completion } = readFiles({ toml: '[completion_criteria]\n' }).spec
  const of = (criteria: typeof completion.criteria): boolean =>
    hasEnoughCriteria({ completion: { ...completion, criteria } })
  expect([of([point, point, point]), of([point, point, words])]).toEqual([true, false])
})
