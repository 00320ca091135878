/** `millwright graph`: a plan's order, stages and critical path (REQUIREMENTS A12). */

import { graphOf } from '../../plan/graph.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { formatOf } from '../given-options.ts'
import type { GraphDocument } from '../../calls/plan/graph-document.ts'
import type { OpenedPlan, Opening, UnsoundPlan } from '../../calls/plan/open-plan.ts'
import { complain, type Command, type Io } from '../output.ts'
import { openToLook } from '../open-to-look.ts'
import { streamJson } from '../stream-json.ts'
import { nothingShown, tellNotes, tellUnsound } from '../tell-unsound.ts'

export const command: Command = async ([given = '.'], options, io) => {
  const format = formatOf(options, 'text')
  if (format === null) {
    complain(io, '--json and another --format contradict each other', 'leave one of them out')
    return exitCodes.wrong
  }
  if (format === 'svg') {
    complain(io, 'a picture as SVG comes with the web page, which is not there yet', 'take --format mermaid or dot')
    return exitCodes.wrong
  }
  const opening = await openToLook(given, options, io, { checksGates: false })
  if (opening.is === 'unsound')
    return format === 'json' ? showUnsound(opening, io) : tellUnsound(opening, io, false, nothingShown)
  tellNotes(opening.notes, io)
  await show(opening, format, io)
  return exitCodes.done
}

/** The graph of what was read, with what is wrong beside it; where nothing was read, only that. */
async function showUnsound(unsound: UnsoundPlan, io: Io): Promise<number> {
  const document = await documentOf(unsound)
  if (document === null) return tellUnsound(unsound, io, true)
  streamJson(io, document)
  return exitCodes.wrong
}

async function documentOf(opening: Opening): Promise<GraphDocument | null> {
  const { graphDocument } = await import('../../calls/plan/graph-document.ts')
  return graphDocument(opening)
}

/** Each form is loaded when it is asked for. */
async function show(opened: OpenedPlan, format: string, io: Io): Promise<void> {
  const { plan } = opened
  const graph = graphOf(plan)
  switch (format) {
    case 'json': {
      streamJson(io, await documentOf(opened))
      return
    }
    case 'mermaid': {
      const { mermaidGraph } = await import('../../reports/graph/mermaid.ts')
      io.stdout.write(mermaidGraph(plan, graph))
      return
    }
    case 'dot': {
      const { dotGraph } = await import('../../reports/graph/dot.ts')
      io.stdout.write(dotGraph(plan, graph))
      return
    }
    default: {
      const { textGraph } = await import('../../reports/graph/text.ts')
      io.stdout.write(textGraph(plan, graph, { width: io.width, colour: io.colour }))
    }
  }
}
