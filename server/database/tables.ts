import type { ColumnType, Generated } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Question } from '#contract/rest/forms.ts'
import type { NotificationPreferences } from '#contract/rest/login.ts'
import type { Policy } from '#contract/rest/policies.ts'
import type { HoursOfDay, LINE_TYPES } from '#contract/rest/offices.ts'
import type { ReservationState } from '#contract/rest/reservations.ts'
import type { TicketState } from '#contract/rest/tickets.ts'

/** jsonb: read parsed, written as text by `json()` of json-column.ts, so that both drivers send it the same way. */
export type Json<T> = ColumnType<T, string, string>
/** A calendar day, YYYY-MM-DD, on both drivers. */
type Day = string
type WithDefault<T> = ColumnType<T, T | undefined, T>

type OnePer = 'line' | 'office' | 'organization'

/** Addresses that an office calls its own, and how many numbers of them may wait. */
export interface OwnNetwork {
  /** An address, or a range of them: 200.1.2.0/24. */
  address: string
  numbers: number
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
  web_only: WithDefault<boolean>
  rut_ticket_limit: WithDefault<number>
  networks: ColumnType<OwnNetwork[], string | undefined, string>
  reserve_one_per: ColumnType<OnePer | null, OnePer | null | undefined, OnePer | null>
  /** Null where the one for all offices holds. */
  policy_version: ColumnType<string | null, string | null | undefined, string | null>
  active: WithDefault<boolean>
  updated_at: Date
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
  fallback_minutes: WithDefault<number>
  rut_ticket_limit: WithDefault<number>
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
}

export interface ModulosTable {
  id: Generated<number>
  office_id: number
  name: string
  clerk_id: number | null
  opened_at: Date | null
  active: WithDefault<boolean>
}

export interface UsersTable {
  id: string
  temporal: boolean
  language: WithDefault<Language>
  person: Uint8Array | null
  identity_type: 'rut' | 'dni' | null
  identity_hash: Uint8Array | null
  login_attempt: string | null
  document_changes: WithDefault<number>
  created_at: Date
  last_turn_at: Date | null
}

export interface PoliciesTable {
  version: string
  texts: Json<Policy['texts']>
  for_all: WithDefault<boolean>
}

export interface PolicyAcceptancesTable {
  user_id: string
  version: string
  accepted_at: Date
}

export interface SessionsTable {
  id: string
  user_id: string | null
  clerk_id: number | null
  cookie_hash: Uint8Array
  token_hash: Uint8Array
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

export interface UsedCaptchasTable {
  signature: string
  expires_at: Date
}

export interface HandoverCodesTable {
  code_hash: Uint8Array
  user_id: string
  expires_at: Date
  used_at: Date | null
}

export interface PreferencesTable {
  user_id: string
  site: string
  notifications: Json<NotificationPreferences>
}

export interface LineDaysTable {
  line_id: number
  day: Day
  last_number: WithDefault<number>
}

export interface OfficeSequencesTable {
  office_id: number
  last_seq: WithDefault<number>
}

export interface TicketsTable {
  id: string
  office_id: number
  line_id: number
  day: Day
  /** Null for the ticket by which a reservation is called. */
  number: number | null
  prefix: string
  user_id: string | null
  identity_hash: Uint8Array | null
  request_id: string | null
  state: TicketState
  /** numeric: arithmetic on it belongs in SQL. */
  place: ColumnType<string, string | number, string | number>
  passes: WithDefault<number>
  told_10: WithDefault<boolean>
  told_5: WithDefault<boolean>
  on_my_way: WithDefault<boolean>
  inserted_at: Date
  called_at: Date | null
  calls: WithDefault<number>
  modulo_id: number | null
  clerk_id: number | null
  ended_at: Date | null
  meta: Uint8Array | null
  reservation_id: ColumnType<string | null, string | null | undefined, string | null>
  disputed: WithDefault<boolean>
  hand: ColumnType<number | null, number | null | undefined, number | null>
}

export interface ReservationsTable {
  id: string
  office_id: number
  line_id: number
  user_id: string
  identity_hash: Uint8Array | null
  request_id: string
  state: ReservationState
  block_from: Date
  block_to: Date
  slot: number
  slots: number
  meet: WithDefault<boolean>
  once_in: string | null
  inserted_at: Date
  confirm_by: Date | null
  confirmed_at: Date | null
  deleted_at: Date | null
  called_at: Date | null
  ended_at: Date | null
  meta: Uint8Array | null
  disputed: WithDefault<boolean>
}

export interface TicketAddressesTable {
  ticket_id: string
  key: string
}

export interface KnocksTable {
  kind: string
  key: string
  since: Date
  times: number
}

export interface FactsTable {
  office_id: number
  seq: number
  kind: string
  at: Date
  line_id: number
  ticket_id: string | null
  reservation_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: string | null
  detail: Json<Record<string, unknown>>
}

export interface JobsTable {
  id: Generated<number>
  kind: string
  key: string
  payload: Json<Record<string, unknown>>
  run_at: Date
  attempts: WithDefault<number>
  locked_until: Date | null
  last_error: string | null
}

export interface PushKeysTable {
  id: number
  public_key: string
  private_key: Uint8Array
}

export interface PushSubscriptionsTable {
  id: string
  user_id: string
  endpoint: string
  p256dh: string
  auth: string
  language: Language
  created_at: Date
}

export interface PushDeliveriesTable {
  id: string
  subscription_id: string
  user_id: string
  ticket_id: string | null
  kind: string
  /** Of a call: the first, the second … of its ticket. */
  calls: ColumnType<number | null, number | null | undefined, number | null>
  sent_at: Date
  status: number | null
  shown_at: Date | null
}

export interface OpeningWishesTable {
  id: string
  user_id: string
  session_id: string
  office_id: number
  line_id: number | null
  wished_at: Date
}

export interface FlagsTable {
  name: string
  enabled: boolean
  variant: ColumnType<{ name: string; enabled: boolean } | null, string | null, string | null>
}

export interface WriteProbeTable {
  ballast: Uint8Array
}

/** The database as Kysely knows it; migrations/ makes it so. */
export interface Tables {
  offices: OfficesTable
  line_categories: LineCategoriesTable
  lines: LinesTable
  clerks: ClerksTable
  clerk_offices: ClerkOfficesTable
  modulos: ModulosTable
  users: UsersTable
  policies: PoliciesTable
  policy_acceptances: PolicyAcceptancesTable
  sessions: SessionsTable
  used_captchas: UsedCaptchasTable
  handover_codes: HandoverCodesTable
  preferences: PreferencesTable
  line_days: LineDaysTable
  office_sequences: OfficeSequencesTable
  tickets: TicketsTable
  reservations: ReservationsTable
  ticket_addresses: TicketAddressesTable
  knocks: KnocksTable
  facts: FactsTable
  jobs: JobsTable
  push_keys: PushKeysTable
  push_subscriptions: PushSubscriptionsTable
  push_deliveries: PushDeliveriesTable
  opening_wishes: OpeningWishesTable
  flags: FlagsTable
  write_probe: WriteProbeTable
}
