import { useQuery } from '@tanstack/react-query'
import type { SettingsChecked, SettingsTouch } from '#contract/rest/settings.ts'
import { entryOf } from './edited-office.ts'
import { isAlike } from './parts.ts'
import { useDraft, useSettings, useSettingsPage } from './use-settings.ts'

/**
 * Whom one key of the entry would touch as it is edited; null where nothing is known of that. Whatever else
 * is half typed says nothing of it.
 */
export function useTouches(key: 'closures' | 'modulos'): SettingsTouch | null {
  const { api } = useSettingsPage()
  const draft = useDraft()
  const begun = useSettings(state => state.begun)
  // What is prescribed for a módulo goes by its name.
  const changed = { [key]: draft[key], ...(key === 'modulos' && { modulo_lines: draft.modulo_lines }) }
  const isChanged = begun !== null && !isAlike(begun.office[key], draft[key])
  const { data } = useQuery<SettingsChecked>({
    queryKey: ['settings-touch', begun?.settings.office_id, begun?.settings.version, key, changed],
    queryFn: () => api.check(entryOf({ ...(begun?.office ?? draft), ...changed })),
    enabled: isChanged,
    retry: false,
    networkMode: 'always',
  })
  return isChanged ? (data?.touches ?? null) : null
}
