import type { Kysely } from 'kysely'
import type { DeskMessages } from '#contract/rest/desk-day.ts'
import { READY_MESSAGES } from '#locales/messages/texts.ts'
import type { Tables } from '#server/database/tables.ts'

const ready = Object.entries(READY_MESSAGES).map(([slug, texts]) => ({ slug, texts }))

/** What the desks of an office may say: its own sentences first, then those of every office. */
export async function officeMessages(
  db: Kysely<Tables>,
  officeId: number,
): Promise<DeskMessages['messages']> {
  const { messages } = await db
    .selectFrom('offices')
    .select('messages')
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow()
  const own = new Set(messages.map(({ slug }) => slug))
  return [...messages, ...ready.filter(({ slug }) => !own.has(slug))]
}
