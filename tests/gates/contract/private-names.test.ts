/** What something is called inside is nobody's business: what is compared and shown are the names that others use. */

import { describe, expect, test } from 'vitest'
import { differencesOf, entriesOf } from '../../../src/gates/contract/compare.ts'
import { readFiles } from '../../../src/gates/contract/read-files.ts'
import type { Signature } from '../../../src/gates/contract/signature.ts'
import { readText, signaturesOf } from './signatures-of.ts'

type Pair = readonly [path: string, one: string, other: string]

const helper = 'function helper(a: string): number { return 1 }\n'
const renamed = 'function h2(a: string): number { return 2 }\n'
const changed = 'function h2(a: string, b: string): number { return 2 }\n'
const promised = 'function h2(a: string): Promise<number> { return 2 }\n'

/** What a file only declares, by a name, with a type that its users see. */
const declared: readonly ((name: string, type: string) => string)[] = [
  (name, type) => `declare function ${name}(x: ${type}): void\n`,
  (name, type) => `declare function ${name}(): void\ndeclare function ${name}(x: ${type}): void\n`,
  (name, type) => `declare const ${name}: ${type}\n`,
  (name, type) => `declare let ${name}: ${type}, other: ${type}\n`,
  (name, type) => `declare var ${name}: ${type}\n`,
  (name, type) => `declare class ${name} { m(x: ${type}): void }\n`,
  (name, type) => `declare abstract class ${name} { m(x: ${type}): void }\n`,
  (name, type) => `declare enum ${name} { A = ${type === 'number' ? 1 : 2} }\n`,
  (name, type) => `declare namespace ${name} { function f(x: ${type}): void; const k: 1 }\n`,
  (name, type) => `declare module ${name} { function f(x: ${type}): void }\n`,
  (name, type) => `declare interface ${name} { x: ${type} }\n`,
  (name, type) => `declare type ${name} = ${type}\n`,
]

/** Ways to hand out what is declared, and nothing else. */
const handedOut: readonly ((name: string) => string)[] = [
  (it) => `export { ${it} as b }\n`,
  (it) => `export default ${it}\n`,
  (it) => `export = ${it}\n`,
  (it) => `export type { ${it} as b }\n`,
]

/** What is declared in files of all kinds, with what hands it out. */
const declarations = (name: string, type: string): readonly (readonly [path: string, text: string])[] =>
  declared.flatMap((it) =>
    handedOut.flatMap((out): readonly (readonly [string, string])[] => {
      const inside = `${it(name, type).replaceAll('declare ', '')}${out(name)}`
      const all: readonly (readonly [string, string])[] = [
        ['a.ts', it(name, type) + out(name)],
        ['a.d.ts', it(name, type) + out(name)],
        ['a.d.ts', `declare module 'x' {\n${inside}}\nexport {}\n`],
      ]
      // A namespace in another one is read in files of declarations alone.
      return /^(?:namespace|module)/.test(inside)
        ? all
        : [...all, ['a.ts', `export declare namespace N {\n${inside}}\n`]]
    }),
  )

/** Pairs of what is declared by one name and with one type, and by other ones. */
function declaredPairs(name: string, type: string): readonly Pair[] {
  const others = declarations(name, type)
  return declarations('a', 'number').map(([path, text], at) => [path, text, others[at]?.[1] ?? ''] as const)
}

/** Overloads, with how they are handed out. */
const overloaded = (name: string, type = 'number'): string =>
  `function ${name}(x: string): void; function ${name}(x: ${type}): void; function ${name}(x: any) {}\n`

/** Ways to hand a function or a class out. */
const typescript: readonly ((name: string) => string)[] = [
  (it) => `export const api = { run: ${it} }\n`,
  (it) => `export const api = { run: ${it} } as const\n`,
  (it) => `export const run = ${it}\n`,
  (it) => `export { ${it} as run }\n`,
  (it) => `export default ${it}\n`,
  (it) => `export default { run: ${it} }\n`,
  (it) => `export = ${it}\n`,
  (it) => `module.exports = ${it}\n`,
  (it) => `module.exports = { run: ${it} }\n`,
  (it) => `module.exports.run = ${it}\n`,
  (it) => `exports.run = ${it}\n`,
  (it) => `exports.api = { run: ${it} }\n`,
  (it) => `exports['run'] = ${it}\n`,
  (it) => `Object.defineProperty(exports, 'run', { value: ${it} })\n`,
]

const classOf = (name: string, by = 'm(a: string): void {}'): string => `class ${name} extends Base { ${by} }\n`

const renames: readonly Pair[] = [
  ...typescript.flatMap((out): readonly Pair[] => [
    ['a.ts', helper + out('helper'), renamed + out('h2')],
    ['a.ts', classOf('Impl') + out('Impl'), classOf('Other') + out('Other')],
  ]),
  ['a.ts', `${helper}export const api = { helper }\n`, `${renamed}export const api = { helper: h2 }\n`],
  ['a.ts', `${helper}module.exports = { helper }\n`, `${renamed}module.exports = { helper: h2 }\n`],
  ['a.ts', `${helper}export { helper }\n`, `${renamed}export { h2 as helper }\n`],
  [
    'a.ts',
    'const one = (a: string) => 1, two = 2\nexport { one as a, two as b }\n',
    'const x = (a: string) => 1, y = 2\nexport { x as a, y as b }\n',
  ],
  ['a.ts', 'abstract class A { m() {} }\nexport { A as B }\n', 'abstract class X { m() {} }\nexport { X as B }\n'],
  [
    'a.ts',
    'interface A<T> { x: T }\nenum E { Z }\ntype U = 1\nexport type { A as B, E as F, U as V }\n',
    'interface X<T> { x: T }\nenum Y { Z }\ntype W = 1\nexport type { X as B, Y as F, W as V }\n',
  ],
  ['a.ts', `export default ${helper}`, `export default ${renamed}`],
  ['a.ts', `export default ${classOf('Impl')}`, `export default ${classOf('Other')}`],
  ['a.ts', 'export default interface A { x: 1 }\n', 'export default interface B { x: 1 }\n'],
  ['a.ts', 'exports.x = function a(q) {}\n', 'exports.x = function b(q) {}\n'],
  ['a.ts', 'exports.x = function a(q) {}\n', 'exports.x = function (q) {}\n'],
  ['a.ts', 'module.exports = class A { m() {} }\n', 'module.exports = class B { m() {} }\n'],
  ['a.ts', 'export const K = class A { m() {} }\n', 'export const K = class B { m() {} }\n'],
  ...declaredPairs('c', 'number'),
  ['a.ts', `${overloaded('a')}export { a as b }\n`, `${overloaded('c')}export { c as b }\n`],
  [
    'a.ts',
    overloaded('a').replaceAll('function', 'export default function'),
    overloaded('c').replaceAll('function', 'export default function'),
  ],
  [
    'a.ts',
    'namespace N { export type T = 1 } export { N as M }\n',
    'namespace O { export type T = 1 } export { O as M }\n',
  ],
  // Nothing is public beside what a list or a value hands out.
  [
    'a.d.ts',
    'declare const h: 1\ninterface I {}\nexport declare const x: 1\nexport {}\n',
    'export declare const x: 1\n',
  ],
  ['a.d.ts', "declare const h: 1\nexport * from './x'\n", "export * from './x'\n"],
  [
    'a.d.ts',
    'declare module "x" { const h: 1; export const x: 1; export {} }\n',
    'declare module "x" { export const x: 1 }\n',
  ],
  ['a.ts', 'declare class A { m(): void }\nexport const x = 1\n', 'export const x = 1\n'],
  ['a.d.ts', 'declare const a: 1, b: 2\n', 'declare const a: 1\ndeclare const b: 2\n'],
  // What an import is called here.
  [
    'a.ts',
    "import { x } from './x.js'\nexport const api = { x }\n",
    "import { x as z } from './x.js'\nexport const api = { x: z }\n",
  ],
  [
    'a.ts',
    "import { x } from './x.js'\nexport { x as y }\n",
    "import d, { x as z } from './x.js'\nexport { z as y }\n",
  ],
  ['a.ts', "import d from './x.js'\nexport { d }\n", "import e, { x } from './x.js'\nexport { e as d }\n"],
  ['a.ts', "import * as a from './x.js'\nexport { a as b }\n", "import d, * as c from './x.js'\nexport { c as b }\n"],
  ['a.ts', "import d from './x.js'\nexport default { d }\n", "import e from './x.js'\nexport default { d: e }\n"],
  ['a.ts', "import a = require('./x')\nexport { a as b }\n", "import c = require('./x')\nexport { c as b }\n"],
  ['a.ts', 'import a = N.M\nexport { a as b }\n', 'import c = N.M\nexport { c as b }\n'],
  [
    'a.js',
    "const { x } = require('./x')\nmodule.exports = { x }\n",
    "const { y, x: z } = require('./x')\nmodule.exports = { x: z }\n",
  ],
  ['a.js', "const x = require('./x')\nmodule.exports = { x }\n", "const y = require('./x')\nexports.x = y\n"],
  [
    'a.js',
    "const x = require('./x').y\nmodule.exports = { x }\n",
    "const z = require('./x').y\nmodule.exports = { x: z }\n",
  ],
  ['a.py', 'def _f(x: int): pass\nf = _f\n', 'def _g(x: int): pass\nf = _g\n'],
  ['a.py', '__all__ = ["np"]\nimport os, numpy as np\n', '__all__ = ["np"]\nimport numpy as _n\nnp = _n\n'],
  ['a.py', '__all__ = ["f"]\nimport os\ndef f(): pass\n', '__all__ = ["f"]\nimport re as _r\ndef f(): pass\n'],
  ['a.py', 'class _A(Base):\n    def m(self): pass\nA = _A\n', 'class _B(Base):\n    def m(self): pass\nA = _B\n'],
  ['a.py', '@d(1)\nasync def _f(x): pass\nf = g = _f\n', '@d(1)\nasync def _g(x): pass\nf = g = _g\n'],
  ['a.py', 'from .b import x as _x\nf = _x\n', 'from .b import y, x as _z\nf = _z\n'],
  ['a.py', '__all__ = ["f"]\nfrom b import f\n', '__all__ = ["f"]\nfrom b import f as _f\nf = _f\n'],
  ['a/__init__.py', 'from .b import x as y\n', 'from .b import z as w, x as y\n'],
]

describe('a private name is no part of a signature', async () => {
  const found = await changesOf(renames)
  test.each(renames.map((pair, at) => [...pair, found[at]] as const))('%s: %j is as %j', (...[, , , changes]) => {
    expect(changes).toEqual([])
  })
})

const breaks: readonly Pair[] = [
  ...typescript.flatMap((out): readonly Pair[] => [
    // Another signature, as the function is changed, or another one is put there.
    ['a.ts', helper + out('helper'), changed + out('h2')],
    ['a.ts', helper + out('helper'), promised + out('h2')],
    ['a.ts', helper + changed + out('helper'), helper + changed + out('h2')],
    ['a.ts', classOf('Impl') + out('Impl'), classOf('Impl', 'm(a: number): void {}') + out('Impl')],
    ['a.ts', classOf('Impl') + out('Impl'), classOf('Impl').replace(' extends Base', '') + out('Impl')],
    // Nothing is handed out by that name any more.
    ['a.ts', helper + out('helper'), helper],
  ]),
  ['a.ts', `${helper}export const api = { run: helper }\n`, `${helper}export const api = { go: helper }\n`],
  ['a.ts', `${helper}export { helper as run }\n`, `${helper}export { helper as go }\n`],
  ['a.ts', `${helper}export { helper as run, helper as go }\n`, `${helper}export { helper as run }\n`],
  ['a.ts', `export default ${helper}`, `export default ${changed}`],
  ['a.ts', `export default ${helper}`, `export default ${promised}`],
  ['a.ts', `export ${helper}`, `export ${renamed}`],
  ['a.ts', `export ${classOf('A')}`, `export ${classOf('B')}`],
  ...declaredPairs('a', 'string'),
  ['a.ts', `${overloaded('a')}export { a as b }\n`, `${overloaded('a', 'boolean')}export { a as b }\n`],
  // All of a file and a module of declarations is public, unless a list stands there.
  ['a.d.ts', 'declare const a: 1\nexport declare const x: 1\n', 'export declare const x: 1\n'],
  ['a.d.ts', 'declare const a: 1\nexport default class {}\n', 'export default class {}\n'],
  ['a.d.ts', 'interface I { x: 1 }\nexport declare const x: 1\n', 'interface I { x: 2 }\nexport declare const x: 1\n'],
  ['a.d.ts', 'type T = 1\nexport declare const x: 1\n', 'type T = 2\nexport declare const x: 1\n'],
  ['a.d.ts', 'declare module "x" { enum E { A } }\nexport {}\n', 'declare module "x" { enum E { B } }\nexport {}\n'],
  [
    'a.d.ts',
    'declare namespace N { namespace O { const a: 1 } }\n',
    'declare namespace N { namespace O { const a: 2 } }\n',
  ],
  ['a.d.ts', 'declare global { const a: 1 }\nexport {}\n', 'declare global { const a: 2 }\nexport {}\n'],
  [
    'a.d.ts',
    'declare global { namespace N { interface P { a: 1 } } }\nexport {}\n',
    'declare global { namespace N { interface P { a: 2 } } }\nexport {}\n',
  ],
  ['a.d.ts', 'declare module "x" { const a: 1 }\nexport {}\n', 'declare module "x" { const a: 2 }\nexport {}\n'],
  [
    'a.d.ts',
    'declare module "x" { export { a } from "./y" }\ndeclare module "z" {}\n',
    'declare module "x" {}\ndeclare module "z" { export { a } from "./y" }\n',
  ],
  // Another thing of another module.
  [
    'a.ts',
    "import { x, y } from './x.js'\nexport const api = { x }\n",
    "import { x, y } from './x.js'\nexport const api = { x: y }\n",
  ],
  [
    'a.ts',
    "import { x as z } from './x.js'\nexport { z as x }\n",
    "import { x as z } from './y.js'\nexport { z as x }\n",
  ],
  [
    'a.ts',
    "import { x as z } from './x.js'\nexport { z as x }\n",
    "import { y as z } from './x.js'\nexport { z as x }\n",
  ],
  ['a.ts', "import d, { x } from './x.js'\nexport { d }\n", "import d, { x } from './x.js'\nexport { x as d }\n"],
  [
    'a.js',
    "const { x, y } = require('./x')\nmodule.exports = { a: x }\n",
    "const { x, y } = require('./x')\nmodule.exports = { a: y }\n",
  ],
  [
    'a.js',
    "const { x } = require('./x')\nmodule.exports = { x }\n",
    "const { x } = require('./y')\nmodule.exports = { x }\n",
  ],
  ...['x', 'y'].flatMap((part): readonly Pair[] => [
    [
      'a.js',
      `const x = require('./x')\nmodule.exports = { x }\n`,
      `const x = require('./${part}').z\nmodule.exports = { x }\n`,
    ],
    [
      'a.js',
      `const x = require('./x').z\nmodule.exports = { x }\n`,
      `const x = require('./x').${part}\nmodule.exports = { x }\n`,
    ],
  ]),
  ['a.js', "const x = require('./x')\nmodule.exports = { x }\n", "const x = require('./y')\nmodule.exports = { x }\n"],
  // A type that a signature names is part of it, whatever it is.
  [
    'a.ts',
    'interface P { x: 1 }\nfunction f(p: P) {}\nexport { f as g }\n',
    'interface Q { x: 1 }\nfunction f(p: Q) {}\nexport { f as g }\n',
  ],
  ['a.ts', classOf('A', 'm(): A {}') + 'export { A as B }\n', classOf('C', 'm(): C {}') + 'export { C as B }\n'],
  ['a.py', 'def _f(x: int): pass\nf = _f\n', 'def _f(x: str): pass\nf = _f\n'],
  ['a.py', 'def _f(x: int): pass\nf = _f\n', 'def _f(x: int): pass\ng = _f\n'],
  ['a.py', 'def _f(x): pass\ndef _g(y): pass\nf = _f\n', 'def _f(x): pass\ndef _g(y): pass\nf = _g\n'],
  ['a.py', 'def _f(x): pass\nf = g = _f\n', 'def _f(y): pass\nf = g = _f\n'],
  ['a.py', 'def _f(x): pass\n_f2 = g = _f\n', 'def _f(y): pass\n_f2 = g = _f\n'],
  ['a.py', 'def _f(x): pass\nf = _g = _f\n', 'def _f(y): pass\nf = _g = _f\n'],
  ['a.py', '__all__ = ["np"]\nimport numpy as np\n', '__all__ = ["np"]\nimport cupy as np\n'],
  ['a.py', '__all__ = ["re"]\nimport re\n', '__all__ = ["re"]\nimport regex as re\n'],
  ['a.py', 'class _A(B): pass\nA = _A\n', 'class _A(C): pass\nA = _A\n'],
  ['a.py', 'from .b import x as _x\nf = _x\n', 'from .b import y as _x\nf = _x\n'],
  ['a.py', 'from .b import x as _x\nf = _x\n', 'from .c import x as _x\nf = _x\n'],
  ['a/__init__.py', 'from .b import x as y\n', 'from .b import x as z\n'],
  ['a/__init__.py', 'from .b import x as y\n', 'from .b import z as y\n'],
]

describe('what others see is held all the same', async () => {
  const found = await changesOf(breaks)
  test.each(breaks.map((pair, at) => [...pair, found[at]] as const))('%s: %j is not as %j', (...[, , , changes]) => {
    expect(changes).not.toEqual([])
  })
})

/** What is changed or removed in each pair; all are read at once. */
async function changesOf(pairs: readonly Pair[]): Promise<readonly (readonly string[])[]> {
  const texts = pairs.flatMap(([path, ...forms]) => forms.map((it) => ({ path, bytes: new TextEncoder().encode(it) })))
  const read = (await readFiles(texts)) ?? []
  const signaturesAt = (at: number): readonly Signature[] => {
    const file = read[at]
    if (file?.is !== 'read') throw new Error(JSON.stringify(file))
    return file.signatures
  }
  return pairs.map(([path], at) => {
    const [was, is] = [signaturesAt(2 * at), signaturesAt(2 * at + 1)]
    expect(was).not.toEqual([])
    const differences = differencesOf(path, entriesOf(path, was), is).filter((it) => it.is !== 'added')
    return differences.map(({ name, gone, come }) => JSON.stringify([name, gone, come]))
  })
}

test('signatures are shown by the names that others use', async () => {
  const text = `import d, { x as z } from './x.js'
${helper}class Impl { m(): Impl {} }
export const api = { run: helper, d, z }
export { Impl as Api }
export default helper
`
  expect(await signaturesOf('a.ts', text)).toEqual([
    "api.d: import d from './x.js'",
    "api.z: import { x } from './x.js'",
    'api.run: function run(a: string): number',
    'default: function default(a: string): number',
    'Api: class Api',
    'Api.m: m(): Impl',
    'api: const api',
    'api.run: run',
    'api.d: d',
    'api.z: z',
  ])
  const [own] = await readSignatures('a.py', 'from .b import x as _x\nf = _x\n')
  expect(own).toEqual({
    name: 'f',
    text: 'from .b import x',
    written: 'from .b import x as f',
    inside: 'from .b import x as _x',
    line: 1,
  })
})

test('a contract that has the private name holds as long as that stays', async () => {
  const contract = new Map([
    ['api', ['const api']],
    ['api.run', ['function helper(a: string): number', 'run']],
  ])
  const now = (text: string): ReturnType<typeof readSignatures> => readSignatures('a.ts', text)
  expect(differencesOf('a.ts', contract, await now(`${helper}export const api = { run: helper }\n`))).toEqual([])
  expect(differencesOf('a.ts', contract, await now(`${renamed}export const api = { run: h2 }\n`))).toMatchObject([
    { name: 'api.run', gone: ['function helper(a: string): number'], come: ['function run(a: string): number'] },
  ])
})

async function readSignatures(path: string, text: string): Promise<Parameters<typeof differencesOf>[2]> {
  const read = await readText(path, text)
  return read.is === 'read' ? read.signatures : []
}
