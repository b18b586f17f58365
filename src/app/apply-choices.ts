import { uiStore } from '#src/stores/ui-store.ts'
import { loadCatalog } from '#src/texts/load-catalog.ts'

function applyTheme(theme: string): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/**
 * Applies the choices of this device, now and whenever they change.
 * @returns when the texts are there, and something can be shown; undefined where they are there already
 */
export function applyChoices(): Promise<void> | undefined {
  const { language, theme } = uiStore.getState()
  applyTheme(theme)
  uiStore.subscribe((now, before) => {
    if (now.theme !== before.theme) applyTheme(now.theme)
    if (now.language !== before.language) loadCatalog(now.language)?.catch(reportError)
  })
  return loadCatalog(language)
}
