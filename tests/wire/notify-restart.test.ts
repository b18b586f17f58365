import { expect, it } from 'vitest'
import { startSession } from '#server/identity/start-session.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { readFigures } from '#tests/support/read-figures.ts'
import { startTestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { startNotifyRig } from './notify-rig.ts'

eachDatabase('a call that waited for a server', open => {
  it('[PUSH-02] is sent by the next one at its first try, and leads to where that one listens; and counted', async () => {
    const database = await open()
    const { office, service, subscribe } = await startNotifyRig(database)
    const user = await office.user()
    const browser = await subscribe(user)
    office.clock.at = new Date()
    await startSession(office.context, database.db, { user_id: user })
    const { tuid } = await office.take(await office.line(), user)
    await office.call(await office.clerk())
    const push = { contact: 'mailto:avisos@numerito.example', hosts: [service.origin] }
    const server = await startTestServer({ database, settings: { push } })
    await service.waitForPush()
    const { port } = new URL(server.origin)
    expect(browser.heard()[0]?.message.notification.navigate).toBe(`http://localhost:${port}/tickets/${tuid}`)
    const counted = await waitFor('the job to be done', async () => {
      const figures = await readFigures(server.origin)
      return figures.get('numerito_job_runs_total{kind="push-call",outcome="done"}') === 1 ? figures : null
    })
    expect(counted.get('numerito_notices_total{outcome="accepted"}')).toBe(1)
    expect(server.logged.filter(line => line.includes('job failed'))).toEqual([])
    await server.close()
    await service.stop()
  })
})
