import { useEffect } from 'react'
import { flows } from '#src/flows/flows.ts'
import { useSession } from '#src/stores/session-store.ts'

/**
 * Joins the office's channel while its screen is open, so that its lines stay current; a guest cannot
 * (CHAN-03).
 */
export function useOfficeChannel(officeSlug: string): void {
  const token = useSession(session => session.token)
  useEffect(() => {
    if (token === null) return
    flows
      .get()
      .then(({ joinOffice }) => joinOffice(officeSlug))
      .catch(reportError)
    return () =>
      void flows
        .get()
        .then(({ leaveOffice }) => leaveOffice(officeSlug))
        .catch(reportError)
  }, [officeSlug, token])
}
