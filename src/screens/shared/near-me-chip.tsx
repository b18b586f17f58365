import { Trans } from '@lingui/react/macro'
import { useUi } from '#src/stores/ui-store.ts'
import { Chip } from '#src/ui/press/chip.tsx'
import { useErrand } from './use-errand.ts'

/** Asks where the person is, only when they press it. A refusal is said, and the list stays as it is. */
export function NearMeChip() {
  const position = useUi(ui => ui.position)
  const { run, busy } = useErrand('findPosition')
  const isKnown = position !== null && 'latitude' in position
  return (
    <Chip icon="pin" pressed={isKnown} aria-busy={busy || undefined} onClick={() => void run()}>
      {busy ? (
        <Trans>Buscando…</Trans>
      ) : position !== null && !isKnown ? (
        <Trans>Sin ubicación</Trans>
      ) : (
        <Trans>Cerca de mí</Trans>
      )}
    </Chip>
  )
}
