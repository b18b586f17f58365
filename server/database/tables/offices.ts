import type { ColumnType, Generated } from 'kysely'
import type { DeskRole } from '#contract/rest/desk-acts.ts'
import type { Question } from '#contract/rest/forms.ts'
import type { HoursOfDay, LINE_TYPES } from '#contract/rest/offices.ts'
import type { Json, WithDefault } from './columns.ts'

// The offices as their file says them, and who works there.

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
  /** Numbers and times for proven documents alone (DOC-04). */
  proven_document: WithDefault<boolean>
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
  active: WithDefault<boolean>
}
