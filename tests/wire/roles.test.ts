import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { requireSupervisor } from '#server/facts/clerk-office.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

eachDatabase('roles and acts', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const actsOf = (office_id: number) =>
    database.db
      .selectFrom('desk_acts')
      .selectAll()
      .where('office_id', '=', office_id)
      .orderBy('at')
      .orderBy('id')
      .execute()

  const said = (error: Promise<unknown>) =>
    error.then(
      () => 'done',
      ({ status, code }: { status: number; code: string }) => `${status} ${code}`,
    )

  it('[ADMIN-01] a supervisor answers for an office, an administrator for all of the organization', async () => {
    const office = await queueOffice(database)
    const elsewhere = await queueOffice(database)
    const { office_id, clerk_id } = await office.clerk()
    const own = { office_id, clerk_id }
    const others = { office_id: elsewhere.office_id, clerk_id }
    expect(await said(requireSupervisor(database, own))).toBe('403 supervisors-only')
    expect(await said(requireSupervisor(database, others))).toBe('404 not-found')

    await database.db
      .updateTable('clerk_offices')
      .set({ role: 'supervisor' })
      .where('clerk_id', '=', clerk_id)
      .execute()
    expect(await requireSupervisor(database, own)).toMatchObject({ id: office_id, role: 'supervisor' })
    expect(await said(requireSupervisor(database, others))).toBe('404 not-found')

    const { organization_id } = await requireSupervisor(database, own)
    await database.db
      .updateTable('offices')
      .set({ organization_id: organization_id + 1_000 })
      .where('id', '=', elsewhere.office_id)
      .execute()
    await database.db.insertInto('administrators').values({ clerk_id, organization_id }).execute()
    expect(await requireSupervisor(database, own)).toMatchObject({ role: 'administrator' })
    expect(await said(requireSupervisor(database, others))).toBe('404 not-found')
    await database.db
      .updateTable('offices')
      .set({ organization_id })
      .where('id', '=', elsewhere.office_id)
      .execute()
    expect(await requireSupervisor(database, others)).toMatchObject({ role: 'administrator' })
    // What is closed for ever is nobody's to lead.
    await database.db
      .updateTable('offices')
      .set({ active: false })
      .where('id', '=', elsewhere.office_id)
      .execute()
    expect(await said(requireSupervisor(database, others))).toBe('404 not-found')
  })

  it('[DESK-12] each act of a clerk is noted with who, when and what it was about', async () => {
    const office = await queueOffice(database)
    const line_id = await office.line()
    const clerk = await office.clerk()
    const { clerk_id, modulo_id, office_id } = clerk
    const [first, second, third] = await office.fill(line_id, 3)
    await office.call(clerk)
    await callAgain(office.context, clerk)
    await office.call(clerk)
    await markAbsent(office.context, clerk)
    await removeTicket(office.context, { ...clerk, tuid: third ?? '' })
    await removeTicket(office.context, { ...clerk, tuid: third ?? '' })
    await freezeLine(office.context, { ...clerk, line_id, frozen: true })
    await freezeLine(office.context, { ...clerk, line_id, frozen: true })
    await freezeLine(office.context, { ...clerk, line_id, frozen: false })
    await callAgain(office.context, clerk)
    await markAttended(office.context, clerk)
    await closeModulo(office.context, clerk)

    const at = { clerk_id, at: office.clock.now() }
    const about = (ticket_id: string | undefined) => ({ ...at, ticket_id, line_id, modulo_id })
    const acts = await actsOf(office_id)
    expect(acts).toMatchObject([
      { act: 'modulo-opened', ...at, modulo_id },
      { act: 'called', ...about(first) },
      { act: 'called-again', ...about(first) },
      { act: 'attended', ...about(first) },
      { act: 'called', ...about(second) },
      { act: 'absent', ...about(second) },
      { act: 'ticket-removed', ...at, ticket_id: third, line_id },
      { act: 'line-frozen', ...at, line_id },
      { act: 'line-thawed', ...at, line_id },
      { act: 'called-again', ...about(second) },
      { act: 'attended', ...about(second) },
      { act: 'modulo-closed', ...at, modulo_id },
    ])
    expect(acts).toHaveLength(12)
  })

  it('[DESK-12] who takes a módulo over is told apart from who opens it', async () => {
    const office = await queueOffice(database)
    const [ana, berta] = [await office.clerk(), await office.clerk()]
    const { modulo_id, office_id } = ana
    const from = ana.clerk_id
    await openModulo(office.context, { office_id, clerk_id: berta.clerk_id, modulo_id, from })
    expect((await actsOf(office_id)).slice(-2)).toMatchObject([
      { act: 'modulo-closed', clerk_id: berta.clerk_id, modulo_id: berta.modulo_id },
      { act: 'modulo-taken-over', clerk_id: berta.clerk_id, modulo_id },
    ])
  })

  it('[DESK-12] what was not done is not noted', async () => {
    const office = await queueOffice(database)
    const clerk = await office.clerk()
    await office.line()
    await expect(office.call(clerk)).rejects.toMatchObject({ code: 'nobody-waiting' })
    await expect(markAttended(office.context, clerk)).rejects.toMatchObject({ code: 'nobody-called' })
    expect((await actsOf(clerk.office_id)).map(({ act }) => act)).toEqual(['modulo-opened'])
  })
})
