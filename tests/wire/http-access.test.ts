import { randomUUID } from 'node:crypto'
import { Socket } from 'phoenix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '#contract/bases.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import type { Database } from '#server/database/database.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { refusalOf } from '#tests/phoenix/raw-client.ts'

const subscription = {
  endpoint: 'https://fcm.googleapis.com/x',
  keys: { p256dh: 'eA', auth: 'eA' },
  language: 'es',
}
const preferences = {
  site: 'web',
  notifications: { whatsapp: false, push: false, never_show_popup_notifications: false },
}

describe('who is let in', () => {
  let server: TestServer
  let database: Database
  let office: Awaited<ReturnType<typeof queueOffice>>
  beforeAll(async () => {
    database = await openMemoryDatabase()
    server = await startTestServer({ database })
    office = await queueOffice(database)
    office.clock.at = server.clock.now()
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  /** Everything that is somebody's own. `own` is a ticket of another person. */
  const personal: [method: string, service: Service, path: string, body?: unknown][] = [
    ['PUT', 'login', '/temporary', { name: 'Eva', email: 'e@correo.example', phone: '987654', dni: 'AB123' }],
    ['POST', 'login', '/handover'],
    ['GET', 'users', '/preferences'],
    ['POST', 'users', '/preferences', preferences],
    ['GET', 'v1', '/tickets?status=active'],
    ['GET', 'v1', '/tickets?status=history&page=1'],
    ['GET', 'v1', '/user/tickets'],
    ['GET', 'v1', '/user/v2/tickets/own'],
    ['POST', 'v1', '/offices/1/tickets/new', { line_id: 1, request_id: randomUUID() }],
    ['GET', 'wait', '/customerwaiting?tuid=own'],
    ['GET', 'attention', '/check?id=own&type=ticket'],
    ['POST', 'turns', '/tickets/own/pass', { places: 1 }],
    ['POST', 'push', `/subscriptions?user_id=${randomUUID()}`, subscription],
    ['DELETE', 'push', `/subscriptions/${randomUUID()}`],
    ['POST', 'push', '/test'],
  ]
  const named = (path: string, tuid: string) => path.replace('own', tuid)

  it.each(personal)('[AUTH-10] without a token: %s %s %s is 401', async (method, service, path, body) => {
    const response = await server.ask(service, named(path, randomUUID()), { method, body })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'unauthorized' })
  })

  it.each(personal.filter(([, , path]) => path.includes('own')))(
    '[AUTH-10] with another’s token: %s %s %s does not exist',
    async (method, service, path, body) => {
      const owner = await server.signInTemporary()
      const { tuid } = await office.take(await office.line(), owner.user_id)
      const { token } = await server.signInTemporary({ rut: '11.111.111-1' })
      const response = await server.ask(service, named(path, tuid), { method, body, token })
      expect(response.status).toBe(404)
      const own = await server.ask(service, named(path, tuid), { method, body, token: owner.token })
      expect(own.status).not.toBe(404)
    },
  )

  it('[AUTH-10] nobody subscribes a browser in another’s name', async () => {
    const { user_id } = await server.signInTemporary()
    const { token } = await server.signInTemporary()
    const response = await server.ask('push', `/subscriptions?user_id=${user_id}`, {
      token,
      body: subscription,
    })
    expect(response.status).toBe(403)
  })

  it('a logout closes the person’s sockets, and the token opens no other', async () => {
    const { token, cookie } = await server.signInTemporary()
    const url = `${server.origin.replace('http', 'ws')}/socket`
    const open = () => {
      const socket = new Socket(url, { authToken: token })
      socket.connect()
      return socket
    }
    const socket = open()
    const closed = new Promise<void>(resolve => socket.onClose(() => resolve()))
    const join = (of: Socket) =>
      new Promise<string>(resolve => {
        of.channel(`web:${office.slug}`)
          .join()
          .receive('ok', () => resolve('ok'))
          .receive('error', () => resolve('error'))
      })
    expect(await join(socket)).toBe('ok')
    await server.ask('login', '/session', { method: 'DELETE', cookie })
    await closed
    await new Promise<void>(resolve => socket.disconnect(resolve))
    expect(await refusalOf({ ws: url }, { token })).toBe(403)
    await closeEverything()
  })
})
