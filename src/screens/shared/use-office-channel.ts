import { useEffect } from 'react'
import { flows } from '#src/flows/flows.ts'
import { useSession } from '#src/stores/session-store.ts'

/**
 * Holds the office's channel while its screen is open, so that its lines stay current; a guest cannot
 * (CHAN-03).
 */
export function useOfficeChannel(officeSlug: string): void {
  const token = useSession(session => session.token)
  useEffect(() => {
    if (token === null) return
    const held = flows.get().then(({ holdOffice }) => holdOffice(officeSlug))
    held.catch(reportError)
    return () =>
      void held.then(
        ({ release }) => release(),
        () => {},
      )
  }, [officeSlug, token])
}
