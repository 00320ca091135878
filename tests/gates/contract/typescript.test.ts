import { describe, expect, test } from 'vitest'
import { readText, signaturesOf } from './signatures-of.ts'

interface Case {
  readonly what: string
  readonly file?: string
  readonly text: string
  readonly are: readonly string[]
}

const cases: readonly Case[] = [
  {
    what: 'functions with parameters, generics and results; what is not exported is nobody’s',
    text: 'export async function f<T extends object>(\n  a: T,\n  b = 2, // two\n  ...rest: string[],\n): Promise<T> {\n  const inner = 3\n  return a\n}\nfunction no() {}\nexport function* gen() {}\n',
    are: ['f: async function f<T extends object>(a: T, b = 2, ...rest: string[]): Promise<T>', 'gen: function* gen()'],
  },
  {
    what: 'overloads',
    text: 'export function f(a: string): void\nexport function f(a: number): void\nexport function f(a: any): void {}\n',
    are: ['f: function f(a: string): void', 'f: function f(a: number): void', 'f: function f(a: any): void'],
  },
  {
    what: 'classes with their public members',
    text: 'export class A<T> extends B implements C {\n  private x = 1\n  protected p = 1\n  #q = 1\n  readonly r: string = "r"\n  static s = 4\n  constructor(private readonly y: string) { super() }\n  get z(): number { return 1 }\n  async m(a: T): Promise<void> {}\n  private n() {}\n  [key: string]: unknown\n}\n',
    are: [
      'A: class A<T> extends B implements C',
      'A.r: readonly r: string',
      'A.s: static s',
      'A.constructor: constructor(private readonly y: string)',
      'A.z: get z(): number',
      'A.m: async m(a: T): Promise<void>',
      'A.[]: [key: string]: unknown',
    ],
  },
  {
    what: 'interfaces, types, enums, abstract classes and namespaces',
    text: [
      'export interface I<T> extends J { (x: number): string; new (x: string): I<T>; a?: { b: string }; m(x: T): void }',
      "export type U = { a: string } | 'b  c'",
      "export enum E { A, B = 2, 'C' }",
      'export abstract class K { abstract m(): void; protected abstract n(): void }',
      'export namespace N { export function f(): void {} function g() {} }',
    ].join('\n'),
    are: [
      'I: interface I<T> extends J',
      'I.(): (x: number): string',
      'I.new: new (x: string): I<T>',
      'I.a: a?: { b: string }',
      'I.m: m(x: T): void',
      "U: type U = { a: string } | 'b  c'",
      'E: enum E',
      'E.A: A = 0',
      'E.B: B = 2',
      'E.C: C = 3',
      'K: abstract class K',
      'K.m: abstract m(): void',
      'N: namespace N',
      'N.f: function f(): void',
    ],
  },
  {
    what: 'constants with their declared types; of a function its form',
    text: 'export const a: number = 1, b = "x"\nexport const f = (x: string): number => x.length\nexport const { c, d: e } = o\nexport const K = class { m() {} }\n',
    are: [
      'a: const a: number',
      'b: const b',
      'f: const f = (x: string): number =>',
      'c: const { c }',
      'e: const { d: e }',
      'K: const K = class',
      'K.m: m()',
    ],
  },
  {
    what: 'exports by name, under other names, and of what was imported',
    text: "import d, { i, j as k } from './i'\nexport { a as b, C, i, k, d }\nconst a = 1\nclass C { m() {} }\nclass Hidden { m() {} }\n",
    are: [
      "i: import { i } from './i'",
      "k: import { j } from './i'",
      "d: import d from './i'",
      'b: const b',
      'C: class C',
      'C.m: m()',
    ],
  },
  {
    what: 'exports that go on to others',
    text: "export * from './x'\nexport * as ns from './y'\nexport { a as b } from './z'\nexport type { T } from './t'\n",
    are: [
      "* from ./x: export * from './x'",
      "ns: export * as ns from './y'",
      "b: a from './z'",
      "T: type T from './t'",
    ],
  },
  {
    what: 'the default: a function',
    text: 'export default function f(a: string) {}\n',
    are: ['default: function default(a: string)'],
  },
  {
    what: 'the default: a class',
    text: 'export default class A { m() {} }\n',
    are: ['default: class default', 'default.m: m()'],
  },
  {
    what: 'the default: by its name',
    text: 'class A { m() {} }\nexport default A\n',
    are: ['default: class default', 'default.m: m()'],
  },
  {
    what: 'the default: an arrow',
    text: 'export default (a, b) => a + b\n',
    are: ['default: export default (a, b) =>'],
  },
  { what: 'the default: a value', text: 'export default { a: 1 }\n', are: ['default: export default', 'default.a: a'] },
  {
    what: 'export =',
    text: 'class A { m(): void {} }\nexport = A\n',
    are: ['export=: class export=', 'export=.m: m(): void'],
  },
  {
    what: 'where it is exported makes no difference',
    text: 'function f(a: string): void {}\nexport { f }\n',
    are: ['f: function f(a: string): void'],
  },
  {
    what: 'CommonJS',
    file: 'a.js',
    text: "const { z } = require('z')\nfunction a(x, y = { k: 1 }) {}\nmodule.exports = { a, b: a, z, c: 3, d(x) {}, e: (q) => 1 }\n",
    are: [
      'a: function a(x, y = { k: 1 })',
      'b: function b(x, y = { k: 1 })',
      "z: const { z } = require('z')",
      'c: c',
      'd: d(x)',
      'e: e: (q) =>',
    ],
  },
  {
    what: 'CommonJS, one by one',
    file: 'a.cjs',
    text: 'exports.x = function (a) {}\nexports.y = y\nmodule.exports.w = 3\nfunction y(q) {}\n',
    are: ['x: exports.x = function (a)', 'w: module.exports.w', 'y: function y(q)'],
  },
  {
    what: 'CommonJS, a class',
    file: 'a.js',
    text: 'module.exports = class A { m(a) {} }\n',
    are: ['module.exports: module.exports = class', 'module.exports.m: m(a)'],
  },
  {
    what: 'CommonJS, by both of its names',
    file: 'a.js',
    text: 'exports = module.exports = { a, b(x) {}, ...c }\nfunction a(q) {}\n',
    are: ['a: function a(q)', 'b: b(x)', '* of c: ...c'],
  },
  {
    what: 'CommonJS, a function by both of its names',
    file: 'a.js',
    text: 'module.exports = exports = function (a) {}\n',
    are: ['module.exports: exports = function (a)'],
  },
  {
    what: 'CommonJS as compilers write it, and what they put into functions is nobody’s',
    file: 'a.js',
    text: [
      'Object.defineProperty(exports, "__esModule", { value: true })',
      'exports.p = exports.q = void 0',
      "Object.defineProperty(exports, 'x', { enumerable: true, get: function () { return b.x } })",
      'Object.defineProperty(module.exports, "y", { value: y })',
      'tslib_1.__exportStar(require("./b"), exports)',
      "exports['z'] = (a) => a",
      '(function () { exports.no = 1; module.exports = { no } })()',
      'function y(k) {}',
    ].join('\n'),
    are: [
      'p: exports.p',
      'q: exports.q',
      "x: Object.defineProperty(exports, 'x')",
      'y: Object.defineProperty(module.exports, "y")',
      'y: function y(k)',
      '* from ./b: tslib_1.__exportStar(require("./b"), exports)',
      "z: exports['z'] = (a) =>",
    ],
  },
  {
    what: 'CommonJS, another module as a whole, perhaps',
    file: 'a.js',
    text: 'if (process.env.X) module.exports = require("./x")\nelse module.exports = require("./y")\n',
    are: ['* from ./x: require("./x")', '* from ./y: require("./y")'],
  },
  {
    what: 'other names for what is there, and for what is elsewhere',
    text: 'export import A = N.B\nfunction _f(a: number): void {}\nexport const f = _f\nconst one = 1\nexport const two = one\n',
    are: ['A: import A = N.B', 'f: const f', 'f: function f(a: number): void', 'two: const two'],
  },
  {
    what: 'a class that is a type only; a type is one anyway',
    text: 'class A { m() {} }\nclass B {}\ninterface I { x: 1 }\nexport type { A, I }\nexport { type B }\nexport { type D } from "./d"\n',
    are: ['A: type class A', 'A.m: m()', 'B: type class B', 'I: interface I', 'I.x: x: 1', 'D: type D from "./d"'],
  },
  {
    what: 'enumerators by the numbers that they have',
    text: 'export enum E { A, B, C = 0x10, D, F = A | B, G, H = -2, I }\nexport enum S { A = "a" }\n',
    are: [
      'E: enum E',
      'E.A: A = 0',
      'E.B: B = 1',
      'E.C: C = 0x10',
      'E.D: D = 17',
      'E.F: F = A | B',
      'E.G: G = F + 1',
      'E.H: H = -2',
      'E.I: I = -1',
      'S: enum S',
      'S.A: A = "a"',
    ],
  },
  { what: 'JSX', file: 'a.jsx', text: 'export const C = ({ a }) => <p>{a}</p>\n', are: ['C: const C = ({ a }) =>'] },
  {
    what: 'declarations',
    file: 'a.d.ts',
    text: 'declare function f(a: string): void\ndeclare module "x" { export function g(): void }\nexport declare const k: number\n',
    are: ['f: function f(a: string): void', 'x: module "x"', 'x.g: function g(): void', 'k: const k: number'],
  },
  {
    what: 'declarations by lists, each in what it stands in',
    file: 'a.d.ts',
    text: [
      'declare function f(a: string): void',
      'declare module "x" { function f(): void; const k: 1, l: 2; export { f as g, l, no }; export { y } from "./y" }',
      'declare namespace N { namespace O { type T = 1 } enum E { A } class C { private p: 1 } var a: 1, b: 2 }',
      'declare module "z" { export { f } from "./f" }',
      'export { N as M }',
      'export default f',
    ].join('\n'),
    are: [
      'default: function default(a: string): void',
      'x: module "x"',
      'x.g: function g(): void',
      'x.l: const l: 2',
      'x.no: listed: no',
      'x.y: y from "./y"',
      'M: namespace M',
      'M.O: namespace O',
      'M.O.T: type T = 1',
      'M.E: enum E',
      'M.E.A: A = 0',
      'M.C: class C',
      'M.a: var a: 1',
      'M.b: var b: 2',
      'z: module "z"',
      'z.f: f from "./f"',
    ],
  },
  {
    what: 'what is only declared, by a list',
    text: 'declare function f(a: string): void\ndeclare class A { m(): void }\ndeclare const x: number, y: string\nexport { f as g, A as B, y }\n',
    are: [
      'g: declare function g(a: string): void',
      'B: declare class B',
      'B.m: m(): void',
      'y: declare const y: string',
    ],
  },
  {
    what: 'other alphabets, a byte order mark, and CR LF',
    text: '\uFEFFexport function größe(länge: number): number {\r\n  return länge\r\n}\r\n',
    are: ['größe: function größe(länge: number): number'],
  },
]

describe('public signatures of TypeScript and JavaScript', () => {
  test.each(cases)('$what', async ({ file = 'a.ts', text, are }) => {
    const found = await signaturesOf(file, text)
    expect([...found].sort()).toEqual([...are].sort())
  })

  test('what does not parse is told with its place', async () => {
    expect(await readText('a.ts', 'export const a = 1\nexport function f( {\n')).toMatchObject({
      is: 'broken',
      line: 2,
    })
  })
})
