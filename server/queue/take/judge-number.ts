import type { PaperErrorCode, TicketErrorCode } from '#contract/error-codes.ts'
import { NUMBERS_HELD_MAX } from '#contract/limits.ts'
import { hasClashedTooOften } from '#server/knocks/clashes.ts'
import type { NumberRefusal, NumberRequest } from './number-request.ts'
import type { SeenAsker, SeenLine } from './read-take.ts'

/** A number may be given. */
export interface MayTake {
  verdict: 'may-take'
  line: SeenLine
  /** Which of the numbers that one person may hold this is; null on paper. */
  hand: number | null
  /** Taken beside another person's under the same document. */
  disputed: boolean
}

type Asked = Pick<
  NumberRequest,
  'at' | 'day' | 'user_id' | 'request_id' | 'precluded' | 'declared' | 'address_max'
> & { line: Pick<NumberRequest['line'], 'line_id' | 'office_id' | 'version'> }

/** One to whom the same round has given a number before. */
export interface GivenBefore {
  request: Asked & Pick<NumberRequest, 'tuid'>
  identity: string | null
  hand: number | null
  disputed: boolean
}

/** What is known of an asker once those before them in the round have theirs. */
export function seenAfter(asked: Asked, seen: SeenAsker, before: readonly GivenBefore[]): SeenAsker {
  return before.reduce((known: SeenAsker, { request, identity, hand, disputed }) => {
    const here = request.line.line_id === asked.line.line_id
    const mine = asked.user_id !== null && request.user_id === asked.user_id
    const own = mine && {
      held: [...known.held, { line_id: request.line.line_id, hand, stale: false }],
      earlier: request.request_id === asked.request_id ? request.tuid : known.earlier,
    }
    const isSame = identity !== null && identity === known.identity
    if (!isSame || request.line.office_id !== asked.line.office_id) return { ...known, ...own }
    const counts = request.day === asked.day && (mine || !disputed)
    return {
      ...known,
      ...own,
      other_stale: here && !mine && !disputed ? (known.other_stale ?? false) : known.other_stale,
      in_office: known.in_office + Number(counts),
      in_line: known.in_line + Number(counts && here),
      own_in_office: known.own_in_office + Number(counts && mine),
      own_in_line: known.own_in_line + Number(counts && mine && here),
      was_declared: known.was_declared || (here && disputed && request.day === asked.day),
    }
  }, seen)
}

/**
 * Whether somebody gets a number, by what the specification and the office allow.
 * @param line null where there is none
 * @param near numbers of their address that wait, and false ones
 * @see rules TKT-03, TKT-08, TKT-11, DOC-01, DOC-03, DOC-04, SEC-03, SEC-04
 */
export function judgeNumber(
  asked: Asked,
  seen: SeenAsker,
  line: SeenLine | null,
  near: number,
): MayTake | NumberRefusal {
  if (!seen.session_open) return { verdict: 'session-over' }
  if (seen.earlier !== null) return { verdict: 'repeated', tuid: seen.earlier }
  if (!line || line.version !== asked.line.version) return { verdict: 'outdated' }
  if (!asked.declared && !seen.proven && hasClashedTooOften(seen.clashes))
    return { verdict: 'too-many-clashes' }
  const objection = asked.precluded ?? objectionOfLine(line, asked.at)
  if (objection) return refused(objection)
  // On paper it is asked for at the office, where they see the card.
  if (line.proven_only && !seen.proven && asked.user_id !== null) return refused('document-not-proven')

  const own = seen.held.filter(held => held.line_id === asked.line.line_id)
  if (own.some(held => held.stale) || seen.other_stale) return { verdict: 'stale' }
  if (own.length > 0) return refused('already-has-ticket')
  const hand = freeHand(seen.held)
  if (asked.user_id !== null && hand === null) {
    return seen.held.some(held => held.stale) ? { verdict: 'stale' } : refused('too-many-numbers')
  }
  if (near >= asked.address_max) return refused('address-ticket-limit-reached')
  const ownLimit = limitReached(line, seen.own_in_office, seen.own_in_line)
  if (ownLimit) return refused(ownLimit)

  // Whoever proved that the document is theirs is refused for nothing that others said of it (DOC-04).
  const may = { verdict: 'may-take', line, hand: asked.user_id === null ? null : hand } as const
  if (seen.proven) return { ...may, disputed: false }

  // What is known of the document alone, of which another person may have said that it is theirs.
  const clash =
    seen.other_stale === false ? 'already-has-ticket' : limitReached(line, seen.in_office, seen.in_line)
  const declarable = !seen.was_declared
  if (clash && !(declarable && asked.declared)) return { verdict: 'clash', code: clash, declarable }
  return { ...may, disputed: clash !== null }
}

const refused = (code: TicketErrorCode): NumberRefusal => ({ verdict: 'refused', code })

/** On paper too: nothing else speaks against a number that is nobody's. */
function objectionOfLine(line: SeenLine, at: Date): PaperErrorCode | null {
  if (!line.active) return 'line-no-exist'
  if (line.prefix === '') return 'line-no-prefix'
  const until = (text: string | null) => (text === null ? null : Date.parse(text))
  const closed = until(line.closed_until)
  if (closed !== null && closed > at.getTime()) return 'line-closed'
  const thaws = until(line.frozen_until)
  return line.frozen && (thaws === null || thaws > at.getTime()) ? 'line-frozen' : null
}

function freeHand(held: SeenAsker['held']): number | null {
  const full = new Set(held.map(({ hand }) => hand))
  for (let hand = 1; hand <= NUMBERS_HELD_MAX; hand++) if (!full.has(hand)) return hand
  return null
}

function limitReached(
  { line_limit, office_limit }: SeenLine,
  inOffice: number,
  inLine: number,
): TicketErrorCode | null {
  if (office_limit > 0 && inOffice >= office_limit) return 'office-ticket-limit-reached'
  return line_limit > 0 && inLine >= line_limit ? 'rut-line-limit-reached' : null
}
