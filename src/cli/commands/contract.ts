/** `millwright contract`: what is public in a project, and moving its stored contract on purpose. */

import { contractAccept, contractShow, type ContractChange } from '../../calls/contract/contract-calls.ts'
import { exitCodes } from '../../calls/exit-codes.ts'
import { differenceText } from '../../gates/contract/compare.ts'
import { signatureLines } from '../../gates/contract/signature-lines.ts'
import { contractPath } from '../../plan/path-safety.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { askPerson } from '../ask.ts'
import { isGiven, textOf } from '../given-options.ts'
import { complain, printJson, type Command, type Io } from '../output.ts'
import { tellRefused } from '../tell-unsound.ts'

export const command: Command = ([verb = 'show', ...paths], options, io) => {
  const wanted = { paths, at: textOf(options, 'at') }
  const json = isGiven(options, 'json')
  return verb === 'accept'
    ? accept({ ...wanted, message: textOf(options, 'message') ?? '' }, { json, yes: isGiven(options, 'yes') }, io)
    : show(wanted, json, io)
}

async function show(wanted: Parameters<typeof contractShow>[0], json: boolean, io: Io): Promise<number> {
  const shown = await contractShow(wanted, io)
  if (shown.is === 'wrong') {
    complain(io, shown.message, shown.help)
    return exitCodes.wrong
  }
  const { root, files } = shown
  const unread = files.filter((it) => it.is !== 'read')
  if (json) printJson(io, { root, files })
  else {
    const lines = files.flatMap((it) =>
      it.is === 'read' && it.signatures.length > 0 ? signatureLines(it.path, it.signatures) : [],
    )
    io.stdout.write(lines.length === 0 ? 'nothing is public here\n' : `${lines.map(safeLine).join('\n')}\n`)
    for (const it of unread) {
      const place = it.is === 'broken' ? `${it.path}:${it.line}:${it.column}` : it.path
      const why = it.is === 'broken' ? `it does not parse (${it.what})` : it.why
      io.stderr.write(`${safeLine(`${place}: ${why}`)}\n`)
    }
  }
  return unread.length > 0 ? exitCodes.notDone : exitCodes.done
}

async function accept(
  wanted: Parameters<typeof contractAccept>[0],
  { json, yes }: { readonly json: boolean; readonly yes: boolean },
  io: Io,
): Promise<number> {
  let answer = 'no' as Awaited<ReturnType<typeof askPerson>>
  const agree = async (change: ContractChange): Promise<boolean> => {
    if (!json) io.stdout.write(changeText(change))
    answer = yes ? 'yes' : json ? 'no' : await asked(io)
    return answer === 'yes'
  }
  const done = await contractAccept(wanted, agree, io)
  if (done.is === 'wrong') {
    complain(io, done.message, done.help)
    return exitCodes.wrong
  }
  if (done.is === 'refused') return tellRefused(done, io)
  const { is, root, ...change } = done
  if (json) printJson(io, { is, root, file: contractPath, ...change })
  else if (is === 'same') io.stdout.write(`there is nothing to accept: ${contractPath} would stay as it is\n`)
  else if (is === 'open') io.stdout.write('not accepted; nothing was changed\n')
  else io.stdout.write(`accepted in ${contractPath}; commit it: a task is held to it as it is where the task begins\n`)
  if (is !== 'open') return exitCodes.done
  return answer === 'interrupted' ? exitCodes.interrupted : exitCodes.waiting
}

function changeText({ differences, emptied, dropped }: ContractChange): string {
  const texts = [
    ...differences.map(differenceText),
    ...emptied.map((it) => `${it}: nothing in it is public any more, and tasks may take away what it has`),
    ...dropped.map((it) => `${it}: nothing in it is public, and its entry is taken out`),
  ]
  return texts.map((it) => `${it.split('\n').map(safeLine).join('\n')}\n`).join('')
}

/** Without a terminal there is nobody to ask, so that the difference is only shown. */
async function asked(io: Io): ReturnType<typeof askPerson> {
  if (io.stdin.isTTY) return askPerson('Accept this as the contract? [y/N] ')
  io.stderr.write('  help: look it through, then give --yes\n')
  return 'no'
}
