/** How people call a goal, and others beside it: `Goal`, `Primary Goal`, `secondary_goal`, `Goal 2`. */

const first = ['overall', 'main', 'primary', 'first']
const others = 'secondary|tertiary|second|third|fourth|fifth|next|other|another|additional|stretch|bonus'.split('|')
const ranks = [...first, ...others].join('|')
const name = new RegExp(
  String.raw`^(?:the |an? )?(?:(?:${ranks}) )?goals?(?: statements?)?(?: ?#?\d{1,2}| [a-c]| (?:${ranks}))?$`,
)
const rank = new RegExp(String.raw`^(?:${ranks}|\d{1,2}|[a-c])$`)
const other = new RegExp(String.raw`\b(?:${others.join('|')})\b`)

/** Small letters, with one blank between words and without a remark behind it. */
function plain(written: string): string {
  const words = written
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
  return words.replace(/ ?\([^()]*\)$/, '')
}

/** Whether it is the name of a goal, whichever of several. */
export function isGoalName(written: string): boolean {
  return name.test(plain(written))
}

/** Whether it is the name of one in a table of goals: `primary`, `1`. */
export function isRankOfGoal(written: string): boolean {
  return rank.test(plain(written))
}

/** Whether such a name says that there is a goal before it: `Stretch Goal`. */
export function isOtherGoal(written: string): boolean {
  return other.test(plain(written))
}

/** Whether such a name is that of several: `Goals`. */
export function isOfGoals(written: string): boolean {
  return /\bgoals\b/.test(plain(written))
}
