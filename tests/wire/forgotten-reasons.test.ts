import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { up } from '#server/database/migrations/0048-forgotten-reasons.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'

eachDatabase('what a clerk wrote of somebody', open => {
  it('[KEEP-03] goes with an upgrade, too, where the person was forgotten before it, and stays of all others', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const clerk = await office.clerk()
    const [forgotten, stays] = await office.fill(line, 2)
    for (const tuid of [forgotten, stays]) {
      await callTicket(office.context, { ...clerk, tuid: tuid ?? '', reason: 'viene con muletas' })
      await markAttended(office.context, clerk)
    }
    const { user_id } = await office.ticket(forgotten ?? '')
    await database.db
      .updateTable('users')
      .set({ forgotten_at: NOON })
      .where('id', '=', user_id ?? '')
      .execute()
    await up(database.db as unknown as Kysely<unknown>)
    const said = database.db.selectFrom('desk_acts').select('ticket_id').where('reason', 'is not', null)
    expect(await said.execute()).toEqual([{ ticket_id: stays }])
    await up(database.db as unknown as Kysely<unknown>)
    expect(await said.execute()).toHaveLength(1)
  })
})
