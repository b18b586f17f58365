import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BookableLine } from '#contract/rest/desk-booking.ts'
import type { Office } from '#contract/rest/offices.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { FailedQuestion } from '../failed-question.tsx'
import { TypedSheet } from '../typed-layer.tsx'
import { useStayWhileTyped } from '../use-stay-while-typed.ts'
import { BookedSlip } from './booked-slip.tsx'
import type { Block } from './booking-api.ts'
import { bookingErrorText, isHeldAlready, isOfTheTime } from './booking-error-text.ts'
import styles from './book-sheet.module.css'
import { ChooseTime } from './choose-time.tsx'
import { NextFree } from './next-free.tsx'
import { momentText } from './reservation-words.ts'
import { StepTitle } from './step-title.tsx'
import { useBookable } from './use-free-times.ts'
import { useBooking } from './use-booking.ts'
import { documentOf, type Who, WhoForm } from './who-form.tsx'

export interface BookSheetProps {
  clerkId: number
  office: Office
  open: boolean
  onClose: () => void
  /** Goes to what is booked under a document already. */
  onFind: (text: string) => void
}

const NOBODY: Who = { name: '', document: '', answers: {} }

/**
 * A time for somebody who stands here or calls: which line, when, for whom, and it is booked, to be printed.
 * What was typed stays, whoever takes the time meanwhile and whatever is looked at in between.
 * @see rule DESK-11
 */
export function BookSheet({ clerkId, office, open, onClose, onFind }: BookSheetProps) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const officeId = office.id
  const lines = useBookable(clerkId, officeId)
  const inPerson = lines.data?.lines.filter(({ by_video_alone }) => !by_video_alone)
  const [lineId, setLineId] = useState<number | null>(null)
  const [block, setBlock] = useState<Block | null>(null)
  const [asksTime, setAsksTime] = useState(true)
  const [who, setWho] = useState(NOBODY)
  const booking = useBooking(clerkId, officeId)
  const only = inPerson?.length === 1 ? inPerson[0] : undefined
  const line = inPerson?.find(({ line_id }) => line_id === lineId) ?? only
  const asked = { clerkId, officeId, lineId: line?.line_id ?? 0 }
  const moment = block && momentText(block.from, language, office.time_zone)

  const said = [who.name, who.document, ...Object.values(who.answers)]
  const isTyped = !booking.booked && said.some(Boolean)
  // Also closed: what is on its way comes back to it.
  useStayWhileTyped(isTyped)

  const anew = () => {
    booking.reset()
    setLineId(null)
    setBlock(null)
    setAsksTime(true)
    setWho(NOBODY)
  }
  /** The same person; what was answered belongs to the line. */
  const otherLine = () => {
    anew()
    setWho({ ...who, answers: NOBODY.answers })
  }
  const close = () => {
    if (booking.booked) anew()
    onClose()
  }
  const take = (taken: Block) => {
    booking.reset()
    setBlock(taken)
    setAsksTime(false)
  }
  const book = () => {
    if (!line || !block) return
    const { name, document, answers } = who
    booking.book({ line_id: line.line_id, block, name, ...documentOf(document), answers })
  }

  return (
    <TypedSheet
      open={open}
      onClose={close}
      isTyped={isTyped}
      loss={
        booking.isUnknown && (
          <Trans>Ya la pediste, y puede que quede reservada: búscala antes de pedirla otra vez.</Trans>
        )
      }
      onDrop={anew}
      side="end"
      title={booking.booked ? <Trans>Reservada</Trans> : <Trans>Reservar para alguien</Trans>}
      closeLabel={t`Cerrar`}
    >
      {!open ? null : booking.booked ? (
        <BookedSlip reservation={booking.booked} office={office} onAnother={anew} />
      ) : !inPerson ? (
        lines.error ? (
          <FailedQuestion
            title={<Trans>No pudimos ver las filas</Trans>}
            error={lines.error}
            onAgain={() => void lines.refetch()}
          />
        ) : (
          <Skeleton height="var(--field)" />
        )
      ) : inPerson.length === 0 ? (
        <EmptyState icon="calendar" title={<Trans>Ninguna fila toma reservas aquí</Trans>}>
          <Trans>Quien supervisa la oficina decide en qué filas se reserva.</Trans>
        </EmptyState>
      ) : !line ? (
        <ChooseLine lines={inPerson} onChoose={setLineId} />
      ) : asksTime || !block ? (
        <div key="when" className={styles.step}>
          <StepTitle>
            <Trans>{line.name}: ¿cuándo?</Trans>
          </StepTitle>
          <ChooseTime {...asked} line={line} timeZone={office.time_zone} value={block} onChange={setBlock} />
          {block && moment && (
            <div className={styles.press}>
              <Button wide size="tall" onClick={() => take(block)}>
                <Trans>Sigue con {moment}</Trans>
              </Button>
            </div>
          )}
          {!only && (
            <Button look="plain" wide icon="back" onClick={otherLine}>
              <Trans>Elegir otra fila</Trans>
            </Button>
          )}
        </div>
      ) : (
        <div key="who" className={styles.step}>
          <StepTitle>
            <Trans>¿Para quién?</Trans>
          </StepTitle>
          <div className={styles.chosen}>
            <span>
              <strong>{moment}</strong>
              <br />
              {line.name}
            </span>
            {!booking.isUnknown && (
              <Button look="plain" size="tight" onClick={() => setAsksTime(true)}>
                <Trans>Cambiar</Trans>
              </Button>
            )}
          </div>
          <WhoForm
            line={line}
            who={who}
            onChange={setWho}
            onSubmit={book}
            busy={booking.isPending}
            refusal={
              booking.error && (
                <Note tone="loss">
                  {i18n._(bookingErrorText(booking.error))}
                  {isOfTheTime(booking.error) && (
                    <NextFree
                      {...asked}
                      timeZone={office.time_zone}
                      lost={block}
                      onTake={take}
                      onOther={() => setAsksTime(true)}
                    />
                  )}
                  {isHeldAlready(booking.error) && (
                    <div className={styles.next}>
                      <Button look="soft" size="tight" icon="search" onClick={() => onFind(who.document)}>
                        <Trans>Ver esa reserva</Trans>
                      </Button>
                    </div>
                  )}
                </Note>
              )
            }
          />
          {/* What is begun anew is another request: a time that is booked by now would be booked twice. */}
          <Button look="plain" wide icon="refresh" disabled={booking.isUnknown} onClick={anew}>
            <Trans>Empezar de nuevo</Trans>
          </Button>
        </div>
      )}
    </TypedSheet>
  )
}

function ChooseLine({
  lines,
  onChoose,
}: {
  lines: readonly BookableLine[]
  onChoose: (lineId: number) => void
}) {
  const { t } = useLingui()
  return (
    <div className={styles.step}>
      <StepTitle>
        <Trans>¿Para qué fila?</Trans>
      </StepTitle>
      <List label={t`Filas`}>
        {lines.map(({ line_id, name, minutes }) => (
          <ListRow
            key={line_id}
            title={name}
            detail={<Trans>Citas de {minutes} min</Trans>}
            further
            onClick={() => onChoose(line_id)}
          />
        ))}
      </List>
    </div>
  )
}
