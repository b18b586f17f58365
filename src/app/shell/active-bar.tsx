import { useLocation } from 'wouter'
import { useActiveTickets } from '#src/queries/use-receipts.ts'
import { HeldTicket } from '#src/screens/shared/held-ticket.tsx'

/** The active ticket's bar, on every screen but those that show it anyway. */
export default function ActiveBar({ at }: { at: 'dock' | 'rail' }) {
  const [path] = useLocation()
  const [ticket] = useActiveTickets()
  if (!ticket || path === '/' || path.startsWith('/tickets')) return null
  return <HeldTicket ticket={ticket} at={at} />
}
