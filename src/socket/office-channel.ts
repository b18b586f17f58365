import type { Channel, Socket } from 'phoenix'
import * as v from 'valibot'
import {
  JOIN_BUSY,
  joinReply,
  OFFICE_FACTS,
  officeTopic,
  type TicketNew,
  type TicketNewReply,
  ticketNewReply,
} from '#contract/channel/office-channel.ts'
import { CHANNEL_JOIN_TIMEOUT_MS, TICKET_PUSH_TIMEOUT_MS } from '#contract/limits.ts'
import { FINAL_REASONS } from './final-reasons.ts'
import { type ChannelState, SocketError, type SocketNews } from './office-socket.ts'
import { parseEvent, parseFact } from './parse-event.ts'
import type { Sequence } from './sequence.ts'

const refusal = v.object({
  code: v.optional(v.string()),
  reason: v.optional(v.string()),
  message: v.optional(v.string()),
  declarable: v.optional(v.boolean()),
})

function refusedWith(response: unknown, otherwise: string): SocketError {
  const said = v.safeParse(refusal, response)
  const { code, reason, message, declarable } = said.success ? said.output : {}
  return new SocketError(code ?? otherwise, message ?? reason ?? null, declarable)
}

export interface OfficeChannelOptions {
  socket: Socket
  officeSlug: string
  sequence: Sequence
  tell: (news: SocketNews) => void
  /** The channel ended by itself: refused for good. */
  onEnded: () => void
}

interface Waiter {
  resolve: () => void
  reject: (error: SocketError) => void
}

/**
 * One office's channel on the genuine client, which rejoins it by itself; every rejoin says what was seen
 * last.
 */
export class OfficeChannel {
  readonly #options: OfficeChannelOptions
  readonly #channel: Channel
  #state: ChannelState = 'locked'
  #waiters: Waiter[] = []

  constructor(options: OfficeChannelOptions) {
    this.#options = options
    const { socket, officeSlug, sequence } = options
    // Asked anew at every join: what was seen last has moved since.
    const params = () => (sequence.last === null ? {} : { last_seq: sequence.last })
    this.#channel = socket.channel(officeTopic(officeSlug), params)
    for (const event of Object.keys(OFFICE_FACTS)) {
      this.#channel.on(event, payload => this.#live(event, payload))
    }
    this.#channel.on('time:estimate', payload => this.#estimate(payload))
    this.#channel.on('ticket:error', payload => {
      const error = parseEvent('ticket:error', payload)
      if (error) options.tell({ kind: 'ticket-error', officeSlug, error })
    })
    this.#channel.onError(() => this.#become('locked'))
    options.tell({ kind: 'channel', officeSlug, state: 'locked' })
    this.#channel
      .join(CHANNEL_JOIN_TIMEOUT_MS)
      .receive('ok', response => this.#joined(response))
      .receive('error', response => this.#refused(response))
      .receive('timeout', () => this.#settle(new SocketError('channel-join')))
  }

  get state(): ChannelState {
    return this.#state
  }

  /** Settles with the join that is under way; at once where it is done. */
  joined(): Promise<void> {
    if (this.#state === 'joined') return Promise.resolve()
    return new Promise((resolve, reject) => void this.#waiters.push({ resolve, reject }))
  }

  askForTicket(request: TicketNew): Promise<TicketNewReply> {
    return new Promise((resolve, reject) => {
      this.#channel
        .push('ticket:new', request, TICKET_PUSH_TIMEOUT_MS)
        .receive('ok', response => {
          const reply = v.safeParse(ticketNewReply, response)
          // It worked, in words that we do not know: as uncertain as no reply at all.
          if (reply.success) resolve(reply.output)
          else reject(new SocketError('timeout'))
        })
        .receive('error', response => reject(refusedWith(response, 'other')))
        .receive('timeout', () => reject(new SocketError('timeout')))
    })
  }

  leave(): void {
    this.#settle(new SocketError('closed'))
    this.#channel.leave()
  }

  #joined(response: unknown): void {
    const { officeSlug, sequence, tell } = this.#options
    const reply = v.safeParse(joinReply, response)
    if (!reply.success) {
      this.#end(new SocketError('channel-join-failed'))
      return
    }
    const { seq, reset, missed, lines } = reply.output
    for (const { event, payload } of missed) this.#fact(event, payload)
    if (reset) sequence.restart(seq)
    else sequence.know(seq)
    this.#become('joined')
    this.#settle(null)
    tell({ kind: 'lines', officeSlug, lines, at: null })
    if (reset) tell({ kind: 'reset', officeSlug })
  }

  #refused(response: unknown): void {
    const { said } = refusedWith(response, 'channel-join-failed')
    // The genuine client joins again in a moment, and whoever waits has patience for that.
    if (said === JOIN_BUSY) return
    const error = new SocketError('channel-join-failed', said)
    if (said !== null && FINAL_REASONS.includes(said)) this.#end(error)
    else this.#settle(error)
  }

  #end(error: SocketError): void {
    this.#settle(error)
    this.#channel.leave()
    this.#options.onEnded()
  }

  /**
   * A join that was given up here may live at the server: what it tells then comes without what its answer,
   * which was given up too, told before. Taken for the newest it would hide that for ever; the next join
   * brings all of it.
   */
  #live(event: string, payload: unknown): void {
    if (this.#state === 'joined') this.#fact(event, payload)
  }

  #fact(event: string, payload: unknown): void {
    const { officeSlug, sequence, tell } = this.#options
    const fact = parseFact(event, payload)
    if (fact && sequence.admit(fact.payload.seq)) tell({ kind: 'fact', officeSlug, ...fact })
  }

  #estimate(payload: unknown): void {
    const { officeSlug, tell } = this.#options
    const estimate = parseEvent('time:estimate', payload)
    if (!estimate) return
    const { at, ...line } = estimate
    tell({ kind: 'lines', officeSlug, lines: [line], at })
  }

  #become(state: ChannelState): void {
    if (state === this.#state) return
    this.#state = state
    this.#options.tell({ kind: 'channel', officeSlug: this.#options.officeSlug, state })
  }

  #settle(error: SocketError | null): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const { resolve, reject } of waiters) {
      if (error) reject(error)
      else resolve()
    }
  }
}
