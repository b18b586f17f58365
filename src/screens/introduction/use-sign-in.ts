import { useState } from 'react'
import type { Credentials } from '#src/flows/session/sign-in.ts'
import { areSameCredentials, useNewestCredentials } from '#src/forms/use-newest-credentials.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'

/** Signs in to an account, with what was pressed last. */
export function useSignIn() {
  const { run, asked, failure, forget } = useErrand('signIn')
  const [isProving, setProving] = useState(false)
  const { press, wish } = useNewestCredentials(async (newest: () => Credentials) => {
    const asked = newest()
    const { status } = await run(asked, { onProving: () => setProving(true) })
    setProving(false)
    return { asked, isIn: status === 'done' }
  })

  return {
    signIn: (credentials: Credentials) => void press(credentials),
    /** Whether it is these that it is done with, or will be. */
    isAsked(credentials: Credentials): boolean {
      const last = wish ?? asked?.[0]
      return last !== undefined && areSameCredentials(last, credentials)
    },
    /** The browser proves some work first. */
    isProving,
    failure,
    forget,
  }
}
