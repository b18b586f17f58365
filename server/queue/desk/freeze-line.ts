import { sql } from 'kysely'
import type { FreezeReason } from '#contract/rest/offices.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { isStoppedByClerk } from '../lines/line-stop.ts'
import { type LineChoice, linesOfOffice } from '../lines/lines-of-office.ts'
import { stopNews } from '../lines/stop-news.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'

export interface FreezeLine extends LineChoice, DoneAt {
  frozen: boolean
  /** Told to those who come. */
  reason?: FreezeReason | null
  note?: string | null
  /** After so long it thaws by itself. */
  minutes?: number | null
}

const MINUTE_MS = 60_000

/**
 * Stops a line from giving numbers, or lets it again; or all of an office, where those that rest already keep
 * their reason and their time. Who waits is called all the same.
 * @throws Refusal not-found, where the office has no such line
 */
export async function freezeLine(context: QueueContext, input: FreezeLine): Promise<void> {
  const { office_id, clerk_id, line_id, frozen, reason = null, note = null, minutes = null } = input
  const lineIds = await linesOfOffice(context.database.db, input)
  await changeTurns(context, input, async (transaction, at) => {
    const until = minutes === null ? null : new Date(at.getTime() + minutes * MINUTE_MS)
    const wanted = frozen ? { reason, note, until } : { reason: null, note: null, until: null }
    const { rows } = await sql<{ id: number }>`
      update lines l set frozen = ${frozen}::boolean, frozen_reason = ${wanted.reason}::text,
        frozen_note = ${wanted.note}::text, frozen_until = ${wanted.until}::timestamptz
      where l.id = any(${lineIds}::integer[])
        and (l.frozen, l.frozen_reason, l.frozen_note, l.frozen_until) is distinct from
          (${frozen}::boolean, ${wanted.reason}::text, ${wanted.note}::text, ${wanted.until}::timestamptz)
        and not (${frozen}::boolean and ${line_id === null}::boolean and ${isStoppedByClerk(at)})
      returning l.id`.execute(transaction)
    if (rows.length === 0) return []
    await noteAct(transaction, {
      office_id,
      clerk_id,
      at,
      act: frozen ? 'line-frozen' : 'line-thawed',
      line_id,
      reason: frozen ? note : null,
      detail: frozen ? { reason, minutes } : {},
    })
    return await stopNews(transaction, rows, at)
  })
}
