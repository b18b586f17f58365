import { createHash } from 'node:crypto'
import type { PaperErrorCode } from '#contract/error-codes.ts'
import { ADDRESS_NUMBERS_MAX } from '#contract/limits.ts'
import { openingAt, wallTime } from '#contract/rules/office-time.ts'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { refusalOfPress } from '#server/facts/note-press.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import type { QueueContext } from '../queue-context.ts'
import { staleBefore } from '../turn/stale-tickets.ts'
import { isTooLate } from './is-too-late.ts'
import { takeNumber } from './take-number.ts'
import { ticketRefusal } from './ticket-refusals.ts'

export interface IssuedNumber {
  tuid: string
  /** As it is printed: A042. */
  ticket: string
}

export interface PaperWish extends DoneAt {
  line_id: number
  /** Of a clerk's press, or a kiosk's: however often it arrives, it is one number. */
  request_id?: string
  /** The law lets its person go first: a clerk saw it, or the person says so at a kiosk. */
  preferential?: boolean | undefined
}

/** The id that follows from a request: the table's own key then keeps a repeat from being a second number. */
const tuidOf = ({ office_id, request_id }: PaperWish): string =>
  createHash('sha256')
    .update(`paper ${office_id} ${request_id}`)
    .digest('hex')
    // A version of one's own, as RFC 9562 keeps it free (8), and its variant.
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

/**
 * A number on paper, from the office's own dispenser or from a clerk's hand: nobody's in particular, in the
 * same sequence as those of the phones. Lines of type kiosk give numbers in this way alone.
 * @throws Refusal with a PaperErrorCode; line-no-exist also for a clerk and a line that is attended by video
 * @see rule DESK-01
 */
export async function issuePaperNumber(context: QueueContext, wish: PaperWish): Promise<IssuedNumber> {
  const given = wish.request_id === undefined ? null : await numberOf(context, wish)
  if (given) return given
  try {
    return await issueAnew(context, wish)
  } catch (error) {
    // The same press arrived twice at once, and the other one was first.
    if (wish.request_id === undefined || !isUniqueViolation(error, 'tickets_pkey'))
      throw refusalOfPress(error)
    return (await numberOf(context, wish)) ?? Promise.reject(error)
  }
}

/** What the same press was given before, whatever became of it and of its line since. */
export async function numberOf(
  { database: { db } }: QueueContext,
  wish: PaperWish,
): Promise<IssuedNumber | undefined> {
  const tuid = tuidOf(wish)
  const row = await db
    .selectFrom('tickets')
    .select(['prefix', 'number'])
    .where('id', '=', tuid)
    .executeTakeFirst()
  return row && { tuid, ticket: displayedNumber(row.prefix, row.number) }
}

async function issueAnew(context: QueueContext, wish: PaperWish): Promise<IssuedNumber> {
  const { clock, random, settings } = context
  const { line_id, office_id, clerk_id, press, request_id, preferential } = wish
  const line = await settings.of(line_id, { office_id })
  if (!line) throw ticketRefusal('line-no-exist')
  const at = clock.now()
  // By video nobody is attended who has no phone, and no wall tells their call. No kiosk has such lines.
  // Who comes of themselves, by no clerk, is the demonstration's, for whom paper stands for a phone.
  const isByVideoAlone = line.virtual && clerk_id !== undefined
  const { day } = wallTime(at, line.time_zone)
  const preference = !preferential || !line.preference ? null : clerk_id === undefined ? 'declared' : 'given'
  const precluded: PaperErrorCode | null =
    !line.takes_tickets || isByVideoAlone
      ? 'line-no-exist'
      : !openingAt(at, line).open
        ? 'office-closed'
        : (await isTooLate(context, { line, preference, user_id: null, day }, at))
          ? 'too-late-today'
          : null
  const outcome = await takeNumber(context, {
    tuid: request_id === undefined ? random.uuid() : tuidOf(wish),
    line,
    day,
    at,
    staleBefore: staleBefore(at),
    clerk_id,
    press,
    user_id: null,
    request_id: null,
    identity_hash: null,
    meta: null,
    precluded,
    declared: false,
    preference,
    session_id: null,
    clash_key: null,
    address_key: null,
    address_max: ADDRESS_NUMBERS_MAX,
  })
  if (outcome.verdict === 'outdated') {
    settings.forget(line_id)
    return await issueAnew(context, wish)
  }
  if (outcome.verdict !== 'taken') {
    throw ticketRefusal(outcome.verdict === 'refused' ? outcome.code : 'other')
  }
  const { tuid, ticket } = outcome
  return { tuid, ticket }
}
