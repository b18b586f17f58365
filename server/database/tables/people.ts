import type { ColumnType } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { NotificationPreferences } from '#contract/rest/login.ts'
import type { Policy } from '#contract/rest/policies.ts'
import type { Json, WithDefault } from './columns.ts'

// Who comes, how they are known, and what they agreed to.

export interface UsersTable {
  id: string
  temporal: boolean
  language: WithDefault<Language>
  person: Uint8Array | null
  identity_type: 'rut' | 'dni' | null
  identity_hash: Uint8Array | null
  login_attempt: string | null
  document_changes: WithDefault<number>
  /** A provider asserted that the document is theirs (DOC-04). */
  document_proven_at: Date | null
  document_proven_by: ProviderId | null
  created_at: Date
  /** When a time was last booked or moved; when a number was last taken, the tickets say. */
  last_turn_at: Date | null
  /** Since when nothing is kept of somebody without an account but their turns. */
  forgotten_at: ColumnType<Date | null, never, Date | null>
  /** Since then nothing is known of them, nor can be. */
  erased_at: ColumnType<Date | null, never, Date | null>
  /** Since then nothing is left to be given back of who was erased, nor can come. */
  erasure_finished_at: ColumnType<Date | null, never, Date | null>
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
  /** Of a wall, a kiosk or a machine: nobody's. */
  office_link_id: ColumnType<number | null, number | null | undefined, never>
  cookie_hash: Uint8Array
  token_hash: Uint8Array
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  /** To the hour; null before it was first kept. */
  last_seen_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** As the browser called itself when it came, in words: `Chrome · Android`. */
  device: ColumnType<string | null, string | null | undefined, string | null>
}

export interface AccountsTable {
  user_id: string
  /** Of the one spelling of the address. */
  email_hash: Uint8Array
  email_confirmed_at: Date | null
  /** Null for who came by a provider, and chose none. */
  password_hash: string | null
  created_at: Date
}

export interface AccountLinksTable {
  token_hash: Uint8Array
  user_id: string
  kind: 'confirm-email' | 'reset-password' | 'email-changed'
  /** Of the address to which it was sent: to another one it says nothing. */
  email_hash: Uint8Array
  expires_at: Date
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Sealed: the address that the account had, of a link by which it is taken back; null of the others. */
  former: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
}

export interface UsedCaptchasTable {
  signature: string
  expires_at: Date
}

export interface HandoverCodesTable {
  code_hash: Uint8Array
  user_id: string
  /** At which it was made: with its end the code opens nothing. */
  session_id: string | null
  expires_at: Date
  used_at: Date | null
}

export interface PreferencesTable {
  user_id: string
  site: string
  notifications: Json<NotificationPreferences>
}

interface FavoritesTable {
  user_id: string
  /** From 1 to FAVORITES_MAX, each once: nobody has more. It says nothing of their order. */
  place: number
  added_at: Date
}

export interface FavoriteOfficesTable extends FavoritesTable {
  office_id: number
}

export interface FavoriteLinesTable extends FavoritesTable {
  line_id: number
}
