import { expect, it } from 'vitest'
import { systemRandom } from '#server/platform/random.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { startPushService } from '#tests/support/push-service.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer } from '#tests/support/server.ts'
import { withoutPolling } from '#tests/support/without-polling.ts'

eachDatabase('a call at the desk', open => {
  it('[PUSH-02] leaves for the phone with the commit, not with the next look for jobs', async () => {
    const database = await open()
    const service = await startPushService()
    const server = await startTestServer({
      database,
      timers: withoutPolling,
      settings: { push: { contact: 'mailto:avisos@numerito.example', hosts: [service.origin] } },
    })
    const office = await queueOffice(database)
    const line_id = await office.line()
    const clerk = await office.clerk('3')
    const { user_id, token } = await server.signInTemporary()
    const { subscription } = service.createSubscription()
    await server.ask('push', `/subscriptions?user_id=${user_id}`, {
      token,
      body: { ...subscription, language: 'es' },
    })
    const request_id = systemRandom.uuid()
    await takeTicket(server.queue, { office: { office_id: office.office_id }, line_id, user_id, request_id })
    await callNext(server.queue, { ...clerk, line_ids: [] })
    await expect(service.waitForPush()).resolves.toMatchObject({ urgency: 'high' })
    await server.close()
    await service.stop()
  })
})
