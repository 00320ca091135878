/** Characters that deceive: invisible ones, ones that turn the reading direction, ones that look like a letter of an id. */

const named: ReadonlyMap<number, string> = new Map([
  [0xad, 'soft hyphen'],
  [0x61c, 'Arabic letter mark'],
  [0x180e, 'Mongolian vowel separator'],
  [0x200b, 'zero-width space'],
  [0x200c, 'zero-width non-joiner'],
  [0x200d, 'zero-width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'end of embedding'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'end of isolate'],
  [0xfeff, 'zero-width no-break space'],
])

/** What an invisible, direction-changing or tag character is called; null for any other (RELIABILITY 7, MW005). */
export function invisibleName(point: number): string | null {
  const name = named.get(point)
  if (name !== undefined) return name
  if (point >= 0xe0000 && point <= 0xe007f) return 'tag character'
  return point >= 0x2061 && point <= 0x206f ? 'invisible character' : null
}

/** `U+0422`. */
export function codePointName(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
}

// Pairs of a deceiving letter and the ASCII one it is taken for, as ids use them: T, a letter behind the number, digits.
const alike = new Map<string, string>()
for (const [strange, plain] of [
  ['АВЕЅІЈКМНОРСТУХ', 'ABESIJKMHOPCTYX'],
  ['авеѕіјкмнорстух', 'abesijkmhopctyx'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['τοριν', 'topiv'],
  ['ЬьԁһӏıɡϲƅⅼΙ', 'bbdhligcblI'],
] as const)
  for (let index = 0; index < strange.length; index += 1) alike.set(strange.charAt(index), plain.charAt(index))

/** The ASCII letter or digit that a character is taken for; null where there is none, and for ASCII itself. */
export function looksLike(character: string): string | null {
  const known = alike.get(character)
  if (known !== undefined) return known
  const point = character.codePointAt(0) ?? 0
  if (point >= 0xff01 && point <= 0xff5e) return String.fromCharCode(point - 0xfee0)
  if (point >= 0x1d7ce && point <= 0x1d7ff) return String((point - 0x1d7ce) % 10)
  if (point >= 0x1d400 && point <= 0x1d6a3) return mathematicalLetter(point)
  return null
}

/** The alphabets of mathematical letters follow one another, 26 capital and 26 small ones each. */
function mathematicalLetter(point: number): string {
  const place = (point - 0x1d400) % 52
  return String.fromCharCode(place < 26 ? 65 + place : 97 + place - 26)
}

/** The script a look-alike belongs to, for people. */
export function scriptOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  if (point >= 0x400 && point <= 0x52f) return 'Cyrillic'
  if (point >= 0x370 && point <= 0x3ff) return 'Greek'
  if (point >= 0xff00 && point <= 0xffef) return 'full-width'
  return 'not ASCII'
}
