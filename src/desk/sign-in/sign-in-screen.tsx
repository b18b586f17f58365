import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { TicketBody, TicketCard, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { Logo } from '#src/ui/shell/logo.tsx'
import { nameWindow } from '../use-heading-focus.ts'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-screen.module.css'

/** The door: the form stands on the same card as the numbers that are given out behind it. */
export function SignInScreen() {
  const heading = useRef<HTMLHeadingElement>(null)
  const user = useRef<HTMLInputElement>(null)
  useEffect(() => {
    nameWindow(heading.current)
    // The screen asks one thing; whoever sits down begins to type.
    user.current?.focus()
  }, [])
  return (
    <main className={styles.door}>
      <div className={styles.words}>
        <Logo name="Numerito" />
        <h1 ref={heading} className={styles.title}>
          <Trans>Entra a tu mesón</Trans>
        </h1>
      </div>
      <SignInForm userRef={user}>
        {(fields, button) => (
          <TicketCard
            icon="user"
            office={<Trans>Mesón de atención</Trans>}
            line={<Trans>Para quienes llaman a los números</Trans>}
          >
            <TicketBody>{fields}</TicketBody>
            <TicketPerforation />
            <TicketBody>{button}</TicketBody>
          </TicketCard>
        )}
      </SignInForm>
    </main>
  )
}
