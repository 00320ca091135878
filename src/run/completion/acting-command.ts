/** Commands that do something rather than look: whatever a criterion says of them, nobody runs them to see whether it holds. */

/** Verbs of what starts, installs, publishes or takes away, as programs, and scripts of packages and files, have them. */
const acting: ReadonlySet<string> = new Set(
  (
    'install uninstall add remove start serve server dev watch preview up down deploy deployment release publish unpublish deprecate upload ' +
    'push apply destroy delete reset migrate drop flush seed login logout restart stop kill prune rm rmi download sync upgrade link storybook ' +
    'runserver uvicorn gunicorn flask twine vercel netlify firebase wrangler surge pages'
  ).split(' '),
)
/** What a script is for whose name ends so, whatever it begins with: `deploy:check`. */
const looking: ReadonlySet<string> = new Set('check checks test tests verify lint status validate dry'.split(' '))
/** Their words are files, patterns, and whatever a file that they run takes. */
const interpreters: ReadonlySet<string> = new Set(
  'node deno python python3 ruby perl php bash sh julia Rscript lua'.split(' '),
)
const looks: ReadonlySet<string> = new Set('test grep diff cmp jq pytest'.split(' '))
/** `run` of these starts what is built; of those of packages it only names a script. */
const starters: ReadonlySet<string> = new Set('go cargo dotnet docker flutter dart swift zig make just'.split(' '))
/** `install` of these is how they build. */
const builders = /^(?:\.\/)?(?:mvnw?|gradlew?)$/
/** The first word alone is their own; behind it stand patterns and names of tests. */
const testers = /^(?:go|cargo|npx|bunx|swift|mix|dotnet)$/

/**
 * Whether a command starts, installs, publishes or takes away something, by its words.
 * @param argv its program and words
 */
export function isActing(argv: readonly string[]): boolean {
  const [program = '', ...all] = argv
  const rest = all.includes('--') ? all.slice(0, all.indexOf('--')) : all
  if (looks.has(program) || rest.includes('--dry-run') || (program === 'make' && rest.includes('-n'))) return false
  if (program === 'curl') return rest.some(isSending)
  // Also behind `--`, where it is for the script that is run.
  if (all.some(isWatch) || (rest.includes('-w') && argv.includes('tsc'))) return true
  const words = rest.filter((it) => !it.startsWith('-'))
  if (builders.test(program))
    return words.some((it) => partsOf(it).some((part) => part !== 'install' && (part === 'run' || acting.has(part))))
  const isFile = program.startsWith('./')
  if (isFile || interpreters.has(program)) return isActingFile(isFile ? [program, ...rest] : rest)
  if (/^(?:npm|pnpm|bun)$/.test(program) && /^(?:ci|i)$/.test(words[0] ?? '')) return true
  if (starters.has(program) && words[0] === 'run') return true
  return words.slice(0, testers.test(program) ? 3 : 5).some(says)
}

/** A file by its name, and what the one that leads a project is told to do: `python manage.py migrate`. */
function isActingFile(rest: readonly string[]): boolean {
  // What a shell is given as a text may be anything.
  if (rest.includes('-c') || rest.includes('-S')) return true
  const at = rest.indexOf('-m')
  if (at >= 0) return /^(?:pip|http\.server|twine|uvicorn|gunicorn|flask)$/.test(rest[at + 1] ?? '')
  const [file = '', verb = ''] = rest.filter((it) => !it.startsWith('-'))
  const isLead = /(?:^|\/)(?:manage\.py|setup\.py|artisan|task|publish)$/.test(file)
  const stem = (file.split('/').at(-1) ?? '').replace(/\.\w+$/, '')
  return says(stem) || (isLead && (file === 'publish' || says(verb)))
}

/** `deploy:prod` and `predeploy` are some of them, and `deploy:check` is none. */
function says(word: string): boolean {
  const parts = word.toLowerCase().split(/[:_-]/)
  if (word.includes('/') || word.includes('=') || looking.has(parts.at(-1) ?? '')) return false
  return parts.some((it) => acting.has(it) || acting.has(it.replace(/^(?:pre|post)/, '')))
}

/** Also of words in one: `publishToMavenLocal`. */
function partsOf(word: string): readonly string[] {
  return word
    .replaceAll(/([a-z])([A-Z])/g, '$1:$2')
    .toLowerCase()
    .split(/[:_-]/)
}

function isWatch(word: string): boolean {
  return /^--watch(?:All)?(?:=true)?$/.test(word)
}

function isSending(word: string): boolean {
  return /^(?:--request=?)?(?:-[a-zA-Z]*X)?(?:POST|PUT|PATCH|DELETE)$|^-(?:d|F|T)|^--(?:data|form|json|upload-file)/.test(
    word,
  )
}
