import { useQuery } from '@tanstack/react-query'
import { Trans } from '@lingui/react/macro'
import { groupBlocks } from '#src/domain/group-blocks.ts'
import { timeBlocksQuery } from '#src/queries/reservation-queries.ts'
import { useNow } from '#src/queries/use-now.ts'
import { shortMomentText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { useOfficeTime } from '#src/texts/use-office-time.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import type { LineOffer } from './line-offer.ts'
import type { Block } from './time-step.tsx'

export interface FirstHourProps {
  offer: LineOffer
  /** The days on which something is free, YYYY-MM-DD, the nearest first. */
  days: readonly string[]
  onTake: (day: string, block: Block) => void
}

/** The nearest hour that can be had, at one press: most who come want no other. */
export function FirstHour({ offer, days, onTake }: FirstHourProps) {
  const [day, ...later] = days
  return day === undefined ? null : <FirstHourOf offer={offer} day={day} later={later} onTake={onTake} />
}

function FirstHourOf({
  offer,
  day,
  later,
  onTake,
}: Omit<FirstHourProps, 'days'> & { day: string; later: readonly string[] }) {
  const language = useLanguage()
  const now = useNow()
  const officeTime = useOfficeTime(offer.timeZone)
  const { data, isPending } = useQuery(timeBlocksQuery(offer.officeSlug, offer.line, day))
  if (isPending) return <Skeleton height="var(--control)" />
  // Without an answer the calendar is there all the same.
  if (!data) return null
  const first = groupBlocks(data, offer.timeZone, now)
    .flatMap(({ blocks }) => blocks)
    .find(({ availables }) => availables > 0)
  // The day's last one has gone since its days were asked for.
  if (!first) return <FirstHour offer={offer} days={later} onTake={onTake} />
  const { from, to } = first
  const begins = new Date(from)
  const moment = officeTime(begins, shortMomentText(begins, new Date(now), language, offer.timeZone))
  return (
    <Button look="soft" wide icon="clock" onClick={() => onTake(day, { from, to })}>
      <Trans>Primera hora: {moment}</Trans>
    </Button>
  )
}
