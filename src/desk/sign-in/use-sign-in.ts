import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { signInPatiently } from '#src/flows/session/sign-in-patiently.ts'
import type { Credentials } from '../door-api.ts'
import { useDoorTools } from '../door-tools.ts'
import { signInWithPatience } from './sign-in-patience.ts'

export interface SignIn {
  /** Does it, unless it is being done already. */
  signIn(credentials: Credentials): Promise<void>
  /** What is being done: the server is asked, or the browser proves some work first. */
  doing: 'asking' | 'proving' | null
  /** The code of why the last one went wrong; null once the next begins. */
  refusal: string | null
}

/** Signs in; the session begins when the server agrees. */
export function useSignIn(): SignIn {
  const { api, session, timers } = useDoorTools()
  const [doing, setDoing] = useState<SignIn['doing']>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  return {
    async signIn(credentials) {
      if (doing !== null) return
      setDoing('asking')
      setRefusal(null)
      try {
        const ask = () => signInPatiently(api, credentials, () => setDoing('proving'))
        session.begin(await signInWithPatience(ask, timers))
      } catch (error) {
        setRefusal(error instanceof ApiError ? error.code : 'internal')
      }
      setDoing(null)
    },
    doing,
    refusal,
  }
}
