import type { SaidHere } from '#contract/rest/desk.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { Refusal } from '#server/web/refusal.ts'

/** Who stands at a desk: called, and not done with. */
export interface Standing {
  ticket_id: string
  /** A clerk said that they came. */
  has_arrived: boolean
}

/**
 * What becomes of whoever stands at a desk that is left or called to: by the clerk's word, given now or
 * before, and never without. Null where nobody stands there.
 * @param said of whom, too: a word that comes twice must not be taken for one about the next, nor a press of
 *   a page that saw nobody there for one about whom another called
 * @see rule DESK-06
 */
export function becameOf(
  standing: Standing | null,
  said: SaidHere | undefined,
): 'attended' | 'skipped' | 'unsaid' | 'moved' | null {
  if (said === 'nobody') return standing ? 'moved' : null
  if (said && said.tuid !== standing?.ticket_id) return 'moved'
  if (!standing) return null
  if (said) return said.arrived ? 'attended' : 'skipped'
  return standing.has_arrived ? 'attended' : 'unsaid'
}

/** As it is noted of the clerk. */
export const actOfWord = (became: 'attended' | 'skipped') => (became === 'attended' ? 'attended' : 'absent')

export const arrivalUnsaid = () =>
  new Refusal('arrival-unsaid', 409, 'say whether the one who stands there came')

export const deskMoved = () => new Refusal('desk-moved', 409, 'somebody else stands there by now, or nobody')

/**
 * The same for a verb that does nothing without it.
 * @throws Refusal arrival-unsaid, desk-moved
 */
export function requireWord(
  standing: Standing | null,
  said: SaidHere | undefined,
): 'attended' | 'skipped' | null {
  const became = becameOf(standing, said)
  if (became === 'unsaid') throw arrivalUnsaid()
  if (became === 'moved') throw deskMoved()
  return became
}

/**
 * Whoever says something of the one at a desk means whom they saw there, who may have gone meanwhile. A page
 * of a release before names nobody, and means whoever is there.
 * @throws Refusal desk-moved
 */
export function requireMeant(there: Pick<Standing, 'ticket_id'> | null, tuid: string | undefined): void {
  if (there && tuid !== undefined && tuid !== there.ticket_id) throw deskMoved()
}

/** What a clerk says of whoever is at their desk. */
export interface OfWhoIsThere extends AtDesk {
  /** Whom they saw there. */
  tuid?: string | undefined
}
