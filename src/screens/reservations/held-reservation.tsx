import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { categoryColour } from '#contract/categories.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { mayCancel } from '#src/domain/may-change-reservation.ts'
import { useNow } from '#src/queries/use-now.ts'
import { MomentCard } from '#src/screens/held/moment-card.tsx'
import { placeText, reservationLook } from '#src/screens/held/reservation-look.ts'
import { AttentionWords, ConfirmByText, useReservationLabel } from '#src/screens/held/reservation-words.tsx'
import { SessionEndsNote } from '#src/screens/held/session-ends-note.tsx'
import { TemporaryNote } from '#src/screens/held/temporary-note.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { PushSwitch } from '#src/screens/shared/push-switch.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { ZoneNote } from '#src/screens/times/zone-note.tsx'
import { useFlag } from '#src/stores/flags-store.ts'
import { noticesStore } from '#src/stores/notices-store.ts'
import { reservationRefusalText } from '#src/texts/reservation-error-texts.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { ComingActions } from './coming-actions.tsx'
import styles from './held-reservation.module.css'
import { MoveUnknownNote } from './move-unknown-note.tsx'

/** When and where, how far it is, and what can be done with it. */
export function HeldReservation({ reservation }: { reservation: ReservationReceipt }) {
  const { i18n } = useLingui()
  const back = useBack('/tickets')
  const heading = useHeadingFocus()
  const now = useNow()
  const isNew = new URLSearchParams(useSearch()).has('new')
  const label = useReservationLabel(reservation)
  const isOffered = useFlag('reservations')
  const [isAsked, setAsked] = useState(false)
  const { id, code, from, to, time_zone, office, line, meet, state, confirm_by } = reservation
  const cancel = useErrand('cancelReservation', id)
  const coming = useErrand('confirmComing', id)
  // Begun on the screen for it, and perhaps left there: how it ends is said here.
  const move = useErrand('moveReservation', id)
  const fault = cancel.failure ? 'reserve-delete-failed' : (coming.failure ?? move.failure)?.code
  const isHeld = mayCancel(reservation) && !reservation.cancel_waits
  usePrint(`/reservations/${id}`)
  useEffect(() => () => dismissNotices(id), [id])

  // Said in its place, and not over it as well.
  useEffect(() => {
    if (fault !== undefined) dismissNotices(id)
  }, [fault, id])

  /** What went wrong before is not said under what is done now. */
  function begin<Outcome>(run: (id: string) => Promise<Outcome>): Promise<Outcome> {
    for (const { forget } of [cancel, coming, move]) forget()
    return run(id)
  }

  return (
    <>
      <ScreenHeader size="small" title={<Trans>Tu reserva</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={reservation.timeStamp} />
        {fault !== undefined && (
          <Note tone="loss" role="alert">
            {i18n._(reservationRefusalText({ code: fault }))}
          </Note>
        )}
        {move.outcome?.status === 'unknown' && <MoveUnknownNote />}
        {reservation.cancel_waits && (
          <Note tone="almost" icon="offline" role="status" title={<Trans>La cancelación espera</Trans>}>
            <Trans>La enviamos apenas vuelva la conexión. Hasta entonces la oficina no lo sabe.</Trans>
          </Note>
        )}
        <div data-print="only">
          <MomentCard
            office={office.name}
            line={line.name}
            brand={categoryColour(reservation.category_id)}
            from={from}
            to={to}
            timeZone={time_zone}
            meet={meet}
            address={placeText(office)}
            code={code}
            state={reservationLook(reservation, now)}
            word={label}
            status={<AttentionWords {...reservation} />}
            arriving={isNew}
          />
        </div>
        <ZoneNote isChosen timeZone={time_zone} at={from} />
        {state === 'pending' && confirm_by !== null && !reservation.cancel_waits && (
          <Note icon="clock">
            <ConfirmByText now={new Date(now)} confirmBy={confirm_by} timeZone={time_zone} />
          </Note>
        )}
        {isHeld && (
          <>
            <ComingActions
              reservation={reservation}
              now={now}
              isSaying={coming.busy}
              isMoving={move.busy}
              onComing={() => void begin(coming.run)}
            />
            <SessionEndsNote from={from} />
            <div className={styles.panel}>
              <PushSwitch where="after-ticket" />
            </div>
            <div className={styles.foot}>
              <Button look="danger" size="tight" busy={cancel.busy} onClick={() => setAsked(true)}>
                <Trans>Cancelar la reserva</Trans>
              </Button>
            </div>
          </>
        )}
        {!isHeld && !reservation.cancel_waits && isOffered && (
          <Button look="soft" wide icon="calendar" href={`/offices/${office.slug}/lines/${line.slug}/book`}>
            <Trans>Reserva otra hora aquí</Trans>
          </Button>
        )}
        <TemporaryNote />
        <ConfirmLoss
          open={isAsked}
          title={<Trans>¿Cancelar la reserva {code}?</Trans>}
          loseLabel={<Trans>Sí, cancelar</Trans>}
          keepLabel={<Trans>Conservar mi hora</Trans>}
          busy={cancel.busy}
          onKeep={() => setAsked(false)}
          onLose={() => void begin(cancel.run).then(() => setAsked(false))}
        >
          <Trans>Pierdes la hora y otra persona puede tomarla.</Trans>
        </ConfirmLoss>
      </ScreenBody>
    </>
  )
}

/**
 * Prints the screen where its address asks for it, once its card is there.
 * @param path the screen's own address
 */
function usePrint(path: string): void {
  const [, navigate] = useLocation()
  const isAsked = new URLSearchParams(useSearch()).has('print')
  useEffect(() => {
    if (!isAsked) return
    navigate(path, { replace: true })
    window.print()
  }, [isAsked, navigate, path])
}

/**
 * What was said of a reservation while its screen was open; that it was cancelled is read on the way out too.
 */
function dismissNotices(id: string): void {
  const { notices, dismiss } = noticesStore.getState()
  for (const { subject, kind, id: notice } of notices)
    if (subject === id && kind === 'generic-error') dismiss(notice)
}
