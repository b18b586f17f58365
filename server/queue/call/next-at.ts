import type { SeenDesk, SeenLine, SeenOffice } from './read-calls.ts'
import { preferenceAt, whoseTurn, type WhoseTurn } from './whose-turn.ts'

/** The line without those who were transferred to a modulo: another one does not call them. */
const forAnybody = (line: SeenLine): SeenLine => ({
  ...line,
  heads: line.heads.filter(({ for_modulo_id }) => for_modulo_id === null),
  preferred: line.preferred.filter(({ for_modulo_id }) => for_modulo_id === null),
})

/**
 * Whom a desk calls next: who was transferred to it, from whichever line, and else whose turn it is in the
 * lines that it serves. Null where that is nobody.
 */
export function nextAt(
  desk: SeenDesk,
  served: readonly SeenLine[],
  { preference, own_open }: Pick<SeenOffice, 'preference' | 'own_open'>,
): WhoseTurn | null {
  const [own] = desk.next
  if (own) return { number: own, rule: 'chosen', stood: [] }
  return whoseTurn(served.map(forAnybody), preferenceAt(preference, desk.modulo, own_open))
}
