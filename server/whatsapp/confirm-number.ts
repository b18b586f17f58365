import { timingSafeEqual } from 'node:crypto'
import { WHATSAPP_CODE_TRIES } from '#contract/limits.ts'
import type { WhatsappState } from '#contract/rest/whatsapp.ts'
import { changePreferences } from '#server/identity/preferences.ts'
import { Refusal } from '#server/web/refusal.ts'
import { codeHashOf } from './ask-code.ts'
import { askedNumber, NONE_BESIDE } from './asked-number.ts'
import type { WhatsappContext } from './whatsapp-context.ts'
import { whatsappState } from './whatsapp-state.ts'

const isOver = () => new Refusal('whatsapp-code-over', 400, 'the code is over; ask for another')

/** Counts a try, before anybody looks at it: those at the same moment are counted one after the other. */
const countTry = ({ database: { db }, clock }: WhatsappContext, userId: string) =>
  db
    .updateTable('whatsapp_numbers')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('user_id', '=', userId)
    // One that is confirmed has no code: then it is the one of the number beside it.
    .where(({ eb, fn }) => eb(fn.coalesce('code_expires_at', 'next_code_expires_at'), '>', clock.now()))
    .where('tries', '<', WHATSAPP_CODE_TRIES)
    .returningAll()
    .executeTakeFirst()

/** Whether a number is confirmed, and none beside it is to be. */
async function isDone({ database: { db } }: WhatsappContext, userId: string): Promise<boolean> {
  const done = await db
    .selectFrom('whatsapp_numbers')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('next_number', 'is', null)
    .select('user_id')
    .executeTakeFirst()
  return done !== undefined
}

/**
 * The code was read on the number's phone: from now on calls go there, and no more to the one before, and the
 * preference says so. A number that is confirmed stays so, whoever confirms it again.
 * @throws Refusal whatsapp-code-wrong, whatsapp-code-over
 */
export async function confirmNumber(
  context: WhatsappContext,
  userId: string,
  code: string,
): Promise<WhatsappState> {
  const tried = await countTry(context, userId)
  const asked = tried ? askedNumber(tried) : null
  if (!tried || !asked) {
    if (await isDone(context, userId)) return await whatsappState(context, userId)
    throw isOver()
  }
  const { number, number_hash } = asked
  const said = codeHashOf(context, { userId, numberHash: number_hash, code })
  if (!timingSafeEqual(said, asked.code_hash)) {
    throw tried.tries >= WHATSAPP_CODE_TRIES
      ? isOver()
      : new Refusal('whatsapp-code-wrong', 400, 'the code is another')
  }
  const { clock, database } = context
  await database.transaction(async transaction => {
    const confirmed = await transaction
      .updateTable('whatsapp_numbers')
      .set({
        number,
        number_hash,
        code_hash: null,
        code_expires_at: null,
        tries: 0,
        confirmed_at: clock.now(),
        ...NONE_BESIDE,
      })
      .where('user_id', '=', userId)
      // Not a number that was said meanwhile.
      .where(({ fn, eb }) => eb(fn.coalesce('code_hash', 'next_code_hash'), '=', said))
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
