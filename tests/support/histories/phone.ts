import { Socket } from 'phoenix'
import WebSocket from 'ws'
import { type JoinReply, officeTopic, type TicketNewReply } from '#contract/channel/office-channel.ts'
import { TICKET_PUSH_TIMEOUT_MS } from '#contract/limits.ts'
import { waitFor } from '../wait-for.ts'
import type { HeardFact, Told } from './history.ts'
import type { SceneOffice, ScenePerson } from './scene.ts'

/** A phone that comes back within that is told what it missed. */
const HEARS_MS = 30_000

/** What went wrong at the server: it may have happened before, or when the same was asked the last time. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['other', 'storage-full', 'unavailable'])

export interface Phone {
  person: ScenePerson
  office: SceneOffice
  /** @returns null where no answer came in time, or one that says nothing */
  take(line_id: number, request_id: string): Promise<{ ok: TicketNewReply } | { refused: string } | null>
  /** All that it heard, once it has heard the first such fact after `before`, or the one numbered `after`. */
  toldUntil(event: string, of: { before: number; after: number }): Promise<Told>
  leave(): Promise<void>
}

/** The genuine client on an office's topic, which says whenever it comes back how much it knows. */
export async function openPhone(origin: string, office: SceneOffice, person: ScenePerson): Promise<Phone> {
  const [authToken = ''] = person.tokens
  class FromItsAddress extends WebSocket {
    constructor(url: string, protocols?: string[]) {
      super(url, protocols, { headers: { 'x-forwarded-for': person.address } })
      // The client lets go of one that it gives up while it is still being connected: a fault of it that
      // nobody hears would end the process.
      this.on('error', () => undefined)
    }
  }
  const socket = new Socket(`${origin.replace(/^http/, 'ws')}/socket`, {
    transport: FromItsAddress as unknown as typeof globalThis.WebSocket,
    authToken,
    reconnectAfterMs: () => 200,
    rejoinAfterMs: () => 200,
    timeout: TICKET_PUSH_TIMEOUT_MS,
  })
  const heard: HeardFact[] = []
  const resets: Told['resets'] = []
  let last: number | undefined
  let since = 0
  let joined = 0
  const channel = socket.channel(officeTopic(office.slug), () =>
    last === undefined ? {} : { last_seq: last },
  )
  const hear = (event: string, { seq, tuid }: { seq: number; tuid?: string }, missed: boolean) => {
    heard.push({ seq, event, joined, missed, ...(tuid !== undefined && { tuid }) })
    last = Math.max(last ?? 0, seq)
  }
  channel.onMessage = (event, payload) => {
    const fact = (payload ?? {}) as { seq?: number; tuid?: string }
    const isFact = fact.seq !== undefined && !event.startsWith('chan_reply') && event !== 'phx_reply'
    // As the application does: what comes on a join that was given up is brought by the next one.
    if (isFact && channel.state === 'joined') hear(event, fact as { seq: number }, false)
    return payload
  }
  channel.join().receive('ok', ({ seq, missed, reset }: JoinReply) => {
    joined += 1
    if (joined === 1) since = Math.max(since, seq)
    if (reset) resets.push({ after: last ?? 0, until: seq })
    for (const { event, payload } of missed) hear(event, payload as { seq: number }, true)
    last = Math.max(last ?? 0, seq)
  })
  socket.connect()
  await waitFor('the phone to join', () => joined > 0)
  return {
    person,
    office,
    take: (line_id, request_id) =>
      new Promise(resolve => {
        channel
          .push('ticket:new', { line_id, user_id: person.user_id, request_id })
          .receive('ok', (ok: TicketNewReply) => resolve({ ok }))
          .receive('error', ({ code }: { code: string }) =>
            resolve(SAYS_NOTHING.has(code) ? null : { refused: code }),
          )
          .receive('timeout', () => resolve(null))
      }),
    async toldUntil(event, { before, after }) {
      const theLast = () => heard.find(each => each.event === event && each.seq > before)
      const waited = waitFor(`${event} after ${before}`, () => theLast() || (last ?? 0) >= after, HEARS_MS)
      // In vain: then it was told less than was due, and the checks say so.
      await waited.catch(() => undefined)
      const until = theLast()?.seq ?? after
      return { user_id: person.user_id, office_id: office.office_id, since, until, heard, resets }
    },
    leave: () => new Promise(resolve => socket.disconnect(resolve)),
  }
}
