import { useEffect } from 'react'
import { useLead } from '#src/screens/shared/use-lead.ts'
import { useSession } from '#src/stores/session-store.ts'

/** Whoever is in by an account goes on, however they came in. */
export function useLeadIn(next: string): void {
  const lead = useLead()
  const isIn = useSession(({ status, token }) => status === 'registered' && token !== null)
  useEffect(() => {
    if (isIn) lead(next)
  }, [isIn, lead, next])
}
