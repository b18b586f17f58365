import { type Kysely, sql } from 'kysely'
import type { Question } from '#contract/rest/forms.ts'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import { defaultQuestions } from '#contract/rules/form-answers.ts'
import { askedId } from '#server/database/asked-id.ts'
import { flagIsOn } from '#server/flags/flag-is-on.ts'
import { settingsVersion } from '#server/database/settings-version.ts'
import type { Tables } from '#server/database/tables.ts'
import type { OwnNetwork } from '#server/database/tables/offices.ts'

/** How times are booked in a line: its settings, joined with its office's. */
export interface LinePlan {
  line_id: number
  line_slug: string
  line_name: string
  office_id: number
  office_slug: string
  office_name: string
  address: string
  /** It has no place at all. */
  web_only: boolean
  category_slug: string
  organization_id: number
  time_zone: string
  /** By weekday: the line's own, or else the office's. */
  hours: readonly HoursOfDay[]
  /** By which it is told to which day the hours after midnight belong. */
  office_hours: readonly HoursOfDay[]
  /** Days on which nothing is booked, YYYY-MM-DD: the office's and the line's. */
  closed_days: readonly string[]
  /** How many one person may hold: one of these, or null for no limit. */
  one_per: 'line' | 'office' | 'organization' | null
  /** Times are booked for proven documents alone (DOC-04). */
  proven_only: boolean
  /** Addresses that the office calls its own. */
  networks: readonly OwnNetwork[]
  /** Whether it takes reservations now. */
  open: boolean
  /** Length of a block. */
  minutes: number
  /** Reservations that a block has room for. */
  slots: number
  /** 0: today alone. */
  days_ahead: number
  modalities: 'in-person' | 'video' | 'both'
  /** Minutes that the office has to confirm; null confirms at once. */
  confirm_minutes: number | null
  questions: readonly Question[]
  /** Which writing of the line and of its office this was read from. */
  version: string
}

const rowsOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('lines')
    .innerJoin('offices', 'offices.id', 'lines.office_id')
    .select(row => [
      'lines.id as line_id',
      'lines.slug as line_slug',
      'lines.name as line_name',
      'offices.id as office_id',
      'offices.slug as office_slug',
      'offices.name as office_name',
      'offices.address',
      'offices.web_only',
      'offices.category_slug',
      'offices.organization_id',
      'offices.time_zone',
      'offices.hours',
      'offices.closures',
      'offices.networks',
      'offices.reserve_one_per as one_per',
      row
        .and([
          row('lines.takes_reservations', '=', true),
          flagIsOn('reservations'),
          row('lines.active', '=', true),
          row('offices.active', '=', true),
        ])
        .as('open'),
      row
        .or([row('lines.proven_document', '=', true), row('offices.proven_document', '=', true)])
        .as('proven_only'),
      'lines.reserve_minutes as minutes',
      'lines.reserve_slots as slots',
      'lines.reserve_days_ahead as days_ahead',
      'lines.reserve_hours',
      'lines.unavailable_days',
      'lines.reserve_modalities as modalities',
      'lines.reserve_confirm_minutes as confirm_minutes',
      'lines.reserve_form',
      settingsVersion('lines', 'offices').as('version'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function planOf({ hours, closures, reserve_hours, unavailable_days, reserve_form, ...row }: Row): LinePlan {
  return {
    ...row,
    open: Boolean(row.open),
    proven_only: Boolean(row.proven_only),
    hours: reserve_hours ?? hours,
    office_hours: hours,
    closed_days: [...closures, ...unavailable_days],
    questions:
      reserve_form?.map(question => ({ ...question, officeId: row.office_id })) ??
      defaultQuestions(row.office_id),
  }
}

/** Undefined where there is no such line. A line that takes no reservations (any more) has a plan as well. */
export async function linePlan(db: Kysely<Tables>, lineId: number): Promise<LinePlan | undefined> {
  const row = await rowsOf(db).where('lines.id', '=', askedId(lineId)).executeTakeFirst()
  return row && planOf(row)
}

/** Of those of the lines that there are, in no order. */
export async function linePlans(db: Kysely<Tables>, lineIds: readonly number[]): Promise<LinePlan[]> {
  const rows = await rowsOf(db).where('lines.id', '=', sql<number>`any(${lineIds}::bigint[])`).execute()
  return rows.map(planOf)
}

/** Of the lines of an office that take reservations, hidden ones among them; higher priority first. */
export async function officePlans(
  db: Kysely<Tables>,
  office: { office_id: number } | { office_slug: string },
): Promise<LinePlan[]> {
  const rows = await rowsOf(db)
    .where(row =>
      'office_id' in office
        ? row('offices.id', '=', askedId(office.office_id))
        : row('offices.slug', '=', office.office_slug),
    )
    .where('lines.takes_reservations', '=', true)
    .where(flagIsOn('reservations'))
    .where('lines.active', '=', true)
    .where('offices.active', '=', true)
    .orderBy('lines.priority', 'desc')
    .orderBy('lines.id')
    .execute()
  return rows.map(planOf)
}
