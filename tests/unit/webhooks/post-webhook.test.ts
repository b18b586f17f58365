import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPostWebhook } from '#server/webhooks/post-webhook.ts'
import { newWebhookSecret, webhookHeaders } from '#server/webhooks/sign-webhook.ts'
import { systemRandom } from '#server/platform/random.ts'

type Find = NonNullable<Parameters<typeof createPostWebhook>[0]['lookup']>

const OWN_MACHINE = ['127.0.0.0/8']
const servers: Server[] = []
const rawServers: NetServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  for (const server of rawServers.splice(0)) server.close()
})

/** A receiver of the test's own, and how often it was asked. */
async function receiver(answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer)
  servers.push(server)
  let asked = 0
  server.on('request', () => (asked += 1))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, asked: () => asked }
}

/** A receiver that does with a connection what no web server would, once it was spoken to. */
async function rawReceiver(speak: (socket: Socket) => void) {
  const server = createNetServer(socket =>
    socket.on('error', () => undefined).once('data', () => speak(socket)),
  )
  rawServers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** A name server that says what the test says. */
const leadingTo =
  (...addresses: string[]): Find =>
  (_name, _options, callback) =>
    callback(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

const post = { headers: {}, body: '{}' }

describe('what a webhook is told', () => {
  it('goes where a name leads in that moment, only where that may be reached', async () => {
    const { port, asked } = await receiver((_request, response) => response.writeHead(204).end())
    const url = `http://avisos.example:${port}/`
    const reached = createPostWebhook({
      networks: OWN_MACHINE,
      lookup: leadingTo('10.0.0.1', '127.0.0.1'),
    })
    expect(await reached({ ...post, url })).toEqual({ kind: 'answered', status: 204, waitMs: 0 })
    expect(asked()).toBe(1)
    // The same name, when whoever owns it has let it lead inside.
    for (const networks of [[], ['192.168.0.0/16']]) {
      const inside = createPostWebhook({ networks, lookup: leadingTo('127.0.0.1', '::1', '169.254.169.254') })
      for (const scheme of ['http', 'https']) {
        const answer = await inside({ ...post, url: `${scheme}://avisos.example:${port}/` })
        expect(answer).toEqual({ kind: 'unheard', reason: 'address-refused' })
      }
    }
    const direct = createPostWebhook({ networks: [] })
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', 'localhost'])
      expect(await direct({ ...post, url: `https://${host}:${port}/` })).toMatchObject({
        reason: 'address-refused',
      })
    expect(asked()).toBe(1)
  })

  it('is found one name after the other; behind one that hangs by the name servers, or in its turn', async () => {
    const { port } = await receiver((_request, response) => response.writeHead(204).end())
    const asked: string[] = []
    const found: (() => void)[] = []
    const lookup: Find = (name, options, callback) => {
      asked.push(name)
      found.push(() => leadingTo('127.0.0.1')(name, options, callback))
    }
    const resolve: Find = (name, options, callback) => {
      if (name === 'inside.example') leadingTo('10.0.0.1')(name, options, callback)
      else if (name === 'behind.example') leadingTo('127.0.0.1')(name, options, callback)
      else if (name === 'last.example') callback(new Error('not found'), [])
    }
    const own = createPostWebhook({ networks: OWN_MACHINE, lookup, resolve, patienceMs: 1_000 })
    const tell = (name: string) => own({ ...post, url: `http://${name}.example:${port}/` })
    const hangs = tell('hangs')
    await vi.waitUntil(() => asked.length === 1)
    const taken = { kind: 'answered', status: 204, waitMs: 0 }
    const timeout = { kind: 'unheard', reason: 'timeout' }
    // Again the one that hangs; and one whom the name servers lead where it may not go.
    const behind = [hangs, tell('behind'), tell('hangs'), tell('inside')]
    expect(await Promise.all(behind)).toEqual([timeout, taken, timeout, timeout])
    expect(asked).toEqual(['hangs.example'])
    const last = tell('last')
    found.shift()?.()
    await vi.waitUntil(() => asked.length === 2)
    found.shift()?.()
    expect(await last).toEqual(taken)
    expect(asked).toEqual(['hangs.example', 'last.example'])
  })

  it('is told to nobody to whom a redirect leads', async () => {
    const elsewhere = await receiver((_request, response) => response.writeHead(204).end())
    const { url } = await receiver((_request, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    )
    const answer = await createPostWebhook({ networks: OWN_MACHINE })({ ...post, url })
    expect(answer).toMatchObject({ kind: 'answered', status: 307 })
    expect(elsewhere.asked()).toBe(0)
  })

  it('waits for no answer that does not come, and reads none that does not end', async () => {
    const patient = createPostWebhook({ networks: OWN_MACHINE, patienceMs: 200 })
    const silent = await receiver(() => undefined)
    expect(await patient({ ...post, url: silent.url })).toEqual({ kind: 'unheard', reason: 'timeout' })
    const endless = await receiver((_request, response) => {
      response.writeHead(200)
      response.on('close', () => clearInterval(flood))
      const flood = setInterval(() => response.write('x'.repeat(1_000_000)), 1)
    })
    const answer = await createPostWebhook({ networks: OWN_MACHINE })({ ...post, url: endless.url })
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
  })

  it('leaves nobody waiting for one who would speak another protocol, or hangs up without a word', async () => {
    const own = createPostWebhook({ networks: OWN_MACHINE, patienceMs: 2_000 })
    let isLetGo = false
    const changing = await rawReceiver(socket => {
      socket.on('close', () => (isLetGo = true))
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    })
    expect(await own({ ...post, url: changing })).toEqual({ kind: 'answered', status: 101, waitMs: 0 })
    await vi.waitFor(() => expect(isLetGo).toBe(true))
    const mute = await rawReceiver(socket => socket.end())
    expect(await own({ ...post, url: mute })).toEqual({ kind: 'unheard', reason: 'ECONNRESET' })
    // Many times the patience: whoever is not heard by then never is.
  }, 20_000)

  it('says why nobody was there, and how long a receiver asks to be left in peace', async () => {
    const busy = await receiver((_request, response) =>
      response.writeHead(503, { 'retry-after': '120' }).end(),
    )
    const own = createPostWebhook({ networks: OWN_MACHINE })
    expect(await own({ ...post, url: busy.url })).toEqual({ kind: 'answered', status: 503, waitMs: 120_000 })
    const [server] = servers.splice(0)
    server?.closeAllConnections()
    server?.close()
    expect(await own({ ...post, url: busy.url })).toEqual({ kind: 'unheard', reason: 'ECONNREFUSED' })
  })
})

describe('the signature of what a webhook is told', () => {
  it('is the one that the specification’s own libraries make', () => {
    const at = new Date(1_614_265_330_000)
    const content = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at, body: '{"test": 2432232314}' }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    expect(webhookHeaders(content, [secret])).toEqual({
      'webhook-id': content.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
    const two = webhookHeaders(content, [newWebhookSecret(systemRandom), secret])['webhook-signature']
    expect(two).toMatch(/^v1,\S{44} v1,g0hM9SsE/)
  })
})
