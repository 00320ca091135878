/** How much work something is, apart from how fast the machine is and how much else it has to do just now. */

/** One unit of effort: as many signs of a text are looked at one by one, some ten milliseconds on a quick machine. */
function unit(): number {
  const since = process.cpuUsage()
  let found = 0
  for (let turn = 0; turn < 40; turn += 1) found += bars(text)
  const { user, system } = process.cpuUsage(since)
  if (found === 0) throw new Error('nothing was looked at')
  return user + system
}

const text = 'a line of some text | and more\n'.repeat(4_000)

function bars(of: string): number {
  let count = 0
  for (let at = 0; at < of.length; at += 1) if (of.charCodeAt(at) === 0x7c) count += 1
  return count
}

/**
 * The CPU time of some work in units of a fixed piece of it, which is measured before and behind: both are slow together.
 * The bounds that tests give leave room for a busy machine.
 */
export async function effortOf(work: () => unknown): Promise<number> {
  unit()
  const before = unit()
  const since = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(since)
  return (user + system) / Math.max(before, unit())
}
