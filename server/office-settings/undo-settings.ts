import type * as v from 'valibot'
import type { SettingsSaved, settingsUndo } from '#contract/rest/settings.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { Refusal } from '#server/web/refusal.ts'
import { replaceSettings } from './replace-settings.ts'
import type { SettingsContext } from './settings-context.ts'

/**
 * Gives back what stood before the last change, as a change of its own: so it can be undone in turn.
 * @throws Refusal nothing-to-undo, where something else was changed since; and as replaceSettings
 * @see rule ADMIN-02
 */
export const undoSettings = (
  context: SettingsContext,
  by: AtDesk,
  wish: v.InferOutput<typeof settingsUndo>,
): Promise<SettingsSaved> =>
  replaceSettings(context, by, wish, async (transaction, { changed }) => {
    if (!changed?.undoable) throw new Refusal('nothing-to-undo', 409, 'the last change cannot be undone')
    const { before } = await transaction
      .selectFrom('office_changes')
      .select('before')
      .where('office_id', '=', by.office_id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return before
  })
