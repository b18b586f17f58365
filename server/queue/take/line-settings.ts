import type { Kysely } from 'kysely'
import type { Question } from '#contract/rest/forms.ts'
import type { HoursOfDay, LINE_TYPES } from '#contract/rest/offices.ts'
import { askedId } from '#server/database/asked-id.ts'
import { settingsVersion } from '#server/database/settings-version.ts'
import type { Tables } from '#server/database/tables.ts'
import type { OwnNetwork, Preference } from '#server/database/tables/offices.ts'

/** What seldom changes of a line and its office, and has to be known before a number is asked for. */
export interface LineSettings {
  line_id: number
  line_slug: string
  line_name: string
  /** Attended by video. */
  virtual: boolean
  type: (typeof LINE_TYPES)[number]
  takes_tickets: boolean
  ticket_form: Omit<Question, 'officeId'>[] | null
  office_id: number
  office_slug: string
  office_name: string
  category_slug: string
  time_zone: string
  hours: HoursOfDay[]
  closures: string[]
  /** Addresses that the office calls its own. */
  networks: OwnNetwork[]
  /** Its rule for preferential people; null where it has none. */
  preference: Preference | null
  /** No number that cannot be served before closing. */
  until_closing: boolean
  /** Which writing of the line and of its office this was read from. */
  version: string
}

/** An office by its id, as REST names it, or by its slug, as the channel's topic does. */
export type OfficeName = { office_id: number } | { office_slug: string }

/** Lines remembered at once. */
const KEPT_MAX = 20_000

/**
 * The settings of lines, remembered for as long as they stand as they were read. Nobody tells when they
 * change: whoever acts on them has the statement that acts compare the version, and forgets a line of which
 * it has another.
 */
export interface KnownSettings {
  /** Undefined where that office has no such line. */
  of(lineId: number, office: OfficeName): Promise<LineSettings | undefined>
  forget(lineId: number): void
}

export function rememberSettings(db: Kysely<Tables>): KnownSettings {
  const kept = new Map<number, LineSettings>()
  return {
    async of(lineId, office) {
      const known = kept.get(lineId)
      if (known && isOf(known, office)) return known
      const read = await readSettings(db, lineId)
      if (!read || !isOf(read, office)) return undefined
      if (kept.size >= KEPT_MAX) kept.clear()
      kept.set(lineId, read)
      return read
    },
    forget(lineId) {
      kept.delete(lineId)
    },
  }
}

const isOf = (line: LineSettings, office: OfficeName): boolean =>
  'office_id' in office ? line.office_id === office.office_id : line.office_slug === office.office_slug

async function readSettings(db: Kysely<Tables>, lineId: number): Promise<LineSettings | undefined> {
  return await db
    .selectFrom('lines')
    .innerJoin('offices', 'offices.id', 'lines.office_id')
    .select([
      'lines.id as line_id',
      'lines.slug as line_slug',
      'lines.name as line_name',
      'lines.virtual',
      'lines.type',
      'lines.takes_tickets',
      'lines.ticket_form',
      'offices.id as office_id',
      'offices.slug as office_slug',
      'offices.name as office_name',
      'offices.category_slug',
      'offices.time_zone',
      'offices.hours',
      'offices.closures',
      'offices.networks',
      'offices.preference',
      'offices.until_closing',
      settingsVersion('lines', 'offices').as('version'),
    ])
    .where('lines.id', '=', askedId(lineId))
    .executeTakeFirst()
}
