import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { DeskSession } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import styles from './clerk-account.module.css'
import { withDay } from './figures/day-address.ts'
import { questionErrorText } from './desk-error-texts.ts'
import { useDeskTools } from './desk-tools.ts'

export interface ClerkAccountProps {
  clerk: DeskSession
  /** The office at which they work now, where there is one. */
  officeId?: number
  /** In place of signing out at once: first asks, where something would be lost. */
  onSignOut?: () => void
}

export function ClerkAccount({ clerk, officeId, onSignOut }: ClerkAccountProps) {
  const { i18n } = useLingui()
  const signOut = useSignOut()
  const [, setAddress] = useSearchParams()
  const office = clerk.offices.find(({ id }) => id === officeId)
  return (
    <>
      <p className={styles.name}>{clerk.name}</p>
      {office && office.role !== 'clerk' && (
        <Button
          look="plain"
          size="tight"
          icon="chart"
          onClick={() => setAddress(before => withDay(before, office.id))}
        >
          <Trans>El día</Trans>
        </Button>
      )}
      {signOut.error && (
        <p role="alert" className={styles.error}>
          {i18n._(questionErrorText(signOut.error))}
        </p>
      )}
      <Button
        look="plain"
        size="tight"
        icon="logout"
        busy={signOut.isPending}
        onClick={onSignOut ?? (() => signOut.mutate())}
      >
        <Trans>Salir</Trans>
      </Button>
    </>
  )
}

/**
 * Ends the session at the server and then here. Only in that order: the cookie is out of the page's reach,
 * and a clerk who believes to be out while the computer still is in would leave the desk open to whoever sits
 * down.
 */
export function useSignOut() {
  const { api, session } = useDeskTools()
  return useMutation<void, Error, void>({
    mutationFn: api.signOut,
    networkMode: 'always',
    onSuccess: session.end,
  })
}
