import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import * as v from 'valibot'
import type { OfficesSource } from '#server/offices/file/check-offices-file.ts'
import type { LoadOutcome } from '#server/offices/load/load-offices.ts'

/**
 * Where a server that holds the embedded database hears its operator: a socket in the data directory, which
 * is open to its owner alone. Whoever may use it may read the database as well.
 */
const socketIn = (dataDirectory: string) => join(dataDirectory, 'operator.sock')

const sourcesAsked = v.array(v.object({ file: v.string(), text: v.string() }))

async function whole(socket: Socket): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/**
 * Loads offices files for whoever asks, one connection a file. The caller holds the data directory: what lies
 * there of a server before it is nobody's.
 * @returns what ends it
 */
export async function hearOperator(options: {
  dataDirectory: string
  load(sources: readonly OfficesSource[]): Promise<LoadOutcome>
  onFault(error: unknown): void
}): Promise<() => void> {
  const path = socketIn(options.dataDirectory)
  const server = createServer({ allowHalfOpen: true }, socket => {
    socket.on('error', options.onFault)
    whole(socket)
      .then(async asked => options.load(v.parse(sourcesAsked, JSON.parse(asked))))
      .then(
        outcome => socket.end(JSON.stringify(outcome)),
        error => {
          options.onFault(error)
          socket.destroy()
        },
      )
  })
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return () => void server.close()
}

/**
 * Has the server that holds the data directory load a file.
 * @returns null where no server hears
 * @throws Error where it ended before it answered
 */
export async function askServer(
  dataDirectory: string,
  sources: readonly OfficesSource[],
): Promise<LoadOutcome | null> {
  const socket = createConnection({ path: socketIn(dataDirectory), allowHalfOpen: true })
  const isHeard = await new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  if (!isHeard) return null
  socket.end(JSON.stringify(sources))
  const answer = await whole(socket).catch(() => '')
  if (answer === '')
    throw new Error('the server ended before it answered: load the file again, which changes nothing twice')
  return JSON.parse(answer) as LoadOutcome
}
