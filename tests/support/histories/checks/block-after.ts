import type { Fact } from '#server/facts/fact.ts'

/** A block of a line, as checks call it. */
export const blockOf = (line_id: number, from: Date | string): string =>
  `line ${line_id}, ${new Date(from).toISOString()}`

/**
 * Where a reservation stands after a fact of it. Of one that moves both blocks are told: where it was, and
 * where it is.
 */
export function blockAfter(
  { line_id, detail }: Extract<Fact, { name: 'reserve:updated' }>,
  before: string | undefined,
): string | undefined {
  const told = detail.blocks.map(({ from }) => blockOf(line_id, from))
  return told.find(block => block !== before) ?? before
}
