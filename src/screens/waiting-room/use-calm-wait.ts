import { useState } from 'react'
import type { WaitRange } from '#contract/rest/offices.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { calmWait, leftOf, type SaidWait, type Slower } from '#src/domain/calm-wait.ts'

/**
 * How long the number waits, as it is said while its room is open: by as much as the news explains, and no
 * more. In the page and not at the server: it is about what this screen has said.
 */
export function useCalmWait(ticket: Pick<TicketReceipt, 'wait' | 'ahead' | 'wait_at' | 'timeStamp'>): {
  wait: WaitRange | null
  slower: Slower | null
} {
  const [said, setSaid] = useState<SaidWait | null>(null)
  const { wait, ahead, timeStamp, wait_at: at = timeStamp } = ticket
  const now = calmWait(said, { wait, ahead, at })
  if (now !== said) setSaid(now)
  return { wait: now && leftOf(now, at), slower: now?.slower ?? null }
}
