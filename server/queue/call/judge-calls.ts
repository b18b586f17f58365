import { ALMOST_THERE_THRESHOLDS, RESERVATION_CALL_BEFORE_MS } from '#contract/limits.ts'
import type { CallRule, StoodBehind } from '#server/database/tables/log.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { NewAct } from '#server/facts/note-act.ts'
import { becameReservation, reservationNews } from '../turn/reservation-turn.ts'
import { actOfWord, becameOf } from '../desk/became-of.ts'
import { isServed } from '../desk/served-lines.ts'
import { aboutTurn, type Turn } from '../turn/turn-fact.ts'
import { estimateWait, type LinePace } from '../lines/wait-estimate.ts'
import { paceAfterCall } from './pace-after-call.ts'
import type { Caller, DueReservation, SeenDesk, SeenLine, SeenOffice, WaitingTurn } from './read-calls.ts'
import { nextAt } from './next-at.ts'
import type { LineNow } from './whose-turn.ts'

const [far, near] = ALMOST_THERE_THRESHOLDS

/** Somebody who is called to a desk. */
export interface Called {
  ticket_id: string
  /** Which call of this ticket it is. */
  calls: number
  /** Which call of its round it is, from 0 on: that comes first what was called first. */
  nth: number
  modulo_id: number
  clerk_id: number
}

/** What the calls of a round change, in whichever rows. */
export interface CallChanges {
  /** Those who stood at a desk until then, and what became of them by its clerk's word. */
  ended: { ticket_id: string; became: 'attended' | 'skipped' }[]
  /** Numbers. */
  called: Called[]
  /** Reservations, with the tickets that they get. */
  promised: (Called & { reservation_id: string })[]
  /** Who came near; `near` where both thresholds are behind them by now. */
  told: { ticket_id: string; near: boolean }[]
  facts: NewFact[]
  reasons: CallReason[]
  /** What each clerk did by it. */
  acts: NewAct[]
}

/** Why somebody was called, for the office's own clerks. */
export interface CallReason {
  /** Which of the facts says that they were. */
  fact: number
  rule: CallRule
  /** From which lines the desk called. */
  line_ids: number[]
  stood: StoodBehind[]
}

export type CallOutcome =
  | { verdict: 'called'; tuid: string }
  // In all other cases nothing changes: the one at the desk stays.
  /** No modulo of this office is the clerk's. */
  | { verdict: 'no-modulo' }
  /** Nobody said whether who stands there came. */
  | { verdict: 'unsaid' }
  /** It was said of somebody who does not stand there. */
  | { verdict: 'moved' }
  /** Its clerk rests. */
  | { verdict: 'on-break' }
  | { verdict: 'nobody-waiting' }
  /** Who waits was transferred to other modulos. */
  | { verdict: 'for-others' }
  | { verdict: 'not-found' }
  /** The time of the reservation has not come near enough. */
  | { verdict: 'too-early' }
  /** The office does not prescribe its line for the modulo. */
  | { verdict: 'not-served' }
  /** Nobody confirmed it, or it was called or cancelled already. */
  | { verdict: 'not-callable' }

type Why = Omit<CallReason, 'fact'>

/** What is known beside the database. */
interface CallMoment {
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
  seenOffice: Pick<SeenOffice, 'desks' | 'lines' | 'wished' | 'preference' | 'own_open'>,
  callers: readonly Caller[],
  moment: CallMoment,
): { outcomes: CallOutcome[]; changes: CallChanges; paces: ReadonlyMap<number, LinePace> } {
  const { desks, lines: seen, wished, preference, own_open } = seenOffice
  const changes: Omit<CallChanges, 'told'> = {
    ended: [],
    called: [],
    promised: [],
    facts: [],
    reasons: [],
    acts: [],
  }
  /** By ticket, whether the nearer threshold is behind it: one may reach both in a round. */
  const told = new Map<string, boolean>()
  const paces = new Map(moment.paces)
  const lines = new Map(seen.map(line => [line.line_id, { ...line }]))
  /** By clerk, who stands at their desk after the calls before. */
  const standing = new Map(desks.map(({ clerk_id, turn }) => [clerk_id, turn]))

  function call(caller: Caller): CallOutcome {
    const desk = desks.find(one => one.clerk_id === caller.clerk_id)
    if (!desk) return { verdict: 'no-modulo' }
    if (desk.on_break) return { verdict: 'on-break' }
    const here = standing.get(desk.clerk_id) ?? null
    const became = becameOf(here, caller.here)
    if (became === 'unsaid' || became === 'moved') return { verdict: became }
    const leave = () => {
      if (here && became) end(desk, here, became)
    }
    return 'reservation_id' in caller
      ? callWished(desk, caller.reservation_id, leave)
      : callFirst(desk, caller.line_ids, leave)
  }

  function callFirst(desk: SeenDesk, line_ids: readonly number[], leave: () => void): CallOutcome {
    const served = [...lines.values()].filter(line => isServed(desk, line_ids, line))
    const next = desk.next.filter(({ ticket_id }) => !changes.called.some(one => one.ticket_id === ticket_id))
    const whose = nextAt({ ...desk, next }, served, { preference, own_open })
    if (!whose) {
      const isForOthers = served.some(({ heads }) => heads.length > 0)
      return { verdict: isForOthers ? 'for-others' : 'nobody-waiting' }
    }
    leave()
    const why = { rule: whose.rule, line_ids: served.map(({ line_id }) => line_id), stood: whose.stood }
    if ('number' in whose) return callNumber(desk, lineOf(whose.number), whose.number, why)
    return callReservation(desk, lineOf(whose.reservation), whose.reservation, why)
  }

  function callWished(desk: SeenDesk, id: string, leave: () => void): CallOutcome {
    const reservation = wished.find(one => one.reservation_id === id)
    if (!reservation) return { verdict: 'not-found' }
    if (!isServed({ ...desk, chosen_lines: null }, [], lineOf(reservation))) return { verdict: 'not-served' }
    if (reservation.block_from.getTime() - moment.at.getTime() > RESERVATION_CALL_BEFORE_MS) {
      return { verdict: 'too-early' }
    }
    const isGone = changes.promised.some(({ reservation_id }) => reservation_id === id)
    if (!reservation.is_promised || isGone) return { verdict: 'not-callable' }
    leave()
    const why: Why = { rule: 'chosen', line_ids: [reservation.line_id], stood: [] }
    return callReservation(desk, lineOf(reservation), reservation, why)
  }

  const calledTo = ({ modulo_id, clerk_id }: SeenDesk, ticket_id: string, calls: number): Called => ({
    ticket_id,
    calls,
    nth: changes.called.length + changes.promised.length,
    modulo_id,
    clerk_id,
  })

  const timeOf = (called: Called | undefined): number => moment.at.getTime() * 1_000 + (called?.nth ?? 0)

  const lineOf = ({ line_id }: Pick<LineNow, 'line_id'>): SeenLine => {
    const line = lines.get(line_id)
    if (!line) throw new Error(`line ${line_id} was not read`)
    return line
  }

  function noteOf({ clerk_id, modulo_id }: SeenDesk, act: NewAct['act'], turn: Turn): void {
    const { office_id, at } = moment
    const { ticket_id, line_id, reservation_id } = turn
    changes.acts.push({ office_id, clerk_id, at, act, ticket_id, reservation_id, line_id, modulo_id })
  }

  function end(desk: SeenDesk, turn: Turn, became: 'attended' | 'skipped'): void {
    changes.ended.push({ ticket_id: turn.ticket_id, became })
    noteOf(desk, actOfWord(became), turn)
    changes.facts.push(
      { ...aboutTurn(turn, moment.at), name: `ticket:${became}`, detail: { ticket: turn.ticket } },
      ...reservationNews(turn, becameReservation(became), moment.at),
    )
  }

  function callNumber(desk: SeenDesk, line: SeenLine, number: WaitingTurn, why: Why): CallOutcome {
    const calls = number.calls + 1
    // Transferred by another desk, or come back: no step of the line where it is a reservation's.
    const was_reservation = number.reservation_id !== null
    changes.called.push(calledTo(desk, number.ticket_id, calls))
    const isAnother = ({ ticket_id }: WaitingTurn) => ticket_id !== number.ticket_id
    const pace = paces.get(line.line_id)
    if (pace && !was_reservation) paces.set(line.line_id, paceAfterCall(pace, line, number, moment.at))
    const after = {
      ...line,
      heads: line.heads.filter(isAnother),
      preferred: line.preferred.filter(isAnother),
      waiting: line.waiting - 1,
      last: { at_us: timeOf(changes.called.at(-1)), was_reservation },
      last_number_at: was_reservation ? line.last_number_at : moment.at,
    }
    sayCalled(desk, number, after, { calls, why })
    lines.set(line.line_id, comeNear(after))
    return { verdict: 'called', tuid: number.ticket_id }
  }

  function callReservation(desk: SeenDesk, line: SeenLine, due: DueReservation, why: Why): CallOutcome {
    const { reservation_id, user_id, code: ticket, line_id } = due
    const { office_id } = moment
    const turn = { ticket_id: moment.uuid(), reservation_id, office_id, line_id, user_id, ticket }
    changes.promised.push({ ...calledTo(desk, turn.ticket_id, 1), reservation_id })
    const after = {
      ...line,
      due: line.due.filter(one => one.reservation_id !== reservation_id),
      last: { at_us: timeOf(changes.promised.at(-1)), was_reservation: true },
    }
    sayCalled(desk, turn, after, { calls: 1, why })
    changes.facts.push(...reservationNews(turn, 'called', moment.at))
    lines.set(line_id, after)
    return { verdict: 'called', tuid: turn.ticket_id }
  }

  /** A desk that had nobody has somebody: nobody else goes there at once. */
  function occupy(desk: SeenDesk): void {
    for (const [line_id, pace] of paces) {
      const line = lines.get(line_id)
      if (line && isServed(desk, [], line)) paces.set(line_id, { ...pace, free: Math.max(0, pace.free - 1) })
    }
  }

  function sayCalled(
    desk: SeenDesk,
    turn: Turn,
    { line_id, waiting }: SeenLine,
    { calls, why }: { calls: number; why: Why },
  ): void {
    changes.reasons.push({ fact: changes.facts.length, ...why })
    noteOf(desk, 'called', turn)
    const { clerk_id, modulo } = desk
    if (!standing.get(clerk_id)) occupy(desk)
    standing.set(clerk_id, { ...turn, has_arrived: false })
    const pace = paces.get(line_id)
    const wait = pace ? estimateWait(pace, waiting) : null
    changes.facts.push({
      ...aboutTurn(turn, moment.at),
      name: 'call:created',
      detail: { ticket: turn.ticket, modulo, waiting, wait, calls },
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
          ...aboutTurn(turn, moment.at),
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
