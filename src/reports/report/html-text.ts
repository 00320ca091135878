/** Text as a part of HTML: it is shown as it is, and is never a tag, an attribute or a sign that nobody sees. */

import { safeText } from '../../plan/safe-text.ts'
import { clipped } from './clipped.ts'

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For what stands between tags and in quoted attributes. */
export function htmlText(text: string): string {
  return safeText(clipped(text)).replaceAll(/[&<>"']/g, (it) => references[it] ?? it)
}
