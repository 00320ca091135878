// An MCP server that knows one pattern: it is named for what was asked. Its word says in which form it answers.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

const [how] = process.argv.slice(2)
const server = new Server({ name: 'knowledge', version: '1.0.0' }, { capabilities: { tools: {} } })
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: ['find', 'fail'].map((name) => ({ name, inputSchema: { type: 'object' } })),
}))
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  if (params.name === 'fail') return { content: [{ type: 'text', text: 'the graph is closed' }], isError: true }
  const { like, technologies, limit } = params.arguments
  const patterns = [{ name: `like ${like}, ${technologies.join(' ')}, ${limit}`, confidence: 'low' }]
  if (how === 'text') return { content: [{ type: 'text', text: JSON.stringify(patterns) }] }
  return { content: [], structuredContent: how === 'wrapped' ? { result: patterns } : { patterns } }
})
await server.connect(new StdioServerTransport())
