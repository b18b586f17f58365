import { Trans } from '@lingui/react/macro'

/**
 * What stands in the place of a screen that fell over, or could not be fetched (no network, a version that is
 * gone): it says so, and offers the one thing that helps. It must be here when nothing else comes, and looks
 * like the page where that did not start.
 */
export const ScreenLost = () => (
  <div className="not-started" role="alert">
    <h1>
      <Trans>Esta pantalla no se pudo abrir</Trans>
    </h1>
    <p>
      <Trans>Tus números siguen guardados.</Trans>
    </p>
    <button type="button" onClick={() => location.reload()}>
      <Trans>Recargar</Trans>
    </button>
  </div>
)
