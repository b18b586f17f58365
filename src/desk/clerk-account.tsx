import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskSession } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { AccountSheet } from './account/account-sheet.tsx'
import styles from './clerk-account.module.css'
import { questionErrorText } from './desk-error-texts.ts'
import { useDeskTools } from './desk-tools.ts'
import { useOfficeHere } from './use-office-here.ts'

export interface ClerkAccountProps {
  clerk: DeskSession
  /** In place of signing out at once: first asks, where something would be lost. */
  onSignOut?: () => void
}

export function ClerkAccount({ clerk, onSignOut }: ClerkAccountProps) {
  const { i18n } = useLingui()
  const signOut = useSignOut()
  const { office, page, go } = useOfficeHere(clerk)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="plain" size="tight" icon="user" className={styles.name} onClick={() => setOpen(true)}>
        {clerk.name}
      </Button>
      {office && office.role !== 'clerk' && page !== 'day' && (
        <Button look="plain" size="tight" icon="chart" onClick={() => go({ office: office.id, page: 'day' })}>
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
      <AccountSheet clerk={clerk} open={isOpen} onClose={() => setOpen(false)} />
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
