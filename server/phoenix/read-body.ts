import type { IncomingMessage } from 'node:http'

/**
 * The whole body, or null once it is longer than `limit` bytes. Rejects when the client hangs up half-way.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  // The request must outlive an early return, or its socket dies before the answer is on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
