import type {
  OfficeEvent,
  OfficeFactName,
  TicketNew,
  TicketNewReply,
} from '#contract/channel/office-channel.ts'
import type { LineState } from '#contract/rest/offices.ts'
import type { Stop } from '#src/platform/subscribers.ts'

/** Specification §3 "channels per office (locked, joined)": locked while joining, then joined. */
export type ChannelState = 'locked' | 'joined'
export type SocketState = 'closed' | 'connecting' | 'open'

/** A fact of an office with its name, so that one can be told from another. */
export type OfficeFact = {
  [Name in OfficeFactName]: { event: Name; payload: OfficeEvent<Name> }
}[OfficeFactName]

/** What the socket has to tell. Facts come in the order of their office, each once. */
export type SocketNews =
  | { kind: 'socket'; state: SocketState }
  /** The server has no more to say to this person: it closed the connection on purpose. */
  | { kind: 'dismissed' }
  /** `state` null: the channel is no longer there. */
  | { kind: 'channel'; officeSlug: string; state: ChannelState | null }
  | ({ kind: 'fact'; officeSlug: string } & OfficeFact)
  /** The moving figures of lines; `at` is null where they came with the reply to a join. */
  | { kind: 'lines'; officeSlug: string; lines: LineState[]; at: string | null }
  | { kind: 'ticket-error'; officeSlug: string; error: OfficeEvent<'ticket:error'> }
  /** Too much was missed to be replayed: what is known of this office must be fetched anew. */
  | { kind: 'reset'; officeSlug: string }

/**
 * - `user-is-guest`: a guest cannot join (CHAN-03)
 * - `channel-join`: the join took over 12 s; `channel-join-failed`: it was refused (CHAN-02)
 * - `timeout`: a push had no reply in time, and may have worked
 * - `closed`: the channel was left meanwhile
 * - otherwise the server's code for what it refused
 */
export class SocketError extends Error {
  readonly code: string
  /** The server's own words, or null where it said none. */
  readonly said: string | null
  /** What was refused may be asked for again as declared. */
  readonly declarable: boolean

  constructor(code: string, said: string | null = null, declarable = false) {
    super(said ?? code)
    this.name = 'SocketError'
    this.code = code
    this.said = said
    this.declarable = declarable
  }
}

/** Somebody's hold on an office's channel: a screen that shows it. */
export interface ChannelLease {
  /**
   * Settles with the join, at once where it is joined. Rejects with SocketError user-is-guest, channel-join
   * or channel-join-failed.
   */
  joined: Promise<void>
  /** Gives the hold up; again does nothing. Whoever was last leaves the channel, unless it is needed. */
  release(): void
}

export interface OfficeSocket {
  /** Joins the office's channel, or shares the join that is under way: it stays until this is released. */
  hold(officeSlug: string): ChannelLease
  /**
   * Asks for a number. The reply says that it is made; `ticket:created` brings it, or the reply itself where
   * the request repeats an earlier one.
   * @throws SocketError timeout, closed, or the server's code
   */
  askForTicket(officeSlug: string, request: TicketNew): Promise<TicketNewReply>
  /** Leaves the channel, unless somebody holds it, or tickets or reservations need it (CHAN-04). */
  leave(officeSlug: string): Promise<void>
  /** Leaves every channel and closes the socket, whatever needs it: the session is over (CHAN-06). */
  leaveAll(): void
  /** Facts up to this one are known from elsewhere: the next join asks for what came after. */
  know(officeSlug: string, seq: number): void
  /** The page is seen again, or the network is back: finds out at once whether the connection lives. */
  wake(): void
  /** A call was not answered. Told where this connection does not answer either, at once or in a moment. */
  doubt(onSilent: () => void): void
  stateOf(officeSlug: string): ChannelState | null
  subscribe(listener: (news: SocketNews) => void): Stop
}
