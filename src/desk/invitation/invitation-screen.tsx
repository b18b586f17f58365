import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { DeskSession } from '#contract/rest/desk.ts'
import type { Invitation } from '#contract/rest/staff.ts'
import { lengthFault } from '#contract/rules/password.ts'
import { ApiError } from '#src/api/api-error.ts'
import { signInPatiently } from '#src/flows/session/sign-in-patiently.ts'
import { ErrorSummary, type FieldFault } from '#src/ui/form/error-summary.tsx'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { TicketBody, TicketCard, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Logo } from '#src/ui/shell/logo.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { BehindTheDoor } from '../behind-the-door.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import { roleTexts } from '../role-text.ts'
import fields from '../sign-in/sign-in-form.module.css'
import styles from '../sign-in/sign-in-screen.module.css'
import { useHeadingFocus } from '../use-heading-focus.ts'

interface InvitationScreenProps {
  token: string
  /** Without it: to the desk's own door. */
  onLeave: () => void
  onCome: (clerk: DeskSession) => void
}

/** Who comes by a link: what it is for, and then a name, a user and a password. */
export default function InvitationScreen(props: InvitationScreenProps) {
  return (
    <BehindTheDoor>
      <Invited {...props} />
    </BehindTheDoor>
  )
}

function Invited({ token, onLeave, onCome }: InvitationScreenProps) {
  const { i18n } = useLingui()
  const { api } = useDeskTools()
  const heading = useHeadingFocus()
  const look = useQuery<Invitation>({
    queryKey: ['invitation', token],
    queryFn: () => api.lookAtInvitation(token),
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <main className={styles.door}>
      <div className={styles.words}>
        <Logo name="Numerito" />
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {look.data?.kind === 'first' ? (
            <Trans>Abre tu primera oficina</Trans>
          ) : look.data?.kind === 'password' ? (
            <Trans>Elige una contraseña nueva</Trans>
          ) : (
            <Trans>Te invitaron a un mesón</Trans>
          )}
        </h1>
      </div>
      {look.data ? (
        <Acceptance token={token} invitation={look.data} onLeave={onLeave} onCome={onCome} />
      ) : look.error ? (
        <FailedState
          title={<Trans>El enlace no abre</Trans>}
          action={
            <>
              <Button icon="refresh" look="soft" onClick={() => void look.refetch()}>
                <Trans>Intentar de nuevo</Trans>
              </Button>
              <Button look="plain" onClick={onLeave}>
                <Trans>Entrar al mesón</Trans>
              </Button>
            </>
          }
        >
          {i18n._(questionErrorText(look.error))}
        </FailedState>
      ) : (
        <Spinner size="l" />
      )}
    </main>
  )
}

type As = 'new' | 'known' | 'password'

/** The link is good for nothing by now; whoever has used it comes in by the desk's own door. */
const isOver = (error: Error | null): boolean => error instanceof ApiError && error.status === 410

function Acceptance({
  token,
  invitation,
  onLeave,
  onCome,
}: InvitationScreenProps & { invitation: Invitation }) {
  const { t, i18n } = useLingui()
  const { api } = useDeskTools()
  const id = useId()
  const [as, setAs] = useState<As>(invitation.kind === 'password' ? 'password' : 'new')
  const [name, setName] = useState('')
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [attempt, setAttempt] = useState(0)
  const door = { captcha: api.captcha, signIn: api.acceptInvitation }
  const accept = useMutation<DeskSession, Error, void>({
    mutationFn: () =>
      as === 'known'
        ? signInPatiently(door, { as, token, user, password }, () => undefined)
        : api.acceptInvitation(as === 'new' ? { as, token, name, user, password } : { as, token, password }),
    networkMode: 'always',
    onSuccess: onCome,
  })
  const faults: FieldFault[] = []
  const fault = (field: string, message: string) => faults.push({ fieldId: `${id}-${field}`, message })
  if (as === 'new' && name.trim() === '') fault('name', t`Escribe tu nombre`)
  if (as !== 'password' && user.trim() === '') fault('user', t`Escribe tu usuario`)
  else if (as === 'new' && !/^[a-z0-9]+([._-][a-z0-9]+)*$/.test(user.trim().toLowerCase()))
    fault('user', t`Solo letras sin tilde, números, puntos y guiones`)
  if (as === 'known' ? password === '' : lengthFault(password) !== null)
    fault(
      'password',
      as === 'known' ? t`Escribe tu contraseña` : t`La contraseña necesita al menos 8 caracteres`,
    )
  const shown = attempt > 0 ? faults : []
  const faultOf = (field: string) => shown.find(one => one.fieldId === `${id}-${field}`)?.message
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (faults.length === 0 && !accept.isPending) accept.mutate()
  }
  const { invited_by, office_name } = invitation
  return (
    <form onSubmit={send} noValidate>
      <TicketCard
        icon={as === 'password' ? 'key' : 'user'}
        office={office_name ?? <Trans>Una oficina nueva</Trans>}
        line={
          as === 'password'
            ? invitation.user
            : invitation.kind === 'first'
              ? t`Serás quien la administra`
              : i18n._(roleTexts[invitation.role])
        }
      >
        <TicketBody>
          <div className={fields.fields}>
            {invited_by !== null && as !== 'password' && (
              <p>
                <Trans>{invited_by} te invita. El enlace sirve una vez.</Trans>
              </p>
            )}
            <ErrorSummary title={t`Falta algo para entrar`} faults={shown} attempt={attempt} />
            {accept.error && (
              <Note tone="loss" role="alert">
                {i18n._(questionErrorText(accept.error))}
              </Note>
            )}
            {isOver(accept.error) && (
              <Button look="soft" wide onClick={onLeave}>
                <Trans>Entrar al mesón</Trans>
              </Button>
            )}
            {as === 'new' && (
              <TextField
                id={`${id}-name`}
                label={<Trans>Tu nombre</Trans>}
                hint={<Trans>Así te ven tus colegas.</Trans>}
                autoComplete="name"
                value={name}
                error={faultOf('name')}
                onChange={event => setName(event.target.value)}
              />
            )}
            {as !== 'password' && (
              <TextField
                id={`${id}-user`}
                label={<Trans>Usuario</Trans>}
                hint={as === 'new' ? <Trans>Con él entras, por ejemplo: ana.rojas</Trans> : undefined}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={user}
                error={faultOf('user')}
                onChange={event => setUser(event.target.value)}
              />
            )}
            <PasswordField
              id={`${id}-password`}
              label={<Trans>Contraseña</Trans>}
              hint={as === 'known' ? undefined : <Trans>Al menos 8 caracteres. Una frase tuya sirve.</Trans>}
              autoComplete={as === 'known' ? 'current-password' : 'new-password'}
              showLabel={t`Ver la contraseña`}
              value={password}
              error={faultOf('password')}
              onChange={event => setPassword(event.target.value)}
            />
          </div>
        </TicketBody>
        <TicketPerforation />
        <TicketBody>
          <Button type="submit" size="tall" wide busy={accept.isPending}>
            {invitation.kind === 'first' ? <Trans>Seguir</Trans> : <Trans>Entrar</Trans>}
          </Button>
          {invitation.kind === 'join' && (
            <Button
              look="plain"
              wide
              onClick={() => {
                setAs(as === 'new' ? 'known' : 'new')
                setAttempt(0)
              }}
            >
              {as === 'new' ? <Trans>Ya tengo usuario en otra oficina</Trans> : <Trans>Soy nuevo aquí</Trans>}
            </Button>
          )}
        </TicketBody>
      </TicketCard>
    </form>
  )
}
