import { ALMOST_THERE_THRESHOLDS, RESERVATION_CALL_BEFORE_MS } from '#contract/limits.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { NewAct } from '#server/facts/note-act.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { aboutTurn, type Turn } from '../turn/turn-fact.ts'
import { estimateWait, type LinePace } from '../lines/wait-estimate.ts'
import { paceAfterCall } from './pace-after-call.ts'
import type { Caller, DueReservation, SeenDesk, SeenLine, SeenOffice, WaitingTurn } from './read-calls.ts'
import { type LineNow, whoseTurn } from './whose-turn.ts'

const [far, near] = ALMOST_THERE_THRESHOLDS

/** Somebody who is called to a desk. */
export interface Called {
  ticket_id: string
  /** Which call of its round it is, from 0 on: that comes first what was called first. */
  nth: number
  modulo_id: number
  clerk_id: number
}

/** What the calls of a round change, in whichever rows. */
export interface CallChanges {
  /** Those who stood at a desk until then, and were attended. */
  ended: { ticket_id: string }[]
  /** Numbers. */
  called: Called[]
  /** Reservations, with the tickets that they get. */
  promised: (Called & { reservation_id: string })[]
  /** Who came near; `near` where both thresholds are behind them by now. */
  told: { ticket_id: string; near: boolean }[]
  facts: NewFact[]
  /** What each clerk did by it. */
  acts: NewAct[]
}

export type CallOutcome =
  | { verdict: 'called'; tuid: string }
  // In all other cases nothing changes: the one at the desk stays.
  /** No modulo of this office is the clerk's. */
  | { verdict: 'no-modulo' }
  | { verdict: 'nobody-waiting' }
  | { verdict: 'not-found' }
  /** The time of the reservation has not come near enough. */
  | { verdict: 'too-early' }
  /** Nobody confirmed it, or it was called or cancelled already. */
  | { verdict: 'not-callable' }

/** What is known beside the database. */
export interface CallWorld {
  office_id: number
  at: Date
  paces: ReadonlyMap<number, LinePace>
  uuid(): string
}

/**
 * Lets desks call, one after the other, each behind the calls before it.
 * @see rules CALL-01, CALL-03
 */
export function judgeCalls(
  { desks, lines: seen, wished }: Pick<SeenOffice, 'desks' | 'lines' | 'wished'>,
  callers: readonly Caller[],
  world: CallWorld,
): { outcomes: CallOutcome[]; changes: CallChanges; paces: ReadonlyMap<number, LinePace> } {
  const changes: Omit<CallChanges, 'told'> = {
    ended: [],
    called: [],
    promised: [],
    facts: [],
    acts: [],
  }
  /** By ticket, whether the nearer threshold is behind it: one may reach both in a round. */
  const told = new Map<string, boolean>()
  const paces = new Map(world.paces)
  const lines = new Map(seen.map(line => [line.line_id, { ...line }]))

  function call(caller: Caller): CallOutcome {
    const desk = desks.find(one => one.clerk_id === caller.clerk_id)
    if (!desk) return { verdict: 'no-modulo' }
    return 'reservation_id' in caller
      ? callWished(desk, caller.reservation_id)
      : callFirst(desk, caller.line_ids)
  }

  function callFirst(desk: SeenDesk, line_ids: readonly number[]): CallOutcome {
    const served = [...lines.values()].filter(
      ({ line_id }) => line_ids.length === 0 || line_ids.includes(line_id),
    )
    const whose = whoseTurn(served)
    if (!whose) return { verdict: 'nobody-waiting' }
    if (desk.turn) end(desk, desk.turn)
    if ('number' in whose) return callNumber(desk, lineOf(whose.number), whose.number)
    return callReservation(desk, lineOf(whose.reservation), whose.reservation)
  }

  function callWished(desk: SeenDesk, id: string): CallOutcome {
    const reservation = wished.find(one => one.reservation_id === id)
    if (!reservation) return { verdict: 'not-found' }
    if (reservation.block_from.getTime() - world.at.getTime() > RESERVATION_CALL_BEFORE_MS) {
      return { verdict: 'too-early' }
    }
    const isGone = changes.promised.some(({ reservation_id }) => reservation_id === id)
    if (!reservation.is_promised || isGone) return { verdict: 'not-callable' }
    if (desk.turn) end(desk, desk.turn)
    return callReservation(desk, lineOf(reservation), reservation)
  }

  const calledTo = ({ modulo_id, clerk_id }: SeenDesk, ticket_id: string): Called => ({
    ticket_id,
    nth: changes.called.length + changes.promised.length,
    modulo_id,
    clerk_id,
  })

  const timeOf = (called: Called | undefined): number => world.at.getTime() * 1_000 + (called?.nth ?? 0)

  const lineOf = ({ line_id }: Pick<LineNow, 'line_id'>): SeenLine => {
    const line = lines.get(line_id)
    if (!line) throw new Error(`line ${line_id} was not read`)
    return line
  }

  function noteOf({ clerk_id, modulo_id }: SeenDesk, act: NewAct['act'], turn: Turn): void {
    const { office_id, at } = world
    const { ticket_id, line_id, reservation_id } = turn
    changes.acts.push({ office_id, clerk_id, at, act, ticket_id, reservation_id, line_id, modulo_id })
  }

  function end(desk: SeenDesk, turn: Turn): void {
    changes.ended.push({ ticket_id: turn.ticket_id })
    noteOf(desk, 'attended', turn)
    changes.facts.push(
      { ...aboutTurn(turn, world.at), name: 'ticket:attended', detail: { ticket: turn.ticket } },
      ...reservationNews(turn, 'attended', world.at),
    )
  }

  function callNumber(desk: SeenDesk, line: SeenLine, number: WaitingTurn): CallOutcome {
    changes.called.push(calledTo(desk, number.ticket_id))
    const pace = paces.get(line.line_id)
    if (pace) paces.set(line.line_id, paceAfterCall(pace, line, number, world.at))
    const after = {
      ...line,
      heads: line.heads.slice(1),
      waiting: line.waiting - 1,
      last: { at_us: timeOf(changes.called.at(-1)), was_reservation: false },
      last_number_at: world.at,
    }
    sayCalled(desk, number, after)
    lines.set(line.line_id, comeNear(after))
    return { verdict: 'called', tuid: number.ticket_id }
  }

  function callReservation(desk: SeenDesk, line: SeenLine, due: DueReservation): CallOutcome {
    const { reservation_id, user_id, code: ticket, line_id } = due
    const { office_id } = world
    const turn = { ticket_id: world.uuid(), reservation_id, office_id, line_id, user_id, ticket }
    changes.promised.push({ ...calledTo(desk, turn.ticket_id), reservation_id })
    const after = {
      ...line,
      due: line.due.filter(one => one.reservation_id !== reservation_id),
      last: { at_us: timeOf(changes.promised.at(-1)), was_reservation: true },
    }
    sayCalled(desk, turn, after)
    changes.facts.push(...reservationNews(turn, 'called', world.at))
    lines.set(line_id, after)
    return { verdict: 'called', tuid: turn.ticket_id }
  }

  function sayCalled(desk: SeenDesk, turn: Turn, { line_id, waiting }: SeenLine): void {
    noteOf(desk, 'called', turn)
    const { modulo } = desk
    const pace = paces.get(line_id)
    const wait = pace ? estimateWait(pace, waiting) : null
    changes.facts.push({
      ...aboutTurn(turn, world.at),
      name: 'call:created',
      detail: { ticket: turn.ticket, modulo, waiting, wait, calls: 1 },
    })
  }

  /**
   * Each threshold is told once, and of two at once only the nearer. A paper number counts, but there is
   * nobody to tell.
   */
  function comeNear(line: SeenLine): SeenLine {
    const heads = line.heads.map((turn, ahead) => {
      const isNear = ahead <= near
      if (ahead > far || (turn.told_10 && (turn.told_5 || !isNear))) return turn
      told.set(turn.ticket_id, isNear || turn.told_5)
      if (turn.user_id !== null) {
        changes.facts.push({
          ...aboutTurn(turn, world.at),
          name: 'ticket:almost_there',
          detail: { ticket: turn.ticket, ahead: isNear ? near : far },
        })
      }
      return { ...turn, told_10: true, told_5: isNear || turn.told_5 }
    })
    return { ...line, heads }
  }

  const outcomes = callers.map(call)
  // Who came near by one call may be called by the next.
  for (const { ticket_id } of changes.called) told.delete(ticket_id)
  return {
    outcomes,
    paces,
    changes: { ...changes, told: [...told].map(([ticket_id, isNear]) => ({ ticket_id, near: isNear })) },
  }
}
