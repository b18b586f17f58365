import { DEFAULT_PREFERENCES } from '#contract/rest/login.ts'
import type { Database } from '#server/database/database.ts'
import type { Language } from '#contract/primitives.ts'
import { json } from '#server/database/json-column.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { startWhatsappService, type WhatsappService } from '#tests/support/whatsapp-service.ts'
import { type NotifyRig, startNotifyRig } from './notify-rig.ts'

/** Nobody's: it is looked for in every place where it must not be. */
export const NUMBER = '+56987650123'

export interface WhatsappRig extends NotifyRig {
  whatsapp: WhatsappService
  stop(): Promise<void>
  /** Somebody who wished it, with a number that is confirmed, unless told. */
  wishes(change?: {
    whatsapp?: boolean | 'prompt'
    confirmed?: boolean
    language?: Language
  }): Promise<string>
  /** The phone says that it showed every notice so far. */
  acknowledge(): Promise<void>
  messages(tuid: string): Promise<{ status: string; calls: number | null; error_code: number | null }[]>
}

/** An office at work, with both ways to a phone. */
export async function startWhatsappRig(database: Database): Promise<WhatsappRig> {
  const whatsapp = await startWhatsappService()
  const rig = await startNotifyRig(database, whatsapp)
  // By its own clock no call would be due yet when it is asked for.
  rig.office.clock.apartMs = 3_600_000
  const { db } = database
  const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))
  return {
    ...rig,
    whatsapp,
    async stop() {
      await rig.service.stop()
      await whatsapp.stop()
    },
    async wishes({ whatsapp: wish = true, confirmed = true, language = 'es' } = {}) {
      const user_id = await rig.office.user()
      const at = rig.office.clock.now()
      await db.updateTable('users').set({ language }).where('id', '=', user_id).execute()
      await db
        .insertInto('preferences')
        .values({
          user_id,
          site: 'web',
          notifications: json({ ...DEFAULT_PREFERENCES, push: true, whatsapp: wish }),
        })
        .execute()
      await db
        .insertInto('whatsapp_numbers')
        .values({
          user_id,
          number: protection.sealNumber(NUMBER, user_id),
          number_hash: protection.whatsappHash('number', NUMBER),
          code_hash: confirmed ? null : protection.codeHash('none'),
          code_expires_at: confirmed ? null : at,
          tries: 0,
          confirmed_at: confirmed ? at : null,
        })
        .execute()
      return user_id
    },
    async acknowledge() {
      await db.updateTable('push_deliveries').set({ shown_at: rig.office.clock.now() }).execute()
    },
    messages: tuid =>
      db
        .selectFrom('whatsapp_messages')
        .select(['status', 'calls', 'error_code'])
        .where('ticket_id', '=', tuid)
        .orderBy('sent_at')
        .execute(),
  }
}
