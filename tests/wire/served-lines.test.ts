import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { chooseLines } from '#server/queue/desk/choose-lines.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { setPreference } from '#server/queue/desk/set-preference.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { takeBreak } from '#server/queue/day/take-break.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const MINUTE_MS = 60_000

eachDatabase('the lines that a desk serves', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** Two lines in which people wait, of which the first is called first; and a clerk. */
  async function opened() {
    const office = await queueOffice(database)
    const { context, office_id } = office
    const [first, second] = [
      await office.line({ prefix: 'A', priority: 5 }),
      await office.line({ prefix: 'B' }),
    ]
    const ofFirst = await office.fill(first, 3)
    const ofSecond = await office.fill(second, 3)
    const clerk = await office.clerk()
    const prescribe = (modulo_id: number, line_ids: number[] | null) =>
      database.db
        .updateTable('modulos')
        .set({ prescribed_lines: line_ids && json(line_ids) })
        .where('id', '=', modulo_id)
        .execute()
    const state = (at: { clerk_id: number } = clerk) =>
      deskState(context, { office_id, clerk_id: at.clerk_id })
    const hours = () =>
      database.db
        .selectFrom('modulo_hours')
        .select(['modulo_id', 'opened_at', 'closed_at', 'line_ids'])
        .where('office_id', '=', office_id)
        .orderBy('closed_at')
        .execute()
    return {
      ...office,
      first,
      second,
      ofFirst,
      ofSecond,
      clerk,
      clerkAt: office.clerk,
      prescribe,
      state,
      hours,
    }
  }
  type Opened = Awaited<ReturnType<typeof opened>>

  const freeModulo = ({ office_id }: Opened, name: string) =>
    database.db
      .insertInto('modulos')
      .values({ office_id, name, clerk_id: null, opened_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) => id)

  /** Whom the desk says, and whom it calls then. */
  async function saidAndCalled(
    { state, call, ticket, clock, clerk }: Opened,
    at: { office_id: number; clerk_id: number } = clerk,
  ) {
    clock.advance(1_000)
    const said = (await state(at)).next
    const { tuid } = await call(at)
    const { prefix, number, reservation_id, line_id } = await ticket(tuid)
    const shown = (await state(at)).current?.ticket
    expect(said).toEqual({ ticket: shown, line_id })
    return { tuid, prefix, number, reservation_id }
  }

  describe('chosen by the clerk', () => {
    it('are all until some are chosen, and a call without a list calls from the server’s own', async () => {
      const office = await opened()
      const { context, clerk, second, ofSecond } = office
      expect((await office.state()).served).toEqual({ line_ids: null, by: 'nobody' })
      await chooseLines(context, { ...clerk, line_ids: null })
      expect((await office.state()).served).toEqual({ line_ids: null, by: 'clerk' })
      await chooseLines(context, { ...clerk, line_ids: [second] })
      expect((await office.state()).served).toEqual({ line_ids: [second], by: 'clerk' })
      expect(await office.call(clerk)).toEqual({ tuid: ofSecond[0] })
    })

    it('left out, their reservations can be called by choice all the same', async () => {
      const office = await opened()
      const { context, clerk, first, second } = office
      await chooseLines(context, { ...clerk, line_ids: [second] })
      const { id } = await reservation(office, first, { inMinutes: -1 })
      expect((await office.state()).next).toMatchObject({ line_id: second })
      await callReservation(context, { ...clerk, id })
      expect((await office.state()).current).toMatchObject({ line_id: first })
    })

    it('named by a page of the release before, they are called from as it says', async () => {
      const office = await opened()
      const { context, clerk, first, second, ofFirst } = office
      await chooseLines(context, { ...clerk, line_ids: [second] })
      expect(await office.call(clerk, [first])).toEqual({ tuid: ofFirst[0] })
    })

    it('none is nobody, which is not all', async () => {
      const { context, clerk, ...office } = await opened()
      await chooseLines(context, { ...clerk, line_ids: [] })
      await expect(callNext(context, { ...clerk, line_ids: [] })).rejects.toMatchObject({
        code: 'nobody-waiting',
      })
      expect(await office.state()).toMatchObject({ served: { line_ids: [], by: 'clerk' }, next: null })
      await chooseLines(context, { ...clerk, line_ids: null })
      expect(await office.state()).toMatchObject({ served: { line_ids: null, by: 'clerk' } })
    })

    it('come along to another modulo and another day, and are each clerk’s own', async () => {
      const office = await opened()
      const { context, clerk, second, office_id } = office
      await chooseLines(context, { ...clerk, line_ids: [second] })
      await closeModulo(context, clerk)
      expect((await office.state()).served).toBeNull()
      const modulo_id = await freeModulo(office, 'Otro')
      await openModulo(context, { office_id, clerk_id: clerk.clerk_id, modulo_id })
      expect((await office.state()).served).toEqual({ line_ids: [second], by: 'clerk' })
      expect((await office.state(await office.clerkAt('Uno más'))).served).toMatchObject({ by: 'nobody' })
    })

    it('[DESK-12] are noted as an act, once where they are chosen twice; a line of others is none', async () => {
      const { context, clerk, second, office_id } = await opened()
      await chooseLines(context, { ...clerk, line_ids: [second, second] })
      await chooseLines(context, { ...clerk, line_ids: [second] })
      const acts = await database.db
        .selectFrom('desk_acts')
        .select(['clerk_id', 'modulo_id', 'detail'])
        .where('office_id', '=', office_id)
        .where('act', '=', 'lines-chosen')
        .execute()
      expect(acts).toEqual([
        { clerk_id: clerk.clerk_id, modulo_id: clerk.modulo_id, detail: { line_ids: String(second) } },
      ])
      const foreign = await (await queueOffice(database)).line()
      await expect(chooseLines(context, { ...clerk, line_ids: [foreign] })).rejects.toMatchObject({
        code: 'not-found',
      })
      await closeModulo(context, clerk)
      await expect(chooseLines(context, { ...clerk, line_ids: null })).rejects.toMatchObject({
        code: 'no-modulo',
      })
    })
  })

  describe('prescribed by the office', () => {
    it('are what a call calls from, whatever the request and the clerk say', async () => {
      const office = await opened()
      const { context, clerk, first, second, ofSecond } = office
      await chooseLines(context, { ...clerk, line_ids: [first] })
      await office.prescribe(clerk.modulo_id, [second])
      expect((await office.state()).served).toEqual({ line_ids: [second], by: 'office' })
      await expect(office.call(clerk, [first])).rejects.toMatchObject({ code: 'nobody-waiting' })
      expect(await office.call(clerk, [first, second])).toEqual({ tuid: ofSecond[0] })
      expect(await office.call(clerk)).toEqual({ tuid: ofSecond[1] })
      await expect(chooseLines(context, { ...clerk, line_ids: [first] })).rejects.toMatchObject({
        code: 'lines-prescribed',
      })
    })

    it('keep a reservation of another line from being called, and a number out of turn from nobody', async () => {
      const office = await opened()
      const { context, clerk, first, second, ofFirst } = office
      await office.prescribe(clerk.modulo_id, [second])
      const { id } = await reservation(office, first, { inMinutes: -1 })
      await expect(callReservation(context, { ...clerk, id })).rejects.toMatchObject({
        code: 'line-not-served',
      })
      // Why is said, and read by whoever prescribes.
      await callTicket(context, { ...clerk, tuid: ofFirst[2] ?? '', reason: 'espera hace mucho' })
      expect(await office.ticket(ofFirst[2] ?? '')).toMatchObject({ state: 'called' })
      await office.prescribe(clerk.modulo_id, null)
      await markAttended(context, clerk)
      await callReservation(context, { ...clerk, id })
    })

    it('let whoever was transferred to the modulo be called there, from whichever line', async () => {
      const office = await opened()
      const { context, clerk, second, ofFirst } = office
      const other = await office.clerkAt('Otro')
      await office.prescribe(clerk.modulo_id, [second])
      await office.call(other)
      await transferTicket(context, { ...other, to: { modulo_id: clerk.modulo_id } })
      expect((await saidAndCalled(office)).tuid).toBe(ofFirst[0])
    })

    it('leave nobody behind who waits in a line that the office has no more', async () => {
      const office = await opened()
      const { clerk, first, second, ofFirst } = office
      await office.prescribe(clerk.modulo_id, [second])
      await database.db.updateTable('lines').set({ active: false }).where('id', '=', first).execute()
      expect(await office.call(clerk)).toEqual({ tuid: ofFirst[0] })
    })
  })

  describe('over time', () => {
    it('are kept with the hours of their modulo: what was served from when to when', async () => {
      const office = await opened()
      const { context, clerk, first, second, clock, hours } = office
      const began = clock.at
      const after = (minutes: number) => new Date(began.getTime() + minutes * MINUTE_MS)
      const at = (minutes: number) => void (clock.at = after(minutes))
      at(10)
      await chooseLines(context, { ...clerk, line_ids: [second] })
      at(20)
      await chooseLines(context, { ...clerk, line_ids: [] })
      at(30)
      await takeBreak(context, { ...clerk, minutes: 10 })
      at(35)
      await chooseLines(context, { ...clerk, line_ids: [first] })
      at(40)
      await takeBreak(context, { ...clerk, minutes: null })
      at(50)
      await closeModulo(context, clerk)
      const { modulo_id } = clerk
      const from = (opened: number, closed: number, line_ids: number[]) => ({
        modulo_id,
        opened_at: after(opened),
        closed_at: after(closed),
        line_ids,
      })
      expect(await hours()).toEqual([
        from(0, 10, [first, second]),
        from(10, 20, [second]),
        from(20, 30, []),
        from(40, 50, [first]),
      ])
    })
  })

  it('tell with the office’s own warnings who waits longest in each', async () => {
    const office = await opened()
    const { first, second, ofFirst, office_id, clock } = office
    const usual = { waiting: { amber: 15, red: 30 }, minutes: { amber: 30, red: 60 } }
    expect((await office.state()).warnings).toEqual(usual)
    const warnings = { waiting: { amber: 2, red: 3 }, minutes: { amber: 4, red: 5 } }
    await database.db
      .updateTable('offices')
      .set({ warnings: json(warnings) })
      .where('id', '=', office_id)
      .execute()
    // The one in front came later: who waits longest is not whoever is next.
    const since = new Date(clock.at.getTime() - 40 * MINUTE_MS)
    await database.db
      .updateTable('tickets')
      .set({ inserted_at: since })
      .where('id', '=', ofFirst[2] ?? '')
      .execute()
    const empty = await office.line({ prefix: 'C' })
    clock.advance(2_000)
    const { lines, ...state } = await office.state()
    expect(state.warnings).toEqual(warnings)
    const longest = (id: number) => lines.find(({ line_id }) => line_id === id)
    expect(longest(first)).toMatchObject({
      waiting_since: since.toISOString(),
      longest: { tuid: ofFirst[2], ticket: 'A003' },
    })
    expect(longest(second)).toMatchObject({ longest: { ticket: 'B001' } })
    expect(longest(empty)).toMatchObject({ waiting_since: null, longest: null })
  })

  describe('say whom the next call would call', () => {
    it('by priority and arrival, in what the desk serves, until nobody waits', async () => {
      const office = await opened()
      const { context, clerk, second } = office
      expect((await saidAndCalled(office)).tuid).toBe(office.ofFirst[0])
      expect((await saidAndCalled(office)).tuid).toBe(office.ofFirst[1])
      await chooseLines(context, { ...clerk, line_ids: [second] })
      for (const tuid of office.ofSecond) expect((await saidAndCalled(office)).tuid).toBe(tuid)
      expect((await office.state()).next).toBeNull()
    })

    it('a reservation that is due; the number between two whose people nobody noted; nobody on a break', async () => {
      const office = await opened()
      const { context, clerk, first } = office
      office.clock.advance(30 * MINUTE_MS)
      await reservation(office, first, { inMinutes: -2 })
      await reservation(office, first, { inMinutes: -1 })
      await reservation(office, first, { inMinutes: 20 })
      const called: boolean[] = []
      for (let nth = 0; nth < 4; nth++) called.push((await saidAndCalled(office)).reservation_id !== null)
      expect(called).toEqual([true, false, true, false])
      await markAttended(context, clerk)
      await takeBreak(context, { ...clerk, minutes: 5 })
      expect((await office.state()).next).toBeNull()
    })

    it('preferential people where the office’s rule has them, and who stands aside not before they are back', async () => {
      const office = await opened()
      const { context, clerk, ofFirst, office_id, first, second } = office
      const preference = json({ law: null, rule: { modulos: ['Prioritario'] }, before_reservations: true })
      await database.db.updateTable('offices').set({ preference }).where('id', '=', office_id).execute()
      const own = await office.clerkAt('Prioritario')
      await setPreference(context, { ...clerk, tuid: ofFirst[2] ?? '', preferential: true })
      expect((await saidAndCalled(office, own)).tuid).toBe(ofFirst[2])
      expect((await saidAndCalled(office)).tuid).toBe(ofFirst[0])
      await parkTicket(context, clerk)
      expect((await office.state()).next).toMatchObject({ line_id: first })
      expect((await saidAndCalled(office)).tuid).toBe(ofFirst[1])
      expect((await office.state()).next).toMatchObject({ line_id: second })
      await putBack(context, { ...clerk, tuid: ofFirst[0] ?? '' })
      expect((await saidAndCalled(office)).tuid).toBe(ofFirst[0])
    })
  })
})
