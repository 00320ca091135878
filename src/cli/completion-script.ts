/** Scripts for shells, written from the list of commands and options. Names and texts are the program's own. */

export interface Completed {
  readonly name: string
  readonly says: string
  /** Words that may stand behind it. */
  readonly words: readonly string[]
  readonly options: readonly {
    readonly names: readonly string[]
    readonly says: string
    readonly values: readonly string[]
    readonly takesValue: boolean
  }[]
}

/** Writes the script for one shell; where nothing of ours fits, names of files are completed. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish', commands: readonly Completed[]): string {
  switch (shell) {
    case 'bash':
      return bash(commands)
    case 'zsh':
      return zsh(commands)
    case 'fish':
      return fish(commands)
  }
}

/** A word for a shell, in single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function bash(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  const cases = commands.map(({ name, words, options }) => {
    const all = options.flatMap((option) => option.names).join(' ')
    const values = options
      .filter((option) => option.values.length > 0)
      .map((option) => `        ${option.names.join('|')}) words=${quoted(option.values.join(' '))} ;;\n`)
    const byOption = values.length === 0 ? '' : `      case "$before" in\n${values.join('')}      esac\n`
    const own = `words=${quoted(words.join(' '))} options=${quoted(`${all} --help`.trim())}`
    return `    ${name})\n      ${own}\n${byOption}      ;;\n`
  })
  return `# Completion of millwright for bash.
_millwright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words='' options=''
  COMPREPLY=()
  # bash takes --mode=silent for three words.
  if [ "$word" = = ]; then word=''
  elif [ "$before" = = ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quoted(`${names} help`)} options='--help --version'
  else
    case "\${COMP_WORDS[1]}" in
${cases.map((it) => it.replaceAll(/^/gm, '  ').trimEnd()).join('\n')}
    esac
  fi
  case "$word" in -*) words="$options" ;; esac
  local one
  while IFS= read -r one; do COMPREPLY+=("$one"); done < <(compgen -W "$words" -- "$word")
}
complete -o default -F _millwright millwright
`
}

function zsh(commands: readonly Completed[]): string {
  // In a specification of _arguments and _describe a colon and brackets have a meaning.
  const plain = (text: string): string => text.replaceAll(/([\\:[\]])/g, '\\$1')
  const list = commands.map(({ name, says }) => `    ${quoted(`${name}:${plain(says)}`)}\n`).join('')
  const cases = commands.map(({ name, words, options }) => {
    const specs = options.flatMap(({ names, says, values, takesValue }) =>
      names.map((it) => {
        const value = !takesValue ? '' : values.length > 0 ? `:value:(${values.join(' ')})` : ':value:_files'
        return quoted(`${it}[${plain(says)}]${value}`)
      }),
    )
    const rest =
      words.length > 0 ? [quoted(`1:what:(${words.join(' ')})`), quoted('*:file:_files')] : [quoted('*:file:_files')]
    return `    ${name}) _arguments ${[...specs, ...rest].join(' ')} ;;\n`
  })
  return `#compdef millwright
# Completion of millwright for zsh.
_millwright() {
  local -a commands
  commands=(
${list}  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local name="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$name" in
${cases.join('')}  esac
}
# Read from a folder of fpath this file is the function itself; sourced, it only names it.
if [[ "\${funcstack[1]}" = _millwright ]]; then
  _millwright "$@"
else
  compdef _millwright millwright
fi
`
}

function fish(commands: readonly Completed[]): string {
  const lines = commands.flatMap(({ name, says, words, options }) => {
    const inside = `complete -c millwright -n '__fish_seen_subcommand_from ${name}'`
    return [
      `complete -c millwright -f -n __fish_use_subcommand -a ${name} -d ${quoted(says)}`,
      ...words.map((word) => `${inside} -f -a ${word}`),
      ...options.map((option) => {
        const names = option.names.map((it) => (it.startsWith('--') ? `-l ${it.slice(2)}` : `-s ${it.slice(1)}`))
        // -x: a value, and no name of a file.
        const values =
          option.values.length > 0 ? ` -x -a ${quoted(option.values.join(' '))}` : option.takesValue ? ' -r' : ''
        return `${inside} ${names.join(' ')}${values} -d ${quoted(option.says)}`
      }),
    ]
  })
  return `# Completion of millwright for fish.\n${lines.join('\n')}\n`
}
