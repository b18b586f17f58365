import { useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { signInPatiently } from '#src/flows/session/sign-in-patiently.ts'
import type { Credentials } from '../door-api.ts'
import { useDoorTools } from '../door-tools.ts'
import { signInWithPatience } from './sign-in-patience.ts'

export interface SignIn {
  /**
   * Does it. Pressed again while the former press is under way it does what was typed since, unless the
   * former one let somebody in: a wrong password was often seen and put right before its answer came.
   */
  signIn(credentials: Credentials): Promise<void>
  /** What is being done: the server is asked, or the browser proves some work first. */
  doing: 'asking' | 'proving' | null
  /** Whether it is these that it is done with, or will be. */
  isAsked(credentials: Credentials): boolean
  /** The code of why the last one went wrong; null once the next begins. */
  refusal: string | null
}

const areSame = (one: Credentials, other: Credentials) =>
  one.user === other.user && one.password === other.password

/** Signs in; the session begins when the server agrees. */
export function useSignIn(): SignIn {
  const { api, session, timers } = useDoorTools()
  const [doing, setDoing] = useState<SignIn['doing']>(null)
  const [wish, setWish] = useState<Credentials | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** What was pressed last, for whoever is under way; null while nobody is. */
  const pressed = useRef<Credentials | null>(null)

  /** With what was pressed last, at each try. @returns why that was refused; null once somebody is in */
  async function tryUntilAnswered(first: Credentials): Promise<string | null> {
    let asked = first
    const ask = () => {
      asked = pressed.current ?? asked
      setDoing('asking')
      return signInPatiently(api, asked, () => setDoing('proving'))
    }
    for (;;) {
      try {
        session.begin(await signInWithPatience(ask, timers))
        return null
      } catch (error) {
        if (pressed.current && !areSame(pressed.current, asked)) continue
        return error instanceof ApiError ? error.code : 'internal'
      }
    }
  }

  return {
    async signIn(credentials) {
      const isUnderWay = pressed.current !== null
      pressed.current = credentials
      setWish(credentials)
      if (isUnderWay) return
      setRefusal(null)
      setRefusal(await tryUntilAnswered(credentials))
      pressed.current = null
      setDoing(null)
      setWish(null)
    },
    doing,
    isAsked: credentials => wish !== null && areSame(wish, credentials),
    refusal,
  }
}
