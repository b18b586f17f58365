import type { PollRequest } from '#contract/rest/polls.ts'
import type { TableOf } from './rows.ts'

/** What was decided without a network and must still be told to the server. */
export type OutboxKind =
  | 'log-out'
  | 'end-left'
  | 'end-subscription'
  | 'cancel-reservation'
  | 'favorite'
  | 'poll'

export interface OutboxItem {
  id?: number
  kind: OutboxKind
  /**
   * What it is about: a reservation's id, a subscription's, a ticket's, the hash of a token; empty where the
   * kind says it all.
   */
  subject: string
  /** Who decided it: it is told in nobody else's name. Null where the browser's own cookie says it. */
  user_id: string | null
  /** Of what can be wished for and taken back: what is wished last. */
  wanted?: boolean
  /** How an attention was, or nothing where they decline to say; it goes with whoever wrote it. */
  poll?: PollRequest['poll'] | undefined
  /** Of a log-out: the hash of its session's token, by which that session alone can be ended. */
  left?: string | undefined
  /** Until then whoever took it is telling it; milliseconds since the epoch. */
  sending_until: number
  /** Milliseconds since the epoch. */
  inserted_at: number
}

export interface Outbox {
  /** Puts it in once, however often it is decided. */
  put(
    kind: OutboxKind,
    now: number,
    about?: Pick<OutboxItem, 'subject' | 'user_id' | 'poll' | 'left'>,
  ): Promise<void>
  /** Puts in what is wished last. Whoever is telling what was wished before goes on, and then tells this. */
  wish(
    kind: OutboxKind,
    now: number,
    about: Pick<OutboxItem, 'subject' | 'user_id'> & { wanted: boolean },
  ): Promise<void>
  /**
   * This was told, or refused: it goes, unless something else is wished by now.
   * @returns whether it went
   */
  settle(kind: OutboxKind, subject: string, wanted: boolean): Promise<boolean>
  has(kind: OutboxKind): Promise<boolean>
  all(kind: OutboxKind): Promise<OutboxItem[]>
  /**
   * Takes one to tell it, so that of two pages one does. A page that dies meanwhile holds it no longer than
   * `untilMs`.
   * @returns whether it was there and nobody's
   */
  claim(kind: OutboxKind, subject: string, now: number, untilMs: number): Promise<boolean>
  /** What they decided of numbers and times goes where these went. */
  handOver(from: string, to: string): Promise<void>
  /** It could not be told: whoever comes next may try. */
  release(kind: OutboxKind, subject: string): Promise<void>
  remove(kind: OutboxKind, subject?: string): Promise<void>
  /** All of a kind that they decided, or anybody: it is not to be told any more. */
  clear(kind: OutboxKind, userId?: string): Promise<void>
}

const OF_HOLDINGS: ReadonlySet<OutboxKind> = new Set(['cancel-reservation', 'poll'])

const NOTHING: Pick<OutboxItem, 'subject' | 'user_id' | 'poll' | 'left'> = { subject: '', user_id: null }

export function outbox(table: TableOf<OutboxItem>): Outbox {
  const { atomically, reading } = table
  const ofKind = async (kind: OutboxKind) => (await table.all()).filter(item => item.kind === kind)
  // A page of the first version, which may still be open beside this one, writes no subject.
  const about = async (kind: OutboxKind, subject: string) =>
    (await table.all()).filter(item => item.kind === kind && (item.subject ?? NOTHING.subject) === subject)

  return {
    put: (kind, now, { subject, user_id, poll, left } = NOTHING) =>
      atomically(async () => {
        if ((await about(kind, subject)).length === 0)
          await table.put({
            kind,
            subject,
            user_id,
            sending_until: 0,
            inserted_at: now,
            ...(poll && { poll }),
            ...(left !== undefined && { left }),
          })
      }),
    wish: (kind, now, wished) =>
      atomically(async () => {
        const [item] = await about(kind, wished.subject)
        await table.put({ kind, sending_until: 0, inserted_at: now, ...item, ...wished })
      }),
    settle: (kind, subject, wanted) =>
      atomically(async () => {
        const [item] = await about(kind, subject)
        if (!item?.id) return true
        if (item.wanted === wanted) await table.delete(item.id)
        else await table.put({ ...item, sending_until: 0 })
        return item.wanted === wanted
      }),
    has: kind => reading(async () => (await ofKind(kind)).length > 0),
    all: kind => reading(() => ofKind(kind)),
    claim: (kind, subject, now, untilMs) =>
      atomically(async () => {
        const [item] = await about(kind, subject)
        if (!item || item.sending_until > now) return false
        await table.put({ ...item, sending_until: untilMs })
        return true
      }),
    handOver: (from, to) =>
      atomically(async () => {
        for (const item of await table.all())
          if (item.user_id === from && OF_HOLDINGS.has(item.kind))
            await table.put({ ...item, user_id: to, sending_until: 0 })
      }),
    release: (kind, subject) =>
      atomically(async () => {
        for (const item of await about(kind, subject)) await table.put({ ...item, sending_until: 0 })
      }),
    remove: (kind, subject = NOTHING.subject) =>
      atomically(async () => {
        for (const { id } of await about(kind, subject)) if (id !== undefined) await table.delete(id)
      }),
    clear: (kind, userId) =>
      atomically(async () => {
        for (const { id, user_id } of await ofKind(kind))
          if (id !== undefined && (userId === undefined || user_id === userId)) await table.delete(id)
      }),
  }
}
