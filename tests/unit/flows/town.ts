import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Session } from '#contract/rest/login.ts'
import type { LineState } from '#contract/rest/offices.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { EventAnswer } from '#server/phoenix/channel.ts'
import { ticketOf } from '../db/receipts.ts'
import { OfficeServer } from '../socket/office-server.ts'
import { TownReservations } from './town-reservations.ts'
import { townRoutes } from './town-routes.ts'

export const LINE = { id: 7, slug: 'cajas', type: 'normal', frozen: false, takes_tickets: true } as const
export const CENTRO = 'centro'

interface TicketAsk {
  line_id: number
  user_id: string
  request_id: string
  meta?: unknown
}

const uuidOf = (kind: number, number: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`

/**
 * A small town with one office and its queue, on real HTTP and the project's own Phoenix server. The queue is
 * kept in memory; what it says, and in which order, is what the contract says.
 */
export class Town {
  readonly office: OfficeServer
  readonly reservations: TownReservations
  readonly users = new Map<string, Session>()
  readonly tickets = new Map<string, Ticket>()
  readonly requests: { method: string; path: string; body: unknown; token: string | null }[] = []
  readonly asks: TicketAsk[] = []
  readonly subscriptions = new Map<string, { user_id: string; endpoint: string; language: string }>()
  readonly testDelivery = '88888888-0000-4000-8000-000000000001'
  /** When the phone showed the trial notice, or null. */
  testShownAt: string | null = null
  readonly #byRequest = new Map<string, string>()
  /** The session that this browser's cookie opens: a token, or null without a cookie. */
  cookie: string | null = null
  preferences = new Map<string, object>()
  flags: { name: string; enabled: boolean; variant: { name: string; enabled: boolean } }[] = []
  /**
   * What goes wrong: a path (or ticket:new) and how. `lost`: it happens, and no answer comes. `down`: 503.
   */
  faults = new Map<string, 'lost' | 'down' | 'unheard' | 'dropped'>()
  #numbers = 0
  #people = 0

  constructor(office: OfficeServer) {
    this.office = office
    this.reservations = new TownReservations(office)
    office.onEvent = (event, payload, token) =>
      event === 'ticket:new' ? this.#ticketNew(payload as unknown as TicketAsk, token) : undefined
    office.onRequest = townRoutes(this)
    office.onJoin = () => null
  }

  static async open(): Promise<Town> {
    return new Town(await OfficeServer.start())
  }

  /** Somebody signs in; their token is also the name by which the socket knows them. */
  admit(name = 'Ana', temporal = true): Session {
    this.#people += 1
    const session: Session = {
      user_id: uuidOf(1, this.#people),
      token: `token-${this.#people}`,
      expires_at: '2026-12-05T12:00:00.000Z',
      name,
      email: `${name.toLowerCase()}@example.cl`,
      phone: '+56911111111',
      identity_type: 'rut',
      meta: { temporal },
    }
    this.users.set(session.token, session)
    this.cookie = session.token
    return session
  }

  /** Whether a call of theirs would ring the browser of this endpoint. */
  rings(userId: string | undefined, endpointHash: string): boolean {
    return [...this.subscriptions.values()].some(
      ({ user_id, endpoint }) =>
        user_id === userId && createHash('sha256').update(endpoint).digest('hex') === endpointHash,
    )
  }

  userOf(request: Pick<IncomingMessage, 'headers'>): Session | undefined {
    return this.users.get((request.headers.authorization ?? '').replace('Bearer ', ''))
  }

  /** A number is made, and said: to its owner with the ticket, to everybody else without. */
  take(user: Session, lineId: number, change: Partial<Ticket> = {}, isSaid = true): Ticket {
    this.#numbers += 1
    const tuid = uuidOf(2, this.#numbers)
    const shown = `A${String(this.#numbers).padStart(3, '0')}`
    const ticket = ticketOf({
      id: tuid,
      tuid,
      ticket: shown,
      number: this.#numbers,
      line_id: lineId,
      user_id: user.user_id,
      inserted_at: '2026-11-20T12:00:00.000Z',
      ahead: this.waiting(lineId).length,
      temporaryUser: user.meta.temporal,
      seq: this.office.seq(CENTRO) + 1,
      ...change,
    })
    this.tickets.set(tuid, ticket)
    const everyone = { line_id: lineId, ticket: shown, waiting: this.waiting(lineId).length }
    if (isSaid) {
      const owner = { token: user.token, payload: { ...everyone, owned: ticket } }
      this.office.tell(CENTRO, 'ticket:created', everyone, owner)
    }
    return ticket
  }

  waiting(lineId: number): Ticket[] {
    return [...this.tickets.values()].filter(
      ({ state, line_id }) => state === 'waiting' && line_id === lineId,
    )
  }

  /** What the desk does to a number; its owner is told of their ticket, everybody else of the number. */
  change(
    tuid: string,
    event: 'call:created' | 'ticket:skipped' | 'ticket:attended' | 'ticket:left' | 'ticket:passed',
    at = '2026-11-20T12:10:00.000Z',
    modulo = '3',
  ): number {
    const ticket = this.ticket(tuid)
    const state = {
      'call:created': 'called',
      'ticket:skipped': 'skipped',
      'ticket:attended': 'attended',
    } as const
    const next = event in state ? state[event as keyof typeof state] : ticket.state
    const seq = this.office.seq(CENTRO) + 1
    this.tickets.set(tuid, {
      ...ticket,
      state: next,
      called: next !== 'waiting',
      ...(event === 'call:created' ? { called_at: at, modulo, ahead: null, wait: null } : {}),
      seq,
    })
    const everyone = {
      line_id: ticket.line_id,
      ticket: ticket.ticket,
      ...(event === 'call:created' ? { modulo, wait: null, calls: 1, reserve_id: null, ruid: null } : {}),
      ...(event === 'call:created' || event === 'ticket:left'
        ? { waiting: this.waiting(ticket.line_id).length }
        : {}),
    }
    const owner = [...this.users.values()].find(({ user_id }) => user_id === ticket.user_id)
    const mine = {
      ...everyone,
      tuid,
      ...(event === 'call:created' ? { line_name: ticket.line_name, office_name: ticket.office_name } : {}),
    }
    this.office.tell(CENTRO, event, everyone, owner ? { token: owner.token, payload: mine } : null, at)
    return seq
  }

  sayAlmostThere(tuid: string, ahead: 5 | 10): void {
    const { line_id, ticket, line_name, user_id } = this.ticket(tuid)
    const token = [...this.users.values()].find(user => user.user_id === user_id)?.token ?? ''
    this.office.tell(CENTRO, 'ticket:almost_there', null, {
      token,
      payload: { line_id, ticket, tuid, ahead, line_name },
    })
  }

  ticket(tuid: string): Ticket {
    const ticket = this.tickets.get(tuid)
    if (!ticket) throw new Error(`no ticket ${tuid}`)
    return ticket
  }

  lineState(change: Partial<LineState> = {}): LineState {
    const numbers = this.waiting(LINE.id).map(({ ticket }) => ticket)
    return {
      line_id: LINE.id,
      waiting: numbers.length,
      wait: { from: 5, to: 9 },
      call: null,
      queue: { raw_tickets: numbers },
      frozen: false,
      ...change,
    }
  }

  close(): Promise<void> {
    return this.office.stop()
  }

  #ticketNew(ask: TicketAsk, token: string): EventAnswer {
    this.asks.push(ask)
    const fault = this.faults.get('ticket:new')
    const user = this.users.get(token)
    if (fault === 'unheard') return undefined
    if (!user || user.user_id !== ask.user_id) return { error: { code: 'forbidden', message: 'not yours' } }
    const first = this.#byRequest.get(ask.request_id)
    if (first) {
      const ticket = this.ticket(first)
      return { ok: { tuid: first, ticket } }
    }
    const held = this.waiting(ask.line_id).find(({ user_id }) => user_id === user.user_id)
    if (held)
      return { error: { code: 'already-has-ticket', message: 'this person already has ticket in this line' } }
    // Made while nobody can be told: the connection is gone, and with it the reply.
    const ticket = this.take(user, ask.line_id, {}, fault === undefined)
    this.#byRequest.set(ask.request_id, ticket.tuid)
    if (fault === 'lost') return undefined
    return { ok: { tuid: ticket.tuid } }
  }
}
