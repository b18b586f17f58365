import { isLanguage } from '#src/domain/languages.ts'
import { isTheme } from '#src/domain/themes.ts'
import { uiStore } from '#src/stores/ui-store.ts'

/**
 * What was chosen in another page of this browser holds in this one, too. One that went on in the former
 * language would say so to the server as soon as its switch for notices comes into sight, and calls would
 * be worded in it.
 */
export function followChoices(page: Pick<Window, 'addEventListener'>): void {
  page.addEventListener('storage', ({ key, newValue }) => {
    if (key === 'language' && isLanguage(newValue)) uiStore.setState({ language: newValue })
    if (key === 'theme' && isTheme(newValue)) uiStore.setState({ theme: newValue })
  })
}
