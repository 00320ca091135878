/** What kind of thing is to be built (seed 004 §1.1a and §6.4, 4): one reading, for what a spec has to say of it and for what is looked for. */

export type DeploymentKind = 'desktop_app' | 'web_app' | 'cli' | 'library' | 'api' | 'mobile'

/** The kind that a spec means, also by other words (`Desktop App`, `full_stack_web_application`); null where it is none of ours. */
export function deploymentKind(written: string): DeploymentKind | null {
  const words = written
    .trim()
    .slice(0, 200)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  const has = (...any: readonly string[]): boolean => any.some((it) => words.includes(it))
  if (has('mobile', 'android', 'ios')) return 'mobile'
  if (has('desktop', 'desktopapp')) return 'desktop_app'
  const isInterface = has('api', 'service', 'server', 'backend', 'microservice')
  // A web service has no pages.
  if (has('website', 'webapp') || (has('web') && (!isInterface || has('app', 'application', 'site')))) return 'web_app'
  if (has('cli', 'console', 'terminal', 'commandline') || (has('command') && has('line'))) return 'cli'
  if (isInterface) return 'api'
  return has('library', 'package', 'module', 'sdk') ? 'library' : null
}
