/** Patterns from a tool of a configured MCP server. */

import { oneLine } from '../../plan/one-line.ts'
import { callTool, type CallToolOptions } from '../mcp/call-tool.ts'
import type { McpServer } from '../mcp/server.ts'
import { answerIn, answerOf, questionOf } from './answer.ts'
import type { PatternSource } from './source.ts'

/** A list that a server had to put into an object, since structured content is always one. */
function unwrapped(structured: unknown): unknown {
  if (typeof structured !== 'object' || structured === null || !Object.hasOwn(structured, 'result')) return structured
  const { result } = structured as { readonly result: unknown }
  return Array.isArray(result) || (typeof result === 'object' && result !== null) ? result : structured
}

/**
 * A tool of a server as a source of patterns: it is called with the question as its arguments, and answers with structured
 * content or with a text of JSON.
 * @param options.isTrusted whoever calls has looked whether the server is trusted
 * @param name as it is told
 */
export function mcpSource(
  server: McpServer,
  tool: string,
  options: Omit<CallToolOptions, 'signal'>,
  name: string,
): PatternSource {
  const told = oneLine(name)
  return {
    name: told,
    async find(query, signal) {
      const args = questionOf(query)
      const answer = await callTool(server, { tool, args }, { ...options, ...(signal === undefined ? {} : { signal }) })
      if (answer.is === 'failed') return { is: 'failed', reason: oneLine(answer.message), remarks: [] }
      if (answer.isCut) return { is: 'failed', reason: 'it said more than is read', remarks: [] }
      return answer.structured === null
        ? answerOf(answer.text, told, query)
        : answerIn(unwrapped(answer.structured), told, query)
    },
  }
}
