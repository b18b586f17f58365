import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { KeepingFault } from '../keeping-fault.ts'
import { CHUNK_BYTES, cut, damaged, LENGTH_BYTES, readBeginning, readLength } from './layout.ts'
import { type ChunkSeal, chunkSeal, keyOfSeal, type Seal, TAG_BYTES } from './seal-chunks.ts'

async function sealOf(
  { beginning, seal }: { beginning: Buffer; seal: Seal | null },
  passphrase: string | null,
): Promise<ChunkSeal> {
  if (seal === null) return chunkSeal(beginning, null)
  if (passphrase === null) throw new KeepingFault('it is sealed: it takes the passphrase')
  return chunkSeal(beginning, await keyOfSeal(seal, passphrase))
}

async function* openChunks(source: AsyncIterable<Buffer>, passphrase: string | null): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0)
  let seal: ChunkSeal | null = null
  let nth = 0
  let isOver = false
  for await (const part of source) {
    pending = Buffer.concat([pending, part])
    if (seal === null) {
      const begun = readBeginning(pending)
      if (begun === null) continue
      seal = await sealOf(begun, passphrase)
      pending = pending.subarray(begun.beginning.length)
    }
    while (!isOver && pending.length >= LENGTH_BYTES) {
      const { bytes, isLast } = readLength(pending)
      if (bytes > CHUNK_BYTES) throw damaged(`chunk ${nth + 1}`)
      const bodyAt = LENGTH_BYTES + TAG_BYTES
      if (pending.length < bodyAt + bytes) break
      const tag = pending.subarray(LENGTH_BYTES, bodyAt)
      const body = seal.open(pending.subarray(bodyAt, bodyAt + bytes), tag, nth, isLast)
      if (body === null) throw damaged(`chunk ${nth + 1}`)
      pending = pending.subarray(bodyAt + bytes)
      nth += 1
      isOver = isLast
      yield body
    }
    if (isOver && pending.length > 0) throw damaged('what follows its end')
  }
  if (!isOver) throw cut()
}

/**
 * The lines of a backup file. None is given that is not as it was written; that the file is whole is known at
 * the end alone.
 * @throws KeepingFault: no backup, cut, damaged, or sealed with another passphrase
 */
export async function* readBackupLines(path: string, passphrase: string | null): AsyncGenerator<string> {
  const gunzip = createGunzip()
  pipeline(Readable.from(openChunks(createReadStream(path), passphrase)), gunzip, () => {
    // Whoever reads from it hears of the error.
  })
  gunzip.setEncoding('utf8')
  let pending = ''
  for await (const text of gunzip as AsyncIterable<string>) {
    const lines = (pending + text).split('\n')
    pending = lines.pop() ?? ''
    yield* lines
  }
}
