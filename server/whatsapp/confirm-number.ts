import { timingSafeEqual } from 'node:crypto'
import { WHATSAPP_CODE_TRIES } from '#contract/limits.ts'
import type { WhatsappState } from '#contract/rest/whatsapp.ts'
import { changePreferences } from '#server/identity/preferences.ts'
import { Refusal } from '#server/web/refusal.ts'
import { codeHashOf } from './ask-code.ts'
import type { WhatsappContext } from './whatsapp-context.ts'
import { whatsappState } from './whatsapp-state.ts'

const isOver = () => new Refusal('whatsapp-code-over', 400, 'the code is over; ask for another')

/** Counts a try, before anybody looks at it: those at the same moment are counted one after the other. */
const countTry = ({ database: { db }, clock }: WhatsappContext, userId: string) =>
  db
    .updateTable('whatsapp_numbers')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('code_expires_at', '>', clock.now())
    .where('tries', '<', WHATSAPP_CODE_TRIES)
    .returning(['number_hash', 'code_hash', 'tries'])
    .executeTakeFirst()

/**
 * The code was read on the number's phone: from now on calls go there, and the preference says so. A number
 * that is confirmed stays so, whoever confirms it again.
 * @throws Refusal whatsapp-code-wrong, whatsapp-code-over
 */
export async function confirmNumber(
  context: WhatsappContext,
  userId: string,
  code: string,
): Promise<WhatsappState> {
  const tried = await countTry(context, userId)
  if (!tried?.code_hash) {
    const state = await whatsappState(context, userId)
    if (state.confirmed) return state
    throw isOver()
  }
  const said = codeHashOf(context, { userId, numberHash: tried.number_hash, code })
  if (!timingSafeEqual(said, tried.code_hash)) {
    throw tried.tries >= WHATSAPP_CODE_TRIES
      ? isOver()
      : new Refusal('whatsapp-code-wrong', 400, 'the code is another')
  }
  const { clock, database } = context
  await database.transaction(async transaction => {
    const confirmed = await transaction
      .updateTable('whatsapp_numbers')
      .set({ confirmed_at: clock.now(), code_hash: null, code_expires_at: null, tries: 0 })
      .where('user_id', '=', userId)
      // Not a number that was said meanwhile.
      .where('code_hash', '=', said)
      .returning('user_id')
      .executeTakeFirst()
    if (!confirmed) throw isOver()
    await changePreferences(transaction, userId, { site: 'web', notifications: { whatsapp: true } })
  })
  return await whatsappState(context, userId)
}

/** The number is no more, here: nothing is sent to it, and nobody is asked for it again. */
export async function forgetNumber(context: WhatsappContext, userId: string): Promise<WhatsappState> {
  await context.database.transaction(async transaction => {
    await transaction.deleteFrom('whatsapp_numbers').where('user_id', '=', userId).execute()
    await changePreferences(transaction, userId, { site: 'web', notifications: { whatsapp: false } })
  })
  return await whatsappState(context, userId)
}
