import { useState } from 'react'
import { isUnknown, useSession } from '#src/stores/session-store.ts'

/**
 * Counts whose answers a form may hold: one more where what was typed is nothing for whoever is here now.
 * That is so for all when they left, and for an account when its session ended and somebody else came. Of
 * those without one nobody can tell whether it is they who are back (AUTH-10).
 */
export function useWhose(): number {
  const user = useSession(session => session.user)
  const hasLeft = useSession(session => session.status === 'guest' && !isUnknown(session))
  const [{ count, last }, setWhose] = useState({ count: 0, last: user })
  const isAnother = user !== null && last !== null && user.user_id !== last.user_id && !last.temporal
  if ((hasLeft && last !== null) || isAnother) setWhose({ count: count + 1, last: user })
  else if (user !== null && user !== last) setWhose({ count, last: user })
  return count
}
