/** Words that may be secrets, and such as are none wherever they stand. */

import { placeholder } from './production-placeholder.ts'

/** Where a secret is to be found, or what becomes one: of Symfony, Laravel, clouds, vaults, Jasypt, and templates that are filled in. */
const reference =
  /^(?:%?env\(|env:[A-Za-z_]\w{0,80}$|arn:aws|(?:sealed|vault|ssm|secretsmanager|secretmanager|keyvault|op|sm|file):|ENC[([]|__\w{1,80}__$)/i
/** Of what kind something is, or whether it is wanted. */
const kindOfValue = /^(?:string|str|text|varchar|hidden|required|optional|true|false|null|none|nil|undefined)$/i
/** A way through a page: `/users/:id/reset-password`. */
const route = /^(?:\/:?[a-z]{1,30}(?:[-_][a-z]{1,30}){0,8}){1,8}\/?$/
/** What people read: `Password`, `Client secret`, `Geheimnis`. */
const label = /^\p{Lu}[\p{Ll}\p{M}]{0,40}(?:[\s.,:!?…'’-].{0,400})?$/u

/** Whether a text stands for a secret, or says where one is: a placeholder, an address of a vault, a type, a route. */
export function standsForSecret(value: string): boolean {
  return placeholder.test(value) || reference.test(value) || kindOfValue.test(value) || route.test(value)
}

/** Whether a text is one that people read. */
export function isLabel(value: string): boolean {
  return label.test(value)
}

const secretLike = /(?:secret|(?:secret|signing|encryption|jwt)[_-]?key(?:[_-]?base)?)\d*$/i
const word = /^[A-Za-z\d][\w!@#$%^&*+-]{2,60}$/
/** Names of variables and of headers. */
const nameOfHolder = /^(?:[A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40}){1,8}|x-.{1,60})$/

/** Whether a word that does not stand for one (`standsForSecret`) is given to what is called a secret, and is not its name. @param isLoose whether texts stand without quotes, and may be names of secrets */
export function isWordOfSecret(name: string, value: string, isLoose: boolean): boolean {
  if (!secretLike.test(name) || (isLoose && !/[._]/.test(name))) return false
  return word.test(value) && !isLabel(value) && !nameOfHolder.test(value) && !isOwnName(name, value)
}

/** Whether a value says no more than its name: `clientSecret: 'client_secret'`. */
export function isOwnName(name: string, value: string): boolean {
  const plain = (text: string): string => text.replaceAll(/[._-]/g, '').toLowerCase()
  return plain(name) === plain(value)
}
