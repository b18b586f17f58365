import type { ReservationWish } from '#src/domain/check-reservation-wish.ts'
import type { FailureCode } from '#src/domain/failure-codes.ts'
import type { FlowContext } from '../flow-context.ts'

/** 1007: somebody was quicker; 4016: every slot of that hour is gone. */
export const isBlockTaken = (code: string): boolean => code === '1007' || code === '4016'

/** Somebody was quicker: says so, and shows what is free now instead of what was. */
export function recordTakenBlock(
  { notices, serverData }: Pick<FlowContext, 'notices' | 'serverData'>,
  { officeSlug, lineId, block }: Omit<ReservationWish, 'meet'>,
  code: FailureCode,
): void {
  serverData.applyBlocks(officeSlug, lineId, [{ ...block, availables: 0 }])
  serverData.refetchBlocks(officeSlug, lineId)
  notices.raise({ kind: 'block-already-taken-error', subject: `${lineId}:${block.from}`, code })
}
