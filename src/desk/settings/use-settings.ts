import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { EditedOffice } from './edited-office.ts'
import { isWithin, type Place, valueAt } from './place.ts'
import type { SettingsApi } from './settings-api.ts'
import type { SettingsPlace } from './settings-place.ts'
import type { SettingsState, SettingsStore } from './settings-store.ts'

/** What the editors of one office’s settings work with. */
export interface SettingsPage {
  settings: SettingsStore
  api: SettingsApi
  /** Opens a section, or what is in it. @param at the field that gets the focus then */
  go(to: SettingsPlace, at?: Place): void
}

const Page = createContext<SettingsPage | null>(null)
export const SettingsPageProvider = Page

export function useSettingsPage(): SettingsPage {
  const page = use(Page)
  if (!page) throw new Error('an editor of settings stands outside of their page')
  return page
}

export const useSettings = <Part>(select: (state: SettingsState) => Part): Part =>
  useStore(useSettingsPage().settings.store, select)

/** The office as it is edited. Editors are drawn once there is one. */
export const useDraft = (): EditedOffice => useSettings(({ draft }) => draft as EditedOffice)

/** The id of the field at a place, by which a fault finds it. */
export const fieldId = (at: Place): string => `at-${at}`

/** One value of what is edited, the way to change it, and what is wrong with it. */
export function useSetting<Value>(at: Place) {
  const { settings } = useSettingsPage()
  const value = useSettings(({ draft }) => valueAt(draft, at)) as Value
  const fault = useSettings(({ faults }) => faults.find(fault => isWithin(fault.at, at)))
  return { id: fieldId(at), value, fault, set: (next: Value) => settings.edit(at, next) }
}

/**
 * A setting that is null while it is off. What it was before is there again when it is switched on.
 * @param first what it begins with
 */
export function useOptionalSetting<Value>(at: Place, first: Value) {
  const setting = useSetting<Value | null>(at)
  const laidAside = useSettings(store => store.laidAside[at]) as Value | undefined
  const last = setting.value ?? laidAside ?? first
  return { ...setting, last, turn: (isOn: boolean) => setting.set(isOn ? last : null) }
}
