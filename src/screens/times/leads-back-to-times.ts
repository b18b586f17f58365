/** The refusals that another hour mends: somebody was quicker, or it is no hour any more. */
const OF_THE_HOUR: readonly string[] = [
  '1007',
  '4016',
  'reserve-already-exists',
  'reserve-in-the-past',
  'reserve-invalid',
]

export const leadsBackToTimes = (code: string): boolean => OF_THE_HOUR.includes(code)
