import { Trans } from '@lingui/react/macro'
import { Note } from '#src/ui/state/note.tsx'
import type { Fate } from './presses.ts'

/** What became of the last press, where no answer came. */
export function FateNote({ fate }: { fate: NonNullable<Fate> }) {
  switch (fate) {
    case 'done':
      return (
        <Note tone="ok" icon="check">
          <Trans>La respuesta no llegó, pero lo último que pediste sí se hizo.</Trans>
        </Note>
      )
    case 'not-done':
      return (
        <Note tone="loss">
          <Trans>Lo último que pediste no se hizo. Puedes pedirlo otra vez.</Trans>
        </Note>
      )
    case 'unknown':
      return (
        <Note tone="loss">
          <Trans>No llegó respuesta. Mira el número de tu módulo antes de repetir.</Trans>
        </Note>
      )
    case 'looking':
      return (
        <Note icon="clock">
          <Trans>No llegó respuesta. Veremos si se hizo apenas haya conexión; no hace falta repetirlo.</Trans>
        </Note>
      )
  }
}
