/** Breaks that are seen, wherever the declaration stands: each pair differs in what was there before. */

import { expect, test } from 'vitest'
import { differences } from './signatures-of.ts'

const breaks: readonly (readonly [string, string, string])[] = [
  // Types in interfaces are public without a word.
  [
    'A.java',
    'public interface A { class N { public int q; } }\n',
    'public interface A { class N { public long q; } }\n',
  ],
  ['A.java', 'public interface A { interface N { int q(); } }\n', 'public interface A { interface N { long q(); } }\n'],
  ['A.java', 'public interface A { static enum N { X } }\n', 'public interface A { static enum N { Y } }\n'],
  [
    'A.java',
    'public interface A { record R(int a) {} int b(); }\n',
    'public interface A { record R(long a) {} int b(); }\n',
  ],
  ['A.java', 'public @interface A { int X = 1; class N {} }\n', 'public @interface A { class N {} }\n'],
  ['A.java', 'public @interface A { int X = 1; class N {} }\n', 'public @interface A { int X = 1; }\n'],
  [
    'a.rs',
    'pub struct S<T>(T);\nimpl<T> S<T> { pub fn f(&self) {} }\n',
    'pub struct S<T>(T);\nimpl<T: A> S<T> { pub fn f(&self) {} }\n',
  ],
  [
    'a.rs',
    'pub struct S<T>(T);\nimpl<T> S<T> { pub fn f(&self) {} }\n',
    'pub struct S<T>(T);\nimpl<T> S<T> where T: A { pub fn f(&self) {} }\n',
  ],
  [
    'a.rs',
    'pub struct S;\nimpl Iterator for S { type Item = i32; fn next(&mut self) {} }\n',
    'pub struct S;\nimpl Iterator for S { type Item = i64; fn next(&mut self) {} }\n',
  ],
  ['a.rs', 'pub extern crate foo;\npub fn f() {}\n', 'pub fn f() {}\n'],
  ['a.go', 'package a\nfunc Ωmega() {}\nfunc F() {}\n', 'package a\nfunc F() {}\n'],
  ['a.go', 'package a\nfunc Āb() {}\nfunc F() {}\n', 'package a\nfunc F() {}\n'],
  ['a.ts', 'export var { a, b } = x\n', 'export var { b } = x\n'],
  ['a.ts', 'export const { a = 1, b } = x\n', 'export const { b } = x\n'],
  ['a.ts', 'export const { c: a = 1, ...b } = x\n', 'export const { c: a = 1 } = x\n'],
  ['a.ts', 'export const [a, b = 1] = x\n', 'export const [a] = x\n'],
  ['a.ts', 'export default { a, b() {}, c: (x) => 1 }\n', 'export default { a, c: (x) => 1 }\n'],
  ['a.ts', 'export default { a, b() {}, c: (x) => 1 }\n', 'export default { a, b() {}, c: (x, y) => 1 }\n'],
  ['a.ts', 'export default { a, b() {} }\n', 'export default { b() {} }\n'],
  // Functions of an object that is handed out by its name.
  ['a.js', 'const a = { f(x) {}, g: (y) => 1 }\nmodule.exports = a\n', 'const a = { f(x) {} }\nmodule.exports = a\n'],
  ['a.js', 'const a = { f, g }\nmodule.exports = a\n', 'const a = { f }\nmodule.exports = a\n'],
  [
    'a.js',
    'const a = {}\na.f = function (x) {}\nmodule.exports = a\n',
    'const a = {}\na.f = function (y) {}\nmodule.exports = a\n',
  ],
  ['a.js', 'const a = { f: g }\nexport default a\n', 'const a = {}\nexport default a\n'],
  ['a.ts', 'function f(a) {}\nexport const o = { f }\n', 'function f(a, b) {}\nexport const o = { f }\n'],
  [
    'a.ts',
    'class K { m() {} }\nexport const o = { k: K } as const\n',
    'class K {}\nexport const o = { k: K } as const\n',
  ],
  ['a.ts', 'function f(a) {}\nexport default { f }\n', 'function f(a, b) {}\nexport default { f }\n'],
  ['a.js', 'function f(a) {}\nexports.o = { g: f }\n', 'function f(a, b) {}\nexports.o = { g: f }\n'],
  ['a.js', 'function f(a) {}\nmodule.exports.o = { f }\n', 'function f(a, b) {}\nmodule.exports.o = { f }\n'],
  ['a.js', 'exports.o = { m(a) {}, n: (b) => b }\n', 'exports.o = { m(a) {} }\n'],
  ['a.js', 'module.exports.o = { m(a) {} }\n', 'module.exports.o = { m(a, b) {} }\n'],
  ['a.ts', 'export const a = { f(x: string) {} } as const\n', 'export const a = { f(x: number) {} } as const\n'],
  ['a.ts', 'export function A() {}\nA.Part = Part\n', 'export function A() {}\n'],
  [
    'a.js',
    'export function A() {}\nA.prototype.m = function (x) {}\n',
    'export function A() {}\nA.prototype.m = function (x, y) {}\n',
  ],
  // What a value says of a type.
  ['a.py', 'P = namedtuple("P", ["x", "y"])\n', 'P = namedtuple("P", ["y"])\n'],
  ['a.py', 'E = enum.Enum("E", "A B")\n', 'E = enum.Enum("E", "A")\n'],
  ['a.py', 'I = Union[int, str]\n', 'I = Union[int]\n'],
  ['a.py', 'I: TypeAlias = "int | str"\n', 'I: TypeAlias = "int"\n'],
  ['a.py', 'a = b = 1\n', 'a = 1\n'],
  ['a.py', '(a, b) = 1, 2\n', 'a = 1\n'],
  ['a.py', '[a, b] = 1, 2\n', 'b = 1\n'],
  ['a.py', 'f = lambda a: 1\n', 'f = lambda a, b: 1\n'],
  ['a.py', 'class A:\n  f = (lambda self: 1)\n', 'class A:\n  f = lambda self, b: 1\n'],
]

test.each(breaks)('%s: %j is not as %j', async (path, one, other) => {
  expect((await differences(path, one, other)).filter((it) => !it.includes('"added"'))).not.toEqual([])
})

/** What a language takes for granted may be said or not, and what is in a value is none of it. */
const granted: readonly (readonly [string, string, string])[] = [
  [
    'A.java',
    'public interface A { int f(); int C = 1; class N {} }\n',
    'public interface A { public abstract int f(); public static final int C = 1; public static class N {} }\n',
  ],
  ['a.d.ts', 'export declare class A { m(): void }\n', 'export class A { m(): void }\n'],
  ['a.ts', 'export const f = function (a) {}\n', 'export const f = function g(a) {}\n'],
  ['a.ts', 'export const a = { b: 1, c: [2] }\n', 'export const a = { b: 2 }\n'],
  ['a.ts', 'export const a: A = { f(x) {} }\n', 'export const a: A = { f(y) {} }\n'],
  ['a.ts', 'export const a = 1\nif (a) { const b = { f() {} } }\n', 'export const a = 1\n'],
  ['a.js', 'export const a = 1\nconst b = { f() {} }\nb.g = function () {}\nc.d.e = () => 1\n', 'export const a = 1\n'],
  ['a.py', 'a = CONFIG["a"]\n', 'a = CONFIG["b"]\n'],
  ['a.py', '(a, b) = 1, 2\n', 'a, b = 1, 2\n'],
  ['a.go', 'package a\nvar X = struct{ A int }{1}\n', 'package a\nvar X = struct{ A string }{""}\n'],
]

test.each(granted)('%s: %j is as %j', async (path, one, other) => {
  expect(await differences(path, one, other)).toEqual([])
})
