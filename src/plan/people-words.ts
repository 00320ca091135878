/**
 * Words that name people. English has no ending for them: "-ers" and "-ors" name as many machines as people, in goals to build
 * something more. So what an ending is sure of is a rule, and the rest a list, kept by what people are. WordNet was tried in its place
 * (5,863 nouns whose first sense is a person): by it servers, printers, browsers and routers are people, and baristas, gamers and
 * admins are none.
 */

/** Who they are to others, and how old. */
const relations = `adolescents adults ancestors aunts babies boys bridegrooms brides brothers couples cousins daughters families fathers
  friends girls heirs humans husbands infants juniors kids mothers neighbors neighbours newlyweds orphans parents
  relatives seniors siblings sisters sons spouses strangers teenagers teens toddlers twins uncles widows youngsters`

/** What they do with something, have of it, or want of somebody. */
const parts = `addicts admirers adopters advocates alumni amateurs ambassadors applicants attendants backers beginners beneficiaries
  bidders bikers boaters borrowers buyers campers candidates celebrities challengers champions citizens claimants
  clients climbers commuters competitors complainants consumers contestants contributors convicts creditors customers
  debtors defendants delegates developers devs diabetics donors dwellers entrants expats experts explorers fans
  followers founders gamblers gamers graduates guests helpers hikers immigrants individuals inhabitants insiders
  inventors investors jews joggers kayakers landladies landlords leaders learners leavers lenders listeners holders seekers moms mums dads wives locals
  lovers maintainers members migrants millennials muslims natives newcomers nomads novices observers occupants
  offenders organisers organizers outsiders owners participants partners passengers passersby patients patrons
  pensioners players prisoners professionals pros prospects readers recipients recruits renters reporters residents
  reviewers rowers runners scouts sellers settlers shoppers skaters skiers smokers speakers spectators sponsors
  starters students subscribers sufferers superusers suppliers supporters surfers survivors swimmers tenants testers
  travelers travellers undergraduates users vegans veterans victims viewers villagers visitors voters walkers
  wanderers winners witnesses worshippers`

/** What they do for a living. */
const work = `academics accountants actors actresses actuaries adjusters administrators admins advertisers advisers advisors aides
  analysts anglers announcers appraisers apprentices arbitrators architects assessors assistants associates astronauts
  athletes attorneys auditors authors aviators bailiffs bakers bankers barbers baristas barristers bartenders bloggers
  bodyguards brewers bricklayers brokers builders bursars butchers butlers cadets captains carers carpenters
  cartographers cashiers caterers chaperones chaplains chauffeurs chefs choreographers cleaners clerics clerks coaches
  cobblers collectors commanders commissioners composers concierges confectioners consultants contractors cooks
  coordinators coroners correspondents counsellors counselors couriers creatives creators crofters croupiers curators
  cutlers dancers dealers deans decorators deputies designers detectives directors dispatchers divers doctors drivers
  drummers editors educators embalmers employers engravers entertainers entrepreneurs envoys estimators evaluators
  examiners executives facilitators farmers farriers fishers fitters foresters freelancers fundraisers gardeners
  geographers glaziers golfers governors grocers growers guards gunners hawkers healers herders hoteliers hunters
  illustrators influencers inspectors instructors interns interpreters interviewers investigators jailers janitors
  jewelers jewellers jockeys joiners judges jugglers jurors keepers laborers labourers landscapers lawyers lecturers
  legislators lieutenants makers managers mariners marketers masons masseurs masters mayors mechanics mediators medics
  mentors merchants messengers millers milliners miners ministers missionaries moderators monks movers nannies
  navigators negotiators notaries nuns nurses officers officials operators orderlies painters paralegals paramedics
  parishioners pastors philosophers photographers pickers pilots planners plasterers plumbers poets porters potters
  practitioners preachers presenters priests professors programmers promoters prosecutors publicans publishers pupils
  rabbis racers radiographers ranchers rangers realtors recruiters rectors registrars renovators repairers
  representatives researchers restaurateurs retailers riders riggers roofers sailors salters scholars sculptors
  seamstresses secretaries senators sergeants shepherds sheriffs signallers singers skippers soldiers solicitors
  sommeliers sonographers stevedores stewardesses stewards storytellers streamers supervisors surgeons surveyors
  sysadmins tailors teachers techs thatchers tilers traders trainers translators trappers treasurers truckers tutors
  ushers valets valuers vendors vets vicars vintners waiters waitresses wardens warders weavers welders wholesalers
  woodcutters workers wranglers wrestlers writers youtubers`

const named: ReadonlySet<string> = new Set([relations, parts, work].flatMap((it) => it.trim().split(/\s+/)))

/** Ends of words that name people by what they do, have learnt, or are given: dentists, technicians, trainees, shopkeepers, fishermen. */
const endings =
  /(?:ists|ians|eers|ees|folks?|people|persons|(?:^|[a-z])(?:wo)?men|children|.(?:keepers|holders|owners|makers|workers|sellers|dealers|fighters|sitters|goers|seekers|givers|takers|writers|dressers|mongers|smiths|wrights|masters|wives|parents|mothers|fathers|daughters|brothers|sisters|teachers|drivers|casters|crafters|growers)|(?:bed|class|crew|flat|house|play|room|school|ship|soul|table|team|work)mates)$/

/** Words that end so and name things, or nothing. */
const things: ReadonlySet<string> = new Set(
  `abdomen acumen agrees allowlists amen amphibians assists bedsitters beers bees bestsellers bitumen blacklists blocklists bumblebees
  careers cheers checklists chimpanzees coffeemakers coffees committees consists decrees degrees denylists entrees exists fees fists flees frees
  gaussians gists guarantees heists honeybees insists jamborees joists jubilees knees levees lists lumen marquees medians meridians mists
  noisemakers obsidians omen pacemakers pedigrees persists placeholders playlists potholders purees radians ramen regimen reindeers
  reptilians resists rupees screwdrivers sees semen settees shortlists smothers sneers specimen sprees squeegees stamen steers subcommittees
  subtrees tees teletypewriters todolists toffees toupees trees twists typewriters veneers waists waitlists watchlists whitelists
  wishlists wrists`.split(/\s+/),
)

/** Whether a word in small letters names people in the plural. */
export function namesPeople(word: string): boolean {
  return named.has(word) || (endings.test(word) && !things.has(word))
}

/** What stands before them where they are things: date pickers, garbage collectors, event listeners. */
const ofThings =
  /^(?:type|date|time|colou?r|file|test|task|job|garbage|data|event|log|kubernetes|k8s|media|video|audio|music|text|code|image|pdf|csv|json|html|xml|sql|rss|card|disk|schema|package|module|load|stream|http|key|mouse|window|message|microsoft|unit|metrics?|state|space|route|auth|click|change|signal)$/
/** Names that things have as often. */
const both =
  /^(?:guards|pickers|collectors|runners|operators|listeners|observers|readers|writers|players|editors|viewers|teams|handlers|holders|keepers|providers|brokers|clients|workers|consumers|publishers|subscribers|builders|cleaners|loaders|makers|testers|reporters|explorers|translators)$/

/** Whether a name of people is that of a thing behind such a word. */
export function namesThing(before: string, word: string): boolean {
  return both.test(word) && ofThings.test(before)
}

/** The plural of a word, as it is made of most. */
function pluralOf(word: string): string {
  if (word === 'child') return 'children'
  if (/(?:person|man)$/.test(word)) return word.replace(/person$/, 'people').replace(/man$/, 'men')
  if (/[^aeiou]ife$/.test(word)) return `${word.slice(0, -2)}ves`
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** Of one such there is more often a thing: "the editor". */
const either: ReadonlySet<string> = new Set(
  `broker builder cleaner client collector consumer driver editor explorer guard keeper leader maker master mover
  operator picker planner player publisher reader reporter runner scout speaker starter streamer tester trader trainer translator viewer
  walker weaver worker writer`.split(/\s+/),
)

/** Whether a word in small letters names one person: "a nurse". */
export function namesOne(word: string): boolean {
  return !either.has(word) && namesPeople(pluralOf(word))
}

const everybody = /^(?:any|every|some)(?:one|body)$/
const groups: ReadonlySet<string> = new Set([
  'crew',
  'crews',
  'households',
  'personnel',
  'police',
  'staff',
  'team',
  'teams',
])

/** Whether a word names people who are meant together, or nobody by name: crew, staff, everyone. */
export function namesGroup(word: string): boolean {
  return everybody.test(word) || groups.has(word)
}

/** Words that name people only where nothing follows that they are of: "the general public", and "the public library" none. */
const last: ReadonlySet<string> = new Set(
  `audience audiences blind board clergy community communities congregation deaf disabled elderly family
  faculty homeless household jury management old poor public sick unemployed workforce young youth`.split(/\s+/),
)

/** Whether a word names people at the end of a phrase. */
export function namesAtEnd(word: string): boolean {
  return last.has(word)
}
