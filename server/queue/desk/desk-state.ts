import type { DeskState } from '#contract/rest/desk.ts'
import { officeOfClerk } from '#server/facts/clerk-office.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { findDesk } from './desk.ts'
import { deskTicket } from './desk-ticket.ts'
import type { QueueContext } from '../queue-context.ts'

async function modulosOf({ database }: QueueContext, officeId: number): Promise<DeskState['modulos']> {
  const rows = await database.db
    .selectFrom('modulos')
    .leftJoin('clerks', 'clerks.id', 'modulos.clerk_id')
    .select(['modulos.id', 'modulos.name', 'modulos.clerk_id', 'clerks.name as clerk'])
    .where('modulos.office_id', '=', officeId)
    .where('modulos.active', '=', true)
    .orderBy('modulos.id')
    .execute()
  return rows.map(({ clerk, ...modulo }) => ({ ...modulo, open: clerk !== null, clerk }))
}

/**
 * What a clerk sees of an office: at most six statements.
 * @throws Refusal not-found, where the clerk does not work there
 */
export async function deskState(context: QueueContext, input: AtDesk): Promise<DeskState> {
  const { database } = context
  // Its sequence first: what happens while the rest is read comes again as a fact, rather than not at all.
  const office = await officeOfClerk(database, input)
  const desk = await findDesk(database.db, input)
  return {
    office_id: office.id,
    office_name: office.name,
    preference: office.preference !== null,
    modulos: await modulosOf(context, office.id),
    modulo: desk ? { id: desk.modulo_id, name: desk.modulo, open: true } : null,
    lines: (await context.lines.since(office.id, office.seq)).lines,
    current: desk?.turn ? await deskTicket(context, desk.turn) : null,
    seq: office.seq,
  }
}
