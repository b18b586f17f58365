import type { Ticket } from '#contract/rest/tickets.ts'
import type { AlmostThere } from '#src/domain/almost-there.ts'
import { isStaleReceipt } from '#src/domain/is-stale-receipt.ts'
import type { PollState } from '#src/domain/poll-state.ts'
import type { TableOf } from './rows.ts'

/** What a ticket's line was doing when last heard of. */
export interface LineNow {
  waiting: number
  /** The number called last, or null. */
  call: string | null
  /** ISO 8601 */
  at: string
}

/**
 * A ticket as this browser keeps it: what the card shows, and no more of the person than their user_id.
 * @see specification §3 "temporary_tickets (timeStamp and tickets)", docs/decisions "Identity and session"
 */
export interface TicketReceipt extends Ticket {
  /** When it was stored or last heard of, milliseconds since the epoch. */
  timeStamp: number
  /** The thresholds of almost-there that were shown already. */
  almost_there_said: AlmostThere[]
  line_now: LineNow | null
  /**
   * When the wait was last heard of by itself, milliseconds since the epoch; absent where with the ticket.
   */
  wait_at?: number | undefined
  /** When its end was heard of here, milliseconds since the epoch; absent where it ended unheard. */
  attended_at?: number | undefined
  /** Absent while nothing was asked. */
  poll?: PollState | undefined
  /** The id of the office's message that was read here. */
  message_read?: string | undefined
}

/** What only this device knows of a ticket: no answer of the server takes it away. */
const ownOf = (kept: TicketReceipt | undefined, ticket: Ticket, now: number): Partial<TicketReceipt> => {
  const ends = kept !== undefined && kept.state !== 'attended' && ticket.state === 'attended'
  const attended_at = ends ? now : kept?.attended_at
  return {
    ...(attended_at !== undefined && { attended_at }),
    ...(kept?.poll && { poll: kept.poll }),
    ...(kept?.message_read && { message_read: kept.message_read }),
  }
}

/** Named one by one: whatever else an answer may bring one day, it is not kept unless it is named here. */
const KEPT_FIELDS = Object.keys({
  id: true,
  tuid: true,
  ticket: true,
  number: true,
  prefix: true,
  line_id: true,
  line: true,
  line_name: true,
  office: true,
  office_name: true,
  officeSlug: true,
  officeId: true,
  category_id: true,
  time_zone: true,
  user_id: true,
  state: true,
  inserted_at: true,
  called: true,
  called_at: true,
  meet: true,
  modulo: true,
  ahead: true,
  wait: true,
  passes_left: true,
  on_my_way: true,
  returns_left: true,
  front_until: true,
  aside_until: true,
  reserve: true,
  temporaryUser: true,
  message: true,
  seq: true,
} satisfies Record<keyof Ticket, true>) as (keyof Ticket)[]

const withoutSecrets = (ticket: Ticket) =>
  Object.fromEntries(KEPT_FIELDS.map(field => [field, ticket[field]])) as unknown as Ticket

export interface TemporaryTickets {
  all(): Promise<TicketReceipt[]>
  get(tuid: string): Promise<TicketReceipt | null>
  ofOffice(officeSlug: string): Promise<TicketReceipt[]>
  /**
   * Keeps a ticket as the server tells it, unless what is kept knows of a newer fact.
   * @param now milliseconds since the epoch
   */
  keep(ticket: Ticket, now: number): Promise<TicketReceipt>
  /**
   * Changes a kept ticket by a fact.
   * @param seq the fact's sequence number; null where it is not known. A fact that is not newer than what is
   *   kept changes nothing
   * @returns the ticket as it is then; null where there is none
   */
  change(tuid: string, seq: number | null, change: Partial<TicketReceipt>): Promise<TicketReceipt | null>
  /** Nobody's any more, and never to be listed. */
  drop(tuid: string): Promise<void>
  /** @returns whether the threshold had not been said yet */
  sayAlmostThere(tuid: string, threshold: AlmostThere): Promise<boolean>
  /** @returns whether nothing had been asked yet of this attention, by any page of this browser */
  askPoll(tuid: string): Promise<boolean>
  /** Takes away what this person holds. */
  forgetOwner(userId: string): Promise<void>
  /** The office's sequence began anew: whatever the server tells from now on is newer. */
  forgetSequence(officeSlug: string): Promise<void>
  /**
   * @param now the server's time, milliseconds since the epoch
   * @returns how many were stale and are gone (TEMP-03)
   */
  removeStale(now: number): Promise<number>
}

export function temporaryTickets(table: TableOf<TicketReceipt>): TemporaryTickets {
  const { atomically, reading } = table
  const ofOffice = async (slug: string) => (await table.all()).filter(kept => kept.officeSlug === slug)

  return {
    all: () => reading(() => table.all()),
    get: tuid => reading(async () => (await table.get(tuid)) ?? null),
    ofOffice: officeSlug => reading(() => ofOffice(officeSlug)),
    keep: (ticket, now) =>
      atomically(async () => {
        const kept = await table.get(ticket.tuid)
        if (kept && kept.seq > ticket.seq) return kept
        const receipt: TicketReceipt = {
          ...withoutSecrets(ticket),
          timeStamp: now,
          almost_there_said: kept?.almost_there_said ?? [],
          line_now: kept?.line_now ?? null,
          ...ownOf(kept, ticket, now),
        }
        await table.put(receipt)
        return receipt
      }),
    change: (tuid, seq, change) =>
      atomically(async () => {
        const kept = await table.get(tuid)
        if (!kept) return null
        if (seq !== null && seq <= kept.seq) return kept
        const changed = { ...kept, ...change, tuid, seq: seq ?? kept.seq }
        await table.put(changed)
        return changed
      }),
    drop: tuid => atomically(() => table.delete(tuid)),
    sayAlmostThere: (tuid, threshold) =>
      atomically(async () => {
        const kept = await table.get(tuid)
        // The nearer one was said: the farther would be news from the past.
        if (!kept || kept.almost_there_said.some(said => said <= threshold)) return false
        await table.put({ ...kept, almost_there_said: [...kept.almost_there_said, threshold] })
        return true
      }),
    askPoll: tuid =>
      atomically(async () => {
        const kept = await table.get(tuid)
        if (!kept || kept.poll !== undefined) return false
        await table.put({ ...kept, poll: 'asked' })
        return true
      }),
    forgetOwner: userId =>
      atomically(async () => {
        for (const { tuid, user_id } of await table.all()) if (user_id === userId) await table.delete(tuid)
      }),
    forgetSequence: officeSlug =>
      atomically(async () => {
        for (const kept of await ofOffice(officeSlug)) await table.put({ ...kept, seq: 0 })
      }),
    removeStale: now =>
      atomically(async () => {
        const stale = (await table.all()).filter(({ timeStamp, inserted_at }) =>
          // Whoever kept it by a clock that was behind has it no longer ago than the server gave it.
          isStaleReceipt(Math.max(timeStamp, Date.parse(inserted_at)), now),
        )
        for (const { tuid } of stale) await table.delete(tuid)
        return stale.length
      }),
  }
}
