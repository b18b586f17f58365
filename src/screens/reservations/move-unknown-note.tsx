import { Trans } from '@lingui/react/macro'
import { Note } from '#src/ui/state/note.tsx'

/** No answer came, and nobody could be asked: the first hour or the other one is held. */
export function MoveUnknownNote() {
  return (
    <Note tone="almost" title={<Trans>No sabemos aún si la hora cambió</Trans>}>
      <Trans>Al intentar de nuevo queda como la pediste, nunca dos veces.</Trans>
    </Note>
  )
}
