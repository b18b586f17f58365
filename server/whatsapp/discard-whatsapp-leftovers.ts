import { NONE_BESIDE } from './asked-number.ts'
import type { WhatsappContext } from './whatsapp-context.ts'

/** A message is looked at while its ticket is at a desk; what is told of it later counts for nothing. */
const MESSAGES_KEPT_MS = 2 * 24 * 3_600_000
/** Whoever did not confirm a number by then does not come back to it. */
const UNCONFIRMED_KEPT_MS = 24 * 3_600_000

/** Forgets old messages, and numbers that nobody showed to be theirs. */
export async function discardWhatsappLeftovers({
  database: { db },
  clock,
}: Pick<WhatsappContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await db
    .deleteFrom('whatsapp_messages')
    .where('sent_at', '<', new Date(now - MESSAGES_KEPT_MS))
    .execute()
  const unconfirmed = new Date(now - UNCONFIRMED_KEPT_MS)
  await db
    .deleteFrom('whatsapp_numbers')
    .where('confirmed_at', 'is', null)
    .where('code_expires_at', '<', unconfirmed)
    .execute()
  await db
    .updateTable('whatsapp_numbers')
    .set(NONE_BESIDE)
    .where('next_code_expires_at', '<', unconfirmed)
    .execute()
}
