import { useQuery } from '@tanstack/react-query'
import type { Poll } from '#contract/rest/polls.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { pollsQuery } from '#src/queries/polls-query.ts'
import { useReceipt } from '#src/queries/use-receipts.ts'

/** What the screen shows of the attention, whoever knows it. */
export interface Attention {
  ticket_id: string
  office_id: number
  office_name: string
  line_name: string
  category_id: string
  ticket: string
}

export type Rated =
  | { status: 'loading' }
  /** The server could not be asked, and this device knows nothing of it. */
  | { status: 'unreached'; retry: () => void }
  /** It is not over, or it is not theirs, or there is nothing to say of it any more. */
  | { status: 'too-early' | 'nothing' }
  | { status: 'answered'; elsewhere: boolean }
  | { status: 'waits' | 'open'; attention: Attention }

const ofReceipt = ({ tuid, officeId, office_name, line_name, category_id, ticket }: TicketReceipt) => ({
  ticket_id: tuid,
  office_id: officeId,
  office_name,
  line_name,
  category_id,
  ticket,
})

const ofPoll = ({ ticket_id, office_id, office_name, line_name, category_id, ticket }: Poll): Attention => ({
  ticket_id,
  office_id,
  office_name,
  line_name,
  category_id,
  ticket,
})

/**
 * How it stands with rating one's attention: by the receipt of this device, which is there with no network,
 * and by what the server says now.
 * @param userId who is here
 */
export function useAttentionRated(ticketId: string, userId: string, token: string | null): Rated {
  const receipt = useReceipt(ticketId)
  // Asked anew: what was known before the question came may not hold it yet.
  const polls = useQuery({ ...pollsQuery(), enabled: token !== null, staleTime: 0 })
  if (receipt.status === 'loading') return { status: 'loading' }
  const kept = receipt.value?.user_id === userId ? receipt.value : null
  const listed = polls.data?.find(({ ticket_id }) => ticket_id === ticketId)
  const isHeard = polls.isSuccess && polls.isFetchedAfterMount && !polls.isFetching
  if (kept?.poll === 'waits') return { status: 'waits', attention: ofReceipt(kept) }
  if (kept?.poll === 'answered') return { status: 'answered', elsewhere: false }
  if (kept?.poll === 'elsewhere') return { status: 'answered', elsewhere: true }
  if (kept) {
    if (kept.state !== 'attended') return { status: 'too-early' }
    if (kept.poll === 'over') return { status: 'nothing' }
    // It was asked here, and may not be answered any more: another device did.
    if (kept.poll === 'asked' && isHeard && !listed) return { status: 'answered', elsewhere: true }
    return { status: 'open', attention: ofReceipt(kept) }
  }
  if (listed) return { status: 'open', attention: ofPoll(listed) }
  if (isHeard) return { status: 'nothing' }
  if (token === null || polls.isError) return { status: 'unreached', retry: () => void polls.refetch() }
  return { status: 'loading' }
}
