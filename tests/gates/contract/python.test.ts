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
    what: 'parameters of every kind, defaults and annotations; a last comma means nothing',
    text: 'async def f(a, /, b: int = 3, *args, c="x  y", t=(1,), **kw,  # more\n) -> "int":\n    """text"""\n    return 1\n',
    are: ['f: async def f(a, /, b: int = 3, *args, c="x  y", t=(1,), **kw) -> "int"'],
  },
  {
    what: 'an underscore hides, two on both sides do not',
    text: 'def f(): pass\ndef _g(): pass\nX = 1\n_Y = 2\nclass A:\n    def m(self): pass\n    def _n(self): pass\n    def __len__(self): return 0\nclass _B:\n    def m(self): pass\n',
    are: ['f: def f()', 'X: X', 'A: class A', 'A.m: def m(self)', 'A.__len__: def __len__(self)'],
  },
  {
    what: 'attributes of classes and of what they make',
    text: 'class A(Base, metaclass=M):\n    size: int = 3\n    def __init__(self, a):\n        self.a = a\n        self.b: str = "x"\n        self._c = 1\n        local = 2\n',
    are: [
      'A: class A(Base, metaclass=M)',
      'A.size: size: int',
      'A.__init__: def __init__(self, a)',
      'A.a: self.a',
      'A.b: self.b: str',
    ],
  },
  {
    what: 'decorators belong to what they stand above',
    text: '@cache(1)\ndef f(): pass\nclass A:\n    @property\n    def p(self): return 1\n    @p.setter\n    def p(self, v): pass\n@dataclass\nclass D:\n    x: int\n',
    are: [
      'f: @cache(1) def f()',
      'A: class A',
      'A.p: @property def p(self)',
      'A.p: @p.setter def p(self, v)',
      'D: @dataclass class D',
      'D.(): (x: int)',
      'D.x: x: int',
    ],
  },
  {
    what: 'how a class is made of its fields: in their order, and with what they are without one',
    text: 'from typing import NamedTuple\n@dataclasses.dataclass(frozen=True)\nclass A:\n    """text"""\n    x: int\n    _y: list = field(default_factory=list)\n    k: ClassVar[int] = 1\n    def m(self): pass\nclass N(NamedTuple):\n    a: int\n    b: str = "b"\nclass Plain:\n    a: int = 1\n',
    are: [
      'A: @dataclasses.dataclass(frozen=True) class A',
      'A.(): (x: int, _y: list = field(default_factory=list))',
      'A.x: x: int',
      'A.k: k: ClassVar[int]',
      'A.m: def m(self)',
      'N: class N(NamedTuple)',
      'N.(): (a: int, b: str = "b")',
      'N.a: a: int',
      'N.b: b: str',
      'Plain: class Plain',
      'Plain.a: a: int',
    ],
  },
  {
    what: 'other names for what is hidden; the value of a constant is nobody’s',
    text: 'def _f(x: int): pass\nclass _C:\n    def m(self): pass\nf = _f\nC = _C\n_g = _f\nh = _g\nX = 3\nY = X\n',
    are: [
      'f: def f(x: int)',
      'h: def h(x: int)',
      'C: class C',
      'C.m: def m(self)',
      'f: f',
      'C: C',
      'h: h',
      'X: X',
      'Y: Y',
    ],
  },
  {
    what: 'another name is seen where a list says so',
    text: '__all__ = ["f"]\ndef _f(x): pass\nf = _f\ng = _f\n',
    are: ['f: def f(x)', 'f: f'],
  },
  {
    what: 'what is taken away is not there, but by its other names, or where it is made anew',
    text: 'def f(): pass\ndef g(): pass\ndef h(x): pass\ni = h\ndel f, g\ndel (h)\ndef g(y): pass\ndef k():\n    del i\n',
    are: ['i: def i(x)', 'i: i', 'g: def g(y)', 'k: def k()'],
  },
  {
    what: '__all__ decides, also about what is hidden or comes from others',
    text: 'from other import thing, more\n__all__ = ["f", "_g", "thing"]\n__all__ += ["gone"]\n__all__.append("h")\ndef f(): pass\ndef _g(): pass\ndef h(): pass\ndef no(): pass\nclass No:\n    def m(self): pass\n',
    are: ['thing: from other import thing', 'gone: listed: gone', 'f: def f()', '_g: def _g()', 'h: def h()'],
  },
  { what: 'an empty __all__ hides all', text: '__all__ = []\ndef f(): pass\n', are: [] },
  {
    what: 'a package hands on what it takes from its own modules',
    file: 'pkg/__init__.py',
    text: 'from .a import A, _b\nfrom .c import d as e\nfrom os import path\nfrom .all import *\nfrom pkg.more import *\n',
    are: [
      'A: from .a import A',
      'e: from .c import d',
      '* from .all: from .all import *',
      '* from pkg.more: from pkg.more import *',
    ],
  },
  {
    what: 'a module hands on all of one beside it',
    text: 'from .all import *\nfrom os import *\nfrom .a import A\n',
    are: ['* from .all: from .all import *'],
  },
  {
    what: 'functions in functions are nobody’s, those in conditions are',
    text: 'def f():\n    def g(): pass\n    class C:\n        def m(self): pass\nif True:\n    def h(): pass\ntry:\n    def i(): pass\nexcept E:\n    i = None\n',
    are: ['f: def f()', 'h: def h()', 'i: def i()', 'i: i'],
  },
  {
    what: 'nested classes, generics, type aliases, other alphabets, and CR LF',
    text: '\uFEFFclass A:\r\n    class In:\r\n        def m(self): pass\r\ndef g[T](x: T) -> T: ...\r\ntype Pair = tuple[int, int]\r\ndef größe(): pass\r\n',
    are: [
      'A: class A',
      'A.In: class In',
      'A.In.m: def m(self)',
      'g: def g[T](x: T) -> T',
      'Pair: type Pair = tuple[int, int]',
      'größe: def größe()',
    ],
  },
  {
    what: 'stubs',
    file: 'a.pyi',
    text: 'def f(x: int) -> str: ...\nX: int\n',
    are: ['f: def f(x: int) -> str', 'X: X: int'],
  },
  { what: 'several names at once', text: 'a, b = 1, 2\n', are: ['a: a', 'b: b'] },
]

describe('public signatures of Python', () => {
  test.each(cases)('$what', async ({ file = 'a.py', text, are }) => {
    expect(await signaturesOf(file, text)).toEqual(are)
  })

  test('what does not parse is told with its place', async () => {
    expect(await readText('a.py', 'def f():\n    pass\ndef g(:\n    pass\n')).toMatchObject({
      is: 'broken',
      line: 3,
      column: 7,
    })
  })
})
