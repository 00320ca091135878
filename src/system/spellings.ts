/** How a secret may be written by whoever says it: as it is, and as programs write a text within another one. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { isPlain } from './secrets.ts'

/** Shorter values are words of every output, and no secrets. */
const shortest = 6

/**
 * @param values of variables, as they are
 * @returns the spellings in which they are looked for; a place that is there, such as a folder, is no secret, nor is a word
 *   that is one of its lines
 */
export function spellingsOf(values: readonly string[]): readonly string[] {
  const secret = new Set(values.filter((it) => !(path.isAbsolute(it) && existsSync(it))))
  const lines = [...secret].filter((it) => it.includes('\n')).flatMap((it) => it.split('\n'))
  const looked = [...secret, ...lines.filter((it) => !isPlain(it))].map((it) => it.trim())
  return [...new Set([...new Set(looked)].filter((it) => it.length >= shortest).flatMap(spelled))]
}

function spelled(value: string): readonly string[] {
  return [...new Set([value, value.normalize('NFC'), value.normalize('NFD')])].flatMap(writtenAs)
}

function writtenAs(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1)
  return [
    value,
    ...jsonOf(json),
    // As it stands in JSON that is a text in JSON.
    ...[json, ...escapedOf(json)].map((it) => JSON.stringify(it).slice(1, -1)),
    ...percentOf(value),
    ...htmlOf(value),
    ...base64Of(value),
  ]
}

/** As browsers write it, as RFC 3986 wants it, each also with its strokes left as they are, and as forms do. */
function percentOf(value: string): readonly string[] {
  const component = encodeURIComponent(value)
  const strict = component.replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  const inPaths = [component, strict].map((it) => it.replaceAll('%2F', '/'))
  const all = [component, strict, ...inPaths, form, form.replaceAll('%7E', '~'), encodeURI(value)]
  return all.flatMap((it) => [it, it.replace(/%../g, (sign) => sign.toLowerCase())])
}

/**
 * As many programs write it: what is no ASCII, what HTML would read, or each stroke, behind a back-slash, with small letters
 * or, as .NET does, with large ones and the signs of quotations and forms as well.
 */
function jsonOf(json: string): readonly string[] {
  const large = json.replace(/\\u....|\\.|[<>&'"`+\u007f-\uffff]/g, (it) => {
    const code = it.length === 1 || it === '\\"' ? codeOf(it.at(-1) ?? '') : it
    return code.length === 6 ? code.replace(/....$/, (digits) => digits.toUpperCase()) : code
  })
  return [json, ...escapedOf(json), large].flatMap((it) => [it, it.replaceAll('/', '\\/')])
}

function escapedOf(json: string): readonly string[] {
  return [/[\u007f-\uffff]/g, /[<>&]/g, /[<>&'\u007f-\uffff]/g].map((signs) => json.replace(signs, codeOf))
}

function codeOf(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** As texts, as attributes, and as both at once: each of these programs leaves some of the signs as they are. */
function htmlOf(value: string): readonly string[] {
  const amp = value.replaceAll('&', '&amp;')
  const xml = amp.replaceAll('<', '&lt;')
  const text = xml.replaceAll('>', '&gt;')
  const whole = text.replaceAll('"', '&quot;')
  return [
    text,
    ...["'", '&#39;', '&#x27;', '&apos;', '&#039;'].map((sign) => whole.replaceAll("'", sign)),
    ...[text, text.replaceAll('+', '&#43;')].map((it) => it.replaceAll('"', '&#34;').replaceAll("'", '&#39;')),
    whole.replace(/['+\u007f-\uffff]/g, (it) => `&#x${it.charCodeAt(0).toString(16).toUpperCase()};`),
    ...[amp, xml].map((it) => it.replaceAll('"', '&quot;')),
  ]
}

/** In base64 by itself, and within a longer text: of what begins at each of three places in it, the signs that it alone decides. */
function base64Of(value: string): readonly string[] {
  const bytes = Buffer.from(value)
  const within = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const from = Math.ceil((before * 8) / 6)
    return whole.toString('base64').slice(from, Math.floor((whole.length * 8) / 6))
  })
  return [bytes.toString('base64'), ...within].flatMap((it) => [it, it.replaceAll('+', '-').replaceAll('/', '_')])
}
