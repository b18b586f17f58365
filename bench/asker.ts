import { Agent, get } from 'node:http'

interface Answer {
  ms: number
  bytes: number
  status: number
  tag: string
}

/** Asks over one kept connection, as a browser would, and counts the bytes without opening them. */
export function asker(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const start = performance.now()
      const request = get(origin + path, { agent, headers }, response => {
        let bytes = 0
        response.on('data', (part: Buffer) => {
          bytes += part.length
        })
        response.on('end', () => {
          const { statusCode: status = 0, headers: got } = response
          resolve({ ms: performance.now() - start, bytes, status, tag: got.etag ?? '' })
        })
      })
      request.on('error', reject)
    })
  return { ask, close: () => agent.destroy() }
}
