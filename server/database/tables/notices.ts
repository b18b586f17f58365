import type { ColumnType } from 'kysely'
import type { Language } from '#contract/primitives.ts'

// How somebody is reached on a locked phone.

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
