import { Plural, Trans } from '@lingui/react/macro'
import type { Line, Office, WaitRange } from '#contract/rest/offices.ts'
import { favoriteOfLine } from '#src/domain/favorite.ts'
import { isStopped } from '#src/domain/line-door.ts'
import { Heart } from '#src/screens/shared/heart.tsx'
import { OpeningWish } from '#src/screens/shared/opening-wish.tsx'
import { useBooks } from '#src/screens/shared/use-books.ts'
import { LineStopText } from '#src/texts/line-stop-text.tsx'
import { waitFigure } from '#src/texts/wait-figure.ts'
import { ListRow, RowFigure } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import styles from './line-row.module.css'

export interface LineRowProps {
  office: Office
  line: Line
  /** Whether the office gives numbers now. */
  isOpen: boolean
  now: Date
  /** The person's own number in this line, if they wait in it. */
  mine: { tuid: string; ticket: string } | null
  /** The line that the link named. */
  current?: boolean
  /** Its press is the one that stands out among the office's. */
  isFirst: boolean
}

/** A line of an office: who waits, how long, who was called last, and what can be done. */
export function LineRow({ office, line, isOpen, now, mine, current = false, isFirst }: LineRowProps) {
  const { call, waiting } = line
  const isFrozen = isStopped(line, isOpen, now)
  // Nobody can join a frozen line, so how long it would take says nothing.
  const wait = isOpen && !isFrozen && line.takes_tickets ? line.wait : null
  const books = useBooks()(line)
  // Nobody waits there by number.
  const isNumberless = !line.takes_tickets
  return (
    <ListRow
      current={current}
      beside={<Heart favorite={favoriteOfLine(office, line)} />}
      title={line.name}
      detail={
        <>
          {line.executive && (
            <>
              <Trans>Te atiende {line.executive}</Trans>
              <br />
            </>
          )}
          {isNumberless ? (
            books ? (
              <Trans>Se atiende con hora reservada</Trans>
            ) : (
              <Trans>Por ahora esta fila no da números ni toma reservas</Trans>
            )
          ) : waiting === 0 && !isOpen ? (
            <Trans>Da números cuando la oficina abre</Trans>
          ) : waiting === 0 && isFrozen ? null : (
            <Plural value={waiting} _0="Nadie espera" one="# esperando" other="# esperando" />
          )}
          {call && !isNumberless && (
            <>
              {!(isFrozen && waiting === 0) && ' · '}
              <Trans>
                va en <b className={styles.call}>{call}</b>
              </Trans>
            </>
          )}
          {wait?.closes_first && (
            <>
              <br />
              <Trans>Puede que no alcances hoy</Trans>
            </>
          )}
        </>
      }
      end={wait ? <RowFigure>{wait.now ? <Trans>ahora</Trans> : waitFigure(wait)}</RowFigure> : undefined}
      endDetail={wait && !wait.now ? <LineMinutes wait={wait} /> : undefined}
    >
      <LineActions office={office} line={line} isOpen={isOpen} now={now} mine={mine} isFirst={isFirst} />
    </ListRow>
  )
}

/** Under the figure what it is, and how far it may be off. */
function LineMinutes({ wait }: { wait: WaitRange }) {
  const { about, from, to } = wait
  return !about || from === to ? (
    <Trans>minutos</Trans>
  ) : (
    <>
      <Trans>minutos</Trans>
      <br />
      <Trans>
        entre {from} y {to}
      </Trans>
    </>
  )
}

function LineActions(props: LineRowProps) {
  const { line } = props
  const books = useBooks()
  if (!books(line)) return <TakeAction {...props} />
  return (
    <div className={styles.actions}>
      <TakeAction {...props} />
      <BookAction {...props} />
    </div>
  )
}

/** A time can be booked whether the office is open or not, and where no numbers are given. */
function BookAction({ line, isOpen, isFirst }: LineRowProps) {
  const isOnlyWay = !isOpen || !line.takes_tickets
  return (
    <Button
      wide
      look={isFirst && isOnlyWay ? 'main' : 'soft'}
      icon={line.virtual ? 'video' : 'calendar'}
      href={`/offices/${line.officeSlug}/lines/${line.slug}/book`}
    >
      <Trans>Reserva hora</Trans>
    </Button>
  )
}

function TakeAction({ office, line, isOpen, now, mine, isFirst }: LineRowProps) {
  const isFrozen = isStopped(line, isOpen, now)
  if (mine) {
    return (
      <Button look="soft" wide icon="ticket" href={`/tickets/${mine.tuid}`}>
        <Trans>Ver tu número {mine.ticket}</Trans>
      </Button>
    )
  }
  if (!line.takes_tickets) return null
  if (line.type === 'kiosk') {
    return (
      <p className={styles.remark}>
        <Trans>Aquí el número se saca solo en la oficina</Trans>
      </p>
    )
  }
  if (isFrozen) {
    return (
      <div className={styles.frozen}>
        {line.stopped?.why === 'closed' ? (
          <StateWord tone="almost" icon="lock">
            <Trans>Esta fila cerró por hoy</Trans>
          </StateWord>
        ) : (
          <StateWord tone="almost" icon="snow">
            <Trans>Por ahora no se entregan números en esta fila</Trans>
          </StateWord>
        )}
        {line.stopped && (
          <p className={styles.remark}>
            <LineStopText stopped={line.stopped} timeZone={office.time_zone} />
          </p>
        )}
        {isOpen && <OpeningWish office_id={line.officeId} line_id={line.id} />}
      </div>
    )
  }
  // The office says once, above its lines, that it is shut.
  if (!isOpen) return null
  return (
    <Button
      wide
      look={isFirst ? 'main' : 'soft'}
      icon={line.virtual ? 'video' : undefined}
      href={`/offices/${line.officeSlug}/lines/${line.slug}/take`}
    >
      <Trans>Saca tu número</Trans>
    </Button>
  )
}
