import type { ColumnType } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { WebhookTopic } from '#contract/rest/webhooks.ts'
import type { Json, WithDefault } from './columns.ts'

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
  /** At which the browser last said that it is here; null before it did. It ends with that session. */
  session_id: string | null
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

export interface WhatsappNumbersTable {
  user_id: string
  number: Uint8Array
  number_hash: Uint8Array
  code_hash: Uint8Array | null
  code_expires_at: Date | null
  /** Of the code that was sent last. */
  tries: number
  confirmed_at: Date | null
  /** Beside the one that is confirmed: it takes its place once its own code comes back. */
  next_number: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  next_number_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  next_code_hash: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  next_code_expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/**
 * In the order in which they follow each other: what came later is never taken back by what was said before
 * it. `postponed`: it did not go out, as far as we know. `sending`: somebody is at it, or died over it.
 */
export type WhatsappStatus = 'postponed' | 'sending' | 'accepted' | 'sent' | 'failed' | 'delivered' | 'read'

export interface WhatsappMessagesTable {
  id: string
  user_id: string
  ticket_id: string | null
  kind: 'call' | 'code'
  /** Of a call: the first, the second … of its ticket. */
  calls: number | null
  /** Of the name that WhatsApp gave it, in which the number stands. */
  message_hash: Uint8Array | null
  sent_at: Date
  status: WhatsappStatus
  status_at: Date
  error_code: number | null
  /** What it was charged as. */
  billed: string | null
}

export interface OpeningWishesTable {
  id: string
  user_id: string
  session_id: string
  office_id: number
  line_id: number | null
  wished_at: Date
}

/** Where an office's facts are told to another system, and how far they were. */
export interface WebhooksTable {
  id: string
  office_id: number
  url: string
  topics: Json<WebhookTopic[]>
  /** Sealed. */
  secret: Uint8Array
  former_secret: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  former_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  made_at: Date
  /** Of the newest fact that it was told, or that is none of its topics. */
  told_seq: number
  /** In a row, up to now. */
  failures: WithDefault<number>
  failing_since: ColumnType<Date | null, Date | null | undefined, Date | null>
  off_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  last_answer: ColumnType<string | null, string | null | undefined, string | null>
  last_answer_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** The clerk who sits in a video call, at whatever server. */
export interface MeetSeatsTable {
  /** The reservation, or the number of a virtual line. */
  meeting: string
  /** Of this very sitting down. */
  id: string
  clerk_id: number
  /** By the database's clock. */
  held_until: Date
}
