/** A page as a real parser of HTML reads it. */

import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** All text in it. */
  readonly text: string
  readonly children: readonly Element[]
}

/** The root of a page, and what the parser has against it. */
export function readPage(html: string): { readonly root: Element; readonly faults: readonly string[] } {
  const faults: string[] = []
  const document = parse(html, { onParseError: ({ code, startLine }) => faults.push(`${code} in line ${startLine}`) })
  const root = document.childNodes.find((it): it is Tree.Element => 'tagName' in it)
  if (root === undefined) throw new Error('no element')
  return { root: elementOf(root), faults }
}

function elementOf(element: Tree.Element): Element {
  const children = element.childNodes.filter((it): it is Tree.Element => 'tagName' in it).map(elementOf)
  return {
    name: element.tagName,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    text: textOf(element),
    children,
  }
}

function textOf(node: Tree.Node): string {
  if (node.nodeName === '#text') return (node as Tree.TextNode).value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** Every element below one, and itself, in order. */
export function all(element: Element): readonly Element[] {
  return [element, ...element.children.flatMap(all)]
}

/** Every element of one name. */
export function named(element: Element, name: string): readonly Element[] {
  return all(element).filter((it) => it.name === name)
}
