import { describe, expect, test } from 'vitest'
import { signaturesOf } from './signatures-of.ts'

describe('each further language is one file', () => {
  test('Go', async () => {
    const text = [
      'package geo',
      'const Pi, hidden = 3.14, 2',
      'type Shape struct {',
      '\tWidth int `json:"w"`',
      '\theight int',
      '\tBase',
      '}',
      'type Reader interface {',
      '\tRead(p []byte) (n int, err error)',
      '}',
      'func (s *Shape) Area(scale float64) (float64, error) { return 0, nil }',
      'func (s *Shape) hidden() {}',
      'func (s *small) Area() {}',
      'func Map[T any](xs []T) []T { return nil }',
    ].join('\n')
    expect(await signaturesOf('geo.go', text)).toEqual([
      'Pi: const Pi',
      'Shape: type Shape struct',
      'Shape.Width: Width int',
      'Shape.Base: Base',
      'Reader: type Reader interface { }',
      'Reader.Read: Read([]byte) (int, error)',
      'Shape.Area: func (*Shape) Area(float64) (float64, error)',
      'Map: func Map[T any]([]T) []T',
    ])
  })

  test('Rust', async () => {
    const text = [
      'pub mod inner { pub fn f() {} fn g() {} pub(crate) fn h() {} }',
      'mod secret { pub fn q() {} }',
      'pub struct Shape<T: Clone> { pub width: u32, height: u32 }',
      'pub enum Kind { A, B(u32) }',
      'pub trait Area { fn area(&self) -> f64; fn twice(&self) -> f64 { 2.0 } }',
      'impl<T: Clone> Shape<T> { pub fn new(w: u32) -> Self { todo!() } fn private(&self) {} }',
      'impl Area for Shape<u8> { fn area(&self) -> f64 { 0.0 } }',
      'pub const MAX: usize = 10;',
    ].join('\n')
    expect(await signaturesOf('lib.rs', text)).toEqual([
      'inner: pub mod inner',
      'inner::f: pub fn f()',
      'Shape: pub struct Shape<T: Clone>',
      'Shape::width: pub width: u32',
      'Kind: pub enum Kind',
      'Kind::A: A',
      'Kind::B: B(u32)',
      'Area: pub trait Area',
      'Area::area: fn area(&self) -> f64',
      'Area::twice: fn twice(&self) -> f64',
      'Shape::new: <T: Clone> pub fn new(u32) -> Self',
      'impl Area: impl Area for Shape<u8>',
      'MAX: pub const MAX: usize',
    ])
  })

  test('Java', async () => {
    const text = [
      'package x;',
      'public class A<T> extends B implements C {',
      '  public static final int MAX = 3;',
      '  private int hidden;',
      '  int inPackage;',
      '  public A(int a) { }',
      '  @Override public <U> U m(final U u) throws E { return u; }',
      '  protected abstract void q();',
      '  public interface I { void a(); int Z = 3; }',
      '  static class Hidden { public void no() {} }',
      '}',
      'class InPackage { public void no() {} }',
    ].join('\n')
    expect(await signaturesOf('A.java', text)).toEqual([
      'A: public class A<T> extends B implements C',
      'A.MAX: public static final int MAX',
      'A.A: public A(int)',
      'A.m: @Override public <U> U m(U) throws E',
      'A.q: protected abstract void q()',
      'A.I: public interface I',
      'A.I.a: void a()',
      'A.I.Z: int Z',
    ])
  })
})
