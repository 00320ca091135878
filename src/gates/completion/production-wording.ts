/** Files with what a product says to people, in the language of each. */

import path from 'node:path'

const folder =
  /^(?:locales?|i18n|l10n|lang|langs|languages?|translations?|messages|nls|intl|values(?:-[a-z]{2}(?:-r[A-Z]{2})?)?|[a-zA-Z-]{2,10}\.lproj)$/i
const ofData = /\.(?:json5?|ya?ml|properties|ini|toml|xml|php|po|pot|arb|resx|xlf|xliff|strings|stringsdict|ftl)$/i
/** Formats that hold nothing else. */
const ofWords = /\.(?:po|pot|arb|resx|xlf|xliff|strings|stringsdict|ftl)$/i
const code =
  '(?:en|de|fr|es|it|pt|nl|sv|da|nb|nn|no|fi|pl|cs|sk|sl|hu|ro|bg|el|ru|uk|tr|ar|he|fa|hi|bn|ta|te|ur|th|vi|id|ms|ja|ko|zh|et|lv|lt|hr|sr|bs|ca|eu|gl|ga|is|mk|sq|ka|hy|az|kk|uz|mn|sw|af|tl)(?:[-_][A-Za-z]{2,4}){0,2}'
const named = new RegExp(String.raw`^${code}\.(?:json5?|ya?ml|properties|ini|toml|php|[cm]?[jt]s)$`)
const namedFor = new RegExp(
  String.raw`^(?:messages?|strings|translations?|texts?|labels?|locales?|lang|i18n|validations?)(?:[._-]${code})?\.(?:json5?|ya?ml|properties|php|xml)$`,
  'i',
)

/** Whether a file holds texts for people: by its format, its name or its folder. */
export function isWording(file: string): boolean {
  const name = path.posix.basename(file)
  if (ofWords.test(name) || named.test(name) || namedFor.test(name)) return true
  return (
    ofData.test(name) &&
    path.posix
      .dirname(file)
      .split('/')
      .some((it) => folder.test(it))
  )
}
