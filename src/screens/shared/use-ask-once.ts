import { useEffect, useState } from 'react'
import type { FailureCode } from '#src/domain/failure-codes.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { FAULT, type Outcome } from '#src/flows/outcome.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { isSettled, useSession } from '#src/stores/session-store.ts'

/**
 * What the server says of one that is not this person's, or of nobody in particular. Anything else is no
 * answer.
 */
const NOT_HERE: readonly FailureCode[] = ['not-found', 'unauthorized', 'session-expired', 'bad-request']

/** `told`: by the server, which knows it or does not; a code where it could not be asked; null until then. */
export type Answer = 'told' | { code: FailureCode } | null

/**
 * A link may lead to a number or a reservation that this browser has not heard of yet: it is asked once, when
 * it is known who asks, and again on a press or when the network is back.
 * @param ask the same function each time
 */
export function useAskOnce(
  id: string,
  isMissing: boolean,
  ask: (flows: Flows, id: string) => Promise<Outcome>,
): { answer: Answer; askAgain: () => void } {
  const [asked, setAsked] = useState<{ id: string; online: boolean; answer: Answer } | null>(null)
  const online = useConnection(connection => connection.online)
  const isKnown = useSession(isSettled)
  const isAsked = asked?.id === id && (asked.online || !online)
  const isWanted = isMissing && !isAsked && isKnown
  useEffect(() => {
    if (!isWanted) return
    let isOver = false
    const tell = (outcome: Outcome) => {
      if (isOver) return
      const isTold = outcome.status === 'done' || NOT_HERE.includes(outcome.code)
      setAsked({ id, online, answer: isTold ? 'told' : { code: outcome.code } })
    }
    flows
      .get()
      .then(bound => ask(bound, id))
      .then(tell, error => {
        reportError(error)
        tell(FAULT)
      })
    return () => {
      isOver = true
    }
  }, [id, isWanted, online, ask])
  return { answer: isAsked ? asked.answer : null, askAgain: () => setAsked(null) }
}
