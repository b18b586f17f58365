import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import type { OfficesSource } from '#server/offices/file/check-offices-file.ts'
import type { LoadOutcome } from '#server/offices/load/load-offices.ts'
import type { Others } from '#server/offices/load/unnamed.ts'

/**
 * Where a server that holds the embedded database hears its operator: a socket in the data directory, which
 * is open to its owner alone. Whoever may use it may read the database as well.
 */
const socketIn = (dataDirectory: string) => join(dataDirectory, 'operator.sock')

const loadAsked = v.object({
  sources: v.array(v.object({ file: v.string(), text: v.string() })),
  others: v.nullable(v.picklist(['keep', 'retire'])),
  mayEndDays: v.boolean(),
})

/** What is asked in one line, to which the answer is a conversation. */
const COPY = 'copy'

async function whole(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** They end when the other end hangs up, however it does. */
function linesOf(socket: Socket): AsyncIterator<string> {
  const lines = createInterface({ input: socket })
  socket.once('close', () => lines.close())
  return lines[Symbol.asyncIterator]()
}

export interface OperatorsServer {
  dataDirectory: string
  load(sources: readonly OfficesSource[], others: Others | null, mayEndDays: boolean): Promise<LoadOutcome>
  /** Has the database copied, by what the two say to each other. */
  copy(heard: AsyncIterator<string>, say: (line: string) => void): Promise<void>
  onFault(error: unknown): void
}

/**
 * Does what the operator asks, one connection a wish: loads offices files, has the database copied. The
 * caller holds the data directory: what lies there of a server before it is nobody's.
 * @returns what ends it
 */
export async function hearOperator(options: OperatorsServer): Promise<() => void> {
  const path = socketIn(options.dataDirectory)

  async function answer(socket: Socket): Promise<void> {
    const heard = linesOf(socket)
    const asked = (await heard.next()).value ?? ''
    if (asked === COPY) await options.copy(heard, line => void socket.write(`${line}\n`))
    else {
      const { sources, others, mayEndDays } = v.parse(loadAsked, JSON.parse(asked))
      socket.write(JSON.stringify(await options.load(sources, others, mayEndDays)))
    }
    socket.end()
  }
  const server = createServer({ allowHalfOpen: true }, socket => {
    socket.on('error', options.onFault)
    answer(socket).catch((error: unknown) => {
      options.onFault(error)
      socket.destroy()
    })
  })
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return () => void server.close()
}

/** @returns null where no server hears */
async function callServer(dataDirectory: string): Promise<Socket | null> {
  const socket = createConnection({ path: socketIn(dataDirectory), allowHalfOpen: true })
  const isHeard = await new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  return isHeard ? socket : null
}

/** A conversation with the server that holds the data directory, a line each way; null where none hears. */
export async function talkToServer(dataDirectory: string) {
  const socket = await callServer(dataDirectory)
  if (!socket) return null
  // That it hung up is told by the end of its lines.
  socket.on('error', () => undefined)
  const heard = linesOf(socket)
  return {
    /** @throws Error where it hung up instead of answering */
    async ask(line: string): Promise<string> {
      socket.write(`${line}\n`)
      const { value, done } = await heard.next()
      if (done) throw new Error('the server ended before it answered')
      return value
    },
    hangUp: () => void socket.destroy(),
  }
}

/**
 * Has the server that holds the data directory load a file.
 * @returns null where no server hears
 * @throws Error where it ended before it answered
 */
export async function askServer(
  dataDirectory: string,
  sources: readonly OfficesSource[],
  others: Others | null,
  mayEndDays: boolean,
): Promise<LoadOutcome | null> {
  const socket = await callServer(dataDirectory)
  if (!socket) return null
  socket.end(JSON.stringify({ sources, others, mayEndDays }))
  const answer = await whole(socket).catch(() => '')
  if (answer === '')
    throw new Error('the server ended before it answered: load the file again, which changes nothing twice')
  return JSON.parse(answer) as LoadOutcome
}
