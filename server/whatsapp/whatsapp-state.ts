import { WHATSAPP_CODE_TRIES } from '#contract/limits.ts'
import type { WhatsappState } from '#contract/rest/whatsapp.ts'
import { askedNumber } from './asked-number.ts'
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
  const shown = (sealed: Uint8Array) => protection.openNumber(sealed, userId).slice(-DIGITS_SHOWN)
  const state = { offered: true, number: shown(row.number), confirmed: row.confirmed_at !== null }
  const asked = askedNumber(row)
  const tries_left = WHATSAPP_CODE_TRIES - row.tries
  if (!asked || asked.code_expires_at <= clock.now() || tries_left === 0) return { ...state, code: null }
  const sent = await db
    .selectFrom('whatsapp_messages')
    .select('status')
    .where('user_id', '=', userId)
    .where('kind', '=', 'code')
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const code = {
    number: shown(asked.number),
    expires_at: asked.code_expires_at.toISOString(),
    tries_left,
    failed: sent?.status === 'failed',
  }
  return { ...state, code }
}
