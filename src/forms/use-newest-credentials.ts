import { useRef, useState } from 'react'

export interface TypedCredentials {
  user: string
  password: string
}

export const areSameCredentials = (one: TypedCredentials, other: TypedCredentials): boolean =>
  one.user === other.user && one.password === other.password

/** How a try to sign in went. */
export interface Tried<Typed> {
  /** With these. */
  asked: Typed
  isIn: boolean
}

/**
 * One sign-in at a time, with what was pressed last. Pressed again while the former press is under way it
 * does what was typed since, unless the former one let somebody in: a wrong password was often seen and put
 * right before its answer came.
 *
 * @param tryThem must not fail
 */
export function useNewestCredentials<Typed extends TypedCredentials, Outcome extends Tried<Typed>>(
  tryThem: (newest: () => Typed) => Promise<Outcome>,
) {
  /** What it is done with, or will be; null while nobody signs in. */
  const [wish, setWish] = useState<Typed | null>(null)
  const pressed = useRef<Typed | null>(null)

  async function tryUntilAnswered(first: Typed): Promise<Outcome> {
    const newest = () => pressed.current ?? first
    for (;;) {
      const outcome = await tryThem(newest)
      if (!outcome.isIn && !areSameCredentials(newest(), outcome.asked)) continue
      pressed.current = null
      setWish(null)
      return outcome
    }
  }

  return {
    wish,
    /** @returns how the last try went; null where the former press brings it */
    async press(credentials: Typed): Promise<Outcome | null> {
      const isUnderWay = pressed.current !== null
      pressed.current = credentials
      setWish(credentials)
      return isUnderWay ? null : tryUntilAnswered(credentials)
    },
  }
}
