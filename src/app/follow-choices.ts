import { LANGUAGES } from '#src/domain/languages.ts'
import type { Theme } from '#src/domain/themes.ts'
import { uiStore } from '#src/stores/ui-store.ts'

/** The names of what is chosen are in the first download; their own list would make it longer. */
const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[]

/**
 * What was chosen in another page of this browser holds in this one, too. One that went on in the former
 * language would say so to the server as soon as its switch for notices comes into sight, and calls would
 * be worded in it; one that was silenced elsewhere would ring.
 */
export function followChoices(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('storage', ({ key, newValue }) => {
    const language = LANGUAGES.find(spoken => spoken === newValue)
    const theme = THEMES.find(look => look === newValue)
    if (key === 'language' && language) uiStore.setState({ language })
    if (key === 'theme' && theme) uiStore.setState({ theme })
    if (newValue !== 'on' && newValue !== 'off') return
    if (key === 'sound') uiStore.setState({ sound: newValue === 'on' })
    if (key === 'vibration') uiStore.setState({ vibration: newValue === 'on' })
  })
}
