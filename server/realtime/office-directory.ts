import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

export interface KnownOffice {
  id: number
  slug: string
  name: string
  /** Names of the lines by id, hidden ones included. */
  lines: ReadonlyMap<number, string>
}

export interface OfficeDirectory {
  bySlug(slug: string): Promise<KnownOffice | null>
  byId(id: number): Promise<KnownOffice | null>
  /** It may be another one by now: whoever asks next asks the database. */
  forget(office: Pick<KnownOffice, 'id' | 'slug'>): void
}

/** Names change with an office's settings. Of a file that is loaded nobody says so: this old they may be. */
const KEPT_MS = 60_000
/** A guessed slug must not fill the memory. */
const KEPT_MAX = 20_000

/** Slugs and names of offices and lines, kept for a minute: every fact is worded with them. */
export function createOfficeDirectory({ db }: Database, clock: Clock): OfficeDirectory {
  const kept = new Map<string, { until: number; office: Promise<KnownOffice | null> }>()

  async function read(column: 'slug' | 'id', value: string | number): Promise<KnownOffice | null> {
    const office = await db
      .selectFrom('offices')
      .select(['id', 'slug', 'name'])
      .where(column, '=', value)
      .where('active', '=', true)
      .executeTakeFirst()
    if (!office) return null
    const lines = await db
      .selectFrom('lines')
      .select(['id', 'name'])
      .where('office_id', '=', office.id)
      .execute()
    return { ...office, lines: new Map(lines.map(line => [line.id, line.name])) }
  }

  function find(column: 'slug' | 'id', value: string | number): Promise<KnownOffice | null> {
    const now = clock.now().getTime()
    const key = `${column}:${value}`
    const known = kept.get(key)
    if (known && known.until > now) return known.office
    if (kept.size >= KEPT_MAX) kept.clear()
    const office = read(column, value)
    kept.set(key, { until: now + KEPT_MS, office })
    office.catch(() => kept.delete(key))
    return office
  }

  return {
    bySlug: slug => find('slug', slug),
    byId: id => find('id', id),
    forget({ id, slug }) {
      kept.delete(`id:${id}`)
      kept.delete(`slug:${slug}`)
    },
  }
}
