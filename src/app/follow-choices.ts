import { LANGUAGES } from '#src/domain/languages.ts'
import type { Theme } from '#src/domain/themes.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { uiStore } from '#src/stores/ui-store.ts'

/** The names of what is chosen are in the first download; their own list would make it longer. */
const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[]

const CHOICES = ['language', 'theme', 'sound', 'vibration'] as const

function follow(key: string | null, chosen: string | null): void {
  const language = LANGUAGES.find(spoken => spoken === chosen)
  const theme = THEMES.find(look => look === chosen)
  if (key === 'language' && language) uiStore.setState({ language })
  if (key === 'theme' && theme) uiStore.setState({ theme })
  if (chosen !== 'on' && chosen !== 'off') return
  if (key === 'sound') uiStore.setState({ sound: chosen === 'on' })
  if (key === 'vibration') uiStore.setState({ vibration: chosen === 'on' })
}

/**
 * What was chosen in another page of this browser holds in this one, too. One that went on in the former
 * language would say so to the server as soon as its switch for notices comes into sight, and calls would
 * be worded in it; one that was silenced elsewhere would ring.
 */
export function followChoices(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('storage', ({ key, newValue }) => follow(key, newValue))
  // A page that was left and is come back to as it stood was told of nothing meanwhile.
  const kept = browserSettings(() => localStorage)
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const key of CHOICES) follow(key, kept.read(key))
  })
}
