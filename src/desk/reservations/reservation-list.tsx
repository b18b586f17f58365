import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskReservation } from '#contract/rest/desk.ts'
import { isDone, isPromised } from '#contract/rules/reservation-state.ts'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState, FailedState } from '#src/ui/state/standstill.tsx'
import { actionErrorText, questionErrorText } from '../desk-error-texts.ts'
import { isCallable } from '../reservation-turns.ts'
import { useReservationWord } from '../use-reservation-word.ts'
import type { DeskActing } from '../use-desk-action.ts'
import { type Standing, wordAbout } from '../word-of-arrival.ts'
import { ArrivalDialog } from '../work/arrival-dialog.tsx'
import { RemoveDialog } from '../work/remove-dialog.tsx'
import styles from './reservation-list.module.css'
import { ReservationRow } from './reservation-row.tsx'
import { ReservationSkeleton } from './reservation-skeleton.tsx'

/** What is known of the day's bookings. */
export interface BookedToday {
  /** Of the lines that are served; undefined while nothing is known. */
  reservations: readonly DeskReservation[] | undefined
  /** Booked in other lines. */
  elsewhere: number
  /** When they were answered, milliseconds since the epoch. */
  seenAt: number
  error: Error | null
  retry: () => void
}

export interface ReservationListProps {
  clerkId: number
  officeId: number
  timeZone: string
  booked: BookedToday
  /** Of whom something must be said before the next is called. */
  standing: Standing | null
  acting: DeskActing
}

/** What is booked today, by time: what is still to come, and folded up what is done. */
export function ReservationList(props: ReservationListProps) {
  const { clerkId, officeId, timeZone, booked, standing, acting } = props
  const { reservations, elsewhere, seenAt, error, retry } = booked
  const { i18n } = useLingui()
  const word = useReservationWord(clerkId, officeId)
  const [calling, setCalling] = useState('')
  const [question, setQuestion] = useState<{
    id: string
    code: string
    standing: Standing
    isOpen: boolean
  } | null>(null)
  const [asked, setAsked] = useState<{ id: string; code: string; isOpen: boolean } | null>(null)
  if (!reservations) {
    if (!error) return <ReservationSkeleton />
    return (
      <FailedState
        title={<Trans>No pudimos ver las reservas</Trans>}
        action={
          <Button icon="refresh" onClick={retry}>
            <Trans>Intentar de nuevo</Trans>
          </Button>
        }
      >
        {i18n._(questionErrorText(error))}
      </FailedState>
    )
  }
  const row = (reservation: DeskReservation) => {
    const { id, code, state } = reservation
    const isDisputed = reservation.document_repeated && !isDone(reservation) && state !== 'called'
    const mayArrive = isPromised(reservation) && !reservation.meet && reservation.arrived_at === null
    const call = () => {
      setCalling(id)
      const word = wordAbout(standing)
      if (word === 'unsaid' && standing) setQuestion({ id, code, standing, isOpen: true })
      else if (word !== 'unsaid') acting.act({ do: 'call-reservation', reservationId: id, here: word })
    }
    return (
      <ReservationRow
        key={id}
        reservation={reservation}
        timeZone={timeZone}
        onCall={isCallable(reservation, seenAt) ? call : undefined}
        calling={acting.pending === 'call-reservation' && calling === id}
        onConfirm={state === 'pending' ? () => word.say({ word: 'confirm', reservationId: id }) : undefined}
        onArrive={mayArrive ? () => word.say({ word: 'arrived', reservationId: id }) : undefined}
        saying={word.pending?.reservationId === id ? word.pending.word : null}
        onRemove={isDisputed ? () => setAsked({ id, code, isOpen: true }) : undefined}
      />
    )
  }
  const open = reservations.filter(each => !isDone(each))
  const done = reservations.filter(isDone)
  return (
    <Section title={<Trans>Reservas de hoy</Trans>}>
      <div>
        <div role="alert" className={styles.news}>
          {word.error && <Note tone="loss">{i18n._(actionErrorText(word.error))}</Note>}
        </div>
        {open.length > 0 ? (
          <List>{open.map(row)}</List>
        ) : (
          <EmptyState
            icon="calendar"
            title={
              done.length > 0 ? (
                <Trans>No quedan reservas hoy</Trans>
              ) : (
                <Trans>No hay reservas para hoy</Trans>
              )
            }
          >
            {elsewhere > 0 ? (
              <Plural
                value={elsewhere}
                one="Hay # en las filas que no atiendes."
                other="Hay # en las filas que no atiendes."
              />
            ) : (
              <Trans>Cuando alguien reserve una hora en tus filas, la verás aquí.</Trans>
            )}
          </EmptyState>
        )}
        {done.length > 0 && (
          <details className={styles.done}>
            <summary>
              <Plural value={done.length} one="# terminada" other="# terminadas" />
            </summary>
            <List>{done.map(row)}</List>
          </details>
        )}
        {question && (
          <ArrivalDialog
            standing={question.standing}
            open={question.isOpen}
            busy={acting.pending !== null}
            onSay={here => {
              acting.act({ do: 'call-reservation', reservationId: question.id, here })
              setQuestion({ ...question, isOpen: false })
            }}
            onBack={() => setQuestion({ ...question, isOpen: false })}
          >
            <Trans>Después se llama a {question.code}.</Trans>
          </ArrivalDialog>
        )}
        {asked && (
          <RemoveDialog
            clerkId={clerkId}
            officeId={officeId}
            removal={{ do: 'remove-reservation', reservationId: asked.id }}
            name={asked.code}
            open={asked.isOpen}
            onClose={() => setAsked({ ...asked, isOpen: false })}
          />
        )}
      </div>
    </Section>
  )
}
