import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Place } from '#src/ui/state/place.tsx'

/**
 * The place of what can be done at an office, before anybody hears a press.
 * @param directions marks what an office without a place does not have
 */
export const OfficeActionsPlace = ({ directions }: { directions: Record<`data-${string}`, string> }) => (
  <Place>
    <ButtonRow>
      <span {...directions}>
        <Button look="quiet" size="tight" icon="nav">
          <Trans>Cómo llegar</Trans>
        </Button>
      </span>
      <Button look="quiet" size="tight" icon="clock">
        <Trans>Horarios</Trans>
      </Button>
      <Button look="quiet" size="tight" icon="share">
        <Trans>Compartir</Trans>
      </Button>
    </ButtonRow>
  </Place>
)

/** Over lines that stand in no folder. */
export const LinesTitle = () => <Trans>Filas</Trans>

/** After its address. */
export const MapLinkWords = () => <Trans>Ver en el mapa</Trans>
