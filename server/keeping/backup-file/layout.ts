import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { KeepingFault } from '../keeping-fault.ts'
import { type Seal, sealSchema } from './seal-chunks.ts'

/**
 * A backup file: two lines that anybody can read (what it is; how it is sealed, and a digest of that), then
 * chunks. A chunk is its length (4 bytes, the uppermost bit set in the last one), its tag (16) and its body.
 * The bodies, opened and put together, are a gzip of lines; see `lines.ts`.
 */
export const FIRST_LINE = 'NUMERITO BACKUP 1\n'
/** Of a body. */
export const CHUNK_BYTES = 65_536
export const LENGTH_BYTES = 4
const LAST = 0x8000_0000
/** More than the second line ever has. */
const BEGINNING_BYTES = 2_000

const secondLine = v.object({ seal: v.nullable(sealSchema), digest: v.string() })

const digestOf = (seal: Seal | null) =>
  createHash('sha256').update(FIRST_LINE).update(JSON.stringify(seal)).digest('hex')

export const beginningOf = (seal: Seal | null): Buffer =>
  Buffer.from(`${FIRST_LINE}${JSON.stringify({ seal, digest: digestOf(seal) })}\n`)

export function lengthOf(bytes: number, isLast: boolean): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE((isLast ? LAST : 0) + bytes)
  return length
}

export function readLength(length: Buffer): { bytes: number; isLast: boolean } {
  const value = length.readUInt32BE()
  return value >= LAST ? { bytes: value - LAST, isLast: true } : { bytes: value, isLast: false }
}

export const damaged = (where: string) =>
  new KeepingFault(`the file is damaged: ${where} is not as it was written`)
export const cut = () => new KeepingFault('the file is cut: its end is missing')

/**
 * @returns null where more bytes are needed
 * @throws KeepingFault where it is no backup, of a later program, or damaged
 */
export function readBeginning(bytes: Buffer): { beginning: Buffer; seal: Seal | null } | null {
  const first = bytes.subarray(0, FIRST_LINE.length).toString('latin1')
  if (!FIRST_LINE.startsWith(first)) {
    if (first.startsWith('NUMERITO BACKUP '))
      throw new KeepingFault('it is of another form than this program reads: a later numerito made it')
    throw new KeepingFault('this is no backup of numerito')
  }
  const end = bytes.indexOf('\n', FIRST_LINE.length)
  if (end < 0) {
    if (bytes.length > BEGINNING_BYTES) throw damaged('its beginning')
    return null
  }
  const beginning = bytes.subarray(0, end + 1)
  let said: v.InferOutput<typeof secondLine>
  try {
    said = v.parse(secondLine, JSON.parse(beginning.subarray(FIRST_LINE.length).toString()))
  } catch {
    throw damaged('its beginning')
  }
  if (said.digest !== digestOf(said.seal)) throw damaged('its beginning')
  return { beginning, seal: said.seal }
}
