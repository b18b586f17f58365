import { SERVICE_BASES } from '#contract/bases.ts'
import { PRESS_HEADER } from '#contract/rest/desk-press.ts'
import type { Request } from './operation.ts'

/** As a phone or a desk would wait, only less long: a lost answer is what these tests are about. */
const PATIENCE_MS = 4_000

export type Answer = { outcome: 'done' | 'refused' | 'lost'; said: string; body: unknown }

export type Question = Pick<Request, 'service' | 'method' | 'path' | 'body'>

/** Asks a server once. What says nothing of whether it happened counts as no answer. */
export async function ask(
  origin: string,
  { service, method, path, body }: Question,
  { token, address, press }: { token: string; address: string; press?: string },
): Promise<Answer> {
  try {
    const response = await fetch(`${origin}${SERVICE_BASES[service]}${path}`, {
      method,
      headers: {
        // What a cookie opens is for the application's own pages.
        origin,
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
        ...(press !== undefined && { [PRESS_HEADER]: press }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    const answered: unknown = text === '' ? null : JSON.parse(text)
    if (response.ok) return { outcome: 'done', said: String(response.status), body: answered }
    const code = (answered as { code?: string } | null)?.code ?? ''
    const said = `${response.status} ${code}`.trim()
    return { outcome: response.status >= 500 ? 'lost' : 'refused', said, body: answered }
  } catch (error) {
    return { outcome: 'lost', said: error instanceof Error ? error.name : String(error), body: null }
  }
}
