/** Passwords and tokens in the configuration of git: in the addresses of remotes and proxies, and in headers. */

import { secretsInAddresses, secretsNamed } from '../../system/secrets.ts'
import type { PersonConfig } from './person-config.ts'

export function credentialsIn(config: PersonConfig): readonly string[] {
  return config.flatMap(([key, value]) => [
    // In `url.ADDRESS.insteadOf` it is the key that has the password.
    ...secretsInAddresses(key.replace(/^url\.(.*)\.(?:push)?insteadof$/, '$1')),
    // Everybody may know which key signs.
    ...(key === 'user.signingkey' ? [] : secretsNamed(key, value)),
    ...(key.endsWith('.extraheader') ? secretsInHeader(value) : []),
  ])
}

/** `AUTHORIZATION: basic …`, as runners of pipelines leave it: the name and the password stand there in base64. */
function secretsInHeader(header: string): readonly string[] {
  const [kind = '', credentials = ''] = header.split(/\s+/).slice(-2)
  if (!/^basic$/i.test(kind)) return [credentials]
  const plain = Buffer.from(credentials, 'base64').toString('utf8')
  return [credentials, plain.slice(plain.indexOf(':') + 1)]
}
