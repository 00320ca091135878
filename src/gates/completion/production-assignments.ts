/** What a line of a program or of settings gives to which name. */

/**
 * A name, and what is given to it: a quoted text, or one without blanks; between them a type may stand (`key: str = "…"`), or a
 * comma behind a quoted name (`getenv("KEY", "…")`). Starts only where a name starts, and each part is bounded: linear.
 */
const assignments =
  /(?<![\w.-])["']?([A-Za-z_][\w.-]{0,80})["']?\]?(?:\??:\s{0,4}[A-Za-z][\w.[\]|<>]{0,40}(?=\s{0,4}=[^=>]))?\s{0,8}(:=|=>|\?{1,2}=|=(?![=>])|:(?![:/])|(?<=["']),)\s{0,8}(?:"([^"\r\n]{1,400})"|'([^'\r\n]{1,400})'|`([^`\r\n]{1,400})`|([^\s"'`,;#]{1,400}))/g

/** A name, and the text that is given to it. */
export interface Assignment {
  readonly name: string
  readonly value: string
  readonly isQuoted: boolean
  /** Nothing stands between but `=`, as a shell wants it. */
  readonly isGlued: boolean
  /** It is taken only where a variable of that name says nothing else. */
  readonly isDefault: boolean
}

/** All of a line. */
export function assignmentsIn(line: string): readonly Assignment[] {
  return [...line.matchAll(assignments)].flatMap(([whole, name = '', by = '', double, single, tick, bare]) => {
    // In a list words stand behind commas, too: only names of variables are taken for names there.
    if (by === ',' && !/^[A-Z][A-Z0-9_]+$/.test(name)) return []
    const value = double ?? single ?? tick ?? bare ?? ''
    const isGlued = whole.startsWith(`${name}=`) && !/\s/.test(whole.charAt(name.length + 1))
    return [{ name, value, isQuoted: bare === undefined, isGlued, isDefault: by === ',' }]
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
  }))
}

const environment = /^\s{0,40}(?:ENV|ARG)\s{1,8}([A-Za-z_]\w{0,80})\s{1,8}["']?([^\s"'=]{1,400})["']?\s{0,40}$/i

/** `ENV NAME value` of a container's recipe, as it was once written. */
export function environmentIn(line: string): readonly Assignment[] {
  const [, name, value] = environment.exec(line) ?? []
  if (name === undefined || value === undefined) return []
  return [{ name, value, isQuoted: true, isGlued: false, isDefault: false }]
}

const fallbacks =
  /(?<![\w.])([A-Za-z_][\w.]{0,80})["']?\]?\s{0,4}(?:\?\?|\|\|)\s{0,4}["'`]([^"'`\r\n]{1,400})["'`]|\$\{([A-Za-z_]\w{0,80}):?-([^\s{}]{1,400})\}/g

/** What a line takes where a variable says nothing: `process.env.KEY ?? "…"`, `${KEY:-…}`. */
export function fallbacksIn(line: string): readonly Assignment[] {
  return [...line.matchAll(fallbacks)].map(([, name, value, variable, other]) => ({
    name: name ?? variable ?? '',
    value: value ?? other ?? '',
    isQuoted: true,
    isGlued: false,
    isDefault: true,
  }))
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
