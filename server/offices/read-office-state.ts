import type { Line, OfficeState } from '#contract/rest/offices.ts'
import type { OfficesContext } from './offices-context.ts'
import { readListedLines, withStates } from './read-lines.ts'
import { requireOfficeBySlug } from './read-offices.ts'

/** The lines that an office lists as they stand now, and the office's newest fact that they know of. */
export async function readLinesNow(
  context: OfficesContext,
  officeId: number,
): Promise<{ seq: number; lines: Line[] }> {
  const [still, { seq, lines }] = await Promise.all([
    readListedLines(context.database.db, officeId),
    context.linesOf(officeId),
  ])
  return { seq, lines: withStates(still, lines) }
}

/**
 * The whole office at one look.
 * @throws Refusal not-found
 */
export async function readOfficeState(context: OfficesContext, officeSlug: string): Promise<OfficeState> {
  const office = await requireOfficeBySlug(context.database.db, officeSlug)
  // Its sequence number is no newer than the lines: a fact in between is then replayed on what already knows
  // it, which does no harm. The other way round it would be missed.
  return { office, ...(await readLinesNow(context, office.id)), at: context.clock.now().toISOString() }
}
