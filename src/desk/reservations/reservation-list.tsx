import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { DeskReservation } from '#contract/rest/desk.ts'
import { isDone, isHeld, isPromised } from '#contract/rules/reservation-state.ts'
import { List } from '#src/ui/list/list.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import { isCallable } from '../reservation-turns.ts'
import { useReservationWord } from '../use-reservation-word.ts'
import type { DeskActing } from '../use-desk-action.ts'
import { type Standing, wordAbout } from '../word-of-arrival.ts'
import { ArrivalDialog } from '../work/arrival-dialog.tsx'
import { RemoveDialog } from '../work/remove-dialog.tsx'
import styles from './reservation-list.module.css'
import { ReservationRow } from './reservation-row.tsx'

export interface ReservationListProps {
  clerkId: number
  officeId: number
  timeZone: string
  reservations: readonly DeskReservation[]
  /** What there is where nothing is to come. */
  empty: ReactNode
  /** They are of several days. */
  withDay?: boolean
  /** The office's today: who is here is noted of its own alone. */
  today: { from: Date; to: Date }
  /** When they were answered, milliseconds since the epoch. */
  seenAt: number
  /** Of whom something must be said before the next is called. */
  standing: Standing | null
  acting: DeskActing
  /** To what is rarely done with one. */
  onMore: (reservation: DeskReservation) => void
}

/** What is booked, by time: what is still to come, and folded up what is done. */
export function ReservationList(props: ReservationListProps) {
  const { clerkId, officeId, timeZone, reservations, empty, withDay, today, seenAt } = props
  const { standing, acting, onMore } = props
  const { i18n } = useLingui()
  const word = useReservationWord(clerkId, officeId)
  const [calling, setCalling] = useState('')
  const [question, setQuestion] = useState<{
    id: string
    code: string
    standing: Standing
    isOpen: boolean
  } | null>(null)
  const [asked, setAsked] = useState<
    (Pick<DeskReservation, 'id' | 'code' | 'by_desk'> & { isOpen: boolean }) | null
  >(null)
  const row = (reservation: DeskReservation) => {
    const { id, code, by_desk, state } = reservation
    const isDisputed = reservation.document_repeated && !isDone(reservation) && state !== 'called'
    const from = new Date(reservation.from)
    const isToday = today.from <= from && from < today.to
    const mayArrive =
      isToday && isPromised(reservation) && !reservation.meet && reservation.arrived_at === null
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
        withDay={withDay}
        onCall={isCallable(reservation, seenAt) ? call : undefined}
        calling={acting.pending === 'call-reservation' && calling === id}
        onConfirm={state === 'pending' ? () => word.say({ word: 'confirm', reservationId: id }) : undefined}
        onArrive={mayArrive ? () => word.say({ word: 'arrived', reservationId: id }) : undefined}
        saying={word.pending?.reservationId === id ? word.pending.word : null}
        onRemove={isDisputed ? () => setAsked({ id, code, by_desk, isOpen: true }) : undefined}
        onMore={isHeld(reservation) ? () => onMore(reservation) : undefined}
      />
    )
  }
  const open = reservations.filter(each => !isDone(each))
  const done = reservations.filter(isDone)
  return (
    <div>
      <div role="alert" className={styles.news}>
        {word.error && <Note tone="loss">{i18n._(actionErrorText(word.error))}</Note>}
      </div>
      {open.length > 0 ? <List>{open.map(row)}</List> : empty}
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
          hasPhone={!asked.by_desk}
          open={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
    </div>
  )
}
