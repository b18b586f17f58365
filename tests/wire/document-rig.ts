import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { expect } from 'vitest'
import { problem } from '#contract/problem.ts'
import { deskList, deskReservations, deskState } from '#contract/rest/desk.ts'
import { reservation } from '#contract/rest/reservations.ts'
import { ticket } from '#contract/rest/tickets.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { ANSWERS, type ReservationOffice } from '#tests/support/reservation-office.ts'
import type { SignedIn, TestServer } from '#tests/support/server.ts'

/** The Monday after the clock's Saturday. */
export const MONDAY = '2026-11-23'
/** Its block at ten. */
export const TEN = 40
const PASSWORD = 'una clave larga y propia'

/**
 * What people with documents ask the server for, and what a clerk sees of them.
 * @param serverOf gives it once it runs
 */
export function documentRig(serverOf: () => TestServer) {
  return {
    person: (dni: string) => serverOf().signInTemporary({ dni }),
    newDocument: () => `DOC-${randomUUID().slice(0, 12)}`,
    take: (
      office: { office_id: number },
      line_id: number,
      who: SignedIn,
      more: { declared?: boolean; request_id?: string } = {},
    ) =>
      serverOf().ask('v1', `/offices/${office.office_id}/tickets/new`, {
        token: who.token,
        body: { line_id, request_id: randomUUID(), ...more },
      }),
    async taken(response: Response) {
      expect(response.status).toBe(201)
      return v.parse(ticket, await response.json())
    },
    book: (line: number, block: object, who: SignedIn, more: object = {}) =>
      serverOf().ask('reservations', '', {
        token: who.token,
        body: { line, block, request_id: randomUUID(), meta: { answers: ANSWERS }, ...more },
      }),
    async booked(response: Response) {
      expect(response.status).toBe(201)
      return v.parse(reservation, await response.json())
    },
    async refused(response: Response) {
      const { status, code, declarable } = v.parse(problem, await response.json())
      return { status, code, declarable }
    },

    /** A clerk of the office, who sits at a module of it. */
    async clerkAt(office: ReservationOffice) {
      const { clerk_id } = await office.clerk()
      const user_name = `clerk-${randomUUID()}`
      await serverOf()
        .database.db.updateTable('clerks')
        .set({ user_name, password_hash: await hashPassword(PASSWORD) })
        .where('id', '=', clerk_id)
        .execute()
      const signedIn = await serverOf().ask('desk', '/session', {
        body: { user: user_name, password: PASSWORD },
      })
      const { token } = (await signedIn.json()) as { token: string }
      const ask = (path: string, method = 'GET', body?: unknown) =>
        serverOf().ask('desk', `/offices/${office.office_id}${path}`, { token, method, body })
      return {
        ask,
        waiting: async (line: number) =>
          v
            .parse(deskList, await (await ask('/tickets?list=waiting')).json())
            .tickets.filter(({ line_id }) => line_id === line),
        call: async () => v.parse(deskState, await (await ask('/call', 'POST', { line_ids: [] })).json()),
        remove: (tuid: string) => ask(`/tickets/${tuid}/remove`, 'POST'),
        reservations: async () =>
          v.parse(deskReservations, await (await ask(`/reservations?day=${MONDAY}`)).json()).reservations,
      }
    },
  }
}
