import { type RawBuilder, sql, type Transaction } from 'kysely'
import { MESSAGE_PAUSE_MS } from '#contract/desk-limits.ts'
import type { MessageTexts } from '#contract/primitives.ts'
import type { Tables } from '#server/database/tables.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { linesOfOffice } from '../lines/lines-of-office.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { messageTurns } from '../turn/message-turns.ts'
import { officeMessages } from './office-messages.ts'

export type SendMessage = DoneAt & { message: string } & ({ line_id: number } | { tuid: string })

/** SQL: those of the tickets `t` that the message is for. */
const whom = (input: SendMessage): RawBuilder<boolean> =>
  'line_id' in input
    ? sql`t.office_id = ${input.office_id}::integer and t.line_id = ${input.line_id}::integer and t.state = 'waiting'`
    : sql`t.office_id = ${input.office_id}::integer and t.id = ${input.tuid}::uuid`

/** Whether these people were told something a moment ago. */
async function isTooSoon(transaction: Transaction<Tables>, input: SendMessage, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - MESSAGE_PAUSE_MS)
  const { rows } = await sql`
    select from tickets t where ${whom(input)} and (t.message ->> 'at')::timestamptz > ${since}::timestamptz
    limit 1`.execute(transaction)
  return rows.length > 0
}

async function textsOf(
  { database }: QueueContext,
  { office_id, message }: SendMessage,
): Promise<MessageTexts> {
  const known = (await officeMessages(database.db, office_id)).find(({ slug }) => slug === message)
  if (!known) throw notFound('the message')
  return known.texts
}

/**
 * Says a prepared sentence to everybody who waits in a line, or to one who waits or was called: on their
 * pages at once, and on their phones. Nobody types to strangers.
 * @throws Refusal not-found, where the office has no such message or line; message-too-soon; nobody-to-tell
 * @see rule DESK-10
 */
export async function sendMessage(context: QueueContext, input: SendMessage): Promise<void> {
  const { office_id } = input
  const texts = await textsOf(context, input)
  if ('line_id' in input) await linesOfOffice(context.database.db, input)
  await changeTurns(context, input, async (transaction, at) => {
    if (await isTooSoon(transaction, input, at)) {
      throw new Refusal('message-too-soon', 409, 'they were told something a moment ago')
    }
    const facts = await messageTurns(transaction, whom(input), { id: context.random.uuid(), texts }, at)
    if (facts.length === 0) throw new Refusal('nobody-to-tell', 409, 'nobody there can be told')
    await noteAct(transaction, {
      office_id,
      clerk_id: input.clerk_id,
      at,
      act: 'message-sent',
      line_id: 'line_id' in input ? input.line_id : undefined,
      ticket_id: 'tuid' in input ? input.tuid : undefined,
      detail: { message: input.message },
    })
    return facts
  })
}
