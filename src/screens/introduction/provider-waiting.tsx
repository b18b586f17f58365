import { Trans } from '@lingui/react/macro'
import type { ProviderTrip } from '#src/platform/provider-trip.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Note } from '#src/ui/state/note.tsx'

/**
 * It goes on in another window. Whether that is open still cannot be known from here, so both ways on stand
 * here all the while: open it again, or leave it.
 */
export function ProviderWaiting({
  name,
  trip,
  purpose,
}: {
  name: string
  trip: ProviderTrip
  /** What it goes on for: to come in, to have one way more, or to have one's document proven. */
  purpose: 'enter' | 'link' | 'prove'
}) {
  if (trip.mode === 'redirect') {
    return (
      <Note icon="external" role="status" title={<Trans>Te llevamos a {name}…</Trans>}>
        <Button look="quiet" size="tight" onClick={() => trip.cancel()}>
          <Trans>Cancelar</Trans>
        </Button>
      </Note>
    )
  }
  return (
    <Note
      icon="external"
      role="status"
      title={<Trans>Sigue en la ventana de {name}</Trans>}
      action={
        <ButtonRow>
          <Button look="soft" size="tight" onClick={() => trip.again()}>
            <Trans>Abrir de nuevo</Trans>
          </Button>
          <Button look="quiet" size="tight" onClick={() => trip.cancel()}>
            <Trans>Cancelar</Trans>
          </Button>
        </ButtonRow>
      }
    >
      {purpose === 'enter' && (
        <Trans>Cuando termines, aquí entras solo. ¿La cerraste? Ábrela de nuevo.</Trans>
      )}
      {purpose === 'link' && (
        <Trans>Cuando termines, aquí queda unida a tu cuenta. ¿La cerraste? Ábrela de nuevo.</Trans>
      )}
      {purpose === 'prove' && (
        <Trans>Cuando termines, aquí queda tu documento comprobado. ¿La cerraste? Ábrela de nuevo.</Trans>
      )}
    </Note>
  )
}
