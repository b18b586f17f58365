import { type InstallOffer, installStore } from '#src/stores/install-store.ts'
import { earlyOffer } from './first-frame/early-offer.ts'

/**
 * Keeps Chromium's offer to install until the person asks for it. It comes once, and early: until this runs,
 * the page's own script keeps it.
 */
export function watchInstall(): void {
  const { setOffer, setInstalled } = installStore.getState()
  setOffer(earlyOffer(window))
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    setOffer(event as unknown as InstallOffer)
  })
  window.addEventListener('appinstalled', setInstalled)
}
