import type { Language } from '#contract/primitives.ts'
import { type DeviceUse, linkPath } from '#contract/rest/devices.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import type { TestServer } from '#tests/support/server.ts'

/** The slug of the office that `openDeskOffice` opens. */
export const DESK_OFFICE = 'notaria-91'

export interface DeviceWish {
  office_id: number
  languages?: Language[]
  slug?: string
}

/** Makes a link of an office's wall or kiosk. @returns the address at which it opens */
export async function deviceAddress(
  server: TestServer,
  use: DeviceUse,
  { office_id, languages = ['es'], slug = DESK_OFFICE }: DeviceWish,
): Promise<string> {
  const { secret } = await makeLink(server.queue, {
    office_id,
    made_by: null,
    use,
    name: 'Sala',
    languages,
  })
  return server.origin + linkPath(use, slug, secret)
}
