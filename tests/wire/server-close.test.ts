import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectByHttp2 } from 'node:http2'
import { connect as connectSecurely } from 'node:tls'
import { describe, expect, it } from 'vitest'
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

describe.each(['http', 'https'])('a server that ends, by %s', scheme => {
  const certificate = makeSelfSignedCertificate('localhost')
  async function start() {
    const server = await startTestServer({ settings: { tls: scheme === 'https' ? certificate : null } })
    const port = Number(new URL(server.origin).port)
    /** A connection, and what has come by it. */
    async function dial() {
      const line =
        scheme === 'https'
          ? connectSecurely({ host: '127.0.0.1', port, ca: certificate.cert, servername: 'localhost' })
          : connect(port, '127.0.0.1')
      let heard = ''
      line.setEncoding('utf8').on('data', (text: string) => void (heard += text))
      await once(line, scheme === 'https' ? 'secureConnect' : 'connect')
      return { line, heard: () => heard }
    }
    /** Whoever said something before has been heard by then. */
    async function ask() {
      const { line, heard } = await dial()
      line.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
      await waitFor('an answer', () => heard().includes('200 OK'))
    }
    return { server, dial, ask, certificate }
  }

  it('[KEEP-06] waits for no connection on which nobody asked anything, as browsers and proxies keep some', async () => {
    const { server, dial, ask } = await start()
    const { line, heard } = await dial()
    await ask()
    const closed = server.close()
    await waitFor('the connection to be let go', () => line.closed)
    // One that Node itself is tired of waiting for would have heard 408.
    expect(heard()).toBe('')
    await closed
  })

  it.each([
    ['of which it has heard a part of the head', 0.5, 400],
    ['of which it has heard a part of the body', -1, 400],
    ['that it refused by its head, and whose body comes later', -1, 403],
  ])('[KEEP-06] answers a first request %s, and waits no longer', async (_, part, status) => {
    const { server, dial, ask } = await start()
    const { line, heard } = await dial()
    const origin = status === 403 ? 'https://elsewhere.example' : server.origin
    const request =
      `POST /services/login/temporaryV2 HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\n` +
      'content-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
    const pause = part < 0 ? part : Math.floor(part * request.length)
    line.write(request.slice(0, pause))
    await ask()
    if (status === 403) await waitFor('the refusal', () => heard() !== '')
    else expect(heard()).toBe('')
    const closed = server.close()
    await waitFor('the listener to be closed', () =>
      dial().then(
        ({ line: other }) => void other.destroy(),
        () => true,
      ),
    )
    line.write(request.slice(pause))
    await waitFor('the answer', () => heard().startsWith(`HTTP/1.1 ${status}`))
    await waitFor('the connection to be let go', () => line.closed)
    await closed
  })
})

it('[KEEP-06] answers by HTTP/2 what is under way on a connection that ends', async () => {
  const certificate = makeSelfSignedCertificate('localhost')
  const server = await startTestServer({ settings: { tls: certificate } })
  const session = connectByHttp2(server.origin.replace('localhost', '127.0.0.1'), {
    ca: certificate.cert,
    servername: 'localhost',
    checkServerIdentity: () => undefined,
  })
  const stream = session.request({
    ':method': 'POST',
    ':path': '/services/login/temporaryV2',
    origin: server.origin,
    'content-type': 'application/json',
  })
  stream.write('{')
  const alive = session.request({ ':path': '/livez' })
  await once(alive, 'response')
  alive.close()
  const closed = server.close()
  await once(session, 'goaway')
  stream.end('}')
  const [headers] = await once(stream, 'response')
  expect(headers[':status']).toBe(400)
  stream.resume()
  await closed
})
