/** Commands that do something rather than look: whatever a criterion says of them, nobody runs them to see whether it holds. */

/** Verbs of what starts, installs, publishes or takes away, as programs and scripts of packages have them. */
const acting: ReadonlySet<string> = new Set(
  (
    'install uninstall ci i add remove start serve dev watch preview up down deploy deployment release publish push apply destroy delete reset ' +
    'migrate login logout rollout runserver download sync upgrade'
  ).split(' '),
)
/** Behind them stands what is done. */
const leading: ReadonlySet<string> = new Set('run run-script exec x dlx compose -m task'.split(' '))
/** They run another program. */
const runners: ReadonlySet<string> = new Set('npx bunx uvx pnpx'.split(' '))
/** Each of their words may be something that is done. */
const makers: ReadonlySet<string> = new Set('make just rake bazel mage'.split(' '))
/** Their words are files, patterns, and whatever a file that they run takes. */
const interpreters: ReadonlySet<string> = new Set(
  'test grep diff cmp jq node deno python python3 ruby perl php bash sh julia Rscript lua'.split(' '),
)

/**
 * Whether a command starts, installs, publishes or takes away something, by its words.
 * @param argv its program and words
 */
export function isActing(argv: readonly string[]): boolean {
  const [program = '', ...rest] = argv
  if (program === 'curl') return sends(rest)
  if (interpreters.has(program) || program.startsWith('./')) return rest.some(isWatch)
  const words = rest.filter((it) => !it.startsWith('-') || it === '-m')
  const count = makers.has(program) ? words.length : runners.has(program) ? 3 : leading.has(words[0] ?? '') ? 2 : 1
  return rest.some(isWatch) || words.slice(0, count).some(says)
}

/** `deploy:prod` is one of them, and `test:ci` is a test. */
function says(word: string): boolean {
  const [first = ''] = word.split(/[:_/-]/)
  return acting.has(first)
}

function isWatch(word: string): boolean {
  return /^--watch(?:All)?(?:=true)?$/.test(word)
}

function sends(words: readonly string[]): boolean {
  return words.some((it) =>
    /^(?:-X|--request)?=?(?:POST|PUT|PATCH|DELETE)$|^-X(?!GET|HEAD)\w+$|^(?:-d|--data\S*|-F|--form|-T|--upload-file)$/.test(
      it,
    ),
  )
}
