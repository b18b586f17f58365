import type { Duplex } from 'node:stream'
import { Refusal } from '#server/web/refusal.ts'
import { PROBLEM_TYPE, problemOf } from './problems.ts'

/** Fastify never sees what arrived, so the answer is written by hand, and the connection ends. */
export function answerMalformed(socket: Duplex, why: string): void {
  const body = JSON.stringify(problemOf(new Refusal('bad-request', 400, why)))
  if (!socket.writable) return void socket.destroy()
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: ${PROBLEM_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
  )
}
