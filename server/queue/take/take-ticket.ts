import { sql } from 'kysely'
import { ADDRESS_NUMBERS_MAX } from '#contract/limits.ts'
import type { TicketErrorCode } from '#contract/error-codes.ts'
import type { TicketMeta } from '#contract/rest/tickets.ts'
import { faultsOf } from '#contract/rules/form-answers.ts'
import { openingAt, wallTime } from '#contract/rules/office-time.ts'
import { isValidRut } from '#contract/rules/rut.ts'
import { identityOf, sealAsked } from '#server/secrets/sealed-meta.ts'
import { addressKey, type Asker, userKey } from '#server/knocks/asker.ts'
import { answerToClash, tooManyClashes } from '#server/knocks/clashes.ts'
import { numbersOfOwn } from '#server/knocks/own-networks.ts'
import { DocumentClash, type FieldFault, sessionIsOver } from '#server/web/refusal.ts'
import { expireTickets } from '../turn/expire-tickets.ts'
import { isTooLate } from './is-too-late.ts'
import type { LineSettings, OfficeName } from './line-settings.ts'
import type { QueueContext } from '../queue-context.ts'
import { staleBefore } from '../turn/stale-tickets.ts'
import { takeNumber } from './take-number.ts'
import { ticketRefusal } from './ticket-refusals.ts'

export interface TakeTicket {
  office: OfficeName
  line_id: number
  user_id: string
  /**
   * Made by the application, once for each wish: a repeat gets the first one's ticket (TKT-11). Else a wish
   * of its own.
   */
  request_id?: string | undefined
  meta?: TicketMeta | undefined
  /** "No fui yo": the document is theirs, whoever else holds a number under it. */
  declared?: boolean | undefined
  /** The law lets them go first, they say. Where the office asks nobody, it changes nothing. */
  preferential?: boolean | undefined
  /** From where it is asked; absent for what this house asks for itself. */
  asker?: Asker
}

export interface TicketTaken {
  tuid: string
  /** The request was heard before: nothing was made or told this time. */
  repeated: boolean
}

interface Objection {
  code: TicketErrorCode
  fields?: readonly FieldFault[]
}

/** What can be said against a request without looking at the queue. */
function objection(line: LineSettings, meta: TicketMeta, at: Date): Objection | null {
  if (!line.takes_tickets) return { code: 'line-no-exist' }
  if (line.line_slug === '') return { code: 'line-no-slug' }
  if (line.type === 'kiosk') return { code: 'kiosk-only' }
  if (!openingAt(at, line).open) return { code: 'office-closed' }
  if (meta.rut !== undefined && !isValidRut(meta.rut)) {
    return { code: 'invalid-rut', fields: [{ path: 'meta.rut', message: 'the check digit does not fit' }] }
  }
  const questions = (line.ticket_form ?? []).map(question => ({ ...question, officeId: line.office_id }))
  const faults = faultsOf(questions, meta.answers ?? {})
  if (faults.length === 0) return null
  const fields = faults.map(
    ({ id, fault, message }): FieldFault => ({ path: `meta.answers.${id}`, message: message ?? fault }),
  )
  return { code: 'form-invalid', fields }
}

/**
 * Takes a number in a line. Limits for each rut or dni count the day's tickets whatever became of them,
 * except those given up: whoever frees the place may take another.
 *
 * Of what another person holds under the same document, only a number that waits in this line and the limits
 * that the office switched on speak against it, and neither shuts anybody out: who declares that the document
 * is theirs takes the number beside the other, past those limits too, once for each document, line and day.
 * What was declared never speaks against anybody else.
 * @throws Refusal with a code of TICKET_ERROR_CODES
 * @throws session-expired where who asks is signed in no more (SEC-04)
 * @throws DocumentClash where a document alone speaks against it; 429 where a person or an address had too
 * many
 * @see rules TKT-03, TKT-04, TKT-08, TKT-10, TKT-11, DOC-01, DOC-03
 */
export async function takeTicket(context: QueueContext, input: TakeTicket): Promise<TicketTaken> {
  const { database, clock, random, settings } = context
  const { user_id, request_id = random.uuid(), meta = {}, declared = false, asker = null } = input
  const line = await settings.of(input.line_id, input.office)
  if (!line) throw ticketRefusal('line-no-exist')
  const at = clock.now()
  const { day } = wallTime(at, line.time_zone)
  const preference = input.preferential && line.preference ? ('declared' as const) : null
  // Weighed in the same statement, behind the question whether this request has its ticket already: an office
  // that closed meanwhile must not take it away again.
  const objected =
    objection(line, meta, at) ??
    ((await isTooLate(context, { line, preference, user_id, day }, at))
      ? { code: 'too-late-today' as const }
      : null)
  // A waiting room is many people: there a clash is counted by person alone, and more numbers may wait.
  const own = asker && numbersOfOwn(line.networks, asker.address)
  const request = {
    tuid: random.uuid(),
    line,
    day,
    at,
    staleBefore: staleBefore(at),
    user_id,
    request_id,
    identity_hash: identityOf(meta, context.protect),
    meta: objected ? null : sealAsked(line.ticket_form ?? [], meta, context.protect),
    precluded: objected?.code ?? null,
    declared,
    preference,
    session_id: asker && asker.session_id,
    clash_key: asker && userKey(user_id),
    address_key: asker && addressKey(asker, context.protect),
    address_max: own ?? ADDRESS_NUMBERS_MAX,
  }
  let outcome = await takeNumber(context, request)
  if (outcome.verdict === 'stale') {
    // Of this line, or wherever else the person holds a number, and nowhere else: after a night without a
    // server many come at once, and each would end the whole country's.
    const theirs = sql<boolean>`(t.user_id = ${user_id}::uuid or t.line_id = ${line.line_id}::integer)`
    await expireTickets(context, undefined, theirs)
    outcome = await takeNumber(context, request)
  }
  switch (outcome.verdict) {
    case 'outdated':
      settings.forget(line.line_id)
      return await takeTicket(context, input)
    case 'session-over':
      throw sessionIsOver()
    case 'taken':
      return { tuid: outcome.tuid, repeated: false }
    case 'repeated':
      return { tuid: outcome.tuid, repeated: true }
    case 'stale':
      throw ticketRefusal('already-has-ticket')
    case 'refused':
      throw ticketRefusal(outcome.code, objected?.fields)
    case 'too-many-clashes':
      throw tooManyClashes()
    case 'clash': {
      const clash = new DocumentClash(ticketRefusal(outcome.code), outcome.declarable)
      throw await answerToClash(database.db, clash, {
        user_id,
        asker,
        at,
        protect: context.protect,
        countsAddress: own === null,
      })
    }
  }
}
