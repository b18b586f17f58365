import { useQuery } from '@tanstack/react-query'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { meetTimes } from '#contract/rules/meet-time.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { canEnterCall } from '#src/domain/can-enter-call.ts'
import { placeOf } from '#contract/rules/distance.ts'
import { mayConfirmComing, mayMove } from '#src/domain/may-change-reservation.ts'
import { officeStateQuery } from '#src/queries/office-state-query.ts'
import { DownloadSheet } from '#src/screens/held/download-sheet.tsx'
import { DirectionsSheet } from '#src/screens/shared/directions-sheet.tsx'
import { useFlag } from '#src/stores/flags-store.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { Note } from '#src/ui/state/note.tsx'

export interface ComingActionsProps {
  reservation: ReservationReceipt
  /** Milliseconds since the epoch. */
  now: number
  /** That one will come is on its way to the office. */
  isSaying: boolean
  onComing: () => void
  /** Another hour is being asked for. */
  isMoving: boolean
}

/** What can be done with a time that is still to come: say so, get there or enter, keep it, change it. */
export function ComingActions({ reservation, now, isSaying, isMoving, onComing }: ComingActionsProps) {
  const { id, meet, office } = reservation
  const isOffered = useFlag('reservations')
  const hidesDirections = useUi(isHidden('directions'))
  const { data } = useQuery(officeStateQuery(office.slug))
  const [isOpen, setOpen] = useState(false)
  const known = data?.data.office ?? null
  const isSomewhere = !meet && !hidesDirections && known !== null && placeOf(known) !== null

  return (
    <>
      {meet && <MeetEntry reservation={reservation} now={now} />}
      {mayConfirmComing(reservation, now) && (
        <Button look={meet ? 'soft' : 'main'} wide icon="check" busy={isSaying} onClick={onComing}>
          <Trans>Confirmo que voy</Trans>
        </Button>
      )}
      <ButtonRow>
        {isSomewhere && (
          <Button look="quiet" size="tight" icon="nav" onClick={() => setOpen(true)}>
            <Trans>Cómo llegar</Trans>
          </Button>
        )}
        <DownloadSheet reservation={reservation} look="quiet" />
        {isOffered && mayMove(reservation, now) && (
          <Button look="quiet" size="tight" icon="calendar" href={`/reservations/${id}/move`}>
            {isMoving ? <Trans>Estamos confirmando…</Trans> : <Trans>Cambiar la hora</Trans>}
          </Button>
        )}
      </ButtonRow>
      {known && <DirectionsSheet office={known} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The way into the call, from 15 minutes before (VID-01); until then, from when. */
function MeetEntry({ reservation, now }: { reservation: ReservationReceipt; now: number }) {
  const language = useLanguage()
  if (canEnterCall(reservation, now)) {
    return (
      <Button wide size="tall" icon="video" href={`/reservations/${reservation.id}/meet`}>
        <Trans>Entra a la videollamada</Trans>
      </Button>
    )
  }
  const opens = new Date(meetTimes(reservation).opens)
  if (opens.getTime() <= now) return null
  return (
    <Note icon="video">
      <Trans>
        Podrás entrar a la videollamada desde las {timeText(opens, language, reservation.time_zone)}, 15
        minutos antes.
      </Trans>
    </Note>
  )
}
