/** Commands of a `package.json` with which a product is started or handed out. */

/** Names of scripts with which people work on a project. */
const forWork =
  /(?:^|[:._-])(?:tests?|testing|e2e|spec|unit|integration|dev|develop|development|watch|lint|format|mock|mocks|mocked|storybook|local|debug|ci|coverage|bench|demo|examples?|sandbox|staging|typecheck|fixtures?)(?:[:._-]|$)|^(?:pre|post)test/i

const pairs = /"([\w:.@/-]{1,100})"\s{0,8}:\s{0,8}("(?:[^"\\\r\n]|\\.){1,2000}")/g

/** What `scripts` of it says; empty where it is none, or no JSON. */
function scriptsOf(text: string): ReadonlyMap<string, unknown> {
  try {
    const { scripts } = Object(JSON.parse(text)) as { readonly scripts?: unknown }
    return new Map(Object.entries(Object(scripts) as Readonly<Record<string, unknown>>))
  } catch {
    return new Map()
  }
}

/** By a line of a `package.json`: the commands in it, without those for people who work on the project. */
export function productScripts(text: string): (line: string) => readonly string[] {
  const scripts = scriptsOf(text)
  return (line) =>
    [...line.matchAll(pairs)].flatMap(([, name = '', written = '']) => {
      const script = scripts.get(name)
      // Elsewhere in the file the same name says something else.
      return typeof script === 'string' && JSON.stringify(script) === written && !forWork.test(name) ? [script] : []
    })
}
