/** Words of a goal that name people: who something is built for (seed 004 §1.1a, "for volunteers", "for doctors"). */

/** In the plural, as a goal names them; what people do for a living, and who they are to somebody. */
const people: ReadonlySet<string> = new Set(
  `accountants actors administrators admins adults advisers advisors anybody anyone applicants artists assistants attorneys auditors
  authors beginners bookkeepers builders buyers candidates captains carers caregivers chefs children citizens clerks clients coaches
  colleagues consultants contractors cooks coordinators counsellors counselors couples creators curators customers dancers designers
  developers directors dispatchers doctors donors drivers editors employees employers everybody everyone families fans farmers
  fishermen followers freelancers friends gamers gardeners guests hikers humans individuals inspectors instructors investors
  judges kids landlords lawyers leaders learners lecturers listeners makers managers masters mechanics members men merchants midwives
  ministers moderators mothers nurses officers operators organisers organizers owners parents participants passengers patients people
  persons photographers physicians pilots planners plumbers players police professionals professors programmers publishers
  pupils readers reporters researchers residents reviewers riders runners sailors sellers seniors shopkeepers shoppers singers skippers
  speakers staff stakeholders students subscribers supervisors surgeons surveyors teachers team teams teenagers tenants testers traders
  trainers translators travelers travellers tutors users veterans viewers visitors volunteers waiters women workers writers`.split(
    /\s+/,
  ),
)

/** How words end that name people by what they do: dentists, technicians, librarians, engineers. */
const ofDoers = /(?:ists|ians|eers)$/

/** Words that end so and name things. */
const things: ReadonlySet<string> = new Set(
  `allowlists beers blacklists blocklists checklists consists denylists exists fists gaussians insists lists medians meridians mists
  persists playlists radians resists shortlists todolists twists watchlists whitelists wishlists wrists`.split(/\s+/),
)

/** Whether a word in small letters names people in the plural. */
function namesPeople(word: string): boolean {
  return people.has(word) || (ofDoers.test(word) && !things.has(word))
}

/** How many words behind "for" are looked at: "for the busy harbour volunteers". */
const looked = 4

/** Whether a text names people behind the word "for". Linear. */
export function isForPeople(text: string): boolean {
  let left = 0
  for (const { 1: word = '', 2: behind = '' } of text
    .toLowerCase()
    .matchAll(/([\p{L}\p{N}_'’-]+)([^\p{L}\p{N}_'’-]*)/gu)) {
    if (left > 0 && namesPeople(word.replace(/['’]s?$/, ''))) return true
    left = word === 'for' ? looked : left - 1
    // They stand in one phrase.
    if (behind.trim() !== '') left = 0
  }
  return false
}
