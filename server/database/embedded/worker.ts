import { parentPort, workerData } from 'node:worker_threads'
import { DirectoryInUse, lockDirectory } from './directory-lock.ts'
import { openEngine } from './engine.ts'
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts'

/**
 * The thread of the embedded database. In the server's own thread its statements would hold up everything
 * else for hundreds of milliseconds at a time. It carries PostgreSQL's protocol, byte for byte; who speaks it
 * is on the other side.
 */
const start = workerData as WorkerStart
const port = parentPort
if (!port) throw new Error('this module runs as a worker thread')

const tell = (message: FromWorker) => {
  port.postMessage(message, message instanceof Uint8Array ? [message.buffer as ArrayBuffer] : [])
}

function die(reason: string): never {
  tell({ is: 'died', reason })
  process.exit(1)
}

async function serve(): Promise<void> {
  // Held by this thread: the lock lasts exactly as long as what it protects.
  const unlock = start.directory === undefined ? undefined : lockDirectory(start.directory)
  const engine = await openEngine(start, die)

  const run = async (batch: Uint8Array) => {
    const parts: Uint8Array[] = []
    await engine.execProtocolRawStream(batch, {
      syncToFs: false,
      // The engine writes the next answer over this memory.
      onRawData: bytes => parts.push(bytes.slice()),
    })
    tell(parts.length === 1 && parts[0] ? parts[0] : joined(parts))
  }

  port?.on('message', (message: ToWorker) => {
    if (message instanceof Uint8Array) {
      run(message).catch((error: unknown) => die(`the embedded database broke: ${String(error)}`))
      return
    }
    // Writes a checkpoint, so that the next start has nothing to recover.
    engine.close().then(
      () => {
        unlock?.()
        port.close()
      },
      (error: unknown) => die(`the embedded database did not close: ${String(error)}`),
    )
  })
  tell({ is: 'ready' })
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

serve().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error)
  tell({ is: 'refused', inUse: error instanceof DirectoryInUse, reason })
  process.exit(1)
})
