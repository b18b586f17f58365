import { useQuery } from '@tanstack/react-query'
import { mayBeRated } from '#src/domain/poll-state.ts'
import { pollsQuery } from './polls-query.ts'
import { useNow } from './use-now.ts'
import { useReceipts } from './use-receipts.ts'

/**
 * The tickets that may be rated now: as the server says, and without it those of which this device asked.
 * What was answered here is none of them, also while the answer waits for the network.
 * @param token null where the server cannot be asked
 */
export function useOpenPolls(token: string | null): ReadonlySet<string> {
  const { value: receipts = [] } = useReceipts()
  const { data } = useQuery({ ...pollsQuery(), enabled: token !== null })
  const now = useNow()
  const kept = new Map(receipts.map(receipt => [receipt.tuid, receipt]))
  const known = data?.map(({ ticket_id }) => ticket_id)
  const isSaid = (tuid: string) => {
    const { poll } = kept.get(tuid) ?? {}
    return poll !== undefined && poll !== 'asked'
  }
  return new Set(
    known
      ? known.filter(tuid => !isSaid(tuid))
      : receipts.filter(receipt => mayBeRated(receipt, now)).map(({ tuid }) => tuid),
  )
}
