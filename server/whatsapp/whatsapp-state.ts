import { WHATSAPP_CODE_TRIES } from '#contract/limits.ts'
import type { WhatsappState } from '#contract/rest/whatsapp.ts'
import type { WhatsappContext } from './whatsapp-context.ts'

const DIGITS_SHOWN = 3
export const NOT_OFFERED: WhatsappState = { offered: false, number: null, confirmed: false, code: null }

/** How a person is reached by WhatsApp, as they may see it: the number itself is told to nobody again. */
export async function whatsappState(
  { database: { db }, protection, clock }: WhatsappContext,
  userId: string,
): Promise<WhatsappState> {
  const row = await db
    .selectFrom('whatsapp_numbers')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return { ...NOT_OFFERED, offered: true }
  const state = {
    offered: true,
    number: protection.openNumber(row.number, userId).slice(-DIGITS_SHOWN),
    confirmed: row.confirmed_at !== null,
  }
  const isUnderWay = row.code_expires_at !== null && row.code_expires_at > clock.now()
  const tries_left = WHATSAPP_CODE_TRIES - row.tries
  if (row.code_expires_at === null || !isUnderWay || tries_left === 0) return { ...state, code: null }
  const sent = await db
    .selectFrom('whatsapp_messages')
    .select('status')
    .where('user_id', '=', userId)
    .where('kind', '=', 'code')
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const failed = sent?.status === 'failed'
  return { ...state, code: { expires_at: row.code_expires_at.toISOString(), tries_left, failed } }
}
