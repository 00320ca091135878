/** Whether a goal is to build software: which of its words says so, and of what (seed 004 §1.1a, §6.4). */

/**
 * `software`: something that is software is to be built. `unsure`: something is, and its words do not tell what. `nothing`: no word says
 * that anything is built, or what comes of it is a document.
 */
export type GoalKind = 'software' | 'unsure' | 'nothing'

/**
 * Words of which one makes a goal one to build something, in all their forms, and no others (seed 004 §6.4). The nouns of what is
 * done count where they say of what: "development of a page", and neither "development reports" nor "about development".
 */
const building =
  /\b(?:build(?:s|ing)?|built|create[ds]?|creating|develop(?:s|ed|ing)?|(?:creation|development)s?(?=\s{1,4}(?:(?:and|or)\s{1,4}[\p{L}-]{1,40}\s{1,4})?of\b)|systems?|applications?|apps?)\b/iu

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** The verbs among them, and others of which the object may be software. */
const builds = /^(?:build(?:s|ing)?|built|create[ds]?|creating|develop(?:s|ed|ing)?)$/
const makes =
  /^(?:implement(?:s|ed|ing)?|makes?|making|writ(?:es?|ing|ten)|produc(?:es?|ing|ed)|deliver(?:s|ing|ed)?|ship(?:s|ping|ped)?|deploy(?:s|ing|ed)?|launch(?:es|ing|ed)?|design(?:s|ing|ed)?|provid(?:es?|ing|ed)|needs?|wants?)$/
/** What is done behind these is told of something that is there. */
const participle = /^(?:built|created|developed)$/
/** The nouns of what is done: where a goal begins with one, what follows behind "of" is built. */
const doing = /^(?:creation|development)s?$/

/** What software is called. */
const software = wordsIn(
  'app application api cli gui sdk service microservice library tool toolkit website webpage webapp script system software backend ' +
    'frontend server daemon plugin bot chatbot dashboard compiler parser crawler scraper linter endpoint webhook codebase middleware firmware',
)
/** What says so of whatever it stands before: "a virtual museum", "a Python module". */
const softwareLike = wordsIn(
  'app application api cli gui software website web webapp web-based virtual online e-commerce ecommerce frontend backend ' +
    'python javascript typescript react django node.js php kotlin html css c++ c#',
)
/** What is no software, whatever it is about: it is read, looked at or followed. */
const document = wordsIn(
  'agenda agreement analysis article assessment audit banner brief briefing brochure budget campaign changelog chapter chart ' +
    'checklist comparison concept contract course curriculum deck description diagram doc document documentation documents draft email ' +
    'essay estimate evaluation faq feedback flowchart flyer glossary guide guideline handbook icon image inventory invoice leaflet letter ' +
    'list logo manual memo minutes mockup newsletter note offer outline overview paper plan policy post poster presentation procedure ' +
    'proposal questionnaire readme recommendation report requirement research review roadmap schedule screenshot slide ' +
    'slides spec specification spreadsheet statement statistics story strategy study summary survey syllabus table text thesis ' +
    'timeline training transcript translation tutorial video walkthrough whitepaper wireframe',
)
/** Of these what stands behind "of" is meant. */
const collecting = wordsIn('set suite series pair number couple variety family version prototype mvp kind type')

const determiners = wordsIn(
  'a an the this that these those its my your his her our their each every some any all one two three four five',
)
/** Where what is built ends. */
const ends = wordsIn(
  'for of to that which who whose with within without in into on onto at by from about via using featuring including based covering ' +
    'describing explaining showing so where when while as between through during before after per than then is are was were be been ' +
    'being has have had will can could should must shall how why what if',
)
/** What says how it is with something that is there: no goal to build it. */
const states = wordsIn('is are was were has have had will can could should must shall')
const joins = wordsIn('and or & ,')

/** No more of a goal is looked at. */
const longest = 4_000

/**
 * Whether a goal is to build software, by the verb of building and its object, or by what the goal begins with ("A booking system for
 * nurses"). The creation of a document is none, also where it is about software, and neither is looking at software that is there.
 * Words of English; linear.
 */
export function goalKind(goal: string): GoalKind {
  if (!hasWordOfBuilding(goal)) return 'nothing'
  const kinds = goal
    .slice(0, longest)
    .toLowerCase()
    .split(/[.;:!?](?=\s|$)|\n/u)
    .flatMap((it) => kindsIn(it.match(/[\p{L}\p{N}][\p{L}\p{N}+#.'’_-]*|[,&]/gu)?.map(bare) ?? []))
  return kinds.includes('software') ? 'software' : kinds.includes('unsure') ? 'unsure' : 'nothing'
}

function bare(word: string): string {
  return word.replace(/[.'’_-]+$/, '')
}

/** Whether any word of a goal says that something is built, or names what is (seed 004 §6.4). */
export function hasWordOfBuilding(goal: string): boolean {
  return building.test(goal)
}

type ObjectKind = 'software' | 'document' | 'other'

/** What a sentence says is built, each by its kind. */
function kindsIn(words: readonly string[]): readonly GoalKind[] {
  const opening = openingOf(words)
  const found: GoalKind[] = opening === 'software' ? ['software'] : []
  let isOfDocument = false
  words.forEach((word, at) => {
    const isDoing = doing.test(word) && words.slice(0, at).every((it) => determiners.has(it))
    const isVerb = (builds.test(word) || makes.test(word)) && !isNoun(words, at)
    if (!isDoing && !isVerb) return
    const before = words[at - 1] ?? ''
    // What a document is about is built by others: "a strategy to build an app".
    if (isOfDocument && !joins.has(before) && before !== 'then') return
    const objects = phrasesFrom(words, isDoing ? words.indexOf('of', at) + 1 : at + 1).map(kindOf)
    const isWanted = isDoing || builds.test(word)
    if (objects.length === 0 && participle.test(word)) objects.push(...(opening === null ? [] : [opening]))
    else if (objects.length === 0 && isWanted) objects.push('other')
    isOfDocument = objects.length > 0 && objects.every((it) => it === 'document')
    if (objects.includes('software')) found.push('software')
    else if (isWanted && objects.includes('other')) found.push('unsure')
  })
  return found
}

/** Whether a word is no verb where it stands: "the build", "how to build". */
function isNoun(words: readonly string[], at: number): boolean {
  const [before = '', first = ''] = [words[at - 1], words[at - 2]]
  return determiners.has(before) || (before === 'to' && (first === 'how' || first === 'whether'))
}

/** What a goal without a verb begins with: "A system of tides", "Chat app for sailors"; null where it begins otherwise. */
function openingOf(words: readonly string[]): ObjectKind | null {
  const end = words.findIndex((it) => ends.has(it) || it === ',' || participle.test(it))
  const phrase = words.slice(0, end < 0 ? words.length : end)
  const own = phrase.filter((it, at) => at > 0 || !determiners.has(it))
  const isOther = own.length === 0 || own.some((it) => determiners.has(it) || builds.test(it) || makes.test(it))
  if (isOther) return null
  const isBuilt = words.slice(end).some((it) => builds.test(it))
  if (end >= 0 && states.has(words[end] ?? '') && !isBuilt) return null
  const head = singular(own.at(-1) ?? '')
  const [isNamed, kind] = [determiners.has(words[0] ?? '') || software.has(head), kindOf(own)]
  return isNamed || (doing.test(head) && kind === 'software') ? kind : null
}

/** What stands behind a verb, each without its article: "an app and a guide" are two. */
function phrasesFrom(words: readonly string[], from: number): string[][] {
  const phrases: string[][] = []
  let own: string[] = []
  let at = from
  // "Build and test an app" builds it, too.
  while (joins.has(words[at] ?? '')) at += 2
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === 'of' && collecting.has(singular(own.at(-1) ?? ''))) own = []
    else if (ends.has(word)) break
    else if (joins.has(word)) {
      phrases.push(own)
      own = []
    } else own.push(word)
  }
  phrases.push(own)
  return phrases.flatMap((phrase) => {
    const named = determiners.has(phrase[0] ?? '') ? phrase.slice(1) : phrase
    // What has an article within it begins with a verb of its own.
    const isOwn = phrase.length > 0 && !named.some((it) => determiners.has(it))
    return isOwn ? [named.length === 0 ? phrase : named] : []
  })
}

/** What the last word of a phrase names, and what stands before it says of it. */
function kindOf(phrase: readonly string[]): ObjectKind {
  const head = singular(phrase.at(-1) ?? '')
  if (document.has(head) || document.has(phrase.at(-1) ?? '')) return 'document'
  const isSoftware = software.has(head) || phrase.some((it) => softwareLike.has(it) || softwareLike.has(singular(it)))
  return isSoftware || (doing.test(head) && software.has(singular(phrase.at(-2) ?? ''))) ? 'software' : 'other'
}

function singular(word: string): string {
  if (word === 'analyses') return 'analysis'
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, '')
}
