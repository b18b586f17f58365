import type { Fact } from '#server/facts/fact.ts'
import type { HeardFact, Told } from '../history.ts'
import type { OfficeRecords } from '../records.ts'
import type { Violation } from './violation.ts'

/** These are told to their owner alone. */
const TO_OWNER: ReadonlySet<string> = new Set(['ticket:followed', 'ticket:almost_there', 'ticket:message'])
/** Of these, the owner's copy says whose it is; of a number that was just taken its ticket does. */
const NAMES_OWNER: ReadonlySet<string> = new Set(['call:created', 'call:taken_back', 'ticket:skipped'])

/** Live facts come each once and in their order, whatever a join brings besides (CHAN-07). */
function outOfOrder({ heard, user_id }: Told): Violation[] {
  const violations: Violation[] = []
  const last = new Map<number, number>()
  for (const { seq, event, joined, missed, tuid } of heard) {
    if (missed) continue
    const before = last.get(joined) ?? 0
    if (seq <= before)
      violations.push({
        what: `a phone heard ${event} ${seq} after fact ${before} on one connection`,
        about: [tuid ?? user_id],
      })
    last.set(joined, Math.max(before, seq))
  }
  return violations
}

const isTold = (fact: Fact, { user_id }: Told) => !TO_OWNER.has(fact.name) || fact.user_id === user_id

/**
 * Each phone hears every fact of its office that is for it, once and in order: what the application keeps,
 * which drops what it knows already. The owner, and nobody else, is told whose call it is.
 */
export function toldOnce(told: Told, { facts }: Pick<OfficeRecords, 'facts'>): Violation[] {
  const heard = new Map<number, HeardFact>()
  for (const each of told.heard) if (!heard.has(each.seq)) heard.set(each.seq, each)
  const isFetched = (seq: number) => told.resets.some(({ after, until }) => seq > after && seq <= until)
  const violations = outOfOrder(told)
  for (const fact of facts) {
    const one = heard.get(fact.seq)
    heard.delete(fact.seq)
    const about = [fact.ticket_id ?? fact.reservation_id ?? '', told.user_id]
    const wrong = (what: string) =>
      violations.push({ what: `the phone of ${told.user_id}: ${fact.name} ${fact.seq} ${what}`, about })
    if (!one) {
      const isDue = fact.seq > told.since && fact.seq <= told.until && isTold(fact, told)
      if (isDue && !isFetched(fact.seq)) wrong('was never told')
      continue
    }
    if (one.event !== fact.name) wrong(`was told as ${one.event}`)
    else if (!isTold(fact, told)) wrong('was told to somebody else than its owner')
    else if (NAMES_OWNER.has(fact.name)) {
      const named = fact.user_id === told.user_id ? (fact.ticket_id ?? undefined) : undefined
      if (one.tuid !== named) wrong(named ? 'was not told as their own' : 'was told to them as theirs')
    }
  }
  for (const [seq, { event }] of heard)
    violations.push({ what: `the phone of ${told.user_id}: ${event} ${seq} never happened`, about: [] })
  return violations
}
