import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskSession } from '#contract/rest/desk.ts'
import { AccountSheet } from './account/account-sheet.tsx'
import { type BarAct, BarButtons, MoreMenu } from './bar-acts.tsx'
import styles from './clerk-account.module.css'
import { questionErrorText } from './desk-error-texts.ts'
import { useDeskTools } from './desk-tools.ts'
import { useOfficeHere } from './use-office-here.ts'

export interface ClerkAccountProps {
  clerk: DeskSession
  /** What the place itself leads to, which narrow windows have behind the same «Más». */
  acts?: readonly BarAct[]
  /** In place of signing out at once: first asks, where something would be lost. */
  onSignOut?: () => void
}

/** Who is signed in, the day's page of a supervisor, and the way out. */
export function ClerkAccount({ clerk, acts = [], onSignOut }: ClerkAccountProps) {
  const { i18n } = useLingui()
  const signOut = useSignOut()
  const { office, page, go } = useOfficeHere(clerk)
  const [isOpen, setOpen] = useState(false)
  const own: BarAct[] = [
    { key: 'account', icon: 'user', words: clerk.name, press: () => setOpen(true) },
    {
      key: 'sign-out',
      icon: 'logout',
      words: <Trans>Salir</Trans>,
      busy: signOut.isPending,
      press: onSignOut ?? (() => signOut.mutate()),
    },
  ]
  if (office && office.role !== 'clerk' && page !== 'day') {
    const press = () => go({ office: office.id, page: 'day' })
    own.splice(1, 0, { key: 'day', icon: 'chart', words: <Trans>El día</Trans>, press })
  }
  return (
    <>
      <div className={styles.buttons}>
        <BarButtons acts={own} />
      </div>
      <div className={styles.more}>
        <MoreMenu acts={[...acts, ...own]} />
      </div>
      {signOut.error && (
        <p role="alert" className={styles.error}>
          {i18n._(questionErrorText(signOut.error))}
        </p>
      )}
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
