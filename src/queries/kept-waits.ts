import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { OfficeWait } from '#contract/rest/offices.ts'
import type { Dated } from '#src/api/client.ts'
import type { CachedData } from '#src/db/cached-data.ts'

const KEY = 'office-waits'

/** How long one would wait in an office, and when that was so: milliseconds since the epoch. */
export interface DatedWait extends OfficeWait {
  at: number
}

async function readAll(cachedData: CachedData): Promise<DatedWait[]> {
  return ((await cachedData.read(KEY))?.data as DatedWait[] | undefined) ?? []
}

/** What was said before of these offices. What is older than a number lives says nothing of any line. */
export async function readKeptWaits(
  cachedData: CachedData,
  officeIds: readonly number[],
  now: number,
): Promise<DatedWait[]> {
  const wanted = new Set(officeIds)
  return (await readAll(cachedData)).filter(
    ({ office_id, at }) => wanted.has(office_id) && now - at < TICKET_RECENCY_MS,
  )
}

/** Keeps what was said of these offices beside what was said of others. */
export async function keepWaits(
  cachedData: CachedData,
  officeIds: readonly number[],
  { data, inserted_at }: Dated<readonly OfficeWait[]>,
): Promise<void> {
  const renewed = new Set(officeIds)
  const others = (await readAll(cachedData)).filter(
    ({ office_id, at }) => !renewed.has(office_id) && inserted_at - at < TICKET_RECENCY_MS,
  )
  const waits = [...others, ...data.map(wait => ({ ...wait, at: inserted_at }))]
  await cachedData.write({ key: KEY, data: waits, inserted_at })
}
