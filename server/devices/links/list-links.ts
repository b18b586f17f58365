import { sql } from 'kysely'
import { LAST_SEEN_MS } from '#contract/limits.ts'
import type { OfficeLink } from '#contract/rest/devices.ts'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

interface Row {
  id: number
  use: OfficeLink['use']
  name: string
  languages: Language[]
  gives: boolean
  made_at: Date
  made_by: string | null
  devices: number
  last_seen_at: Date | null
}

/** The links of an office that stand, the oldest first; with how many devices each has lately let in. */
export async function listLinks(
  { database: { db }, clock }: { database: Pick<Database, 'db'>; clock: Clock },
  officeId: number,
): Promise<OfficeLink[]> {
  const lately = new Date(clock.now().getTime() - LAST_SEEN_MS)
  const { rows } = await sql<Row>`
    select k.id, k.use, k.name, k.languages, k.gives, k.made_at, c.name as made_by, seen.last_seen_at, seen.devices
    from office_links k
    left join clerks c on c.id = k.made_by
    cross join lateral (
      select max(s.last_seen_at) as last_seen_at,
        (count(*) filter (where s.last_seen_at >= ${lately}::timestamptz and s.revoked_at is null))::integer as devices
      from sessions s where s.office_link_id = k.id
    ) seen
    where k.office_id = ${officeId}::integer and k.revoked_at is null
    order by k.id`.execute(db)
  return rows.map(({ made_at, last_seen_at, ...link }) => ({
    ...link,
    made_at: made_at.toISOString(),
    last_seen_at: last_seen_at?.toISOString() ?? null,
  }))
}
