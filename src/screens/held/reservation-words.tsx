import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { cardStatus, reservationLabel, wasCalledOnce } from '#src/domain/reservation-status.ts'
import { useNow } from '#src/queries/use-now.ts'
import { longDayText, timeText } from '#src/texts/clock-text.ts'
import { cardStatusTexts, reservationLabelTexts } from '#src/texts/reservation-texts.ts'
import { useLanguage } from '#src/texts/use-language.ts'

type Shown = Pick<ReservationReceipt, 'state' | 'to' | 'timeStamp' | 'cancel_waits'>

/** How a reservation stands, in a word (RES-11); what its owner decided without a network comes first. */
export function useReservationLabel({ state, to, timeStamp, cancel_waits }: Shown): string {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const isOver = wasCalledOnce({ state, to, timeStamp }, useNow())
  const label = isOver ? t`Te llamaron` : i18n._(reservationLabelTexts[reservationLabel(state)])
  const waits = i18n._(reservationLabelTexts['user-cancelled'])
  return cancel_waits ? waits : label
}

/** What the card says of the attention, or nothing where none comes any more. */
export function AttentionWords({ state, to, timeStamp, cancel_waits }: Shown) {
  const { i18n } = useLingui()
  const isOver = wasCalledOnce({ state, to, timeStamp }, useNow())
  const status = cancel_waits || isOver ? null : cardStatus(state)
  return status === null ? null : i18n._(cardStatusTexts[status])
}

/** Until when the office has to say yes. */
export function ConfirmByText(props: { confirmBy: string; timeZone: string; now: Date }) {
  const { confirmBy, timeZone, now } = props
  const language = useLanguage()
  const until = new Date(confirmBy)
  const [day, today] = [until, now].map(at => longDayText(at, language, timeZone))
  const time = timeText(until, language, timeZone)
  if (day === today) return <Trans>La oficina la confirma a más tardar a las {time}.</Trans>
  return (
    <Trans>
      La oficina la confirma a más tardar el {day}, a las {time}.
    </Trans>
  )
}
