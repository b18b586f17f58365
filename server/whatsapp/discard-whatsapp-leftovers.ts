import { sql } from 'kysely'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { someOf, stepPastTrouble, takeAwayOldest } from '#server/database/step-by-step.ts'
import { NONE_BESIDE } from './asked-number.ts'
import type { WhatsappContext } from './whatsapp-context.ts'

/** A message is looked at while its ticket is at a desk; what is told of it later counts for nothing. */
const MESSAGES_KEPT_MS = 2 * 24 * 3_600_000
/** Whoever did not confirm a number by then does not come back to it. */
const UNCONFIRMED_KEPT_MS = 24 * 3_600_000

/**
 * Forgets old messages, and numbers that nobody showed to be theirs.
 * @param ending aborted where no further step may begin: what is left goes the next time
 */
export async function discardWhatsappLeftovers(
  { database: { db }, clock }: Pick<WhatsappContext, 'database' | 'clock'>,
  ending?: AbortSignal,
): Promise<void> {
  const now = clock.now().getTime()
  const isOld = sql<boolean>`gone.sent_at < ${new Date(now - MESSAGES_KEPT_MS)}::timestamptz`
  const unconfirmed = new Date(now - UNCONFIRMED_KEPT_MS)
  const isUnconfirmed = sql<boolean>`gone.confirmed_at is null and gone.code_expires_at < ${unconfirmed}::timestamptz`
  const forgetBeside = async (most: number, past: number) => {
    const { numUpdatedRows } = await db
      .updateTable('whatsapp_numbers')
      .set(NONE_BESIDE)
      .where(
        'user_id',
        '=',
        sql<string>`any(array(
          select n.user_id from whatsapp_numbers n where n.next_code_expires_at < ${unconfirmed}::timestamptz
          order by n.next_code_expires_at ${someOf(most, past)}
          for update skip locked
        ))`,
      )
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }
  const over = [
    { table: 'whatsapp_messages', where: isOld, oldest: ['sent_at'] },
    { table: 'whatsapp_numbers', where: isUnconfirmed, oldest: ['code_expires_at'] },
  ] as const
  const discards = [
    ...over.map(each => () => takeAwayOldest(db, each, ending)),
    () => stepPastTrouble(forgetBeside, ending),
  ]
  await eachByItself(discards, discard => discard(), ending)
}
