/** Which values are secrets, as far as their names and their form tell: a word that stands everywhere is none (RELIABILITY S11). */

/** Words and numbers such as `default`, which every output may hold. */
const word = /^(?:[a-z]{1,15}|\d{1,11})$/
const secretNames = /KEY|TOKEN|SECRET|PASS|PWD|CREDENTIAL|PRIVATE|AUTH|COOKIE|PIN/i
/** Of names that nobody has picked out: `AUTH_MODE` and `TOKEN_SECONDS` tell of no secret. */
const secretName = /(?:KEY|TOKEN|SECRET|PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|CREDENTIALS?|AUTH|COOKIE|PIN)_?\d*$/i
/** What is called so is seldom a setting: `MONGO_AUTH=enabled` and `SORT_KEY=created` are. */
const passwordName = /(?:PASS|PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN)_?\d*$/i

/** Up to two words and a number, as in `us-east-1`. */
const name = String.raw`(?:[A-Z]?[a-z]{1,15}|[A-Z]{1,15}|\d{1,11}|[A-Za-z\d]{1,3})`
const phrase = new RegExp(String.raw`^${name}(?:[-_ ]${name})?(?:[-_ ]\d{1,4})?$`)
/** What holds those together in places such as `http://localhost:3000`, `ada@example.org` and `./logs`. */
const joints = /[*/.:@?&=]|[,;] */

/** Whether a value is made of words and numbers, of which a text may be full. */
export function isPlain(value: string): boolean {
  return value.split(joints).every((it) => it === '' || phrase.test(it))
}

/** Secrets in a value that somebody handed on by its name: a plain word is one only where its name says so. */
export function secretsHandedOn(name: string, value: string): readonly string[] {
  const isSecret = !tells(name, value) && (!word.test(value) || secretNames.test(name))
  return [...(isSecret ? [value] : []), ...secretsInAddresses(value)]
}

/** Secrets in a value that stands among many settings: a plain one is a secret only where its name ends by saying so. */
export function secretsAmong(name: string, value: string): readonly string[] {
  const isSecret = !tells(name, value) && (!isPlain(value) || secretName.test(name))
  return [...(isSecret ? [value] : []), ...secretsInAddresses(value)]
}

/** Secrets in a value of which the name has to say so: among the others are words, and settings of all kinds. */
export function secretsNamed(name: string, value: string): readonly string[] {
  return [...(secretName.test(name) && !isPlain(value) ? [value] : []), ...secretsInAddresses(value)]
}

/** Secrets in a person's own variable: as `secretsNamed`, and of a password or token also a plain word. */
export function secretsOfOwn(name: string, value: string): readonly string[] {
  const isWord = passwordName.test(name) && isPlain(value) && !value.includes('/') && !tells(name, value)
  return [...(isWord ? [value] : []), ...secretsNamed(name, value)]
}

/** Who reads the name knows the value: `PASSWORD=password`. */
function tells(name: string, value: string): boolean {
  return name.toLowerCase().includes(value.toLowerCase())
}

/** Up to the `@`: in a list the next one may stand right behind an address. Nobody's address is longer than this. */
const addresses = /([a-z][\w+.-]{0,31}):\/\/([^\s"'`<>/]{0,1024})@(?=([^\s"'`<>]{0,1024}))/gi
/** A token is longer than a user's name, and has digits. */
const token = /^(?=.*\d).{16,}$/

/** Whether a value is like none that a person would call something by: long, of letters and digits, and not of words. */
export function isLikeToken(value: string): boolean {
  return /^(?=.*\d)(?=.*[a-z]).{12,}$/is.test(value) && !isPlain(value)
}

/** Addresses in a text that have a password in them, whole, and their passwords as they stand and as they are meant. */
export function secretsInAddresses(text: string): readonly string[] {
  return [...text.matchAll(addresses)].flatMap(([begin, scheme = '', who = '', place = '']) => {
    const colon = who.indexOf(':')
    const [user, password] = colon < 0 ? [who, ''] : [who.slice(0, colon), who.slice(colon + 1)]
    // A variable that a shell would put in is told by itself.
    const isGiven = password !== '' && !password.startsWith('$')
    // To a web server a name may be all that there is.
    const isToken = /^https?$/i.test(scheme) && (password === '' ? !isPlain(user) : token.test(user))
    const secrets = [
      ...(isToken && !user.startsWith('$') ? [user] : []),
      ...(isGiven && !tells(`${user} password`, password) ? [password] : []),
    ]
    return isGiven || secrets.length > 0 ? [begin + place, ...secrets.flatMap((it) => [it, decoded(it)])] : []
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
