import { browserAlarm } from '#src/platform/alarm.ts'

/** The page's one alarm: unlocked by the first touch, rung by the flows. */
export const alarm = browserAlarm(window)
