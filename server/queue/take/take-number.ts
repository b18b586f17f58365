import type { Kysely } from 'kysely'
import { NUMBERS_HELD_MAX } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { isDeadlock, isUniqueViolation } from '#server/database/violations.ts'
import type { Fact } from '#server/facts/fact.ts'
import { type FreeRound, settleFreely } from '#server/facts/settle-round.ts'
import type { SharedLines } from '../lines/shared-lines.ts'
import { flowOf } from '#server/wait/tell-wait.ts'
import { estimateWait } from '../lines/wait-estimate.ts'
import type { QueueContext } from '../queue-context.ts'
import { asGiven } from './given-tickets.ts'
import { judgeNumber, seenAfter } from './judge-number.ts'
import { numbersOf } from './number-lines.ts'
import type { NumberOutcome, NumberRequest } from './number-request.ts'
import { readTake, type SeenAsker } from './read-take.ts'
import { type Given, writeTake } from './write-take.ts'

/** In one round at most: those who come while it runs wait for it. */
const ROUND_MOST = 32

interface Round {
  /** Undefined for those at whose office another process changed something in that very moment. */
  outcomes: (NumberOutcome | undefined)[]
  given: readonly Given[]
}

/**
 * Reads what a round of requests is judged by, judges each in its turn, behind those before it, and writes
 * the numbers that are given.
 */
async function giveNumbers(
  db: Kysely<Tables>,
  lines: Pick<SharedLines, 'lately'>,
  requests: readonly NumberRequest[],
): Promise<Round> {
  const seen = await readTake(db, requests)
  const seqs = new Map(seen.offices.map(({ office_id, seq }) => [office_id, seq]))
  const numbers = numbersOf(seen.lines)
  const addresses = new Map(seen.addresses.map(address => [address.key, address.numbers]))
  const given: Given[] = []
  const next = new Map(seqs)

  function judge(request: NumberRequest, seenAlone: SeenAsker): NumberOutcome | undefined {
    const { office_id, line_id } = request.line
    const seq = next.get(office_id)
    // An office has no sequence before its first fact.
    if (seq === undefined) return undefined
    const { address_key } = request
    const near = address_key === null ? 0 : (addresses.get(address_key) ?? 0)
    const line = numbers.line(line_id, request.day)
    const asker = seenAfter(request, seenAlone, given)
    const verdict = judgeNumber(request, asker, line, near)
    if (verdict.verdict !== 'may-take') return verdict
    const { hand, disputed } = verdict
    const { prefix } = verdict.line
    const number = numbers.next(verdict.line)
    const { identity, own_identity, proven, temporal } = asker
    const known = { identity, own_identity, proven, temporal, prefix }
    const pace = lines.lately(office_id, line_id)
    const ahead = number.waiting - 1
    const told = pace ? estimateWait(pace, ahead) : null
    const flow = pace ? flowOf(pace, ahead) : null
    given.push({ request, ...known, hand, disputed, next: number, told, flow, seq: seq + 1 })
    next.set(office_id, seq + 1)
    if (address_key !== null) addresses.set(address_key, near + 1)
    const { ticket, waiting } = number
    return { verdict: 'taken', tuid: request.tuid, seq: seq + 1, number: number.number, ticket, waiting }
  }

  const outcomes = requests.map((request, index) => judge(request, seen.askers[index]!))
  if (given.length === 0) return { outcomes, given }
  const written = await writeTake(db, seqs, given)
  const isWritten = ({ request }: Pick<Given, 'request'>) => written.has(request.line.office_id)
  // Where one office changed meanwhile, what was judged behind its numbers is judged anew, wherever it was.
  const isWhole = given.every(isWritten)
  return {
    outcomes: outcomes.map((outcome, index) =>
      isWhole || (outcome?.verdict === 'taken' && isWritten({ request: requests[index]! }))
        ? outcome
        : undefined,
    ),
    given: given.filter(isWritten),
  }
}

function factOf({ request, next: { ticket, waiting }, seq }: Given): Fact {
  const { user_id, at, tuid: ticket_id, line } = request
  const { office_id, line_id } = line
  const about = { office_id, seq, at, line_id, ticket_id, reservation_id: null, user_id }
  const moved = request.preference !== null && { stands_anywhere: true as const }
  return { ...about, ...moved, name: 'ticket:created', detail: { ticket, waiting } }
}

/**
 * One person, at two offices at once: each holds its own office, so only the constraint sees both. The other
 * one is committed by now, and is found: the same request's ticket, or a hand that is full.
 */
const isBoth = (error: unknown): boolean =>
  isDeadlock(error) || isUniqueViolation(error, 'tickets_request_once') || isTaken(error)

/** Of what waits, as of all that the constraints know, a round looks back a week. */
const isTaken = (error: unknown): boolean =>
  ['tickets_in_hand', 'tickets_one_waiting_per_user', 'tickets_one_waiting_per_identity'].some(constraint =>
    isUniqueViolation(error, constraint),
  )

/**
 * Gives the next number of a line, and tells the fact, together with all who wait for a number: nearly always
 * two statements.
 */
export function takeNumber(
  {
    gate,
    database,
    tell,
    given,
    lines,
  }: Pick<QueueContext, 'database' | 'gate' | 'tell' | 'given' | 'lines'>,
  asked: NumberRequest,
): Promise<NumberOutcome> {
  const numbers: FreeRound<NumberRequest, NumberOutcome, Round> = {
    officeOf: ({ line }) => line.office_id,
    give: (db, requests) => giveNumbers(db, lines, requests),
    async attempt(requests, give) {
      for (let again = 0; ; again++) {
        try {
          const round = await give(requests)
          given.note(asGiven(round.given))
          tell(round.given.map(factOf))
          return round
        } catch (error) {
          if (requests.length > 1 || !isBoth(error)) throw error
          if (again < NUMBERS_HELD_MAX) continue
          if (isTaken(error)) return { outcomes: [{ verdict: 'stale' }], given: [] }
          throw error
        }
      }
    },
  }
  const go = (requests: readonly NumberRequest[]) => settleFreely(database, requests, numbers)
  return gate.together(asked.line.office_id, { kind: 'numbers', most: ROUND_MOST, go }, asked)
}
