import type { SaidArrival } from '#contract/rest/desk.ts'
import type { Database } from '#server/database/database.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { findDesk, standingAt } from '#server/queue/desk/desk.ts'

/** What a clerk says who leaves nobody unsaid: whoever stands at their desk came, or did not. */
export async function whoCame({ db }: Database, at: AtDesk, arrived = true): Promise<{ here?: SaidArrival }> {
  const desk = await findDesk(db, at)
  const standing = desk && standingAt(desk)
  return standing ? { here: { tuid: standing.ticket_id, arrived } } : {}
}
