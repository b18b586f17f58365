import { sql } from 'kysely'
import { stepByStep, takeAway } from '#server/database/step-by-step.ts'
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
  await takeAway(db, { table: 'whatsapp_messages', key: ['id'], where: isOld, oldest: ['sent_at'] }, ending)
  const unconfirmed = new Date(now - UNCONFIRMED_KEPT_MS)
  const isUnconfirmed = sql<boolean>`gone.confirmed_at is null and gone.code_expires_at < ${unconfirmed}::timestamptz`
  await takeAway(db, { table: 'whatsapp_numbers', key: ['user_id'], where: isUnconfirmed }, ending)
  const forgetBeside = async (most: number) => {
    const { numUpdatedRows } = await db
      .with('step', of =>
        of
          .selectFrom('whatsapp_numbers')
          .select('user_id')
          .where('next_code_expires_at', '<', unconfirmed)
          .limit(most)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('whatsapp_numbers')
      .from('step')
      .set(NONE_BESIDE)
      .whereRef('whatsapp_numbers.user_id', '=', 'step.user_id')
      .executeTakeFirst()
    return Number(numUpdatedRows)
  }
  await stepByStep(forgetBeside, ending)
}
