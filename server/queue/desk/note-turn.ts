import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { changeTurns } from '../turn/change-turns.ts'
import type { QueueContext } from '../queue-context.ts'

export interface NoteTurn extends DoneAt {
  tuid: string
  /** Null takes it away. */
  note: string | null
  /** What its clerk had read there. */
  was: string | null
}

/**
 * A clerk notes what the next one should know of a turn: it goes along to whichever line or module. Nobody
 * beyond those who work there is told, so it is no fact. Asked again after an answer that was lost, it is
 * simply so already.
 * @throws Refusal not-found; note-changed, where another clerk noted something else meanwhile
 */
export async function noteTurn(context: QueueContext, wish: NoteTurn): Promise<void> {
  const { office_id, clerk_id, tuid, note, was } = wish
  const { protect } = context
  await changeTurns(context, wish, async (transaction, at) => {
    const turn = await transaction
      .selectFrom('tickets')
      .select('line_id')
      .where('id', '=', tuid)
      .where('office_id', '=', office_id)
      .where('state', '<>', 'taken-back')
      .executeTakeFirst()
    if (!turn) throw notFound('the ticket')
    const kept = await transaction
      .selectFrom('ticket_notes')
      .select('note')
      .where('ticket_id', '=', tuid)
      .executeTakeFirst()
    const is = kept ? protect.openNote(kept.note, tuid) : null
    if (is === note) return []
    if (is !== was) throw new Refusal('note-changed', 409, 'another clerk noted something else meanwhile')
    if (note === null) await transaction.deleteFrom('ticket_notes').where('ticket_id', '=', tuid).execute()
    else {
      const row = { note: protect.sealNote(note, tuid), noted_at: at }
      await transaction
        .insertInto('ticket_notes')
        .values({ ticket_id: tuid, ...row })
        .onConflict(conflict => conflict.column('ticket_id').doUpdateSet(row))
        .execute()
    }
    await noteAct(transaction, {
      office_id,
      clerk_id,
      at,
      act: 'ticket-noted',
      ticket_id: tuid,
      line_id: turn.line_id,
    })
    return []
  })
}
