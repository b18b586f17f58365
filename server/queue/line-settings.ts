import type { Kysely } from 'kysely'
import type { Question } from '#contract/rest/forms.ts'
import type { HoursOfDay, LINE_TYPES } from '#contract/rest/offices.ts'
import type { Tables } from '#server/database/tables.ts'
import type { OwnNetwork } from '#server/database/tables/offices.ts'
import { askedId } from '#server/database/asked-id.ts'

/** What seldom changes of a line and its office, and has to be known before a number is asked for. */
export interface LineSettings {
  line_id: number
  line_slug: string
  type: (typeof LINE_TYPES)[number]
  takes_tickets: boolean
  ticket_form: Omit<Question, 'officeId'>[] | null
  office_id: number
  time_zone: string
  hours: HoursOfDay[]
  closures: string[]
  /** Addresses that the office calls its own. */
  networks: OwnNetwork[]
}

/** An office by its id, as REST names it, or by its slug, as the channel's topic does. */
export type OfficeName = { office_id: number } | { office_slug: string }

/** Undefined where that office has no such line. */
export async function lineSettings(
  db: Kysely<Tables>,
  lineId: number,
  office: OfficeName,
): Promise<LineSettings | undefined> {
  return await db
    .selectFrom('lines')
    .innerJoin('offices', 'offices.id', 'lines.office_id')
    .select([
      'lines.id as line_id',
      'lines.slug as line_slug',
      'lines.type',
      'lines.takes_tickets',
      'lines.ticket_form',
      'offices.id as office_id',
      'offices.time_zone',
      'offices.hours',
      'offices.closures',
      'offices.networks',
    ])
    .where('lines.id', '=', askedId(lineId))
    .where(row =>
      'office_id' in office
        ? row('offices.id', '=', askedId(office.office_id))
        : row('offices.slug', '=', office.office_slug),
    )
    .executeTakeFirst()
}
