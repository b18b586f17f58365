import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useUi } from '#src/stores/ui-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './overlays.module.css'

/** A full or refused storage is said, not swallowed (OFFL-05): what is taken now may be gone with the window. */
export function StorageProblemNote() {
  const problem = useUi(ui => ui.storageProblem)
  const [isKnown, setKnown] = useState(false)
  if (!problem || isKnown) return null
  return (
    <div className={styles.floating}>
      <Note
        tone="loss"
        role="alert"
        title={
          problem === 'full' ? (
            <Trans>Tu teléfono no tiene espacio para guardar tus números</Trans>
          ) : (
            <Trans>Este navegador no guarda nada</Trans>
          )
        }
        action={
          <Button look="soft" size="tight" onClick={() => setKnown(true)}>
            <Trans>Entendido</Trans>
          </Button>
        }
      >
        {problem === 'full' ? (
          <Trans>Libera espacio para no perderlos.</Trans>
        ) : (
          <Trans>Abre Numerito en una ventana normal para conservar tus números.</Trans>
        )}
      </Note>
    </div>
  )
}
