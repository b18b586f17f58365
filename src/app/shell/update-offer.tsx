import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useUpdate } from '#src/stores/update-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './overlays.module.css'

/** A new version is offered, never forced in the middle of a task (OFFL-04). */
export function UpdateOffer() {
  const accept = useUpdate(update => update.accept)
  // One that was put off; what comes after it is offered again.
  const [later, setLater] = useState({ accept: null as typeof accept })
  if (accept === later.accept) return null
  return (
    <div className={styles.floating}>
      <Note
        tone="press"
        role="status"
        title={<Trans>Hay una versión nueva de Numerito</Trans>}
        action={
          <>
            <Button size="tight" onClick={() => accept?.()}>
              <Trans>Actualizar ahora</Trans>
            </Button>
            <Button look="plain" size="tight" onClick={() => setLater({ accept })}>
              <Trans>Después</Trans>
            </Button>
          </>
        }
      >
        <Trans>Tus números no se tocan.</Trans>
      </Note>
    </div>
  )
}
