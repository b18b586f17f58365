import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { expect, it } from 'vitest'
import { join, lines, pollerOf } from '#tests/phoenix/poller.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { startTestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

it('[KEEP-06] waits for no connection on which somebody says something in the last moment', async () => {
  const server = await startTestServer()
  const { token } = await server.signInTemporary()
  const poller = pollerOf({ http: server.origin }, { headers: { 'x-phoenix-authtoken': token } })
  const { token: session } = await poller.open()
  const { hostname, port } = new URL(server.origin)
  const dial = () => connect(Number(port), hostname)

  const line = dial()
  let heard = ''
  line.setEncoding('utf8').on('data', text => void (heard += text))
  const body = lines(join('notifications'))
  const head = (method: string, of: string, length = '') =>
    `${method} /socket/longpoll?vsn=2.0.0&token=${of} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n` +
    `x-phoenix-authtoken: ${token}\r\ncontent-type: application/x-ndjson\r\n${length}\r\n`
  // The answer to the first shows that the second has come as far as its middle.
  line.write(
    head('GET', 'unknown') + head('POST', session!, `content-length: ${body.length}\r\n`) + body.slice(0, 5),
  )
  await waitFor('the first answer', () => heard.includes('"status":410'))
  expect(heard).not.toMatch(/^connection: close/im)

  const closed = server.close()
  await waitFor('the listener to be closed', () => {
    const other = dial()
    return once(other, 'connect').then(
      () => void other.destroy(),
      () => true,
    )
  })
  heard = ''
  line.write(body.slice(5))
  await waitFor('the second answer', () => heard.includes('"status"'))
  expect(heard).toMatch(/^connection: close/im)
  await closed
})

it.each(['http', 'https'])(
  '[KEEP-06] waits for no connection on which nobody asked anything, as browsers and proxies keep some: %s',
  async scheme => {
    const certificate = makeSelfSignedCertificate('localhost')
    const server = await startTestServer({ settings: { tls: scheme === 'https' ? certificate : null } })
    const port = Number(new URL(server.origin).port)
    const dial = () =>
      scheme === 'https'
        ? connectSecurely({ host: '127.0.0.1', port, ca: certificate.cert, servername: 'localhost' })
        : connect(port, '127.0.0.1')
    const asks = dial()
    const line = dial()
    let heard = ''
    line.on('data', text => void (heard += String(text)))
    await Promise.all([asks, line].map(one => once(one, scheme === 'https' ? 'secureConnect' : 'connect')))
    asks.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(asks, 'data')
    const closed = server.close()
    await waitFor('the connection to be let go', () => line.closed)
    // One that Node itself is tired of waiting for would have heard 408.
    expect(heard).toBe('')
    await closed
  },
)
