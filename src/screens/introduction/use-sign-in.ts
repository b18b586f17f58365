import { useRef, useState } from 'react'
import type { Credentials } from '#src/flows/session/sign-in.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'

const areSame = (one: Credentials, other: Credentials) =>
  one.user === other.user && one.password === other.password

/**
 * Signs in to an account. Pressed again while the former press is under way it does what was typed since,
 * unless the former one let somebody in: a wrong password was often seen and put right before its answer
 * came.
 */
export function useSignIn() {
  const { run, asked, failure, forget } = useErrand('signIn')
  const [isProving, setProving] = useState(false)
  const [wish, setWish] = useState<Credentials | null>(null)
  /** What was pressed last, while somebody is being asked; null while nobody is. */
  const pressed = useRef<Credentials | null>(null)

  async function tryUntilAnswered(first: Credentials): Promise<void> {
    for (let asked = first; ; asked = pressed.current ?? asked) {
      const { status } = await run(asked, { onProving: () => setProving(true) })
      setProving(false)
      if (status === 'done' || (pressed.current && areSame(pressed.current, asked))) break
    }
    pressed.current = null
    setWish(null)
  }

  return {
    signIn(credentials: Credentials) {
      const isUnderWay = pressed.current !== null
      pressed.current = credentials
      setWish(credentials)
      if (!isUnderWay) void tryUntilAnswered(credentials)
    },
    /** Whether it is these that it is done with, or will be. */
    isAsked(credentials: Credentials): boolean {
      const last = wish ?? asked?.[0]
      return last !== undefined && areSame(last, credentials)
    },
    /** The browser proves some work first. */
    isProving,
    failure,
    forget,
  }
}
