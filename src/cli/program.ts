/** The program: its commands and options put together for commander, and every call brought to an exit code. */

import { Argument, Command as Commander, CommanderError, InvalidArgumentError, Option } from 'commander'
import { commandList, type CommandSpec } from './command-list.ts'
import { exitCodes, exitCodesText } from '../calls/exit-codes.ts'
import { asksForJson, withRefusals } from './refusal-json.ts'
import type { OptionSpec } from './options.ts'
import { WrongValue } from './options.ts'
import { complain, type Io } from './output.ts'
import { listed, looksLikeFile, spreadLists } from './spread-lists.ts'

/** Commands that are planned (DESIGN, The command line) and that people may have read of. */
const later: ReadonlySet<string> = new Set(['undo', 'task', 'feature', 'convert', 'suggest-mode', 'serve', 'mcp'])

/** Called with the command that was named; gives its exit code. */
type Start = (spec: CommandSpec, args: readonly string[], options: Readonly<Record<string, unknown>>) => Promise<void>

/**
 * Runs one call from its words to its exit code.
 *
 * @param words what stands behind the program's name
 * @param version of this program
 * @returns an exit code; a wrong call is told on stderr with the nearest name and gives `exitCodes.wrong`
 * @throws what a command throws: that is our fault, and told at the door
 */
export async function runProgram(words: readonly string[], io: Io, version: string): Promise<number> {
  if (!asksForJson(words)) return runWords(words, io, version)
  const watched = withRefusals(io)
  const code = await runWords(words, watched.io, version)
  watched.finish(code)
  return code
}

async function runWords(called: readonly string[], io: Io, version: string): Promise<number> {
  const words = helpedWords(called)
  const [name = ''] = words
  if (later.has(name)) {
    complain(io, `${name} comes later: this version does not have it yet`, 'millwright --help lists what it has')
    return exitCodes.wrong
  }
  let code: number = exitCodes.done
  const program = makeProgram({
    io,
    version,
    start: async (spec, args, options) => {
      const { command } = await spec.load()
      code = await command(args, options, io, program)
    },
  })
  try {
    await program.parseAsync(spreadLists(words, listFlags(words), io.cwd), { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help and version end the same way as mistakes, with 0 as their code.
    return error.exitCode === 0 ? exitCodes.done : exitCodes.wrong
  }
}

/** Help for what is no command is answered as that command is: it shows the help of everything, and no word of a slip. */
function helpedWords(words: readonly string[]): readonly string[] {
  const [name, about] = words
  if (name !== 'help' || about === undefined || about.startsWith('-') || about === 'help') return words
  return commandList.some((it) => it.name === about) ? words : words.slice(1)
}

/** The commander program; a command that is called knows it. */
function makeProgram(of: { readonly io: Io; readonly version: string; readonly start: Start }): Commander {
  const { io } = of
  const program = new Commander('millwright')
  program
    .usage('<command> [options]')
    .showHelpAfterError('  help: millwright --help lists the commands')
    .description('Executes a written plan: task by task, in dependency order, with any agent, checked by gates.')
    .version(of.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => {
        const message = text.replace(/^error: /, '')
        io.hear?.({ is: 'complaint', message: message.trim(), help: 'millwright --help shows how it is used' })
        write(`millwright: ${message}`)
      },
      getOutHelpWidth: () => io.width,
      getErrHelpWidth: () => io.width,
      getOutHasColors: () => io.colour,
      getErrHasColors: () => io.stderr.colour,
    })
    .addHelpText('after', `\n${examplesText(programExamples)}\n${exitCodesText}`)
    .exitOverride()
  for (const spec of commandList) program.addCommand(subcommand(program, spec, of.start))
  return program
}

const programExamples = [
  ['millwright check tasks.md', 'what is wrong in a plan'],
  ['millwright run tasks.md --agent claude-code', 'run it'],
  ['millwright status tasks.md', 'how far it is'],
] as const

function subcommand(program: Commander, spec: CommandSpec, start: Start): Commander {
  const command = new Commander(spec.name)
    .copyInheritedSettings(program)
    .summary(spec.summary)
    .description(spec.description ?? `${spec.summary[0]?.toUpperCase() ?? ''}${spec.summary.slice(1)}.`)
    .helpOption('-h, --help', 'show help')
    .showHelpAfterError(`  help: millwright ${spec.name} --help shows how it is used`)
    .addHelpText('after', `\n${examplesText(spec.examples)}`)
  for (const { form, says, choices } of spec.arguments) {
    const argument = new Argument(form, says)
    command.addArgument(choices === undefined ? argument : argument.choices(choices))
  }
  for (const option of spec.options) command.addOption(optionOf(option))
  return command.action(async () => {
    await start(spec, command.args, command.opts())
  })
}

function optionOf(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.says)
  if (spec.choices !== undefined) option.choices(spec.choices)
  if (spec.conflicts !== undefined) option.conflicts([...spec.conflicts])
  if (spec.repeated === true)
    option.argParser((text, before: readonly string[] | undefined) => [...(before ?? []), text])
  if (spec.list === true)
    option.argParser((text, before: readonly string[] | undefined) => {
      if (looksLikeFile(text)) throw new InvalidArgumentError('That is a file; the ids stand here, and the plan after.')
      return [...(before ?? []), ...listed(text)]
    })
  const { read } = spec
  if (read !== undefined)
    option.argParser((text) => {
      try {
        return read(text)
      } catch (error) {
        if (error instanceof WrongValue) throw new InvalidArgumentError(error.message)
        throw error
      }
    })
  return option
}

/** Flags of the called command that take several words. */
function listFlags([name]: readonly string[]): readonly string[] {
  const spec = commandList.find((it) => it.name === name)
  return (spec?.options ?? []).flatMap(({ flags, list }) => (list === true ? (flags.split(' ')[0] ?? []) : []))
}

function examplesText(examples: readonly (readonly [string, string])[]): string {
  const widest = Math.max(...examples.map(([call]) => call.length))
  return `Examples:\n${examples.map(([call, does]) => `  ${call.padEnd(widest)}  # ${does}\n`).join('')}`
}
