import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskReservation } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { FailedQuestion } from '../failed-question.tsx'
import type { Block } from './booking-api.ts'
import { bookingErrorText } from './booking-error-text.ts'
import styles from './book-sheet.module.css'
import { ChooseTime } from './choose-time.tsx'
import { momentText } from './reservation-words.ts'
import { useMove } from './use-booking.ts'
import { useBookable } from './use-free-times.ts'

export interface MoveTimeProps {
  clerkId: number
  office: Pick<Office, 'id' | 'time_zone'>
  reservation: DeskReservation
  onMoved: (moved: DeskReservation) => void
  onBack: () => void
}

/** Another time of the same line. The old one is kept until the new one is held. */
export function MoveTime({ clerkId, office, reservation, onMoved, onBack }: MoveTimeProps) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const lines = useBookable(clerkId, office.id)
  const [block, setBlock] = useState<Block | null>(null)
  const { move, isPending, error, reset } = useMove(clerkId, office.id, reservation.id, onMoved)
  const line = lines.data?.lines.find(({ line_id }) => line_id === reservation.line_id)
  const back = (
    <Button wide look="plain" onClick={onBack}>
      <Trans>Volver</Trans>
    </Button>
  )
  if (!lines.data) {
    return lines.error ? (
      <FailedQuestion
        title={<Trans>No pudimos ver las horas libres</Trans>}
        error={lines.error}
        onAgain={() => void lines.refetch()}
      />
    ) : (
      <Skeleton height="20rem" />
    )
  }
  if (!line) {
    return (
      <>
        <Note>
          <Trans>Esta fila no toma reservas por ahora</Trans>
        </Note>
        {back}
      </>
    )
  }
  return (
    <div className={styles.step}>
      <ChooseTime
        clerkId={clerkId}
        officeId={office.id}
        lineId={line.line_id}
        line={line}
        timeZone={office.time_zone}
        value={block}
        onChange={chosen => {
          // Of two moves on their way it would be chance which is the last.
          if (isPending) return
          reset()
          setBlock(chosen)
        }}
      />
      <div role="alert">{error && <Note tone="loss">{i18n._(bookingErrorText(error))}</Note>}</div>
      {block && (
        <div className={styles.press}>
          <Button wide size="tall" icon="clock" busy={isPending} onClick={() => move(block)}>
            <Trans>Cambiar a {momentText(block.from, language, office.time_zone)}</Trans>
          </Button>
        </div>
      )}
      {back}
    </div>
  )
}
