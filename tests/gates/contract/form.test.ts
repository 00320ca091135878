/** The form of a source is no part of its contract: what formatters make of it is the same. */

import { format, type Options } from 'prettier'
import { describe, expect, test } from 'vitest'
import { differences } from './signatures-of.ts'

const typescript = `
export type One = 'a' | "b's" | 'say "x"' | \`t \${string}\`
export type Two = { x: number, y: string; z?: { a: 1, b: 2 }; [key: string]: unknown, f(a: string): void }
export type Three = (string)[] | ('a' | 'b')[] | (() => void) | ({ a: 1 }) | (One | (Two | One))
export type Four = { [K in keyof Two]: Two[K] } & { 'quoted': 1, plain: 2 } & One
export type Five<T = (string | number)> = T extends string ? { a: T, } : [(One | Two), T,]
export interface Six { 'a': string; "b": (One | Two), c(x: 'y'): void; new (a: { x: 1, y: 2 }): Six }
export const seven = a => a
export const eight = async b => b
export const nine = (c: { x: number, y: 'z' }, d = { 'k': 1, l: 'm' }, e = x => x) => c
export function ten(a = 0XFF, b = 1E5, c = .5, d = 1.50, e = 'x', f = ["y", 'z',], g = 1_000): (number) { return 1 }
export class Eleven<T,> { 'quoted' = 1; m(a: ('x'), b: Array<(One | Two)>,): void {} ; @deco('a') n() {} }
export enum Twelve { A, B = 'b', 'C' = 3, }
export const { thirteen, fourteen: renamed, } = object
export default class extends Eleven<{ a: 1; b: 'c' }> { p(q: {}) {} }
export { one as 'string name' } from './x'
export * from "./y"
export declare function many<First extends Record<string, 'a' | 'b'>, Second = keyof First>(first: First, second: Second, ...rest: readonly string[]): asserts first is First
export abstract class Fifteen { protected constructor(private readonly a: string, b = (1 + 2) * 3) {} abstract get x(): 'y' }
export function seventeen({ 'a': b }, c = d && e || f, g = h % i * j, k = (l), m = n ? o : (p), q = !(!r), s = new T, u = \`\${ v }w\`, x = 1e05, y = (z as A).b) {}
export type Eighteen = keyof (typeof x) | (One extends (infer U) ? (U) : never) | \`\${ string }a\`
export enum Nineteen { A = (1 << 0), B = (1 << 0) | 2 }
export class Twenty { ['x']() {}; public declare readonly y: string }
export @deco class TwentyOne { m() {} }
export const twentyTwo = (async (a) => 1), twentyThree = (function (b) {}), twentyFour = (class { m() {} })
export namespace Sixteen { export type A = | 'a'; export function f(a: A | 'b'): void {} }
`

describe('TypeScript as Prettier writes it', () => {
  const forms: readonly Options[] = [
    {},
    { semi: false, singleQuote: true, arrowParens: 'avoid', trailingComma: 'none', quoteProps: 'consistent' },
    { printWidth: 20 },
    { printWidth: 20, semi: false, singleQuote: true, arrowParens: 'avoid', trailingComma: 'all' },
    { printWidth: 300, trailingComma: 'none', bracketSpacing: false, useTabs: true, objectWrap: 'collapse' },
    { printWidth: 30, experimentalTernaries: true, experimentalOperatorPosition: 'start', endOfLine: 'crlf' },
  ]
  test.each(forms)('%j', async (options) => {
    const other = await format(typescript, { ...options, parser: 'typescript' })
    expect(other).not.toBe(typescript)
    expect(await differences('a.ts', typescript, other)).toEqual([])
  })

  const javascript = `exports = module.exports = { 'a': function (x, y = 'z',) {}, b, "c": q => 1, d(e = .5) {} }
exports['f'] = g => g; exports.h = (i = { 'j': 1, }) => { return i }
function b(k = 'l') {}
`
  test.each(forms)('CommonJS with %j', async (options) => {
    expect(await differences('a.js', javascript, await format(javascript, { ...options, parser: 'babel' }))).toEqual([])
  })
})

/** Pairs of forms, as formatters of these languages change one into the other. */
const same: readonly (readonly [string, string, string])[] = [
  // Black
  [
    'a.py',
    `def f(a='x', *, b=b'y', c=r'z', d=f'{q}') -> int: pass\n`,
    `def f(a="x", *, b=b"y", c=r"z", d=f"{q}") -> int: pass\n`,
  ],
  ['a.py', `def f(a='it\\'s', b='say "x"'): pass\n`, `def f(a="it's", b="say \\"x\\""): pass\n`],
  ['a.py', `def f(a=U'x', b=R'y'): pass\n`, `def f(a="x", b=r"y"): pass\n`],
  [
    'a.py',
    `def f(a: (int), b: "A | B") -> (int): pass\n`,
    `def f(\n    a: int,\n    b: 'A | B',\n) -> (\n    int\n): pass\n`,
  ],
  [
    'a.py',
    `def f(a=0XFF, b=1E5, c=10J, d=1_000, e=0xab): pass\n`,
    `def f(a=0xFF, b=1e5, c=10j, d=1000, e=0xAB): pass\n`,
  ],
  [
    'a.py',
    `def f(a, \\\n      b, t=(1, 2)): pass\n`,
    `def f(\n    a,\n    b,\n    t=(\n        1,\n        2,\n    ),\n): pass\n`,
  ],
  ['a.py', `class A(): pass\nclass B(A,): pass\n`, `class A: pass\nclass B(A): pass\n`],
  ['a.py', `@d(x = 'y',)\ndef f(*a,**b): pass\n`, `@d(x="y")\ndef f(*a, **b): pass\n`],
  ['a.py', `@dataclass\nclass A:\n    x: str = 'y'\n`, `@dataclass\nclass A:\n    x: str = "y"\n`],
  ['a.py', `def f(a=1if x else 2, b=(y), c=(x or y)): pass\n`, `def f(a=1 if x else 2, b=y, c=x or y): pass\n`],
  ['a/__init__.py', `from .a import f, g as h\n`, `from .a import (\n    f,\n    g as h,\n)\n`],
  // clang-format
  ['a.hpp', `int* f(const T& a, char *const b);\n`, `int *f(const T &a, char* const b);\n`],
  [
    'a.hpp',
    `template<class T,int N=3>class A:public B<T>{public:T&operator[](int i);};\n`,
    `template <class T, int N = 3>\nclass A : public B<T> {\n public:\n  T& operator[](int i);\n};\n`,
  ],
  [
    'a.hpp',
    `void f(std::vector<std::vector<int> > a, int n = 0XFFUL, int m = 1'000);\n`,
    `void f(std::vector<std::vector<int>> a,\n       int n = 0xFFul, int m = 1000);\n`,
  ],
  ['a.hpp', `enum class E:int{A,B=2,C};\n`, `enum class E : int {\n  A,\n  B = 2,\n  C,\n};\n`],
  ['a.hpp', `#define F(a,b) a\n`, `#define F(a, \\\n          b) \\\n  a\n`],
  ['a.hpp', `enum E { A, B };\n`, `enum E { A = 0, B = 1 };\n`],
  // What comes in behind, what belongs to no object, and what nobody sees
  ['a.h', `struct P { int a; };\n`, `struct P { int a; int b; };\n`],
  ['a.hpp', `struct P { int *f(); static int s; int a; };\n`, `struct P { int a; static int s; int *f(); };\n`],
  ['a.hpp', `struct P { int a; private: int h; public: int b; };\n`, `struct P { int a; int b; };\n`],
  // Names of parameters
  ['a.h', `int f(int a, char *b, int (*c)(int d), int e[3]);\n`, `int f(int, char *, int (*)(int), int[3]);\n`],
  ['a.hpp', `void f(const T &a, bool is_signed = false, ...);\n`, `void f(const T &b, bool s = false, ...);\n`],
  ['a.hpp', `template <class... A> void f(A &&...a);\n`, `template <class... A> void f(A &&...);\n`],
  [
    'a.hpp',
    `void f(std::function<void(int a)> b, int (&c)[3]);\n`,
    `void f(std::function<void(int)> d, int (&)[3]);\n`,
  ],
  [
    'a.hpp',
    `struct A { int f(int a) const; void (*g)(int b); };\n`,
    `struct A { int f(int) const; void (*g)(int); };\n`,
  ],
  ['a.go', `package a\nfunc F(a int, b int) {}\n`, `package a\nfunc F(x, y int) {}\n`],
  [
    'a.go',
    `package a\nfunc (t *T) F(a, b func(c, d int) (e error), _ ...string) (n int, err error) {}\n`,
    `package a\nfunc (*T) F(func(int, int) error, func(int, int) error, ...string) (int, error) {}\n`,
  ],
  ['a.go', `package a\ntype I interface{ M(a int) (b error) }\n`, `package a\ntype I interface{ M(int) error }\n`],
  ['a.rs', `pub fn f(mut a: i32, (b, c): (u8, u8)) {}\n`, `pub fn f(_: i32, d: (u8, u8)) {}\n`],
  ['a.rs', `impl A { pub fn f(mut self, a: fn(b: i32)) {} }\n`, `impl A { pub fn f(self, c: fn(i32)) {} }\n`],
  [
    'A.java',
    `public class A { public A(int a) {} public void f(final int a, @N T b, T... c) {} }\n`,
    `public class A { public A(int x) {} public void f(int x, @N T y, T... z) {} }\n`,
  ],
  // The order of words
  ['a.hpp', `void f(const T &a, std::vector<T const> b);\n`, `void f(T const &a, std::vector<const T> b);\n`],
  ['a.hpp', `inline static int f(T const *const a);\n`, `static inline int f(const T *const a);\n`],
  ['a.hpp', `const static int a = 1;\ntypedef int const T;\n`, `static const int a = 1;\ntypedef const int T;\n`],
  [
    'a.hpp',
    `struct A { int const inline virtual &f() const final override; constexpr explicit A(int); operator T const &(); };\n`,
    `struct A { virtual inline const int &f() const override final; explicit constexpr A(int); operator const T &(); };\n`,
  ],
  [
    'a.hpp',
    `void f(long unsigned int a, unsigned const int b);\n`,
    `void f(unsigned long int a, const unsigned int b);\n`,
  ],
  ['a.rs', `pub extern fn f(a: extern fn()) {}\n`, `pub extern "C" fn f(a: extern "C" fn()) {}\n`],
  // gofmt
  [
    'a.go',
    `package a\ntype T struct{ A struct{ X int; Y int }; F func() (int) }\n`,
    `package a\n\ntype T struct {\n\tA struct {\n\t\tX int\n\t\tY int\n\t}\n\tF func() int\n}\n`,
  ],
  [
    'a.go',
    `package a\ntype I interface{ ~int|~string; M(a int,) (error) }\n`,
    `package a\n\ntype I interface {\n\t~int | ~string\n\tM(a int) error\n}\n`,
  ],
  ['a.go', `package a\nvar A, B int\n`, `package a\n\nvar A int\nvar B int\n`],
  ['a.go', `package a\ntype T struct { A, b int }\n`, `package a\n\ntype T struct {\n\tA int\n\tc int\n}\n`],
  ['a.go', `package a\nfunc F(a *(T), b chan (<-chan int)) {}\n`, `package a\nfunc F(a *T, b chan (<-chan int)) {}\n`],
  ['a.go', `package a\nconst A = 1\ntype B int\n`, `package a\n\nconst (\n\tA = 1\n\tC = 2\n)\n\ntype (\n\tB int\n)\n`],
  // rustfmt
  ['a.rs', `pub use a::{c,b as d};pub use e::{f};\n`, `pub use a::{b as d, c};\npub use e::f;\n`],
  [
    'a.rs',
    `pub fn f<'a,'b>(x:&'a  str,y:(i32,u8,))->&'b str where A:B{}\n`,
    `pub fn f<'a, 'b>(\n    x: &'a str,\n    y: (i32, u8),\n) -> &'b str\nwhere\n    A: B,\n{\n}\n`,
  ],
  // google-java-format
  [
    'A.java',
    `public class A { final static public int X=1; @B({"x",}) synchronized public void f(final int a){} }\n`,
    `public class A {\n  public static final int X = 1;\n\n  @B({"x"})\n  public synchronized void f(final int a) {}\n}\n`,
  ],
]

test.each(same)('%s: %j is as %j', async (path, one, other) => {
  expect((await differences(path, one, other)).filter((it) => !it.includes('"added"'))).toEqual([])
})

/** What looks like a matter of form, and is none. */
const different: readonly (readonly [string, string, string])[] = [
  ['a.ts', `export type A = 'a b'\n`, `export type A = 'ab'\n`],
  ['a.ts', `export type A = ('a' | 'b')[]\n`, `export type A = 'a' | 'b'[]\n`],
  ['a.ts', `export type A = (() => void) | B\n`, `export type A = () => void | B\n`],
  ['a.ts', `export type A = { a: 1; b: 2 }\n`, `export type A = { a: 1 }\n`],
  ['a.ts', `export type A = "it's"\n`, `export type A = "its"\n`],
  ['a.ts', `export function f([a, , b]: X): void {}\n`, `export function f([a, b]: X): void {}\n`],
  ['a.ts', `export enum E { A, B }\n`, `export enum E { B, A }\n`],
  // Brackets that group
  ['a.ts', `export function f(a = (b || c) && d) {}\n`, `export function f(a = b || c && d) {}\n`],
  ['a.ts', `export function f(a = b - (c - d)) {}\n`, `export function f(a = b - c - d) {}\n`],
  ['a.ts', `export function f(a = (b?.c).d) {}\n`, `export function f(a = b?.c.d) {}\n`],
  ['a.ts', `export function f(a = g((b, c))) {}\n`, `export function f(a = g(b, c)) {}\n`],
  ['a.ts', `export function f(a = (new A).b) {}\n`, `export function f(a = new A.b) {}\n`],
  ['a.ts', `export type A = (keyof B)[]\n`, `export type A = keyof B[]\n`],
  [
    'a.ts',
    `export type A = (B extends C ? 1 : 2) extends D ? 3 : 4\n`,
    `export type A = B extends C ? 1 : 2 extends D ? 3 : 4\n`,
  ],
  ['a.ts', 'export type A = `${string} a`\n', 'export type A = `${string}a`\n'],
  ['a.ts', `export const f = (async (a) => 1)\n`, `export const f = (async (a, b) => 1)\n`],
  ['a.ts', `export const f = ((function (a) {}))\n`, `export const f = ((function (b) {}))\n`],
  ['a.ts', `export default ((a) => 1)\n`, `export default ((b) => 1)\n`],
  ['a.js', `module.exports = (function (a) {})\n`, `module.exports = (function (b) {})\n`],
  ['a.js', `module.exports = ({ a() {} })\n`, `module.exports = ({ b() {} })\n`],
  ['a.py', `def f(t=(a - (b - c))): pass\n`, `def f(t=a - b - c): pass\n`],
  ['a.py', `def f(t=(a or b) and c): pass\n`, `def f(t=a or b and c): pass\n`],
  ['a.py', `def f(t=(a < b) < c): pass\n`, `def f(t=a < b < c): pass\n`],
  ['a.py', `def f(t=(-a) ** b): pass\n`, `def f(t=-a ** b): pass\n`],
  ['a.go', `package a\nvar A, B int\n`, `package a\nvar A, B string\n`],
  ['a.go', `package a\nvar (\n\tA, B int = 1, 2\n)\n`, `package a\nvar (\n\tA, B int8 = 1, 2\n)\n`],
  ['a.go', `package a\nconst A, B int = 1, 2\n`, `package a\nconst A int = 1\n`],
  ['a.go', `package a\nfunc F(b chan (<-chan int)) {}\n`, `package a\nfunc F(b chan<- (chan int)) {}\n`],
  ['a.py', `def f(t=(1,)): pass\n`, `def f(t=(1)): pass\n`],
  ['a.py', `def f(t=r'\\n'): pass\n`, `def f(t='\\n'): pass\n`],
  ['a.py', `def f(t=b'x'): pass\n`, `def f(t='x'): pass\n`],
  ['a.py', `def f(t=1.0): pass\n`, `def f(t=1): pass\n`],
  ['a.py', `@dataclass\nclass A:\n    x: int\n    y: int\n`, `@dataclass\nclass A:\n    y: int\n    x: int\n`],
  ['a.py', `@dataclass\nclass A:\n    x: int = 1\n`, `@dataclass\nclass A:\n    x: int\n`],
  ['a.hpp', `enum E { A, B };\n`, `enum E { B, A };\n`],
  ['a.hpp', `void f(char a = ' ');\n`, `void f(char a = '  ');\n`],
  ['a.hpp', `void f(bool a = x & &y);\n`, `void f(bool a = x && y);\n`],
  ['a.h', `struct P { double x, y; };\n`, `struct P { double y, x; };\n`],
  [
    'a.h',
    `typedef struct { char *a; int b; void (*c)(int); } T;\n`,
    `typedef struct { int b; char *a; void (*c)(int); } T;\n`,
  ],
  [
    'a.h',
    `struct P { int a; union { int b; float c; }; int d; };\n`,
    `struct P { union { int b; float c; }; int a; int d; };\n`,
  ],
  ['a.hpp', `void f(unsigned int);\n`, `void f(unsignedint);\n`],
  // Parameters without their names
  ['a.hpp', `void f(int a);\n`, `void f(long a);\n`],
  ['a.hpp', `void f(int a, int b);\n`, `void f(int a);\n`],
  ['a.hpp', `void f(int a, char b);\n`, `void f(char b, int a);\n`],
  ['a.hpp', `void f(int a = 1);\n`, `void f(int a = 2);\n`],
  ['a.hpp', `void f(int a = 1);\n`, `void f(int a);\n`],
  ['a.hpp', `void f(const char *a);\n`, `void f(char *const a);\n`],
  ['a.hpp', `void f(const char *a);\n`, `void f(char *a);\n`],
  ['a.hpp', `void f(T a);\n`, `void f(T &a);\n`],
  ['a.hpp', `void f(int *a);\n`, `void f(int **a);\n`],
  ['a.hpp', `void f(int a[3]);\n`, `void f(int a[4]);\n`],
  ['a.hpp', `void f(int (*a)(int b));\n`, `void f(int (*a)(long b));\n`],
  ['a.hpp', `void f(int (*a)(int b));\n`, `void f(int *a(int b));\n`],
  ['a.hpp', `void f(std::function<void(int a)> b);\n`, `void f(std::function<void(char a)> b);\n`],
  ['a.hpp', `void f(std::vector<const T *> a);\n`, `void f(std::vector<T *const> a);\n`],
  ['a.hpp', `template <class... A> void f(A... a);\n`, `template <class A> void f(A a);\n`],
  ['a.hpp', `template <class... A> void f(A &&...);\n`, `template <class... A> void f(A &&);\n`],
  ['a.hpp', `void f(int a, ...);\n`, `void f(int a);\n`],
  ['a.hpp', `void f(unsigned a);\n`, `void f(int a);\n`],
  ['a.hpp', `void f(unsigned long a);\n`, `void f(long a);\n`],
  ['a.hpp', `struct A { int f(int a) const; };\n`, `struct A { int f(int a); };\n`],
  ['a.hpp', `struct A { const int f(); };\n`, `struct A { int f() const; };\n`],
  ['a.hpp', `struct A { static int f(); };\n`, `struct A { virtual int f(); };\n`],
  ['a.hpp', `template <int N> void f();\n`, `template <int M> void f();\n`],
  ['a.hpp', `auto f(T a, U b) -> decltype(a - b);\n`, `auto f(T b, U a) -> decltype(a - b);\n`],
  ['a.hpp', `void f(T a, U b) noexcept(noexcept(a.g()));\n`, `void f(T b, U a) noexcept(noexcept(a.g()));\n`],
  ['a.hpp', `#define F(a) a\n`, `#define F() 1\n`],
  ['a.go', `package a\nfunc F(a, b int) {}\n`, `package a\nfunc F(a int) {}\n`],
  ['a.go', `package a\nfunc F(a, b int) {}\n`, `package a\nfunc F(a, b string) {}\n`],
  ['a.go', `package a\nfunc F() (n int) {}\n`, `package a\nfunc F() (n, m int) {}\n`],
  ['a.go', `package a\nfunc (t T) F() {}\n`, `package a\nfunc (t *T) F() {}\n`],
  ['a.rs', `impl A { pub fn f(self: Box<Self>) {} }\n`, `impl A { pub fn f(self: Rc<Self>) {} }\n`],
  ['a.rs', `impl A { pub fn f(&mut self) {} }\n`, `impl A { pub fn f(&self) {} }\n`],
  ['a.rs', `pub fn f(a: &mut i32) {}\n`, `pub fn f(a: &i32) {}\n`],
  ['a.rs', `pub extern "C" fn f() {}\n`, `pub extern "system" fn f() {}\n`],
  ['a.rs', `pub extern fn f() {}\n`, `pub fn f() {}\n`],
  ['A.java', `public record A(int a) {}\n`, `public record A(int b) {}\n`],
  ['A.java', `public class A { public void f(T... a) {} }\n`, `public class A { public void f(T a) {} }\n`],
  ['a.py', `def f(a): pass\n`, `def f(b): pass\n`],
  ['a.rs', `pub fn f(x: (i32,)) {}\n`, `pub fn f(x: (i32)) {}\n`],
  ['a.rs', `pub fn f<'a>(x: &'a str) {}\n`, `pub fn f<'a>(x: &'b str) {}\n`],
]

test.each(different)('%s: %j is not as %j', async (path, one, other) => {
  expect(await differences(path, one, other)).not.toEqual([])
})

test('of a long signature the form makes no difference either, and its end does', async () => {
  const names = Array.from({ length: 2000 }, (_, index) => `'name${index}'`)
  const one = `export type A = ${names.join('|')}\n`
  const other = `export type A =\n  | ${names.join('\n  | ').replaceAll("'", '"')}\n`
  expect(await differences('a.ts', one, other)).toEqual([])
  expect(await differences('a.ts', one, other.replace('name1999', 'name1998'))).not.toEqual([])
})
