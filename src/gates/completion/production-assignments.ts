/** What a line of a program or of settings gives to which name. */

/**
 * A name, and what is given to it: a quoted text, or one without blanks; between them a type may stand (`key: str = "…"`), or a
 * comma behind a quoted name (`getenv("KEY", "…")`). Starts only where a name starts, and each part is bounded: linear.
 */
const assignments =
  /(?<![\w.-])["']?([A-Za-z_][\w.-]{0,80})["']?\]?(?:\??:\s{0,4}[A-Za-z][\w.[\]|<>]{0,40}(?=\s{0,4}=[^=>]))?\s{0,8}(:=|=>|=(?![=>])|:(?![:/])|(?<=["']),)\s{0,8}(?:"([^"\r\n]{1,400})"|'([^'\r\n]{1,400})'|`([^`\r\n]{1,400})`|([^\s"'`,;#]{1,400}))/g

/** A name, and the text that is given to it. */
export interface Assignment {
  readonly name: string
  readonly value: string
  readonly isQuoted: boolean
  /** It is taken only where a variable of that name says nothing else. */
  readonly isDefault: boolean
}

/** All of a line. */
export function assignmentsIn(line: string): readonly Assignment[] {
  return [...line.matchAll(assignments)].flatMap(([, name = '', by = '', double, single, tick, bare]) => {
    // In a list words stand behind commas, too: only names of variables are taken for names there.
    if (by === ',' && !/^[A-Z][A-Z0-9_]+$/.test(name)) return []
    return [
      { name, value: double ?? single ?? tick ?? bare ?? '', isQuoted: bare === undefined, isDefault: by === ',' },
    ]
  })
}

/** The words of the last part of a name: `config.testMode` is `test_mode`. */
export function lastPart(name: string): string {
  return name
    .slice(name.lastIndexOf('.') + 1)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
}
