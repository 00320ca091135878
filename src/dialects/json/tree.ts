/** JSON as it stands in a file: every value, key and member with its place. Places are byte offsets. */

import type { Extent } from '../scan/bytes.ts'

export interface JsonString extends Extent {
  readonly is: 'string'
  readonly text: string
  /** Whether it is written with escapes: what it says is then not what its bytes say. */
  readonly escaped: boolean
}

export interface JsonNumber extends Extent {
  readonly is: 'number'
  /** NaN where it is no number that can be used (MW400, MW405). */
  readonly value: number
}

export interface JsonLiteral extends Extent {
  readonly is: 'literal'
  readonly value: true | false | null
}

export interface JsonList extends Extent {
  readonly is: 'list'
  readonly items: readonly JsonNode[]
}

export interface JsonMember extends Extent {
  readonly name: string
  readonly key: Extent
  readonly value: JsonNode
}

export interface JsonObject extends Extent {
  readonly is: 'object'
  /** In the order of the file. Of a key that is given twice the first one. */
  readonly members: ReadonlyMap<string, JsonMember>
}

export type JsonNode = JsonString | JsonNumber | JsonLiteral | JsonList | JsonObject

/** What can be written. Members that are undefined are left out. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue | undefined }

/** The value of a member; undefined where there is no such member, or the value is no object. */
export function valueAt(node: JsonNode | undefined | null, name: string): JsonNode | undefined {
  return node?.is === 'object' ? node.members.get(name)?.value : undefined
}

export function isNull(node: JsonNode): boolean {
  return node.is === 'literal' && node.value === null
}

/** What a node is called in messages. */
export function kindOfNode(node: JsonNode): string {
  switch (node.is) {
    case 'string':
      return 'a string'
    case 'number':
      return 'a number'
    case 'list':
      return 'a list'
    case 'object':
      return 'an object'
    case 'literal':
      return node.value === null ? 'null' : 'true or false'
  }
}

/** Path of a value for people: `tasks[0].status`, with quotes around names that are no words. */
export function pointer(...steps: readonly (string | number)[]): string {
  return steps
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`
      if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(step)) return `[${JSON.stringify(step)}]`
      return at === 0 ? step : `.${step}`
    })
    .join('')
}
