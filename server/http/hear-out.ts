import type { IncomingMessage } from 'node:http'
import type { Timers } from '#server/platform/timers.ts'
import type { App } from '#server/web/app.ts'

/** Of a body that is refused. Whoever sends more is not waited for. */
const HEARD_BYTES = 1_024 * 1_024
const HEARD_MS = 1_000

function heardOut(request: IncomingMessage, timers: Timers): Promise<void> {
  return new Promise(resolve => {
    let bytes = 0
    const stop = timers.after(HEARD_MS, resolve)
    const done = () => {
      stop()
      resolve()
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > HEARD_BYTES) done()
    })
    request.once('end', done).once('close', done)
    request.resume()
  })
}

/**
 * A body that is too long is refused before it was read, and the connection ends with the answer. Were it
 * ended while the client, or a proxy, still writes, the network would take the answer with it, and people
 * would see a failure that nobody explains.
 */
export function hearOutWhomIsRefused(app: App, timers: Timers): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    // HTTP/2 ends the one request alone.
    if (reply.statusCode !== 413 || raw.httpVersionMajor === 2 || raw.readableEnded) return
    await heardOut(raw, timers)
  })
}
