import { Trans } from '@lingui/react/macro'
import type { Office } from '#contract/rest/offices.ts'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { isGuest, useSession } from '#src/stores/session-store.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './introduction.module.css'
import { ProveLater } from './prove-later.tsx'

export interface ProofNeededProps {
  office: Pick<Office, 'slug'>
  /** Where this stands. */
  here: string
  onProven: () => void
}

/** In the place of a form that would be refused at its end: what is needed, and every way on. */
export function ProofNeeded({ office, here, onProven }: ProofNeededProps) {
  const guest = useSession(isGuest)
  return (
    <div className={styles.below}>
      <Note tone="almost" icon="shield" action={<ProveLater onProven={onProven} />}>
        <Trans>Aquí atienden solo con un documento comprobado.</Trans>
      </Note>
      {guest && (
        <Button wide look="soft" icon="user" href={placeOfWay('sign-in', here)}>
          <Trans>Inicia sesión</Trans>
        </Button>
      )}
      <Button wide look="quiet" icon="ticket" href={`/offices/${office.slug}`}>
        <Trans>Ver las filas de la oficina</Trans>
      </Button>
    </div>
  )
}
