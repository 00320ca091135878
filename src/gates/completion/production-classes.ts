/** Settings of a program that are not those of production, each a class: `class TestingConfig(Config):` of Flask. */

const begins =
  /^[ \t]{0,80}class[ \t]{1,8}(?=\w{0,80}(?:Test|Dev|Local))(?=\w{0,80}(?:Config|Settings))\w{1,160}[ \t]{0,8}[(:]/

/** Line by line of a program in Python, whether it belongs to such a class: to what is indented deeper than it. */
export function settingsForTests(): (line: string) => boolean {
  let above: number | null = null
  return (line) => {
    if (line.trim() === '') return above !== null
    const indent = line.length - line.trimStart().length
    if (above !== null && indent <= above) above = null
    if (above === null && begins.test(line)) above = indent
    return above !== null
  }
}
