import type { Duplex } from 'node:stream'
import type { Timers } from '#server/platform/timers.ts'
import { Refusal } from '#server/web/refusal.ts'
import { PROBLEM_TYPE, problemOf } from './problems.ts'

/** Whoever says more after the answer is not listened to for longer. */
const HEARD_MS = 1_000

/**
 * Fastify never sees what arrived, so the answer is written by hand, and the connection ends. What else the
 * client says is read for a moment: nobody would hear that it went where that stays unread, and of who never
 * goes the connection would be held for good.
 */
export function answerMalformed(socket: Duplex, why: string, timers: Timers): void {
  const body = JSON.stringify(problemOf(new Refusal('bad-request', 400, why)))
  if (!socket.writable) return void socket.destroy()
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  )
  socket.resume()
  socket.once(
    'close',
    timers.after(HEARD_MS, () => socket.destroy()),
  )
}
