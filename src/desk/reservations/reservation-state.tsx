import { Trans } from '@lingui/react/macro'
import type { DeskReservation } from '#contract/rest/desk.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { StateWord } from '#src/ui/state/state-word.tsx'

/** How a reservation stands, in a word of the desk's. */
export function ReservationState({
  reservation: { state, confirm_by },
  timeZone,
}: {
  reservation: Pick<DeskReservation, 'state' | 'confirm_by'>
  timeZone: string
}) {
  const language = useLanguage()
  switch (state) {
    case 'pending': {
      const until = confirm_by && timeText(new Date(confirm_by), language, timeZone)
      return (
        <StateWord tone="almost" icon="clock">
          {until ? <Trans>Por confirmar hasta las {until}</Trans> : <Trans>Por confirmar</Trans>}
        </StateWord>
      )
    }
    case 'confirmed':
      return (
        <StateWord>
          <Trans>Confirmada</Trans>
        </StateWord>
      )
    case 'user-confirmed':
      return (
        <StateWord tone="press" icon="walk">
          <Trans>Dijo que viene</Trans>
        </StateWord>
      )
    case 'called':
      return (
        <StateWord tone="turn" icon="bell">
          <Trans>Llamada</Trans>
        </StateWord>
      )
    case 'attended':
      return (
        <StateWord tone="ok" icon="check">
          <Trans>Atendida</Trans>
        </StateWord>
      )
    case 'missed':
      return (
        <StateWord icon="close">
          <Trans>No llegó</Trans>
        </StateWord>
      )
    case 'cancelled':
      return (
        <StateWord icon="close">
          <Trans>Cancelada</Trans>
        </StateWord>
      )
    case 'removed':
      return (
        <StateWord icon="close">
          <Trans>Quitada</Trans>
        </StateWord>
      )
    case 'expired':
      return (
        <StateWord icon="close">
          <Trans>Nadie la confirmó</Trans>
        </StateWord>
      )
  }
}
