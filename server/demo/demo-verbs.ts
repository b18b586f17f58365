import type { SaidArrival } from '#contract/rest/desk.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { requireDesk, standingAt } from '#server/queue/desk/desk.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import type { Confirmation } from './demo-confirmations.ts'
import type { DemoDesk } from './demo-offices.ts'

/**
 * What the demonstration does to the queue: the same as real clerks and a real dispenser, and nothing else.
 */
export interface DemoVerbs {
  openModulo(desk: DemoDesk): Promise<void>
  closeModulo(desk: DemoDesk): Promise<void>
  callNext(desk: DemoDesk, lineId: number): Promise<{ tuid: string }>
  markAttended(desk: DemoDesk): Promise<void>
  markAbsent(desk: DemoDesk): Promise<void>
  issuePaperNumber(office_id: number, line_id: number): Promise<unknown>
  confirmReservation(confirmation: Confirmation): Promise<void>
}

/** Whoever of those that were called is not said to be absent came. */
async function came({ database: { db } }: QueueContext, desk: DemoDesk): Promise<{ here?: SaidArrival }> {
  const standing = standingAt(await requireDesk(db, desk))
  return standing ? { here: { tuid: standing.ticket_id, arrived: true } } : {}
}

export const demoVerbs = (queue: QueueContext): DemoVerbs => ({
  openModulo: desk => openModulo(queue, desk),
  closeModulo: async desk => closeModulo(queue, { ...desk, ...(await came(queue, desk)) }),
  callNext: async (desk, lineId) =>
    callNext(queue, { ...desk, line_ids: [lineId], ...(await came(queue, desk)) }),
  markAttended: desk => markAttended(queue, desk),
  markAbsent: desk => markAbsent(queue, desk),
  issuePaperNumber: (office_id, line_id) => issuePaperNumber(queue, { office_id, line_id }),
  confirmReservation: confirmation => confirmByOffice(queue, confirmation),
})
