/**
 * The five fields that every message of serializer 2.0.0 has, in the order of the wire:
 * `[join_ref, ref, topic, event, payload]`.
 */

/** The genuine client counts in strings; other clients in numbers. Both come back as they came. */
export type Ref = string | number | null

export interface ClientFrame {
  joinRef: Ref
  ref: Ref
  topic: string
  event: string
  /** Whatever JSON the client sent, or the bytes of a binary push: its reader parses it. */
  payload: unknown
}

/** The client does not speak the protocol. The message says how, for the log alone. */
export class MalformedFrameError extends Error {
  override name = 'MalformedFrameError'
}

const isRef = (value: unknown): value is Ref =>
  value === null || typeof value === 'string' || typeof value === 'number'

/** @throws MalformedFrameError */
export function parseTextFrame(text: string): ClientFrame {
  let fields: unknown
  try {
    fields = JSON.parse(text)
  } catch {
    throw new MalformedFrameError('not JSON')
  }
  if (!Array.isArray(fields)) throw new MalformedFrameError('not an array')
  if (fields.length < 5) throw new MalformedFrameError(`${fields.length} fields instead of 5`)
  const [joinRef, ref, topic, event, payload] = fields as unknown[]
  if (!isRef(joinRef)) throw new MalformedFrameError('join_ref is neither text, number nor null')
  if (!isRef(ref)) throw new MalformedFrameError('ref is neither text, number nor null')
  if (typeof topic !== 'string') throw new MalformedFrameError('topic is not text')
  if (typeof event !== 'string') throw new MalformedFrameError('event is not text')
  return { joinRef, ref, topic, event, payload }
}

const PUSH = 0
const HEADER_BYTES = 5
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A push whose payload is bytes: one byte of kind, four of lengths (join_ref, ref, topic, event), the four
 * texts, and the payload up to the end.
 * @throws MalformedFrameError
 */
export function parseBinaryFrame(bytes: Uint8Array): ClientFrame {
  if (bytes.length < HEADER_BYTES) throw new MalformedFrameError('binary frame without a header')
  if (bytes[0] !== PUSH) throw new MalformedFrameError(`binary frame of kind ${bytes[0]}`)
  let offset = HEADER_BYTES
  const text = (length: number): string => {
    const field = bytes.subarray(offset, offset + length)
    if (field.length < length) throw new MalformedFrameError('binary frame shorter than its header says')
    offset += length
    try {
      return utf8.decode(field)
    } catch {
      throw new MalformedFrameError('binary frame with text that is not UTF-8')
    }
  }
  const lengths = bytes.subarray(1, HEADER_BYTES)
  const joinRef = text(lengths[0]!)
  const ref = text(lengths[1]!)
  const topic = text(lengths[2]!)
  const event = text(lengths[3]!)
  return { joinRef, ref, topic, event, payload: bytes.subarray(offset) }
}

/** A message on its way out, serialized once however many sockets it goes to. */
export class ServerFrame {
  readonly text: string
  #bytes: Buffer | undefined

  /** @throws TypeError for a payload that JSON cannot hold */
  constructor(joinRef: Ref, ref: Ref, topic: string, event: string, payload: object) {
    this.text = JSON.stringify([joinRef, ref, topic, event, payload])
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }
}

export const replyFrame = (
  joinRef: Ref,
  ref: Ref,
  topic: string,
  status: 'ok' | 'error',
  response: object,
): ServerFrame => new ServerFrame(joinRef, ref, topic, 'phx_reply', { response, status })
