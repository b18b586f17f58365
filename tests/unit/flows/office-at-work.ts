import type { Session } from '#contract/rest/login.ts'
import type { Ticket, TicketMeta } from '#contract/rest/tickets.ts'
import type { Fact } from '#server/facts/fact.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { whoCame } from '#tests/support/who-came.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { reservationOffice } from '#tests/support/reservation-office.ts'
import type { TestServer } from '#tests/support/server.ts'

export type OfficeOptions = Parameters<typeof reservationOffice>[1]

/** The modulo at which its clerk sits. */
export const MODULO = '3'

/** An office of a genuine server, with one line, and a clerk: what happens there the server tells. */
export async function officeAtWork(server: TestServer, options: OfficeOptions = {}) {
  const { queue, database, clock } = server
  const office = await reservationOffice(database, options)
  const { office_id } = office
  const row = await database.db
    .selectFrom('lines')
    .select(['id', 'slug', 'name'])
    .where('id', '=', await office.reserveLine())
    .executeTakeFirstOrThrow()
  const line = { ...row, type: 'normal', frozen: false, takes_tickets: true } as const
  const desk = await office.clerk(MODULO)

  const ticketAs = async ({ token }: Session, tuid: string): Promise<Ticket> => {
    const response = await server.ask('v1', `/user/v2/tickets/${tuid}`, { token })
    if (response.status !== 200) throw new Error(`no ticket: ${await response.text()}`)
    return (await response.json()) as Ticket
  }

  /** The newest fact of this name. */
  async function lastFact(name: Fact['name']) {
    const fact = (await office.facts()).findLast(({ kind }) => kind === name)
    if (!fact) throw new Error(`no ${name}`)
    const { seq, at, ticket_id, detail } = fact
    return { seq: Number(seq), at: at.toISOString(), tuid: ticket_id ?? '', ticket: String(detail.ticket) }
  }

  return {
    ...office,
    db: database.db,
    line,
    newLine: office.reserveLine,
    /** What its owner is told of a number. */
    ticketAs,
    async takeFor(session: Session, line_id = line.id, meta?: TicketMeta): Promise<Ticket> {
      const { user_id } = session
      const { tuid } = await takeTicket(queue, { office: { office_id }, line_id, user_id, meta })
      return await ticketAs(session, tuid)
    },
    /** Those who stand in a line are nobody's phones. */
    async crowd(count: number, line_id = line.id): Promise<void> {
      for (const user_id of await office.users(count))
        await takeTicket(queue, { office: { office_id }, line_id, user_id })
    },
    /** A minute later the first of all lines, or of these, is called to the clerk's modulo. */
    async callNext(line_ids: number[] = []) {
      clock.advance(60_000)
      await callNext(queue, { ...desk, line_ids, ...(await whoCame(database, desk)) })
      return await lastFact('call:created')
    },
    async callAgain() {
      clock.advance(60_000)
      await callAgain(queue, desk)
      return await lastFact('call:created')
    },
    callReservation: async (id: string) =>
      callReservation(queue, { ...desk, id, ...(await whoCame(database, desk)) }),
    async takeBack() {
      const { here } = await whoCame(database, desk)
      if (here) await takeBackCall(queue, { ...desk, tuid: here.tuid })
    },
    attended: () => markAttended(queue, desk),
    park: () => parkTicket(queue, desk),
    remove: (tuid: string) => removeTicket(queue, { office_id, tuid }),
    absent: () => markAbsent(queue, desk),
    lastFact,
    /** All numbers that were ever taken here, by their order. */
    tickets: () =>
      database.db
        .selectFrom('tickets')
        .selectAll()
        .where('office_id', '=', office_id)
        .orderBy('number')
        .execute(),
  }
}

export type OfficeAtWork = Awaited<ReturnType<typeof officeAtWork>>
