import type { DeskState, SaidHere } from '#contract/rest/desk.ts'

/** Whoever stands at a desk, of whom something must be said before the next one comes (DESK-06). */
export interface Standing {
  tuid: string
  ticket: string
  /** It was said that they came: so they are attended when the next is called. */
  hasArrived: boolean
}

/** Null where nobody stands there: never called, or done with. */
export function standingAt({ current }: Pick<DeskState, 'current'>): Standing | null {
  if (current?.state !== 'called') return null
  const { tuid, ticket, arrived_at } = current
  return { tuid, ticket, hasArrived: arrived_at !== null }
}

/** What is said with the next call; 'unsaid' where the clerk must be asked first. */
export function wordAbout(standing: Standing | null): SaidHere | 'unsaid' {
  if (!standing) return 'nobody'
  return standing.hasArrived ? { tuid: standing.tuid, arrived: true } : 'unsaid'
}
