import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { signInPatiently } from '#src/flows/session/sign-in-patiently.ts'
import { areSameCredentials, useNewestCredentials } from '#src/forms/use-newest-credentials.ts'
import type { Credentials } from '../door-api.ts'
import { useDoorTools } from '../door-tools.ts'
import { signInWithPatience } from './sign-in-patience.ts'

export interface SignIn {
  /** Does it, with what was pressed last. */
  signIn(credentials: Credentials): Promise<void>
  /** What is being done: the server is asked, or the browser proves some work first. */
  doing: 'asking' | 'proving' | null
  /** Whether it is these that it is done with, or will be. */
  isAsked(credentials: Credentials): boolean
  /** The code of why the last one went wrong; null once the next begins. */
  refusal: string | null
}

/** Signs in; the session begins when the server agrees. */
export function useSignIn(): SignIn {
  const { api, session, timers } = useDoorTools()
  const [doing, setDoing] = useState<SignIn['doing']>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { press, wish } = useNewestCredentials(async (newest: () => Credentials) => {
    let asked = newest()
    // Also after a pause: with what was pressed last by then.
    const ask = () => {
      asked = newest()
      setDoing('asking')
      return signInPatiently(api, asked, () => setDoing('proving'))
    }
    try {
      session.begin(await signInWithPatience(ask, timers))
      return { asked, isIn: true, refusal: null }
    } catch (error) {
      return { asked, isIn: false, refusal: error instanceof ApiError ? error.code : 'internal' }
    }
  })

  return {
    async signIn(credentials) {
      setRefusal(null)
      const tried = await press(credentials)
      if (tried === null) return
      setRefusal(tried.refusal)
      setDoing(null)
    },
    doing,
    isAsked: credentials => wish !== null && areSameCredentials(wish, credentials),
    refusal,
  }
}
