import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { type FreeRound, settleFreely } from '#server/facts/settle-round.ts'
import type { BookingContext } from '../reservations-context.ts'
import { reserveUpdated } from '../standing-reservation.ts'
import { confirmBy } from '../wished-block.ts'
import { asBooked } from './booked-reservations.ts'
import type { BookingRequest } from './booking-request.ts'
import { judgeBooking } from './judge-booking.ts'
import { readBookings, type SeenBooker } from './read-bookings.ts'
import { type Booked, writeBookings } from './write-bookings.ts'

/** In one round at most: those who come while it runs wait for it. */
const ROUND_MOST = 32

export interface ReservationBooked {
  id: string
  /** The request was heard before: nothing was made or told this time. */
  repeated: boolean
}

/** What became of a request, or what speaks against it. */
type BookingOutcome = ReservationBooked | { refused: unknown }

interface Round {
  /** Undefined for those at whose office another process changed something in that very moment. */
  outcomes: (BookingOutcome | undefined)[]
  booked: readonly Booked[]
}

type World = Pick<BookingContext, 'database' | 'clock' | 'tell' | 'gate' | 'booked'>

/** Nothing is written in these people's rows any more until the transaction ends. */
const holdPeople = (transaction: Transaction<Tables>, requests: readonly BookingRequest[]) =>
  transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<string>`any(${requests.map(({ user_id }) => user_id)}::uuid[])`)
    // Always in one order, so that no two transactions wait for each other.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Reads what a round of requests is judged by, judges each in its turn, behind those before it, and writes
 * the reservations that are made.
 */
async function bookTimes(
  { clock }: Pick<World, 'clock'>,
  db: Kysely<Tables>,
  requests: readonly BookingRequest[],
): Promise<Round> {
  const at = clock.now()
  const seen = await readBookings(db, requests, at)
  const seqs = new Map(seen.offices.map(({ office_id, seq }) => [office_id, seq]))
  const next = new Map(seqs)
  const standing = [...seen.standing]
  const booked: Booked[] = []

  function judge(request: BookingRequest, booker: SeenBooker): BookingOutcome | undefined {
    const { id, plan, block, user_id, request_id } = request
    const { office_id, line_id, organization_id } = plan
    const { version, identity } = booker
    const seq = next.get(office_id)
    // An office has no sequence before its first fact.
    if (seq === undefined) return undefined
    if (version === null) throw new Error(`there is no user ${user_id}`)
    const verdict = judgeBooking(request, booker, standing, at)
    if ('repeated' in verdict) return { id: verdict.repeated, repeated: true }
    const { slot, left, disputed } = verdict
    const confirm_by = confirmBy(plan, block, at)
    const state = confirm_by ? 'pending' : 'confirmed'
    const when = {
      block_from: new Date(block.from),
      block_to: new Date(block.to),
      confirm_by,
      arrived_at: null,
    }
    const whose = { id, office_id, organization_id, line_id, user_id, request_id, identity }
    const reservation = { ...whose, ...when, state, slot, disputed } as const
    const fact = {
      ...reserveUpdated(reservation, at, [{ ...block, availables: left }]),
      seq: seq + 1,
    }
    next.set(office_id, fact.seq)
    standing.push(reservation)
    booked.push({ ...verdict, request, reservation, version, fact })
    return { id, repeated: false }
  }

  const outcomes = requests.map((request, index) => {
    try {
      return judge(request, seen.bookers[index]!)
    } catch (refused) {
      return { refused }
    }
  })
  if (booked.length === 0) return { outcomes, booked }
  const written = await writeBookings(db, seqs, booked, at)
  const isWritten = ({ request }: Pick<Booked, 'request'>) => written.has(request.plan.office_id)
  const made = booked.filter(isWritten)
  const ids = new Set(made.map(({ request }) => request.id))
  // Where one office changed meanwhile, what was judged behind its reservations is judged anew, wherever it
  // was.
  const isWhole = made.length === booked.length
  return {
    outcomes: outcomes.map((outcome, index) =>
      isWhole || ids.has(requests[index]!.id) ? outcome : undefined,
    ),
    booked: made,
  }
}

/**
 * Books a block, and tells the fact, together with all who book in the same moment: nearly always two
 * statements, for however many.
 * @throws what judgeBooking says against it, and what a constraint refuses
 */
export async function goBook(
  { database, gate, tell, clock, booked }: World,
  request: BookingRequest,
): Promise<ReservationBooked> {
  const bookings: FreeRound<BookingRequest, BookingOutcome, Round> = {
    officeOf: ({ plan }) => plan.office_id,
    give: (db, requests) => bookTimes({ clock }, db, requests),
    hold: (transaction, requests) => holdPeople(transaction, requests),
    async attempt(requests, give) {
      const round = await give(requests)
      booked.note(asBooked(round.booked))
      tell(round.booked.map(({ fact }) => fact))
      return round
    },
  }
  const go = (requests: readonly BookingRequest[]) => settleFreely(database, requests, bookings)
  const round = { kind: 'bookings', most: ROUND_MOST, go }
  const outcome = await gate.together(request.plan.office_id, round, request)
  if ('refused' in outcome) throw outcome.refused
  return outcome
}
