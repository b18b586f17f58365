import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { BrowserContext } from 'playwright-core'
import { install } from '../offline-start/cold-start.ts'
import { type Sight, visitSlowly } from './slow-visit.ts'

/** Every request that reaches a server of this process. */
const REQUESTS = 'http.server.request.start'

export interface RepeatVisit {
  /** Milliseconds from the start of the navigation. */
  seen: number
  /** What the server was asked before it was seen, by the page or its worker. */
  asked: string[]
}

/** Somebody comes again, with a profile on disk and the worker in charge. */
export async function visitAgain(context: BrowserContext, sight: Sight): Promise<RepeatVisit> {
  await install(context, sight.url)
  const requests: { url: string; at: number }[] = []
  const note = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    requests.push({ url: request.url ?? '', at: Date.now() })
  }
  subscribe(REQUESTS, note)
  try {
    const page = await visitSlowly(context, sight)
    try {
      const [start, seen] = await page.evaluate(async () => [performance.timeOrigin, await window.seen])
      return { seen, asked: requests.filter(({ at }) => at < start + seen).map(({ url }) => url) }
    } finally {
      await page.close()
    }
  } finally {
    unsubscribe(REQUESTS, note)
  }
}
