import { Trans, useLingui } from '@lingui/react/macro'
import { categoryColour } from '#contract/categories.ts'
import type { Office } from '#contract/rest/offices.ts'
import { MomentCard } from '#src/screens/held/moment-card.tsx'
import type { LineOffer } from '#src/screens/times/line-offer.ts'
import type { Block } from '#src/screens/times/time-step.tsx'
import { useBookableDays } from '#src/screens/times/use-bookable-days.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { TicketBody, TicketCard } from '#src/ui/card/ticket-card.tsx'
import styles from './growing-card.module.css'

export interface GrowingCardProps {
  office: Office
  offer: LineOffer
  meet: boolean
  /** YYYY-MM-DD, or null before one is chosen. */
  day: string | null
  block: Block | null
}

/**
 * What the answers make, beside the questions: the card that one will hold, filled in as it becomes known.
 */
export function GrowingCard({ office, offer, meet, day, block }: GrowingCardProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { free } = useBookableDays(offer)
  const head = {
    office: office.name,
    line: offer.line.name,
    brand: categoryColour(office.category_id),
  }
  return (
    <aside className={styles.place} aria-label={t`Tu reserva hasta ahora`}>
      {block ? (
        <MomentCard
          {...head}
          from={block.from}
          to={block.to}
          timeZone={offer.timeZone}
          meet={meet}
          address={office.options.web_only ? null : `${office.address}, ${office.district}`}
        />
      ) : (
        <TicketCard {...head} icon={meet ? 'video' : 'calendar'}>
          <TicketBody look="centred">
            <p aria-hidden="true" className={styles.blank}>
              –:–
            </p>
            <p className={styles.day}>
              {free?.length === 0 ? (
                <Trans>No quedan horas en esta fila</Trans>
              ) : day === null ? (
                <Trans>Aquí crece tu reserva</Trans>
              ) : (
                calendarDayText(day, language)
              )}
            </p>
          </TicketBody>
        </TicketCard>
      )}
    </aside>
  )
}
