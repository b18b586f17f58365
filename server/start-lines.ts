import { linkPath } from '#contract/rest/devices.ts'
import type { DemoLinks } from './demo/renew-demo-links.ts'
import type { Settings } from './settings/settings.ts'

export interface Started {
  version: string
  origin: string
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'environment'>
  /** The demonstration's account at the desk; null without a demonstration. */
  desk: { user: string; password: string } | null
  /** The demonstration's wall, kiosk and machine; null without one. */
  links: DemoLinks | null
  /** Of the link for the first administrator, where nobody is. */
  firstLink: string | null
}

/** The database's address without its password. */
function placeOf(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  return `${url.protocol}//${url.host}${url.pathname}`
}

/** What whoever starts the server wants to know, in a few lines. */
export function startLines({ version, origin, settings, desk, links, firstLink }: Started): string {
  const { databaseUrl, dataDirectory, environment } = settings
  const account = desk ? `   user ${desk.user}, password ${desk.password}` : ''
  return [
    `Numerito ${version} (${environment}) is ready; Ctrl-C ends it`,
    `  application  ${origin}`,
    `  desk         ${origin}/desk${account}`,
    ...(links
      ? [
          `  wall         ${origin}${linkPath('wall', links.office, links.wall)}`,
          `  kiosk        ${origin}${linkPath('kiosk', links.office, links.kiosk)}`,
          `  machine      curl -H "Authorization: Bearer ${links.machine}" ${origin}/api/v1/machine/state`,
        ]
      : []),
    `  API          ${origin}/api/docs`,
    `  data         ${databaseUrl ? placeOf(databaseUrl) : dataDirectory}`,
    ...(firstLink === null
      ? []
      : [
          '',
          'Nobody works here yet. Whoever opens this link is the first administrator, and names the first office;',
          'it works once, within 72 hours, and the next start prints another:',
          `  ${origin}/desk#invitation=${firstLink}`,
        ]),
  ].join('\n')
}
