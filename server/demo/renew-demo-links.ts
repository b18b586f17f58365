import type { DeviceUse } from '#contract/rest/devices.ts'
import { LAST_SEEN_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { listLinks } from '#server/devices/links/list-links.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import { revokeLink } from '#server/devices/links/revoke-link.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'

/** A small branch that is open day and night: its wall and its kiosk are shown at every hour. */
const OFFICE = 'urgencia-coyhaique'
const NAME = 'Demostración'

export interface DemoLinks {
  office: string
  /** The secret of each. */
  wall: string
  kiosk: string
  /** The token of a machine that looks and gives numbers. */
  machine: string
}

/**
 * Links by which whoever tries Numerito opens a wall and a kiosk, and a token for a machine of the office's.
 * Those of an earlier start are closed, but for those by which somebody has been in lately: a screen lives
 * through a restart. A webhook is not among them: it would have to post to this very machine, which only
 * whoever runs it may allow (NUMERITO_WEBHOOK_NETWORKS).
 * @returns null where the demonstration has no such office
 */
export async function renewDemoLinks(context: {
  database: Database
  clock: Clock
  random: Random
}): Promise<DemoLinks | null> {
  const { database, clock } = context
  const office = await database.db
    .selectFrom('offices')
    .select('id')
    .where('slug', '=', OFFICE)
    .where('demo', '=', true)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!office) return null
  const office_id = office.id
  const lately = new Date(clock.now().getTime() - LAST_SEEN_MS).toISOString()
  for (const { id, name, last_seen_at } of await listLinks(context, office_id))
    if (name === NAME && (last_seen_at ?? '') < lately) await revokeLink(context, { office_id, link_id: id })
  const about = { office_id, made_by: null, name: NAME }
  const make = async (use: DeviceUse) =>
    (await makeLink(context, { ...about, use, languages: ['es', 'en'] })).secret
  const { secret: machine } = await makeLink(context, { ...about, use: 'machine', gives: true })
  return { office: OFFICE, wall: await make('wall'), kiosk: await make('kiosk'), machine }
}
