import type { ColumnType, Generated } from 'kysely'
import type { DeskRole } from '#contract/rest/desk-acts.ts'
import type { Question } from '#contract/rest/forms.ts'
import type { Language } from '#contract/primitives.ts'
import type { OfficeMessage, WarningLimits } from '#contract/rest/desk-day.ts'
import type { LinkUse } from '#contract/rest/devices.ts'
import type { FreezeReason, HoursOfDay, LINE_TYPES } from '#contract/rest/offices.ts'
import type { PreferenceLaw } from '#contract/rest/preference.ts'
import type { Day, Json, WithDefault } from './columns.ts'

// The offices as their file says them, and who works there.

type OnePer = 'line' | 'office' | 'organization'

/** Addresses that an office calls its own, and how many numbers of them may wait. */
export interface OwnNetwork {
  /** An address, or a range of them: 200.1.2.0/24. */
  address: string
  numbers: number
}

/** Whom the law lets go first, and how this office does it. */
export interface Preference {
  /** Whose words the question on the phone has; null for the office's own custom. */
  law: PreferenceLaw | null
  /** At once; one in so many of a line; or at modulos of their own, and at once while none is open. */
  rule: 'next' | { one_in: number } | { modulos: string[] }
  /** Before reservations that are due, too. */
  before_reservations: boolean
}

export interface OfficesTable {
  id: Generated<number>
  slug: string
  name: string
  demo: WithDefault<boolean>
  category_slug: string
  organization_id: number
  address: string
  district: string
  region: string
  latitude: number | null
  longitude: number | null
  time_zone: string
  hours: Json<HoursOfDay[]>
  closures: Json<string[]>
  /** False where the holidays are among its closures. */
  open_on_holidays: WithDefault<boolean>
  web_only: WithDefault<boolean>
  rut_ticket_limit: WithDefault<number>
  /** Numbers and times for proven documents alone (DOC-04). */
  proven_document: WithDefault<boolean>
  networks: ColumnType<OwnNetwork[], string | undefined, string>
  /** Whoever missed their call comes back to the front so long, and to the end later. */
  missed_grace_minutes: WithDefault<number>
  /** A call is repeated by itself so often before it is missed; 0: nothing happens by itself. */
  call_repeats: WithDefault<number>
  reserve_one_per: ColumnType<OnePer | null, OnePer | null | undefined, OnePer | null>
  /** Null where the one for all offices holds. */
  policy_version: ColumnType<string | null, string | null | undefined, string | null>
  /** Null where nobody is asked. */
  preference: ColumnType<Preference | null, string | null | undefined, string | null>
  /** What happens to those who wait when the office closes. */
  closing: WithDefault<'finish' | 'send-home'>
  /** No number that cannot be served before closing. */
  until_closing: WithDefault<boolean>
  /** What its desks may say to those who wait, beside what every office may. */
  messages: ColumnType<OfficeMessage[], string | undefined, string>
  /** What it does for people, by its own names; none: nothing is noted of it. */
  services: ColumnType<string[], string | undefined, string>
  /** Null where the usual limits hold. */
  warnings: ColumnType<WarningLimits | null, string | null | undefined, string | null>
  active: WithDefault<boolean>
  updated_at: Date
}

/** On which no office works that does not say otherwise. */
export interface HolidaysTable {
  day: Day
}

/** What somebody changed in the browser, to be given back. */
export interface OfficeChangesTable {
  id: Generated<number>
  office_id: number
  at: Date
  clerk_id: number
  /** As in the offices file. */
  before: Json<Record<string, unknown>>
  /** Of what stood after it. */
  version: string
}

export interface LineCategoriesTable {
  id: Generated<number>
  organization_id: number
  slug: string
  name: string
}

export interface LinesTable {
  id: Generated<number>
  office_id: number
  slug: string
  name: string
  prefix: string
  priority: WithDefault<number>
  type: (typeof LINE_TYPES)[number]
  virtual: WithDefault<boolean>
  executive: string | null
  folder: string | null
  line_category_id: number | null
  takes_tickets: WithDefault<boolean>
  takes_reservations: WithDefault<boolean>
  frozen: WithDefault<boolean>
  frozen_reason: ColumnType<FreezeReason | null, FreezeReason | null | undefined, FreezeReason | null>
  frozen_note: ColumnType<string | null, string | null | undefined, string | null>
  /** Thaws by itself then; null where a clerk does it. */
  frozen_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Closed for the day: gives no numbers until then. */
  closed_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** It was the office's hours that closed it, and no clerk: other hours may open it again. */
  closed_by_clock: WithDefault<boolean>
  fallback_minutes: WithDefault<number>
  rut_ticket_limit: WithDefault<number>
  /** Numbers and times for proven documents alone (DOC-04). */
  proven_document: WithDefault<boolean>
  ticket_form: ColumnType<Omit<Question, 'officeId'>[] | null, string | null, string | null>
  reserve_minutes: WithDefault<number>
  reserve_slots: WithDefault<number>
  reserve_days_ahead: WithDefault<number>
  reserve_hours: ColumnType<HoursOfDay[] | null, string | null | undefined, string | null>
  unavailable_days: ColumnType<string[], string | undefined, string>
  reserve_modalities: WithDefault<'in-person' | 'video' | 'both'>
  reserve_confirm_minutes: ColumnType<number | null, number | null | undefined, number | null>
  reserve_form: ColumnType<Omit<Question, 'officeId'>[] | null, string | null | undefined, string | null>
  active: WithDefault<boolean>
}

export interface ClerksTable {
  id: Generated<number>
  user_name: string
  name: string
  password_hash: string | null
  active: WithDefault<boolean>
}

export interface ClerkOfficesTable {
  clerk_id: number
  office_id: number
  role: WithDefault<'clerk' | 'supervisor'>
}

export interface AdministratorsTable {
  clerk_id: number
  organization_id: number
}

export interface DeskInvitationsTable {
  id: string
  kind: 'join' | 'password' | 'first'
  token_hash: Uint8Array
  office_id: number | null
  role: DeskRole
  clerk_id: number | null
  invited_by: number | null
  created_at: Date
  expires_at: Date
  used_at: ColumnType<Date | null, undefined, Date>
  used_by: ColumnType<number | null, undefined, number>
  revoked_at: ColumnType<Date | null, undefined, Date>
}

/** A view: who reaches which office, and as what. */
export interface DeskRolesView {
  clerk_id: number
  office_id: number
  role: DeskRole
}

export interface ModulosTable {
  id: Generated<number>
  office_id: number
  name: string
  clerk_id: number | null
  opened_at: Date | null
  /** Nobody is called to it; it stays so until its clerk says otherwise, also past this time. */
  break_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  help_asked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Who said that they are coming. */
  help_clerk_id: ColumnType<number | null, number | null | undefined, number | null>
  /** When it was opened or left last, or when a break at it last began or ended. */
  changed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The lines from which it calls, by id; null where whoever sits there chooses. */
  prescribed_lines: ColumnType<number[] | null, string | null | undefined, string | null>
  active: WithDefault<boolean>
}

/** From which lines a clerk chose to call at an office, wherever they sit there. */
export interface ClerkLinesTable {
  clerk_id: number
  office_id: number
  /** Null is all of them, also those that come later. */
  line_ids: ColumnType<number[] | null, string | null, string | null>
  chosen_at: Date
}

/** When somebody worked at a modulo, breaks apart; written by the database when it ends. */
export interface ModuloHoursTable {
  office_id: number
  modulo_id: number
  opened_at: Date
  closed_at: Date
  /** From which lines it called; null where that is not known. */
  line_ids: ColumnType<number[] | null, string | null | undefined, string | null>
}

/** By which a wall or a kiosk of the office is opened. */
export interface OfficeLinksTable {
  id: Generated<number>
  office_id: number
  use: LinkUse
  name: string
  languages: Json<Language[]>
  /** Of a machine: it may give numbers. */
  gives: WithDefault<boolean>
  secret_hash: Uint8Array
  made_at: Date
  /** Null: from the shell. */
  made_by: number | null
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
