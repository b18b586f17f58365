import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { listenHere, type Served } from '../listen-here.ts'

/**
 * Serves the bare page at every address of a free port of this machine, compressed like ours, and hands on
 * what it asks of the server at `origin`: so it asks its own origin, as ours does.
 */
export async function serveBarePage(folder: string, origin: string): Promise<Served> {
  const compressed = (file: string) => brotliCompressSync(readFileSync(join(folder, file)))
  const page = compressed('index.html')
  const scripts = new Map(
    readdirSync(join(folder, 'assets')).map(name => [name, compressed(`assets/${name}`)]),
  )

  function send(response: ServerResponse, type: string, body: Buffer): void {
    const headers = { 'content-type': type, 'content-encoding': 'br', 'content-length': body.byteLength }
    response.writeHead(200, headers).end(body)
  }

  /** The answer goes on as it comes, with the compression that the server gave it. */
  function handOn({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    const asked = ask(new URL(url, origin), { headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    asked.end()
  }

  return await listenHere((request, response) => {
    const { url = '/' } = request
    if (url.startsWith('/api/')) return handOn(request, response)
    const script = scripts.get(url.replace('/assets/', ''))
    if (script) return send(response, 'text/javascript', script)
    send(response, 'text/html; charset=utf-8', page)
  })
}
