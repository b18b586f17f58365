import { uiStore } from '#src/stores/ui-store.ts'
import { loadCatalog } from '#src/texts/load-catalog.ts'
import { applyTheme } from './apply-theme.ts'

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
