import { useQuery } from '@tanstack/react-query'
import { timeBlocksQuery } from '#src/queries/reservation-queries.ts'
import { useOfficeChannel } from '#src/screens/office/use-office-channel.ts'
import type { LineOffer } from './line-offer.ts'
import type { Block } from './time-step.tsx'

/** Whether somebody else has taken the last place of a block while it was being looked at. */
export function useIsBlockLost(offer: LineOffer, day: string, block: Block): boolean {
  useOfficeChannel(offer.officeSlug)
  const { data } = useQuery(timeBlocksQuery(offer.officeSlug, offer.line, day))
  return data !== undefined && !data.some(({ from, availables }) => from === block.from && availables > 0)
}
