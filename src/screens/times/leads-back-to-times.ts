import type { ReservationErrorCode } from '#contract/error-codes.ts'

/** The refusals that another hour mends: somebody was quicker, or it is no hour any more. */
const OF_THE_HOUR = [
  '1007',
  '4016',
  'reserve-already-exists',
  'reserve-in-the-past',
  'reserve-invalid',
] as const satisfies readonly ReservationErrorCode[]
type OfTheHour = (typeof OF_THE_HOUR)[number]

export const leadsBackToTimes = (code: string): code is OfTheHour =>
  OF_THE_HOUR.some(ofTheHour => ofTheHour === code)
