import type { InstallOffer } from '#src/stores/install-store.ts'

/** What the page's own script leaves for the application. */
interface EarlyOfferHolder {
  numeritoOffer?: InstallOffer
}

/**
 * Chromium offers once to install, perhaps before the application has come: kept for it until then (OFFL-01).
 */
export function keepEarlyOffer(page: Window): void {
  page.addEventListener(
    'beforeinstallprompt',
    event => {
      event.preventDefault()
      ;(page as EarlyOfferHolder).numeritoOffer = event as unknown as InstallOffer
    },
    { once: true },
  )
}

/** The offer that came before the application, or null. */
export const earlyOffer = (page: Window): InstallOffer | null =>
  (page as EarlyOfferHolder).numeritoOffer ?? null
