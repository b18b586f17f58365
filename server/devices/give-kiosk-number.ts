import type { PaperNumber } from '#contract/rest/desk.ts'
import { givenPaper } from '#server/queue/hold/paper-number.ts'
import { issuePaperNumber, numberOf } from '#server/queue/take/issue-paper-number.ts'
import { ticketRefusal } from '#server/queue/take/ticket-refusals.ts'
import type { DevicesContext } from './devices-context.ts'
import { kioskLines } from './kiosk-state.ts'

export interface KioskWish {
  office_id: number
  line_id: number
  /** The person says that the law lets them go first. */
  preferential?: boolean | undefined
  /** Of the press: however often it arrives, it is one number. */
  request_id: string
}

/**
 * A number on paper by a press at the office's kiosk, as the desk gives one.
 * @throws Refusal with a PaperErrorCode; line-no-exist also for a line that the kiosk does not offer
 * @see rules KIOSK-01, PRIO-01
 */
export async function giveKioskNumber(context: DevicesContext, wish: KioskWish): Promise<PaperNumber> {
  const { office_id, line_id } = wish
  // What it gave it gave, also where it offers the line no more.
  const isNew = !(await numberOf(context, wish))
  if (isNew && !(await kioskLines(context, office_id)).has(line_id)) throw ticketRefusal('line-no-exist')
  const { tuid } = await issuePaperNumber(context, wish)
  return await givenPaper(context, { office_id, tuid })
}
