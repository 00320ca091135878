/** Which goals are to build software (seed 004 §1.1a): by what is built, and not by any word of software. */

import { describe, expect, test } from 'vitest'
import { goalKind } from '../../src/plan/software-goal.ts'
import { readFiles } from '../dialects/spec/reading.ts'

describe('software is to be built where it is the object of a verb of building, or what the goal begins with', () => {
  test.each([
    ...['Build an app for nurses', 'Create a REST API that lists the berths', 'Develop a CLI', 'BUILD A WEBSITE'],
    ...['Build and test an application', 'Design, build and deploy a web application dashboard', 'Creating tools'],
    ...['Create a report and an app that prints it', 'Write a guide, and create a script that follows it'],
    ...['Implement a booking system', 'Make a chat app', 'The goal is to build a suite of microservices'],
    ...[
      'Build a production-ready web application dashboard that enables users to work',
      'create a virtual fart museum',
    ],
    ...['Build a complete e-commerce website for a boutique artist', 'Create libraries', 'Nurses need an application'],
    ...['A system of tides.', 'The application.', 'An app.', 'Chat app for sailors', 'App development for nurses'],
    ...['An application is to be created for the harbour', 'The development of an app', 'Create a set of services'],
    ...['Create documentation, then build an app', 'Create a Python module', 'We know. Build the system:\nit is late'],
  ])('%s', (goal) => {
    expect(goalKind(goal)).toBe('software')
  })
})

describe('nobody knows where something else is built', () => {
  test.each([
    ...['Build the book-keeping', 'Create a garden', 'Develop it.', 'Development of a booking page.', 'BUILD it'],
    ...['The creation and test of a till', 'A till that is developed in C.', 'A page, built in a day.', 'Build a shed'],
    'Build a tool shed',
  ])('%s', (goal) => {
    expect(goalKind(goal)).toBe('unsure')
  })
})

describe('nothing that runs is built where a document is, or where software is looked at', () => {
  test.each([
    ...[
      'Create a summary of the reports',
      'Develop a marketing plan',
      'Create analyses of the app',
      'Develop a strategy',
    ],
    ...['Write documentation for the existing application', 'Investigate why the system is slow', 'Analyze app logs'],
    ...[
      'Create an application architecture diagram',
      'Develop a strategy to build an app',
      'Create a plan of the system',
    ],
    ...['Investigate how to build a web app', 'Explain how the app was built', 'Review the design of the application'],
    ...['The system is slow', 'Analyze the development of the app', 'Create a set of guidelines for the application'],
    ...[
      'A summary of the application',
      'A report is to be created about the system',
      'Create a list, a plan and notes',
    ],
    ...['Print the book.', 'Rebuild nothing', 'Write about development', 'Implement the plan of the harbour', ''],
  ])('%s', (goal) => {
    expect(goalKind(goal)).toBe('nothing')
  })
})

describe('a stack that is missing', () => {
  const said = (goal: string, more = ''): readonly string[] =>
    readFiles({ toml: `[goal]\ndescription = "${goal}"\n${more}` }).said('MW514')

  test('is an error where software is to be built, a warning in doubt, and told of nothing else', () => {
    expect(said('Create an app that prints tides')).toEqual([
      expect.stringContaining(
        'error MW514 Critical: Software stack undefined. Cannot determine what to build: deployment_type',
      ),
    ])
    expect(said('Create a garden of roses')).toEqual([
      expect.stringContaining('warning MW514 Where software is to be built: software stack undefined. Cannot'),
    ])
    expect(said('Develop a marketing plan')).toEqual([])
  })

  test('is an error as well where a part of it is named', () => {
    const part = '[software_stack]\nprimary_language = "c"\n'
    expect(said('Create a garden of roses', part)).toEqual([expect.stringContaining('error MW514')])
    expect(said('Develop a marketing plan', part)).toEqual([expect.stringContaining('error MW514')])
    expect(said('Create a garden of roses', part.replace('"c"', '"none"'))).toEqual([
      expect.stringContaining('warning MW514'),
    ])
    expect(said('Print the tides', part)).toEqual([])
  })
})

test('a very long goal costs no more than its length', () => {
  expect(goalKind(`Create ${'a, and '.repeat(50_000)}`)).toBe('unsure')
  expect(goalKind('build '.repeat(50_000))).toBe('unsure')
})
