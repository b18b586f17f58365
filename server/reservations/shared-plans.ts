import { gatherReads } from '#server/database/gathered-reads.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Timers } from '#server/platform/timers.ts'
import { type LinePlan, linePlans } from './line-plan.ts'

/** How times are booked in a line, as it stands when that is asked; undefined where there is no such line. */
export type SharedPlans = (lineId: number) => Promise<LinePlan | undefined>

/** One statement for all who book in the same moment, in whichever lines. */
export const sharePlans = (db: Kysely<Tables>, timers: Timers): SharedPlans =>
  gatherReads(
    timers,
    async lineIds => new Map((await linePlans(db, lineIds)).map(plan => [plan.line_id, plan])),
  )
