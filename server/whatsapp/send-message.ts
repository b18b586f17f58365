import { countKnock } from '#server/knocks/count-knock.ts'
import type { WhatsappMessage } from './message-body.ts'
import { postToWhatsapp, type WhatsappOutcome } from './post-to-whatsapp.ts'
import type { WhatsappContext, WhatsappKind } from './whatsapp-context.ts'

/** `limited`: the installation has sent as many as it may this hour. */
export type SentOutcome = WhatsappOutcome | { kind: 'limited' }

/** Codes cost the same as calls, and anybody may ask for one: they never use up what calls need. */
async function isBeyondLimit({ database: { db }, clock, settings }: WhatsappContext, kind: WhatsappKind) {
  const count = (key: string) => countKnock(db, { kind: 'whatsapp', keys: [key], at: clock.now() })
  if (kind === 'code' && (await count('codes')) > settings.hourly / 2) return true
  return (await count('installation')) > settings.hourly
}

/**
 * Sends one that was written down as `sending`, writes down what became of it, and counts it. What was told
 * of it meanwhile is known better, and stays.
 */
export async function sendMessage(
  context: WhatsappContext,
  kind: WhatsappKind,
  message: WhatsappMessage,
): Promise<SentOutcome> {
  const { database, clock, protection, settings, log } = context
  const outcome: SentOutcome = (await isBeyondLimit(context, kind))
    ? { kind: 'limited' }
    : await postToWhatsapp(settings, message)
  context.count(kind, outcome.kind)
  const { messageId, ...told } = { messageId: null, ...outcome }
  if (outcome.kind !== 'accepted') log.warn({ sent: kind, outcome: told }, 'a message did not go by WhatsApp')
  const mayBeRepeated = outcome.kind === 'busy' || outcome.kind === 'unreachable'
  const update = database.db.updateTable('whatsapp_messages').where('id', '=', message.id)
  if (messageId !== null)
    await update.set({ message_hash: protection.whatsappHash('message', messageId) }).execute()
  await update
    .set({
      status: messageId !== null ? 'accepted' : mayBeRepeated ? 'postponed' : 'failed',
      status_at: clock.now(),
      error_code: 'code' in outcome ? outcome.code : null,
    })
    .where('status', '=', 'sending')
    .execute()
  return outcome
}
