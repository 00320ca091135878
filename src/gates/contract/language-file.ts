/**
 * What a file in `languages/` says: one language is one file, so that another one needs no code.
 *
 * Its comments that begin with `;;` say what belongs to the language; the rest is a query of tree-sitter. What its captures mean:
 *
 * - `@item` is a public declaration, `@name` what it is called. Of several items with one name node the outermost is meant.
 *   `@part`: of several names in one declaration each has its own part, `@among` its like where it has others beside it.
 *   `@anchor`: visible where that node is. `@own` is a name that is known inside alone where there is another one outside,
 *   which stands there then.
 * - `@scope` is what names are looked up in; its `@name` goes before theirs, its `@lead` before their signatures.
 * - `@cut` is no part of a signature; nor is `@value`, with the `=` before it, unless it is of a kind that is `kept`, or `@kept`.
 *   `@body` is no part of it either, and nothing inside is declared for others.
 * - `@aside` is read by people, and nothing is compared by it; so is the name inside of what is `@unnamed`, unless that is
 *   `@spoken` of elsewhere in the signature. `@repeated` is its `type`, once for each `name` that it has.
 * - What is in `@separated` is kept apart by `;`, whatever stands there. `@bracketed` stands in round brackets, behind `@called`
 *   there are empty ones; `@bare` is without the quotes that a plain name needs not. The words of `@words` that are in `order`
 *   stand in that order.
 * - `@counted` is an enumerator, in its `@list`; one without a `@number` has the next one. In `@members` that are
 *   `@places` each `@placed` has its place, by its `@part`, and so has what is `@nameless` and the type of nothing; not where
 *   something is `@unplaced`. `@field`, of a `@holder` that is the name of a class, is a parameter of what makes one.
 * - `@private` hides all that is in it; in `@members` (or `@members.hidden`) `@hide` and `@show` do from there on.
 * - `@listed` (perhaps `@as`, perhaps `@within` something) names what is handed out by its name; `@lists` says that only this
 *   is. In `@foreign` such a name is one of `@from`, and of nothing here; in `@led` its `@lead` goes before its signature.
 *   `@gone` is a name that is taken away there.
 *
 * And what is set: `shown` = `listed` (only by its name), `public` (unless others are listed); `only` and `not` = a group of
 * files; `name`, `prefix`, `as` and `within` = a name; `global` = of no scope; `of` = `known`: what is in the scope belongs to
 * what was declared before under its name; `lists` = `own`: what is right in the scope is handed out by the lists in it alone; `alias` = `yes`: what is listed is called `@as`, too, where
 * that is seen; `is` = `value`: no alias says more of it; `is` = `type`: no `@lead` of a list matters to it; `text` = `name`: its
 * name is its signature.
 */

export interface LanguageFile {
  readonly name: string
  /** Name of the grammar's file by the end of a file name. */
  readonly grammars: ReadonlyMap<string, string>
  /** Ends of file names, by the group they belong to. */
  readonly groups: ReadonlyMap<string, readonly string[]>
  readonly joinedBy: string
  /** Nodes that only stand around a name. */
  readonly through: ReadonlySet<string>
  /** Nodes that name something which is declared elsewhere. */
  readonly elsewhere: ReadonlySet<string>
  readonly kept: ReadonlySet<string>
  /** Nodes in which a comma behind the only thing means something. */
  readonly tuple: ReadonlySet<string>
  /** Nodes in which blanks mean something. */
  readonly strings: ReadonlySet<string>
  /** Nodes in these in which they mean nothing. */
  readonly holes: ReadonlySet<string>
  /** Nodes that are brackets around one thing (`grouping.ts`). */
  readonly brackets: ReadonlySet<string>
  /** Nodes in which those of `operands` are in brackets. */
  readonly operators: ReadonlySet<string>
  readonly operands: ReadonlySet<string>
  /** Nodes that brackets around them say nothing of. */
  readonly whole: ReadonlySet<string>
  /** Nodes that brackets around them say nothing of, unless they are an operand. */
  readonly chains: ReadonlySet<string>
  /** Nodes that are the same in whatever groups of their own kind. */
  readonly flat: ReadonlySet<string>
  /** Nodes that a grammar wants a type in, where the language wants none. */
  readonly untyped: ReadonlySet<string>
  /** Signs around strings and characters. */
  readonly quotes: ReadonlySet<string>
  /** Those of them that mean the same. */
  readonly alike: ReadonlySet<string>
  /** Words, kinds of nodes, or fields (`type:`) that mean the same in whatever order they stand, in the one that they are shown in. */
  readonly order: readonly string[]
  /** A regular expression for one of the first two lines that names the encoding of a file, as its first group. */
  readonly encoding: string | null
  /** How files are read that are not in UTF-8 and name nothing else; null where these are not read. */
  readonly fallback: string | null
  /** Words that a compiler is told something by and that mean nothing here: as they are, or behind a `*`. */
  readonly decoration: readonly string[]
  /** Macros of which conditions of the source may be decided. */
  readonly defined: ReadonlySet<string>
  /** Globs of files that are nobody's interface. */
  readonly tests: readonly string[]
  /** Where a declaration may go and be the same to those who use it: nowhere, to a file of its folder, or to any file. */
  readonly moves: 'nowhere' | 'folder' | 'anywhere'
  /** Group of the files that others read: what is declared in one may only go to another one. Null where there is no such. */
  readonly offered: string | null
  readonly query: string
}

/**
 * Reads a language's file.
 * @throws where it says what nobody knows: these files are our own
 */
export function readLanguageFile(text: string): LanguageFile {
  const said = new Map<string, string>()
  const grammars = new Map<string, string>()
  const groups = new Map<string, readonly string[]>()
  for (const line of text.split('\n')) {
    if (!line.startsWith(';; ')) continue
    const at = line.indexOf(': ')
    const [key, value] = [line.slice(3, at), line.slice(at + 2).trim()]
    if (key.startsWith('grammar ')) for (const end of words(value)) grammars.set(end, key.slice('grammar '.length))
    else if (key.startsWith('group ')) groups.set(key.slice('group '.length), words(value))
    else if (known.has(key)) said.set(key, value)
    else throw new Error(`internal: a language's file says ${key}`)
  }
  const moves = said.get('moves')
  const set = (key: string): ReadonlySet<string> => new Set(words(said.get(key)))
  return {
    name: said.get('language') ?? '',
    grammars,
    groups,
    joinedBy: said.get('joined-by') ?? '.',
    through: set('through'),
    elsewhere: set('elsewhere'),
    kept: set('kept'),
    tuple: set('tuple'),
    strings: set('strings'),
    holes: set('holes'),
    brackets: set('brackets'),
    operators: set('operators'),
    operands: set('operands'),
    whole: set('whole'),
    chains: set('chains'),
    flat: set('flat'),
    untyped: set('untyped'),
    quotes: set('quotes'),
    alike: set('alike'),
    order: words(said.get('order')),
    encoding: said.get('encoding') ?? null,
    fallback: said.get('fallback') ?? null,
    decoration: words(said.get('decoration')),
    defined: set('defined'),
    tests: words(said.get('tests')),
    moves: moves === 'folder' || moves === 'anywhere' ? moves : 'nowhere',
    offered: said.get('offered') ?? null,
    query: text,
  }
}

const known: ReadonlySet<string> = new Set([
  'language',
  'joined-by',
  'through',
  'elsewhere',
  'kept',
  'tuple',
  'strings',
  'holes',
  'brackets',
  'operators',
  'operands',
  'whole',
  'chains',
  'flat',
  'untyped',
  'quotes',
  'alike',
  'order',
  'encoding',
  'fallback',
  'decoration',
  'defined',
  'tests',
  'moves',
  'offered',
])

function words(text = ''): readonly string[] {
  return text.split(' ').filter((it) => it !== '')
}
