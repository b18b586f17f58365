import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { DeskReservation } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import { isHeld } from '#contract/rules/reservation-state.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { FailedQuestion } from '../failed-question.tsx'
import { OfficeNews } from '../office-news.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import type { Standing } from '../word-of-arrival.ts'
import { BookSheet } from './book-sheet.tsx'
import { DayBar } from './day-bar.tsx'
import { MoreSheet } from './more-sheet.tsx'
import { PrintDay } from './print-day.tsx'
import { ReservationList } from './reservation-list.tsx'
import { ReservationSkeleton } from './reservation-skeleton.tsx'
import styles from './reservations-view.module.css'
import { useDayReservations } from './use-day-reservations.ts'
import { useFound } from './use-found.ts'

/** What is known of today's bookings, which the desk asks for whatever it shows. */
export interface BookedToday {
  /** Today, by the office's calendar; undefined while nothing is known. */
  day: string | undefined
  /** Of the lines that are served; undefined while nothing is known. */
  reservations: readonly DeskReservation[] | undefined
  /** The names of the lines that are served. */
  lines: readonly string[]
  /** Booked in other lines. */
  elsewhere: number
  /** When they were answered, by the server's clock, milliseconds since the epoch. */
  seenAt: number
  error: Error | null
  retry: () => void
}

export interface ReservationsViewProps {
  clerkId: number
  office: Office
  booked: BookedToday
  /** Of whom something must be said before the next is called. */
  standing: Standing | null
  acting: DeskActing
}

/**
 * What is booked, on any day; found by name, code or document; booked, moved and cancelled for somebody else.
 * Today's are those of the lines that are served here, as everything that is called; of other days all.
 * @see rule DESK-11
 */
export default function ReservationsView({
  clerkId,
  office,
  booked,
  standing,
  acting,
}: ReservationsViewProps) {
  const { t } = useLingui()
  const officeId = office.id
  const [other, setOther] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [isBooking, setBooking] = useState(false)
  const [more, setMore] = useState<{ reservation: DeskReservation; isOpen: boolean } | null>(null)
  const [done, setDone] = useState('')
  const [sought, setSought] = useState<string | null>(null)
  const finding = useFound(clerkId, officeId, sought)
  const later = useDayReservations(clerkId, officeId, other)
  const { day: today } = booked
  const shown =
    other === null
      ? booked
      : {
          reservations: later.data?.reservations,
          elsewhere: 0,
          seenAt: later.data?.seenAt ?? 0,
          error: later.error,
          retry: () => void later.refetch(),
        }
  const find = (text: string) => {
    const wanted = text.trim()
    if (wanted.length <= 1) return
    if (wanted === sought) void finding.refetch()
    else setSought(wanted)
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    find(typed)
  }
  const clear = () => {
    setTyped('')
    setSought(null)
  }
  const onMore = (reservation: DeskReservation) => {
    setDone('')
    setMore({ reservation, isOpen: true })
  }
  const span = officeDaySpan(new Date(booked.seenAt), office)
  const list = { clerkId, officeId, timeZone: office.time_zone, today: span, standing, acting, onMore }
  const found = finding.data

  return (
    <section aria-label={t`Reservas`} className={styles.view}>
      <div className={styles.top}>
        <search className={styles.search}>
          <form onSubmit={search}>
            <SearchField
              label={t`Busca una reserva por nombre, código o documento`}
              placeholder={t`Nombre, código o documento`}
              clearLabel={t`Borrar la búsqueda`}
              value={typed}
              onChange={value => (value === '' ? clear() : setTyped(value))}
            />
            {typed.trim().length > 1 && (
              <Button type="submit" look="plain" size="tight" busy={finding.isLoading}>
                <Trans>Buscar</Trans>
              </Button>
            )}
          </form>
        </search>
        <Button look="soft" size="tight" icon="plus" onClick={() => setBooking(true)}>
          <Trans>Reservar para alguien</Trans>
        </Button>
      </div>
      <div role="status" className={styles.news}>
        {done && <Note tone="ok">{done}</Note>}
      </div>
      {sought !== null ? (
        <Section
          title={<Trans>Desde hoy en adelante</Trans>}
          aside={
            <Button look="plain" size="tight" onClick={clear}>
              <Trans>Volver al día</Trans>
            </Button>
          }
        >
          {!found ? (
            finding.error ? (
              <Unread error={finding.error} retry={() => void finding.refetch()} />
            ) : (
              <ReservationSkeleton />
            )
          ) : (
            <>
              {finding.error && <OfficeNews error={finding.error} seenAt={found.seenAt} />}
              <p role="status" className={styles.hint}>
                <Plural
                  value={found.reservations.length}
                  _0="Nada coincide"
                  one="# reserva"
                  other="# reservas"
                />
                {found.more && (
                  <>
                    {'. '}
                    <Trans>Hay más: escribe algo más preciso.</Trans>
                  </>
                )}
              </p>
              {found.reservations.length > 0 && (
                <ReservationList
                  {...list}
                  reservations={found.reservations}
                  seenAt={found.seenAt}
                  withDay
                  empty={null}
                />
              )}
            </>
          )}
        </Section>
      ) : (
        <>
          {today && (
            <div className={styles.day}>
              <DayBar
                day={other ?? today}
                today={today}
                onDay={day => setOther(day === today ? null : day)}
              />
              {shown.reservations && shown.reservations.length > 0 && (
                <PrintDay
                  office={office}
                  day={other ?? today}
                  lines={shown.elsewhere > 0 ? booked.lines : null}
                  reservations={shown.reservations.filter(each => isHeld(each) || each.state === 'called')}
                />
              )}
            </div>
          )}
          {shown.reservations ? (
            <>
              {shown.error && other !== null && <OfficeNews error={shown.error} seenAt={shown.seenAt} />}
              <ReservationList
                // What is asked of one day is not asked of another.
                key={other ?? ''}
                {...list}
                reservations={shown.reservations}
                seenAt={shown.seenAt}
                empty={
                  <NothingBooked
                    isToday={other === null}
                    elsewhere={shown.elsewhere}
                    isOver={shown.reservations.length > 0}
                  />
                }
              />
            </>
          ) : shown.error ? (
            <Unread error={shown.error} retry={shown.retry} />
          ) : (
            <ReservationSkeleton />
          )}
        </>
      )}
      <BookSheet
        clerkId={clerkId}
        office={office}
        open={isBooking}
        onClose={() => setBooking(false)}
        onFind={text => {
          setBooking(false)
          setTyped(text)
          find(text)
        }}
      />
      {more && (
        <MoreSheet
          key={more.reservation.id}
          clerkId={clerkId}
          office={office}
          reservation={more.reservation}
          open={more.isOpen}
          onClose={() => setMore({ ...more, isOpen: false })}
          onDone={setDone}
        />
      )}
    </section>
  )
}

function Unread({ error, retry }: { error: Error | null; retry: () => void }) {
  return <FailedQuestion title={<Trans>No pudimos ver las reservas</Trans>} error={error} onAgain={retry} />
}

function NothingBooked({
  isToday,
  isOver,
  elsewhere,
}: {
  isToday: boolean
  /** Something was booked, and is done. */
  isOver: boolean
  elsewhere: number
}) {
  if (!isToday) {
    return (
      <EmptyState
        icon="calendar"
        title={
          isOver ? <Trans>No quedan reservas ese día</Trans> : <Trans>No hay reservas para ese día</Trans>
        }
      />
    )
  }
  return (
    <EmptyState
      icon="calendar"
      title={isOver ? <Trans>No quedan reservas hoy</Trans> : <Trans>No hay reservas para hoy</Trans>}
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
  )
}
