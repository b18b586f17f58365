import type { Transaction } from 'kysely'
import { askedId } from '#server/database/asked-id.ts'
import type { Tables } from '#server/database/tables.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { lineStopAt, STOP_COLUMNS } from '../lines/line-stop.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { enterLine } from '../turn/enter-line.ts'
import { holdAgain } from '../turn/hold-again.ts'
import { returnTooLate } from '../turn/return-missed.ts'
import { staleBefore } from '../turn/stale-tickets.ts'
import { aboutTurn } from '../turn/turn-fact.ts'
import { type OfWhoIsThere, requireMeant } from './became-of.ts'
import { actAtDesk, type DeskTurn, nobodyCalled, requireDesk } from './desk.ts'

/** Where to: a line, one that rests or is closed for today if the clerk said so; or next at a modulo. */
export type TransferTo = { line_id: number; anyway?: boolean | undefined } | { modulo_id: number }

const nowhere = () =>
  new Refusal('transfer-nowhere', 409, 'they are there already, or nobody can attend them there')

async function lineFor(
  transaction: Transaction<Tables>,
  office_id: number,
  turn: DeskTurn,
  { line_id, anyway = false }: Extract<TransferTo, { line_id: number }>,
  at: Date,
): Promise<number> {
  const line = await transaction
    .selectFrom('lines')
    .select(['id', 'virtual', ...STOP_COLUMNS])
    .where('id', '=', askedId(line_id))
    .where('office_id', '=', office_id)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!line) throw notFound('the line')
  // By video somebody without a phone is attended by nobody.
  if (line.id === turn.line_id || (line.virtual && turn.user_id === null)) throw nowhere()
  if (!anyway && lineStopAt(line, at) !== null)
    throw new Refusal('line-frozen', 409, 'the line is frozen, or closed for today')
  return line.id
}

async function moduloFor(
  transaction: Transaction<Tables>,
  office_id: number,
  own: number,
  modulo_id: number,
): Promise<{ id: number; name: string }> {
  const modulo = await transaction
    .selectFrom('modulos')
    .select(['id', 'name', 'clerk_id'])
    .where('id', '=', askedId(modulo_id))
    .where('office_id', '=', office_id)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!modulo) throw notFound('the modulo')
  if (modulo.id === own) throw nowhere()
  if (modulo.clerk_id === null) throw new Refusal('modulo-closed', 409, 'nobody sits at this modulo')
  return modulo
}

/** One that is too old waits nowhere: it would expire there at once, and they stand in the office. */
async function demandYoung(
  transaction: Transaction<Tables>,
  { ticket_id }: DeskTurn,
  at: Date,
): Promise<void> {
  const { inserted_at } = await transaction
    .selectFrom('tickets')
    .select('inserted_at')
    .where('id', '=', ticket_id)
    .executeTakeFirstOrThrow()
  if (inserted_at <= staleBefore(at)) throw returnTooLate()
}

/**
 * The one at this clerk's desk is attended elsewhere: in another line, in the order of arrivals, or next at
 * another modulo. Number, time of arrival and passes are kept, and this modulo is free.
 * @throws Refusal no-modulo, nobody-called, desk-moved; not-found, for a line or modulo of another office as
 * for none; line-frozen, modulo-closed, transfer-nowhere; return-too-late, where it would expire there;
 * already-has-ticket and too-many-numbers, where the person waits there already or took others meanwhile
 * @see rule DESK-05
 */
export async function transferTicket(
  context: QueueContext,
  input: OfWhoIsThere & { to: TransferTo },
): Promise<void> {
  const { office_id, tuid, to } = input
  await holdAgain(() =>
    changeTurns(
      context,
      input,
      async (transaction, at) => {
        const desk = await requireDesk(transaction, input)
        const { turn } = desk
        if (turn?.state !== 'called') throw nobodyCalled()
        requireMeant(turn, tuid)
        await demandYoung(transaction, turn, at)
        const modulo =
          'modulo_id' in to ? await moduloFor(transaction, office_id, desk.modulo_id, to.modulo_id) : null
        const line_id = 'line_id' in to ? await lineFor(transaction, office_id, turn, to, at) : turn.line_id
        const entered = await enterLine(transaction, {
          tuid: turn.ticket_id,
          from: 'called',
          line_id,
          before: 'arrival',
          ...(modulo && { for_modulo_id: modulo.id }),
        })
        if (!entered) throw nobodyCalled()
        await noteAct(transaction, {
          office_id,
          clerk_id: input.clerk_id,
          at,
          act: 'transferred',
          ...actAtDesk(desk),
          detail: modulo ? { to_modulo_id: modulo.id } : { to_line_id: line_id },
        })
        const { ticket, waiting, ahead } = entered
        return [
          {
            ...aboutTurn(entered, at),
            name: 'ticket:transferred',
            detail: { ticket, waiting, ahead, from_line_id: turn.line_id, modulo: modulo?.name ?? null },
          },
        ]
      },
      // What the constraints refuse must refuse nobody else's change.
      'alone',
    ),
  )
}
