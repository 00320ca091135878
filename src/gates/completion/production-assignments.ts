/** What a line of a program or of settings gives to which name. */

/** A type, as `str`, `Optional[str]`, `&'static str`. */
const type = String.raw`(?:&(?:'\w{1,20}\s)?)?[A-Za-z][\w.[\]|<>?]{0,40}(?:\s\|\s\w{1,20}){0,3}`
/** What may stand between a name and the `=`: `[32]`, `: str`, and the ` string` of Go. Between blanks a `:` begins no `A="…"` of a shell. */
const typed = String.raw`(?:\[\d{0,6}\]|\??:(?:\s{1,4}${type}(?=\s{1,4}=[^=>])|${type}(?=\s{0,4}=[^=>]))|\s{1,8}string(?=\s{0,4}=[^=>]))`
const sign = String.raw`(:=|=>|\?{1,2}=|=(?![=>])|:(?![:/])|(?<=["']),)`
/** What a text may be put into, or stand behind: `String::from("…")`, `@"…"`, `f"…"`, `r#"…"#`. */
const made = String.raw`(?:(?:Some|String(?:::from|\.valueOf)|new\s{1,4}String|(?:Secret|SecretStr(?:ing)?|SecureString)(?:::new|::from)?|Buffer\.from|str|string|bytes|\[\]byte)\(\s{0,4})?(?:[bBfFLNrRuU]{1,2}8?#?|@\$?|\$@?)?(?=["'\x60])`
const text = String.raw`"([^"\r\n]{1,400})"|'([^'\r\n]{1,400})'|\x60([^\x60\r\n]{1,400})\x60`
/**
 * A name, and what is given to it: a quoted text, or one without blanks; between them a type may stand (`key: str = "…"`), or a
 * comma behind a quoted name (`getenv("KEY", "…")`). Starts only where a name starts, and each part is bounded: linear.
 */
const assignments = new RegExp(
  String.raw`(?<![\w.-])["']?([A-Za-z_][\w.-]{0,80})["']?\]?${typed}?\s{0,8}${sign}\s{0,8}(?:(?:${made})?(?:${text})|(?![A-Za-z_][\w.-]{0,80}=["'\x60])([^\s"'\x60,;#]{1,400}))`,
  'g',
)

/** A name, and the text that is given to it. */
export interface Assignment {
  readonly name: string
  readonly value: string
  readonly isQuoted: boolean
  /** Nothing stands between but `=`, as a shell wants it. */
  readonly isGlued: boolean
  /** It is taken only where a variable of that name says nothing else. */
  readonly isDefault: boolean
  /** It says which texts the name may hold: a type, as in `mode: 'test' | 'live'`. */
  readonly isType: boolean
}

/** What a line of types begins with. */
const types = /^\s{0,80}(?:export\s{1,4})?(?:declare\s{1,4})?type\s{1,4}\w/
/** An attribute of a template, to which an expression is given: `:password="user.password"`. */
const binds = /(?:^|\s)(?:v-bind)?:$|(?:^|\s)\[$/
const names = /^[A-Za-z_$][\w$]{0,80}(?:\??\.[A-Za-z_$][\w$]{0,80}){0,8}$/
/** A tag or an alias of YAML, which stands for what lies elsewhere: `!Ref DbPassword`, `*password`. */
const refers = /^(?:!{1,2}[A-Za-z][A-Za-z:]{1,30}|\*[\w-]{1,80})$/

/** All of a line. */
export function assignmentsIn(line: string): readonly Assignment[] {
  const isOfTypes = types.test(line)
  return [...line.matchAll(assignments)].flatMap((match) => {
    const [whole, name = '', by = '', double, single, tick, bare] = match
    // In a list words stand behind commas, too: only names of variables are taken for names there.
    if (by === ',' && !/^[A-Z][A-Z0-9_]+$/.test(name)) return []
    const value = double ?? single ?? tick ?? bare ?? ''
    const isGlued = whole.startsWith(`${name}=`) && !/\s/.test(whole.charAt(name.length + 1))
    const isQuoted = bare === undefined
    if (by === ':' && !isQuoted && refers.test(value)) return []
    if (by === '=' && names.test(value) && binds.test(line.slice(Math.max(0, match.index - 8), match.index))) return []
    // The last of the texts that something may be: `kind: 'text' | 'secret' = 'text'`.
    if (by === '=' && /["']/.test(whole.charAt(0)) && /\|\s{0,4}$/.test(line.slice(0, match.index).slice(-8))) return []
    const behind = line.slice(match.index + whole.length, match.index + whole.length + 8)
    // Of an object no member ends with a `;`, and a text is put together with no `|`.
    const isType =
      isOfTypes ||
      ((isQuoted || by === ':') && /^\s{0,4}\|(?!\|)/.test(behind)) ||
      (by === ':' && /^\s{0,4};/.test(behind))
    return [{ name, value, isQuoted, isGlued, isDefault: by === ',', isType }]
  })
}

const elements = /<([A-Za-z_][\w.:-]{0,80})>\s{0,40}([^<>\s]{1,400})\s{0,40}<\/\1>/g
const entries =
  /\b(?:name|key)="([A-Za-z_][\w.:-]{0,80})"(?:\s{1,40}value="([^"<>\s]{1,400})"|\s{0,4}>\s{0,40}([^<>\s]{1,400})\s{0,40}<\/)/g

/** Elements of a line of XML: `<password>…</password>`, `<property name="password" value="…"/>`, `<entry key="password">…</entry>`. */
export function elementsIn(line: string): readonly Assignment[] {
  if (!line.includes('<')) return []
  return [...line.matchAll(elements), ...line.matchAll(entries)].map(([, name = '', value, within]) => ({
    name: name.slice(name.lastIndexOf(':') + 1),
    value: value ?? within ?? '',
    isQuoted: true,
    isGlued: false,
    isDefault: false,
    isType: false,
  }))
}

const defined = /^\s{0,40}#\s{0,8}define\s{1,8}([A-Za-z_]\w{0,80})\s{1,40}(?:L|u8?)?"([^"\r\n]{1,400})"/

/** `#define NAME "…"`. */
export function definedIn(line: string): readonly Assignment[] {
  const [, name, value] = defined.exec(line) ?? []
  if (name === undefined || value === undefined) return []
  return [{ name, value, isQuoted: true, isGlued: false, isDefault: false, isType: false }]
}

const environment = /^\s{0,40}(?:ENV|ARG)\s{1,8}([A-Za-z_]\w{0,80})\s{1,8}["']?([^\s"'=]{1,400})["']?\s{0,40}$/i

/** `ENV NAME value` of a container's recipe, as it was once written. */
export function environmentIn(line: string): readonly Assignment[] {
  const [, name, value] = environment.exec(line) ?? []
  if (name === undefined || value === undefined) return []
  return [{ name, value, isQuoted: true, isGlued: false, isDefault: false, isType: false }]
}

const fallbacks = new RegExp(
  [
    String.raw`(?<![\w.])([A-Za-z_][\w.]{0,80})["']?[\])]{0,2}\s{0,4}(?:\?\?|\|\||\?:|(?<=[\])]\s{0,4})or\b)\s{0,4}["'\x60]([^"'\x60\r\n]{1,400})["'\x60]`,
    String.raw`(?<=["'])([A-Za-z_]\w{0,80})["']\)(?:\.ok\(\))?\.unwrap_or(?:_else)?\((?:\|\w?\|\s?)?(?:String::from\()?"([^"\r\n]{1,400})"`,
    String.raw`(?<=["'])([A-Za-z_]\w{0,80})["']\s{0,4},\s{0,4}default\s{0,4}=\s{0,4}["']([^"'\r\n]{1,400})["']`,
    String.raw`\$\{([A-Za-z_]\w{0,80}):?[-=]([^\s{}]{1,400})\}`,
    String.raw`\$\{([A-Za-z_][\w.-]{0,80}):(?![-+?=])([^\s{}]{1,400})\}`,
  ].join('|'),
  'g',
)

/** What a line takes where a variable says nothing: `process.env.KEY ?? "…"`, `getenv("KEY") or "…"`, `config("KEY", default="…")`, `${KEY:-…}`, `${key:…}`. */
export function fallbacksIn(line: string): readonly Assignment[] {
  return [...line.matchAll(fallbacks)].map(([, ...groups]) => {
    const [name = '', value = ''] = groups.filter((it: string | undefined) => it !== undefined)
    return { name, value, isQuoted: true, isGlued: false, isDefault: true, isType: false }
  })
}

/** The words of the last part of a name: `config.testMode` is `test_mode`. */
export function lastPart(name: string): string {
  return wordsOf(name.slice(name.lastIndexOf('.') + 1))
}

/** Where the last part says only that something is on, those of the last two: `payment.test.mode` is `test_mode`, too. */
export function lastParts(name: string): readonly string[] {
  const parts = name.split('.')
  const isOfTwo = parts.length > 1 && /^(?:mode|enabled|active)$/i.test(parts.at(-1) ?? '')
  return [lastPart(name), ...(isOfTwo ? [wordsOf(parts.slice(-2).join('_'))] : [])]
}

function wordsOf(part: string): string {
  return part
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}
