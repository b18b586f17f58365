import { Trans } from '@lingui/react/macro'

/**
 * What stands where the application did not start, and no newer one came. The page's own script hears the
 * press.
 */
export const NotStarted = () => (
  <main className="not-started">
    <h1>
      <Trans>Numerito no pudo abrirse</Trans>
    </h1>
    <p>
      <Trans>Tus números y reservas siguen guardados en este dispositivo.</Trans>
    </p>
    <button type="button">
      <Trans>Intentar de nuevo</Trans>
    </button>
  </main>
)
