import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '#src/ui/press/button.tsx'
import type { Way } from '#src/screens/shared/way-in.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export interface AccountFormsProps {
  way: Exclude<Way, 'temporary'>
  officeId?: number | null
  /** The person asked for it: the focus goes there. */
  wasChosen?: boolean
  onChoose?: (way: Way) => void
}

/** Signing in or up in the middle of another screen: fetched when it is asked for. */
export default function AccountForms({
  way,
  officeId = null,
  wasChosen = false,
  onChoose,
}: AccountFormsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (wasChosen) heading.current?.focus()
  }, [wasChosen])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {way === 'sign-in' ? <Trans>Inicia sesión</Trans> : <Trans>Crea una cuenta</Trans>}
      </h2>
      {way === 'sign-in' ? (
        <SignInForm />
      ) : (
        <SignUpForm
          officeId={officeId}
          signInInstead={
            <Button look="soft" wide onClick={() => onChoose?.('sign-in')}>
              <Trans>Inicia sesión</Trans>
            </Button>
          }
        />
      )}
    </>
  )
}
