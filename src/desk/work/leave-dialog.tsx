import { Trans, useLingui } from '@lingui/react/macro'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { useSignOut } from '../clerk-account.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import { useDeskAction } from '../use-desk-action.ts'
import { type Standing, wordAbout } from '../word-of-arrival.ts'
import { ArrivalDialog } from './arrival-dialog.tsx'
import styles from './leave-dialog.module.css'

export interface Leaving {
  /** Only the module is left, or the desk altogether. */
  way: 'close' | 'sign-out'
  isAsked: boolean
}

export interface LeaveDialogProps {
  clerkId: number
  officeId: number
  modulo: string
  /** Of whom it must be said what became of them. */
  standing: Standing | null
  leaving: Leaving
  onStay: () => void
}

/**
 * Leaving ends what is going on here. Whoever signs out closes the module too, or nobody else could sit down
 * at it.
 */
export function LeaveDialog({ clerkId, officeId, standing, leaving, onStay, ...at }: LeaveDialogProps) {
  const modulo = shortModulo(at.modulo)
  const { i18n } = useLingui()
  const signOut = useSignOut()
  const closing = useDeskAction(clerkId, officeId, () => {
    if (leaving.way === 'sign-out') signOut.mutate()
  })
  const isSigningOut = leaving.way === 'sign-out'
  const word = wordAbout(standing)
  const stay = () => {
    closing.clear()
    onStay()
  }
  const fault = closing.error && (
    <p role="alert" className={styles.error}>
      {i18n._(actionErrorText(closing.error))}
    </p>
  )
  if (word === 'unsaid' && standing) {
    return (
      <ArrivalDialog
        standing={standing}
        open={leaving.isAsked}
        busy={closing.pending !== null}
        onSay={here => closing.act({ do: 'close-modulo', here })}
        onBack={stay}
      >
        {isSigningOut ? (
          <Trans>Dilo antes de salir: después se cierra el módulo {modulo}.</Trans>
        ) : (
          <Trans>Dilo antes de cerrar el módulo {modulo}.</Trans>
        )}
        {fault}
      </ArrivalDialog>
    )
  }
  return (
    <ConfirmLoss
      open={leaving.isAsked}
      busy={closing.pending !== null}
      title={
        isSigningOut ? (
          <Trans>¿Cerrar el módulo {modulo} y salir?</Trans>
        ) : (
          <Trans>¿Cerrar el módulo {modulo}?</Trans>
        )
      }
      keepLabel={<Trans>Seguir atendiendo</Trans>}
      loseLabel={isSigningOut ? <Trans>Cerrar y salir</Trans> : <Trans>Cerrar el módulo</Trans>}
      onKeep={stay}
      onLose={() => word !== 'unsaid' && closing.act({ do: 'close-modulo', here: word })}
    >
      {standing === null ? (
        <Trans>Quedará libre para otra persona. Los que esperan conservan su lugar.</Trans>
      ) : (
        <Trans>El {standing.ticket} quedará como atendido. Los que esperan conservan su lugar.</Trans>
      )}
      {fault}
    </ConfirmLoss>
  )
}
