import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Language } from '#contract/primitives.ts'
import type { StorageProblem } from '#src/db/storage-problem.ts'
import type { Place } from '#contract/rules/distance.ts'
import { firstLanguage } from '#src/domain/languages.ts'
import { isTheme, type Theme } from '#src/domain/themes.ts'
import { type HideableItem, readUrlParameters } from '#src/domain/url-parameters.ts'
import type { Position } from '#src/platform/position.ts'
import { browserSettings, type Settings } from '#src/platform/settings.ts'

export interface UiState {
  language: Language
  theme: Theme
  /** Sound and vibration of a call, where the person allows them (CALL-05). */
  sound: boolean
  vibration: boolean
  /** What the address asks to hide (SHELL-06). */
  itemsToHide: readonly HideableItem[]
  /** utm_source and the like (SHELL-07). */
  customerParams: Readonly<Record<string, string>>
  /** The offices were asked for although the address holds them back (SHELL-07). */
  asksForOffices: boolean
  /** Where the person is, once they pressed "near me"; or why it is not known. */
  position: Place | { errorMessage: string } | null
  /** The name of the sheet that is open, or null. */
  sheet: string | null
  /** The blocking modal of SHELL-04, or null. */
  tooManyRequests: { count: number; retryAfterMs: number | null } | null
  /**
   * Where something pressed outside of the page leads, while the person has yet to say whether to leave; or
   * null.
   */
  leaving: { path: string; loss: 'form' | 'call' } | null
  /** What the browser's storage suffers from, while it does (OFFL-05). */
  storageProblem: StorageProblem | null
}

export interface UiStore extends UiState {
  setLanguage(language: Language): void
  setTheme(theme: Theme): void
  setSound(sound: boolean): void
  setVibration(vibration: boolean): void
  /** @param search the address's query */
  readAddress(search: string): void
  askForOffices(): void
  setPosition(position: Position): void
  openSheet(name: string): void
  closeSheet(): void
  setTooManyRequests(refusal: NonNullable<UiState['tooManyRequests']>): void
  askToLeave(leaving: UiState['leaving']): void
  setStorageProblem(problem: StorageProblem | null): void
}

/**
 * Choices belong to the device and are read at once: an offline start must not begin in the wrong language.
 * @param wanted the browser's languages, for whom has chosen none yet (HAND-04)
 */
export function createUiStore(settings: Settings, wanted: readonly string[] = []) {
  const theme = settings.read('theme')
  return createStore<UiStore>()(set => ({
    language: firstLanguage(settings.read('language'), wanted),
    theme: isTheme(theme) ? theme : 'system',
    sound: settings.read('sound') !== 'off',
    vibration: settings.read('vibration') !== 'off',
    itemsToHide: [],
    customerParams: {},
    asksForOffices: false,
    position: null,
    sheet: null,
    tooManyRequests: null,
    leaving: null,
    storageProblem: null,
    setLanguage(language) {
      settings.write('language', language)
      set({ language })
    },
    setTheme(theme) {
      settings.write('theme', theme)
      set({ theme })
    },
    setSound(sound) {
      settings.write('sound', sound ? 'on' : 'off')
      set({ sound })
    },
    setVibration(vibration) {
      settings.write('vibration', vibration ? 'on' : 'off')
      set({ vibration })
    },
    readAddress: search => set(readUrlParameters(search)),
    askForOffices: () => set({ asksForOffices: true }),
    setPosition: position =>
      set({
        position: 'lat' in position ? { latitude: position.lat, longitude: position.lon } : position,
      }),
    openSheet: sheet => set({ sheet }),
    closeSheet: () => set({ sheet: null }),
    setTooManyRequests: tooManyRequests => set({ tooManyRequests }),
    askToLeave: leaving => set({ leaving }),
    setStorageProblem: storageProblem => set({ storageProblem }),
  }))
}

export const uiStore = createUiStore(
  browserSettings(() => localStorage),
  navigator.languages,
)
export const useUi = <Slice>(select: (state: UiStore) => Slice): Slice => useStore(uiStore, select)

/** Whether the address asks to hide an item. */
export const isHidden =
  (item: HideableItem) =>
  ({ itemsToHide }: UiState): boolean =>
    itemsToHide.includes(item)
