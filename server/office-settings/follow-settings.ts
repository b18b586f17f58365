import { changeOffice } from '#server/facts/change-office.ts'
import type { JobHandlers } from '#server/jobs/job.ts'
import { FOLLOW_SETTINGS, type LoadJobPayloads } from '#server/offices/load/load-offices.ts'
import { followHours } from '#server/queue/day/follow-hours.ts'
import { wakeWishes } from '#server/queue/lines/opening-jobs.ts'
import { officeChanged } from './office-changed.ts'
import type { SettingsContext } from './settings-context.ts'

/**
 * What a loaded file has done to an office takes effect there, and whoever shows it hears of it. Then the job
 * that would see to it has nothing to do any more.
 */
export async function followSettings(context: SettingsContext, office_id: number): Promise<void> {
  await changeOffice(context, office_id, async (transaction, at) => {
    const news = await followHours(transaction, office_id, at)
    await wakeWishes(transaction, { office_id }, at)
    await transaction
      .deleteFrom('jobs')
      .where('kind', '=', FOLLOW_SETTINGS)
      .where('key', '=', String(office_id))
      .execute()
    return { facts: [officeChanged(office_id, at), ...news], jobsOf: () => [] }
  })
}

/** Where the loading was broken off before it came to the office. */
export const followLoaded = (context: SettingsContext): JobHandlers<LoadJobPayloads> => ({
  [FOLLOW_SETTINGS]: async ({ office_id }) => await followSettings(context, office_id),
})
