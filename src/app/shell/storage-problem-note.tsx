import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { StorageProblem } from '#src/db/storage-problem.ts'
import { useUi } from '#src/stores/ui-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './overlays.module.css'

function Title({ problem }: { problem: StorageProblem }) {
  switch (problem) {
    case 'full':
      return <Trans>Tu teléfono no tiene espacio</Trans>
    case 'refused':
      return <Trans>Este navegador no guarda nada</Trans>
    case 'broken':
      return <Trans>El navegador no puede guardar tus números</Trans>
  }
}

function Advice({ problem }: { problem: StorageProblem }) {
  switch (problem) {
    case 'full':
      return (
        <Trans>
          Tus números siguen en pie y los ves aquí. Borra fotos, videos o aplicaciones que no uses: los
          guardaremos apenas haya espacio. Mientras tanto, no cierres Numerito.
        </Trans>
      )
    case 'refused':
      return <Trans>Abre Numerito en una ventana normal para conservar tus números.</Trans>
    case 'broken':
      return (
        <Trans>
          Tus números siguen en pie y los ves aquí. Anótalos y reinicia el navegador: seguiremos intentando
          guardarlos.
        </Trans>
      )
  }
}

/**
 * A storage that takes nothing is said, not swallowed (OFFL-05), each cause with what helps: what is taken
 * now is shown from memory, and may be gone with the window.
 */
export function StorageProblemNote() {
  const problem = useUi(ui => ui.storageProblem)
  const [known, setKnown] = useState<StorageProblem | null>(null)
  // It is over: should it come back, nobody has read of that one.
  if (!problem && known) setKnown(null)
  if (!problem || known === problem) return null
  return (
    <div className={styles.floating}>
      <Note
        tone="loss"
        role="alert"
        title={<Title problem={problem} />}
        action={
          <Button look="soft" size="tight" onClick={() => setKnown(problem)}>
            <Trans>Entendido</Trans>
          </Button>
        }
      >
        <Advice problem={problem} />
      </Note>
    </div>
  )
}
