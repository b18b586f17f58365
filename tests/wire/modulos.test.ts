import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import type { OfficeGate } from '#server/facts/office-gate.ts'
import { endSession } from '#server/identity/end-session.ts'
import type { IdentityContext } from '#server/identity/identity-context.ts'
import { CLERK_SESSION_MS, startSession } from '#server/identity/start-session.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { findDesk } from '#server/queue/desk/desk.ts'
import { freeModulos } from '#server/queue/desk/free-modulos.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { WAITS_FOR_US } from '#tests/support/waits-for-us.ts'

eachDatabase('a modulo that was left open', (open, kind) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function opened() {
    const office = await queueOffice(database)
    const { context } = office
    const line_id = await office.line()
    const holder = async (modulo_id: number) =>
      (
        await database.db
          .selectFrom('modulos')
          .select('clerk_id')
          .where('id', '=', modulo_id)
          .executeTakeFirstOrThrow()
      ).clerk_id
    /** A clerk with a session, at a modulo. */
    async function atWork() {
      const clerk = await office.clerk()
      const { cookieToken } = await startSession(context, database.db, { clerk_id: clerk.clerk_id })
      const leave = () => endSession(context as unknown as IdentityContext, { cookieToken })
      return { ...clerk, leave }
    }
    return { ...office, line_id, holder, atWork }
  }

  it('[DESK-08] is taken over by another clerk who says so, with whoever stands there, and nobody becomes attended by it', async () => {
    const office = await opened()
    const [first = ''] = await office.fill(office.line_id, 2)
    const gone = await office.clerk()
    await callNext(office.context, { ...gone, line_ids: [] })
    const here = await office.clerk()
    const wish = { office_id: office.office_id, clerk_id: here.clerk_id, modulo_id: gone.modulo_id }
    await expect(openModulo(office.context, wish)).rejects.toMatchObject({ code: 'modulo-taken' })
    const before = office.told.length
    await openModulo(office.context, { ...wish, from: gone.clerk_id })
    expect(office.told.slice(before)).toEqual([])
    expect(await office.holder(here.modulo_id)).toBeNull()
    expect((await findDesk(database.db, here))?.turn).toMatchObject({ ticket_id: first, state: 'called' })
    expect(await findDesk(database.db, gone)).toBeUndefined()
    await markAttended(office.context, here)
    expect((await office.ticket(first)).state).toBe('attended')
    // Pressed twice, it is so already.
    await openModulo(office.context, { ...wish, from: gone.clerk_id })
  })

  it('[DESK-08] of two who take it over at once one gets it, and none takes it from the other unasked', async () => {
    const office = await opened()
    const gone = await office.clerk()
    const clerks = [await office.clerk(), await office.clerk(), await office.clerk()]
    const outcomes = await Promise.allSettled(
      clerks.map(({ clerk_id, office_id }) =>
        openModulo(office.context, { clerk_id, office_id, modulo_id: gone.modulo_id, from: gone.clerk_id }),
      ),
    )
    const refused = outcomes.filter(outcome => outcome.status === 'rejected')
    expect(refused).toHaveLength(2)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'modulo-taken' })
    const winner = clerks[outcomes.findIndex(outcome => outcome.status === 'fulfilled')]
    expect(await office.holder(gone.modulo_id)).toBe(winner?.clerk_id)
    // Whoever was asked about the one before them takes nothing from the winner, however late they press.
    const late = { clerk_id: (await office.clerk()).clerk_id, office_id: office.office_id }
    await expect(
      openModulo(office.context, { ...late, modulo_id: gone.modulo_id, from: gone.clerk_id }),
    ).rejects.toMatchObject({ code: 'modulo-taken' })
  })

  /** A clerk who has called somebody at one office, and a modulo of another one that is free. */
  async function betweenTwo(order = 'after') {
    const offices = [await opened(), await opened()] as const
    const [here, there] = order === 'after' ? offices : ([offices[1], offices[0]] as const)
    const [tuid = ''] = await here.fill(here.line_id, 1)
    const clerk = await here.clerk()
    await here.call(clerk)
    const free = await there.clerk()
    await closeModulo(there.context, free)
    const wish = { office_id: there.office_id, clerk_id: clerk.clerk_id, modulo_id: free.modulo_id }
    return { here, there, tuid, clerk, free, wish }
  }

  it('[DESK-14] refused at another office, since somebody sat down there first, nothing is done at the one that would be left', async () => {
    const { here, there, tuid, clerk, free, wish } = await betweenTwo()
    const { context } = there
    // Both have looked, and found it free.
    let isLate = true
    const first = async () => {
      if (isLate) await openModulo(context, free)
      isLate = false
    }
    const gate: OfficeGate = {
      pass: (officeId, work) => first().then(() => context.gate.pass(officeId, work)),
      together: (officeId, round, asked) => first().then(() => context.gate.together(officeId, round, asked)),
    }
    const change = openModulo({ ...context, gate }, { ...wish, here: { tuid, arrived: true } })
    await expect(change).rejects.toMatchObject({ code: 'modulo-taken' })
    expect(await there.holder(wish.modulo_id)).toBe(free.clerk_id)
    expect(await here.holder(clerk.modulo_id)).toBe(clerk.clerk_id)
    expect((await here.ticket(tuid)).state).toBe('called')
    expect((await here.facts()).at(-1)?.kind).toBe('call:created')
    // Told so, they go on where they were.
    await markAttended(here.context, clerk)
    expect((await here.ticket(tuid)).state).toBe('attended')
  })

  // The embedded database lets one transaction through at a time.
  if (kind === 'postgres') {
    it.each(['before', 'after'])(
      'left for another office, which everybody holds %s its own: so are both of them, and nobody is called to a modulo that closes',
      async order => {
        const { here, there, tuid, clerk, wish } = await betweenTwo(order)
        const [first = 0, second = 0] = [here.office_id, there.office_id].sort((a, b) => a - b)
        // It is called in this moment, by another process: nobody stood there when the clerk pressed.
        await database.db.updateTable('tickets').set({ state: 'waiting' }).where('id', '=', tuid).execute()
        const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
        const calling = database.transaction(async transaction => {
          await holdOffice(transaction, first)
          holds()
          await waitFor('the change to wait', async () => {
            const { rows } = await sql.raw(WAITS_FOR_US).execute(transaction)
            return rows.length > 0
          })
          await holdOffice(transaction, second)
          await transaction.updateTable('tickets').set({ state: 'called' }).where('id', '=', tuid).execute()
        })
        await isHeld
        await expect(openModulo(there.context, wish)).rejects.toMatchObject({ code: 'arrival-unsaid' })
        await calling
        expect(await here.holder(clerk.modulo_id)).toBe(clerk.clerk_id)
        expect((await findDesk(database.db, clerk))?.turn).toMatchObject({ ticket_id: tuid, state: 'called' })
      },
    )
  }

  it('[DESK-08] closes with the end of its clerk’s session: signed out, or run out', async () => {
    const office = await opened()
    const signedOut = await office.atWork()
    const runsOut = await office.atWork()
    await freeModulos(office.context)
    expect(await office.holder(signedOut.modulo_id)).toBe(signedOut.clerk_id)
    await signedOut.leave()
    await freeModulos(office.context)
    expect(await office.holder(signedOut.modulo_id)).toBeNull()
    office.clock.advance(CLERK_SESSION_MS - 1)
    await freeModulos(office.context)
    expect(await office.holder(runsOut.modulo_id)).toBe(runsOut.clerk_id)
    office.clock.advance(1)
    await freeModulos(office.context)
    expect(await office.holder(runsOut.modulo_id)).toBeNull()
  })

  it('[DESK-08] stays while somebody stands there, or its clerk is signed in elsewhere', async () => {
    const office = await opened()
    await office.fill(office.line_id, 1)
    const clerk = await office.atWork()
    const { clerk_id } = clerk
    await startSession(office.context, database.db, { clerk_id })
    await clerk.leave()
    await freeModulos(office.context)
    expect(await office.holder(clerk.modulo_id)).toBe(clerk_id)

    const calling = await office.atWork()
    await callNext(office.context, { ...calling, line_ids: [] })
    await calling.leave()
    await freeModulos(office.context)
    expect(await office.holder(calling.modulo_id)).toBe(calling.clerk_id)
    await markAttended(office.context, calling)
    await freeModulos(office.context)
    expect(await office.holder(calling.modulo_id)).toBeNull()
  })

  /** An office where somebody stands before a clerk who works there no more, signed in though they are. */
  async function movedAway() {
    const office = await opened()
    await office.fill(office.line_id, 1)
    const moved = await office.atWork()
    const { tuid } = await office.call(moved)
    await database.db
      .deleteFrom('clerk_offices')
      .where('clerk_id', '=', moved.clerk_id)
      .where('office_id', '=', office.office_id)
      .execute()
    return { office, moved, tuid }
  }

  it('[DESK-08] closes where its clerk works there no more, and not while somebody stands there', async () => {
    const { office, moved, tuid } = await movedAway()
    const stays = await office.atWork()
    await freeModulos(office.context)
    expect(await office.holder(moved.modulo_id)).toBe(moved.clerk_id)
    expect(await office.ticket(tuid)).toMatchObject({ state: 'called' })
    await markAttended(office.context, moved)
    await freeModulos(office.context)
    expect(await office.holder(moved.modulo_id)).toBeNull()
    expect(await office.holder(stays.modulo_id)).toBe(stays.clerk_id)
  })

  it('[DESK-08] keeps a clerk who works there no more from sitting down nowhere, and whoever stands there stays', async () => {
    const { office, moved, tuid } = await movedAway()
    const { clerk_id } = moved
    const there = await opened()
    await database.db.insertInto('clerk_offices').values({ clerk_id, office_id: there.office_id }).execute()
    const { modulo_id, clerk_id: from } = await there.atWork()
    const wish = { office_id: there.office_id, clerk_id, modulo_id, from, here: 'nobody' } as const
    await openModulo(there.context, wish)
    expect(await there.holder(modulo_id)).toBe(clerk_id)
    expect(await office.holder(moved.modulo_id)).toBeNull()
    expect(await office.ticket(tuid)).toMatchObject({ state: 'called' })
  })

  it('one that no session opened, as the demonstration’s, is left alone', async () => {
    const office = await opened()
    const clerk = await office.atWork()
    const { modulo_id, clerk_id } = clerk
    // A session of before has nothing to say of what is opened after it.
    await clerk.leave()
    await closeModulo(office.context, clerk)
    office.clock.advance(1)
    await openModulo(office.context, { office_id: office.office_id, clerk_id, modulo_id })
    office.clock.advance(48 * 3_600_000)
    await freeModulos(office.context)
    expect(await office.holder(modulo_id)).toBe(clerk_id)
  })
})
