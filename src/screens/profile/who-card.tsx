import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { lastStood } from '#src/stores/last-stood.ts'
import { isUnknown, useSession } from '#src/stores/session-store.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Place } from '#src/ui/state/place.tsx'
import styles from './profile-screen.module.css'

/**
 * Who is here: nobody, somebody for now, or somebody whose session ended. Leaving loses the receipts, and
 * asks first.
 */
export function WhoCard() {
  const user = useSession(session => session.user)
  const status = useSession(session => session.status)
  const unknown = useSession(isUnknown)
  const { run, busy } = useErrand('logOut')
  const [isLeaving, setLeaving] = useState(false)
  if (unknown) {
    return <Place>{lastStood.somebody() ? <PersonRow name="…" /> : <GuestNote />}</Place>
  }
  if (!user) return <GuestNote isExpired={status === 'expired'} />
  return (
    <>
      <PersonRow
        name={user.name ?? <Trans>Sin nombre</Trans>}
        email={user.temporal ? undefined : user.email}
        onLeave={() => setLeaving(true)}
      />
      <ConfirmLoss
        open={isLeaving}
        title={<Trans>¿Salir y perder tus números?</Trans>}
        loseLabel={<Trans>Sí, salir</Trans>}
        keepLabel={<Trans>Quedarme</Trans>}
        busy={busy}
        onKeep={() => setLeaving(false)}
        onLose={() => void run().then(() => setLeaving(false))}
      >
        <Trans>
          Tus números y recibos están guardados solo en este navegador. Al salir se borran, y dejamos de
          avisarte aquí.
        </Trans>
      </ConfirmLoss>
    </>
  )
}

function GuestNote({ isExpired = false }: { isExpired?: boolean }) {
  return (
    <Note
      icon="user"
      title={isExpired ? <Trans>Sesion Expirada</Trans> : <Trans>Aún no sabemos quién eres</Trans>}
      action={
        <Button href="/identify?next=/profile">
          <Trans>Identifícate</Trans>
        </Button>
      }
    >
      <Trans>No hace falta una cuenta: bastan tu nombre y tu documento.</Trans>
    </Note>
  )
}

interface PersonRowProps {
  name: ReactNode
  /** Undefined for a temporary user, who has no account; null where it is not known without a network. */
  email?: string | null | undefined
  onLeave?: () => void
}

function PersonRow({ name, email, onLeave }: PersonRowProps) {
  const isTemporary = email === undefined
  return (
    <List>
      <ListRow
        icon="user"
        title={name}
        detail={isTemporary ? <Trans>Sin cuenta: tus números viven solo en este navegador</Trans> : email}
      >
        {isTemporary && (
          <Button look="plain" size="tight" href="/profile/correct">
            <Trans>Corregir mis datos</Trans>
          </Button>
        )}
        <Button look="danger" size="tight" icon="logout" className={styles.leave} onClick={onLeave}>
          <Trans>Salir</Trans>
        </Button>
      </ListRow>
    </List>
  )
}
