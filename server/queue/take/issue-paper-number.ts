import { ADDRESS_NUMBERS_MAX } from '#contract/limits.ts'
import { openingAt, wallTime } from '#contract/rules/office-time.ts'
import type { QueueContext } from '../queue-context.ts'
import { staleBefore } from '../turn/stale-tickets.ts'
import { takeNumber } from './take-number.ts'
import { ticketRefusal } from './ticket-refusals.ts'

export interface PaperNumber {
  tuid: string
  /** As it is printed: A042. */
  ticket: string
}

/**
 * A number from the office's own dispenser: nobody's in particular, in the same sequence as those of the
 * phones. Lines of type kiosk give numbers in this way alone.
 * @throws Refusal line-no-exist, line-no-prefix, line-frozen, office-closed
 */
export async function issuePaperNumber(
  context: QueueContext,
  input: { office_id: number; line_id: number },
): Promise<PaperNumber> {
  const { clock, random, settings } = context
  const { line_id, office_id } = input
  const line = await settings.of(line_id, { office_id })
  if (!line) throw ticketRefusal('line-no-exist')
  const at = clock.now()
  const isOpen = openingAt(at, line).open
  const outcome = await takeNumber(context, {
    tuid: random.uuid(),
    line,
    day: wallTime(at, line.time_zone).day,
    at,
    staleBefore: staleBefore(at),
    user_id: null,
    request_id: null,
    identity_hash: null,
    meta: null,
    precluded: line.takes_tickets ? (isOpen ? null : 'office-closed') : 'line-no-exist',
    declared: false,
    session_id: null,
    session_key: null,
    address_key: null,
    address_max: ADDRESS_NUMBERS_MAX,
  })
  if (outcome.verdict === 'outdated') {
    settings.forget(line_id)
    return await issuePaperNumber(context, input)
  }
  if (outcome.verdict !== 'taken') {
    throw ticketRefusal(outcome.verdict === 'refused' ? outcome.code : 'other')
  }
  const { tuid, ticket } = outcome
  return { tuid, ticket }
}
