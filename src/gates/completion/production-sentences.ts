/** Texts of a program that are for people. */

const quoted = /(?<![\w"'`])(?:"[^"\r\n]{1,1000}"|'[^'\r\n]{1,1000}'|`[^`\r\n]{1,1000}`)(?![\w"'`])/g
/** Words of which commands are not made. */
const words =
  /(?<=\s)(?:is|isn't|are|was|be|must|may|can|cannot|can't|could|should|will|would|not|never|allowed|with|without|to|the|a|an|and|or|if|when|only|because|instead)(?=[\s.,;:!?"'`])/i

/** What is always a sentence, with or without quotes. */
const described =
  /^(\s{0,80}(?:-\s)?["']?(?:description|summary|title|help|message|note|hint|label|comment)["']?\s{0,4}:\s).*/i

/** A line without its sentences: what they tell of is not done by them. */
export function withoutSentences(line: string): string {
  return line.replace(described, '$1""').replaceAll(quoted, (text) => (words.test(text) ? '""' : text))
}
