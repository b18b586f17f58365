import type { Selectable } from 'kysely'
import type { WhatsappNumbersTable } from '#server/database/tables/notices.ts'

/** The number that a code was sent to, and the code. */
export interface AskedNumber {
  number: Uint8Array
  number_hash: Uint8Array
  code_hash: Uint8Array
  code_expires_at: Date
}

/**
 * The number that is to be shown to be one's own: beside the one that is confirmed, or the only one. Null
 * where there is none.
 */
export function askedNumber(row: Selectable<WhatsappNumbersTable>): AskedNumber | null {
  const { number, number_hash, code_hash, code_expires_at } =
    row.confirmed_at === null
      ? row
      : {
          number: row.next_number,
          number_hash: row.next_number_hash,
          code_hash: row.next_code_hash,
          code_expires_at: row.next_code_expires_at,
        }
  if (!number || !number_hash || !code_hash || !code_expires_at) return null
  return { number, number_hash, code_hash, code_expires_at }
}

/** No number stands beside. */
export const NONE_BESIDE = {
  next_number: null,
  next_number_hash: null,
  next_code_hash: null,
  next_code_expires_at: null,
} as const
