import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Random } from '#server/platform/random.ts'
import { beginningOf, CHUNK_BYTES, lengthOf } from './layout.ts'
import { type ChunkSeal, chunkSeal, newSeal } from './seal-chunks.ts'

/** Half of what is to be won for a quarter of the work. */
const LEVEL = 3

/** Cut into chunks, and each sealed; the last one is known for the last only when nothing comes any more. */
function sealing(beginning: Buffer, seal: ChunkSeal) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let nth = 0
    const chunk = (content: Buffer, isLast: boolean) => {
      const { tag, body } = seal.close(content, nth, isLast)
      nth += 1
      return Buffer.concat([lengthOf(body.length, isLast), tag, body])
    }
    yield beginning
    let pending: Buffer = Buffer.alloc(0)
    for await (const part of source) {
      pending = Buffer.concat([pending, part])
      while (pending.length > CHUNK_BYTES) {
        yield chunk(pending.subarray(0, CHUNK_BYTES), false)
        pending = pending.subarray(CHUNK_BYTES)
      }
    }
    yield chunk(pending, true)
  }
}

/**
 * Writes a backup file of the texts that `produce` puts, for its owner's eyes only, and has it on the disk
 * when it resolves. What it wrote of a file that failed is left to the caller.
 */
export async function writeBackupFile(
  path: string,
  { passphrase, random }: { passphrase: string | null; random: Random },
  produce: (put: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const sealed = passphrase === null ? null : await newSeal(passphrase, random)
  const beginning = beginningOf(sealed?.seal ?? null)
  const gzip = createGzip({ level: LEVEL })
  const written = pipeline(
    gzip,
    sealing(beginning, chunkSeal(beginning, sealed?.key ?? null)),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  // Who puts hears of it at the next text.
  written.catch(() => undefined)
  const put = async (text: string) => {
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written])
  }
  try {
    await produce(put)
    gzip.end()
  } catch (error) {
    gzip.destroy(error as Error)
  }
  await written
}
