import { type Transaction, sql } from 'kysely'
import { SETTINGS_CHANGES_KEPT } from '#contract/desk-limits.ts'
import type { OfficeSettings, SettingsSaved, settingsUndo } from '#contract/rest/settings.ts'
import type * as v from 'valibot'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import { changeOffice, type OfficeChanged } from '#server/facts/change-office.ts'
import { type AtDesk, requireSupervisor } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { checkOffice, storeOffice } from '#server/offices/load/load-office.ts'
import { lockOffices } from '#server/offices/load/load-offices.ts'
import { followHours } from '#server/queue/day/follow-hours.ts'
import { wakeWishes } from '#server/queue/lines/opening-jobs.ts'
import { takeAwayReservations } from '#server/reservations/remove-reservation.ts'
import { Conflict } from '#server/web/refusal.ts'
import { changedParts } from './changed-parts.ts'
import { officeChanged } from './office-changed.ts'
import type { SettingsContext } from './settings-context.ts'
import { settingsTouch } from './settings-touch.ts'
import { standingSettings } from './standing-settings.ts'

type Wish = v.InferOutput<typeof settingsUndo>
type Standing = Awaited<ReturnType<typeof standingSettings>>

interface SavedChange extends OfficeChanged {
  saved: SettingsSaved
}

/** What was changed long ago is no longer given back. */
async function forgetOldChanges(transaction: Transaction<Tables>, office_id: number): Promise<void> {
  await sql`
    delete from office_changes where office_id = ${office_id}::integer and id <= (
      select id from office_changes where office_id = ${office_id}::integer
      order by id desc offset ${SETTINGS_CHANGES_KEPT} limit 1
    )`.execute(transaction)
}

/**
 * Brings an office to what an entry says, in one transaction with its fact, and with what becomes of the
 * reservations that it leaves out. What stood before is kept, to be given back.
 * @param entryOf the entry, asked for while nobody else can change the office
 * @throws Refusal not-found, supervisors-only
 * @throws Conflict settings-moved, line-waited-for, day-ends, reservations-affected
 * @see rule ADMIN-02
 */
export async function replaceSettings(
  context: SettingsContext,
  by: AtDesk,
  wish: Wish,
  entryOf: (transaction: Transaction<Tables>, stands: Standing) => Promise<unknown>,
): Promise<SettingsSaved> {
  const { office_id, clerk_id } = by
  // An office that does not exist cannot be held.
  await requireSupervisor(context.database, by)
  const { saved } = await changeOffice(
    context,
    by,
    async (transaction, at): Promise<SavedChange> => {
      await requireSupervisor({ db: transaction }, by)
      // A file that is loaded holds no office: it is kept out by this.
      await lockOffices(transaction)
      const stands = await standingSettings(transaction, office_id)
      if (stands.version !== wish.version) throw moved(stands)
      const checked = await checkOffice(transaction, await entryOf(transaction, stands), office_id)
      if (checked.office === null)
        return { ...NOTHING, saved: { faults: [...checked.faults], settings: null, told: 0, untold: 0 } }
      const parts = changedParts(stands.office, checked)
      if (parts.length === 0)
        return { ...NOTHING, saved: { faults: [], settings: stands, told: 0, untold: 0 } }
      const { touches, leftOut } = await settingsTouch(transaction, office_id, checked, at)
      if (touches.waiting.length > 0)
        throw new Conflict('line-waited-for', 'somebody waits in a line that would be gone', { touches })
      if (touches.day_ends !== null && touches.day_ends.closing !== wish.ends_day)
        throw new Conflict('day-ends', 'somebody waits, and the day would be over', { touches })
      if (leftOut.length > 0 && wish.reservations === undefined)
        throw new Conflict('reservations-affected', 'say what becomes of the reservations', { touches })
      await storeOffice(transaction, checked, office_id, at)
      const ends = wish.reservations === 'tell' ? leftOut : []
      // Whom no phone tells would come for an hour that is gone, and no list of the desk would have them.
      const told = ends.filter(({ user_id }) => user_id !== null)
      const taken = await takeAwayReservations(transaction, told, { ...by, at })
      const { version } = await standingSettings(transaction, office_id)
      await transaction
        .insertInto('office_changes')
        .values({ office_id, clerk_id, at, before: json(stands.office), version })
        .execute()
      await forgetOldChanges(transaction, office_id)
      const news = await followHours(transaction, office_id, at)
      await wakeWishes(transaction, { office_id }, at)
      await noteAct(transaction, { ...by, at, act: 'office-changed', detail: { parts: parts.join(' ') } })
      const settings = await standingSettings(transaction, office_id)
      return {
        facts: [officeChanged(office_id, at), ...news, ...taken.facts],
        jobsOf: (_facts: unknown, agreed: Date) => taken.jobs(agreed),
        saved: { faults: [], settings, told: told.length, untold: ends.length - told.length },
      }
    },
    'alone',
  )
  return saved
}

const NOTHING = { facts: [], jobsOf: () => [] }

const moved = (settings: OfficeSettings) =>
  new Conflict('settings-moved', 'the office was changed meanwhile', { settings })
