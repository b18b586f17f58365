import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { startSession } from '#server/identity/start-session.ts'
import { discardPushLeftovers } from '#server/notify/discard-push-leftovers.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { startNotifyRig } from './notify-rig.ts'

const DAY_MS = 24 * 3_600_000

eachDatabase('what push leaves behind', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('deliveries are forgotten after two days, not before', async () => {
    const { office, service, context, subscribe, runJobs } = await startNotifyRig(database)
    const user = await office.user()
    const { tuid } = await office.take(await office.line(), user)
    await subscribe(user)
    await office.call(await office.clerk())
    await runJobs()
    await service.stop()
    const deliveries = async () =>
      (await database.db.selectFrom('push_deliveries').select('id').where('ticket_id', '=', tuid).execute())
        .length
    office.clock.advance(2 * DAY_MS)
    await discardPushLeftovers(context)
    expect(await deliveries()).toBe(1)
    office.clock.advance(1)
    await discardPushLeftovers(context)
    expect(await deliveries()).toBe(0)
  })

  it('the browsers of people with no open session go, a day after it ran out or at once when it was ended', async () => {
    const { office, service, context, subscribe } = await startNotifyRig(database)
    const [waiting = '', left = ''] = await office.users(2)
    await subscribe(waiting)
    await subscribe(left)
    await service.stop()
    const owners = async () =>
      (await database.db.selectFrom('push_subscriptions').select('user_id').execute())
        .map(row => row.user_id)
        .filter(id => id === waiting || id === left)
    const { expiresAt } = await startSession(context, database.db, { user_id: waiting })
    await startSession(context, database.db, { user_id: left })
    await discardPushLeftovers(context)
    expect((await owners()).toSorted()).toEqual([waiting, left].toSorted())

    await database.db
      .updateTable('sessions')
      .set({ revoked_at: office.clock.now() })
      .where('user_id', '=', left)
      .execute()
    office.clock.at = new Date(expiresAt.getTime() + DAY_MS - 1)
    await discardPushLeftovers(context)
    expect(await owners()).toEqual([waiting])
    office.clock.advance(1)
    await discardPushLeftovers(context)
    expect(await owners()).toEqual([])
  })
})
