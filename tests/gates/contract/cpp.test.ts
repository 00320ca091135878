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
    what: 'bodies, comments and line breaks are no part of a function, default arguments are',
    text: 'int  area( int w, // width\n          int h = 2 ) { return w * h; }\n',
    are: ['area: int area(int, int = 2)'],
  },
  {
    what: 'overloads share a name',
    text: 'void put(int);\nvoid put(long);\n',
    are: ['put: void put(int)', 'put: void put(long)'],
  },
  {
    what: 'namespaces qualify, a nameless one hides',
    text: 'namespace a::b { void f(); namespace c { void g(); } }\nnamespace { void h(); }\ninline namespace v2 { void i(); }\n',
    are: ['a::b::f: void f()', 'a::b::c::g: void g()', 'v2::i: void i()'],
  },
  {
    what: 'a class begins private, a struct public, and words turn that',
    text: 'class A { int x; public: int y; protected: int z; private: int w; public: int v; };\nstruct B { int x; private: int y; };\n',
    are: ['A: class A', 'A::y: int y', 'A::z: int z', 'A::v: int v', 'B: struct B', 'B::x: int x, field 1'],
  },
  {
    what: 'nested classes have sections of their own, and are hidden with the section that they lie in',
    text: 'struct A {\n  class In { int a; public: int b; };\n  int c;\nprivate:\n  struct Gone { int d; };\npublic:\n  int e;\n};\n',
    are: ['A: struct A', 'A::In: class In', 'A::In::b: int b', 'A::c: int c, field 1', 'A::e: int e, field 2'],
  },
  {
    what: 'constructors, destructors, operators, conversions, pure and defaulted functions',
    text: [
      'class A {',
      'public:',
      '  explicit A(int n) : n_(n) {}',
      '  A(const A &) = delete;',
      '  virtual ~A() = default;',
      '  virtual int size() const = 0;',
      '  bool operator==(const A &o) const { return true; }',
      '  A &operator [] (int i);',
      '  operator bool() const;',
      '  friend A operator+(const A &, const A &);',
      '};',
    ].join('\n'),
    are: [
      'A: class A',
      'A::A: explicit A(int)',
      'A::A: A(const A &) = delete',
      'A::~A: virtual ~A() = default',
      'A::size: virtual int size() const = 0',
      'A::operator==: bool operator==(const A &) const',
      'A::operator[]: A &operator [] (int)',
      'A::operator bool: operator bool() const',
      'A::operator+: friend A operator+(const A &, const A &)',
    ],
  },
  {
    what: 'templates',
    text: [
      'template <typename T, int N = 3> class Box : public Base<T> { public: template <class U> void put(U &&u); };',
      'template <typename T> T most(T a, T b) { return a < b ? b : a; }',
      'template <class T> using Many = std::vector<T>;',
    ].join('\n'),
    are: [
      'Box: template <typename T, int N = 3> class Box : public Base<T>',
      'Box::put: template <class U> void put(U &&)',
      'most: template <typename T> T most(T, T)',
      'Many: template <class T> using Many = std::vector<T>',
    ],
  },
  {
    what: 'enumerators with their values, and types by other names',
    text: 'enum class K : int { A, B = 2 };\ntypedef struct { int x; } P;\ntypedef int (*cb)(int, void *);\nusing V = int;\nunion U { int a; float b; };\n',
    are: [
      'K: enum class K : int',
      'K::A: A = 0',
      'K::B: B = 2',
      'P: typedef struct P',
      'P::x: int x, field 1',
      'cb: typedef int (*cb)(int, void *)',
      'V: using V = int',
      'U: union U',
      'U::a: int a',
      'U::b: float b',
    ],
  },
  {
    what: 'enumerators by the numbers that they have; behind a condition nobody knows them but by the one before',
    text: 'enum E { A, B = 3, C,\n#ifdef X\n  D,\n#else\n  E1,\n#endif\n  F, G = 010, H };\nenum { P, Q };\n',
    are: [
      'E: enum E',
      'E::A: A = 0',
      'E::B: B = 3',
      'E::C: C = 4',
      'E::D: D = C + 1',
      'E::E1: E1 = D + 1',
      'E::F: F = E1 + 1',
      'E::G: G = 010',
      'E::H: H = G + 1',
      'P: P = 0',
      'Q: Q = 1',
    ],
  },
  {
    what: 'a friend is as public as its class, in whatever part of it that is said',
    text: [
      'class A {',
      '  friend void f(A);',
      '  friend void g(A) {}',
      '  template <class T> friend void h(T);',
      '#ifdef X',
      '  friend int i(A);',
      '#endif',
      '  friend class B;',
      '  class Hidden { friend void no(Hidden); };',
      '};',
      'void body() { struct L { friend void no(L) {} }; }',
    ].join('\n'),
    are: [
      'A: class A',
      'A::f: friend void f(A)',
      'A::g: friend void g(A)',
      'A::h: template <class T> friend void h(T)',
      'A::i: friend int i(A)',
      'body: void body()',
    ],
  },
  {
    what: 'macros without what they stand for; one without a value guards a header and is none',
    text: '#ifndef X_H\n#define X_H\n#define MOST(a, b) ((a) > (b) ? (a) : (b))\n#define SIZE 32\n#endif\n',
    are: ['MOST: #define MOST(a, b)', 'SIZE: #define SIZE'],
  },
  {
    what: 'extern "C" in its usual conditions, with decorations',
    text: '#ifdef __cplusplus\nextern "C" {\n#endif\n#define LIB_API __attribute__((visibility("default")))\nLIB_API int lib_open(const char *p);\n#ifdef __cplusplus\n}\n#endif\n',
    are: ['LIB_API: #define LIB_API', 'lib_open: extern "C" int lib_open(const char *)'],
  },
  {
    what: 'static keeps to its file, but for what a header gives to everybody',
    text: 'static int a();\nstatic inline int b() { return 1; }\nstatic const int c = 3;\nextern int d;\n',
    are: ['b: static inline int b()', 'c: static const int c', 'd: extern int d'],
  },
  {
    what: 'several names in one declaration each have their own part',
    text: 'struct A { int x, *y = nullptr, z[3]; };\n',
    are: ['A: struct A', 'A::x: int x, field 1', 'A::y: int *y, field 2', 'A::z: int z[3], field 3'],
  },
  {
    what: 'of a source file what others can link to, and no member that a class elsewhere declares',
    file: 'a.cpp',
    text: 'int seen(int a) { class L { int q; }; return a; }\nstatic int hidden() { return 1; }\nvoid Foo::bar() {}\nclass Own { public: int x; };\n#define M 1\nint count = 0;\n',
    are: ['seen: int seen(int)', 'count: int count'],
  },
  {
    what: 'names that are not ASCII, behind a byte order mark and with CR LF',
    text: '\uFEFFint größe(int länge);\r\nint 尺寸();\r\n',
    are: ['größe: int größe(int)', '尺寸: int 尺寸()'],
  },
  {
    what: 'default values in braces',
    text: 'void f(std::vector<int> a = {1, 2}, T b = {});\nstruct A { void g(T a = {}) const { a = {}; } };\n',
    are: ['f: void f(std::vector<int> = {1, 2}, T = {})', 'A: struct A', 'A::g: void g(T = {}) const'],
  },
  {
    what: 'a C source',
    file: 'a.c',
    text: 'int (*handler(int n))(void) { return 0; }\n',
    are: ['handler: int (*handler(int))(void)'],
  },
]

describe('public signatures of C and C++', () => {
  test.each(cases)('$what', async ({ file = 'a.hpp', text, are }) => {
    expect(await signaturesOf(file, text)).toEqual(are)
  })

  test.each(['#pragma once', '#include "b.hpp"', '#define SIZE 4', '#undef SIZE', '#endif', '// end', 'int g();'])(
    'a last line without its end: %s',
    async (last) => {
      const text = `#ifndef A\n#endif\nint f();\n#ifdef A\n${last === '#endif' ? '' : '#endif\n'}`
      expect(await signaturesOf('a.hpp', text + last)).toEqual(await signaturesOf('a.hpp', `${text}${last}\n`))
    },
  )

  test('what does not parse is told with its place, and nothing of it is read', async () => {
    expect(await readText('a.hpp', 'int f(int a);\nclass A { public int x; ;\n')).toMatchObject({
      is: 'broken',
      line: 2,
    })
    expect(await readText('a.hpp', 'void f(int a;\n')).toMatchObject({ is: 'broken', line: 1 })
  })
})
