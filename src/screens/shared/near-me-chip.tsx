import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { browserPosition } from '#src/platform/position.ts'
import { uiStore, useUi } from '#src/stores/ui-store.ts'
import { Chip } from '#src/ui/press/chip.tsx'

const finder = browserPosition(navigator)

/** Asks where the person is, only when they press it. A refusal is said, and the list stays as it is. */
export function NearMeChip() {
  const position = useUi(ui => ui.position)
  const [isAsking, setAsking] = useState(false)
  const isKnown = position !== null && 'latitude' in position
  async function ask() {
    setAsking(true)
    uiStore.getState().setPosition(await finder.locate())
    setAsking(false)
  }
  return (
    <Chip icon="pin" pressed={isKnown} aria-busy={isAsking || undefined} onClick={() => void ask()}>
      {position !== null && 'errorMessage' in position ? (
        <Trans>Sin ubicación</Trans>
      ) : isAsking ? (
        <Trans>Buscando…</Trans>
      ) : (
        <Trans>Cerca de mí</Trans>
      )}
    </Chip>
  )
}
