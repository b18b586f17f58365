import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useHeld } from '#src/queries/use-held.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { stoodKeeper } from '#src/stores/keep-last-stood.ts'
import { lastStood } from '#src/stores/last-stood.ts'
import { isUnknown, type SessionUser, useSession } from '#src/stores/session-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Place } from '#src/ui/state/place.tsx'
import styles from './profile-screen.module.css'

const PROFILE = '/profile'

/** Who is here: nobody, somebody for now, somebody with an account, or somebody whose session ended. */
export function WhoCard() {
  const user = useSession(session => session.user)
  const unknown = useSession(isUnknown)
  if (unknown) return <Place>{lastStood.somebody() ? <PersonPlace /> : <GuestNote />}</Place>
  if (!user) return <GuestNote />
  return user.temporal ? <TemporaryPerson user={user} /> : <RegisteredPerson user={user} />
}

/** Leaving loses the receipts, and asks first (SHELL-10); an account would keep them. */
function TemporaryPerson({ user }: { user: SessionUser }) {
  const { run, busy } = useErrand('logOut')
  const [isLeaving, setLeaving] = useState(false)
  const hidesLogin = useUi(isHidden('login'))
  return (
    <div className={styles.stack}>
      <PersonRow name={user.name ?? <Trans>Sin nombre</Trans>} isTemporary onLeave={() => setLeaving(true)} />
      <AccountOffer />
      <ConfirmLoss
        open={isLeaving}
        title={<Trans>¿Salir y perder tus números?</Trans>}
        loseLabel={<Trans>Sí, salir</Trans>}
        keepLabel={<Trans>Quedarme</Trans>}
        busy={busy}
        onKeep={() => setLeaving(false)}
        onLose={() => void run().then(() => setLeaving(false))}
      >
        <p>
          <Trans>
            Tus números y recibos están guardados solo en este navegador. Al salir se borran, y dejamos de
            avisarte aquí.
          </Trans>
        </p>
        {!hidesLogin && (
          <p>
            <Trans>Con una cuenta no los pierdes.</Trans>
          </p>
        )}
      </ConfirmLoss>
    </div>
  )
}

/** What would keep their numbers. */
function AccountOffer() {
  const hidesLogin = useUi(isHidden('login'))
  if (hidesLogin) return null
  return (
    <Button look="soft" wide icon="lock" href={placeOfWay('sign-up', PROFILE)}>
      <Trans>Crea una cuenta y conserva tus números</Trans>
    </Button>
  )
}

/** As large as who was here last will be. */
function PersonPlace() {
  const isTemporary = !stoodKeeper.wasRegistered()
  return (
    <div className={styles.stack}>
      <PersonRow name="…" isTemporary={isTemporary} />
      {isTemporary && <AccountOffer />}
    </div>
  )
}

/** Leaving loses nothing. It asks only where this phone would fall silent about something that is to come. */
function RegisteredPerson({ user }: { user: SessionUser }) {
  const { run, busy } = useErrand('logOut')
  const [isLeaving, setLeaving] = useState(false)
  const { tickets, reservations } = useHeld()
  const isAwaited = tickets.length + reservations.length > 0
  const leave = () => void run().then(() => setLeaving(false))
  return (
    <>
      <PersonRow
        name={user.name ?? <Trans>Sin nombre</Trans>}
        isTemporary={false}
        email={user.email}
        isLeaving={busy}
        onLeave={isAwaited ? () => setLeaving(true) : leave}
      />
      <Dialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        blocking={busy}
        title={<Trans>¿Salir de tu cuenta aquí?</Trans>}
        actions={
          <>
            <Button wide busy={busy} onClick={leave}>
              <Trans>Salir</Trans>
            </Button>
            <Button look="soft" wide onClick={() => setLeaving(false)}>
              <Trans>Quedarme</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          Tus números y reservas siguen en pie, y los encuentras al entrar de nuevo. En este teléfono dejamos
          de avisarte.
        </Trans>
      </Dialog>
    </>
  )
}

function GuestNote() {
  const status = useSession(session => session.status)
  const hadAccount = useSession(({ ended }) => ended === 'registered')
  const hidesLogin = useUi(isHidden('login'))
  const identify = (
    <Button look={hadAccount ? 'quiet' : 'main'} href={placeOfWay('temporary', PROFILE)}>
      <Trans>Identifícate</Trans>
    </Button>
  )
  const signIn = (
    <Button look={hadAccount ? 'main' : 'quiet'} href={placeOfWay('sign-in', PROFILE)}>
      <Trans>Inicia sesión</Trans>
    </Button>
  )
  return (
    <Note
      icon="user"
      title={status === 'expired' ? <Trans>Sesion Expirada</Trans> : <Trans>Aún no sabemos quién eres</Trans>}
      action={
        hidesLogin ? (
          identify
        ) : (
          <ButtonRow>
            {hadAccount ? signIn : identify}
            {hadAccount ? identify : signIn}
            <Button look="plain" size="tight" href={placeOfWay('sign-up', PROFILE)}>
              <Trans>Crea una cuenta</Trans>
            </Button>
          </ButtonRow>
        )
      }
    >
      {hadAccount ? (
        <Trans>Entra otra vez: tus números siguen en tu cuenta.</Trans>
      ) : (
        <Trans>No hace falta una cuenta: bastan tu nombre y tu documento.</Trans>
      )}
    </Note>
  )
}

interface PersonRowProps {
  name: ReactNode
  isTemporary: boolean
  /** Null where it is not known without a network. */
  email?: string | null
  isLeaving?: boolean
  onLeave?: () => void
}

function PersonRow({ name, isTemporary, email, isLeaving = false, onLeave }: PersonRowProps) {
  return (
    <List>
      <ListRow
        icon="user"
        title={name}
        detail={
          isTemporary ? (
            <Trans>Sin cuenta: tus números viven solo en este navegador</Trans>
          ) : (
            (email ?? <Trans>Tu cuenta</Trans>)
          )
        }
      >
        <div className={styles.acts}>
          <Button look="plain" size="tight" href="/profile/correct">
            <Trans>Corregir mis datos</Trans>
          </Button>
          <Button look="danger" size="tight" icon="logout" busy={isLeaving} onClick={onLeave}>
            <Trans>Salir</Trans>
          </Button>
        </div>
      </ListRow>
      {!isTemporary && (
        <ListRow
          icon="lock"
          title={<Trans>Mi cuenta</Trans>}
          detail={<Trans>Correo, contraseña y dónde está abierta</Trans>}
          href="/profile/account"
          further
        />
      )}
    </List>
  )
}
