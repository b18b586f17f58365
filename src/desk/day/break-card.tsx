import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import styles from './break-card.module.css'
import { BreakUntil, type BreakUntilProps } from './break-until.tsx'

export interface BreakCardProps extends BreakUntilProps {
  /** What the server's clock shows, ISO 8601: the one of this computer may be wrong. */
  at: string
  acting: DeskActing
}

const MINUTE_MS = 60_000
const LONGER_MINUTES = 5

/** In the place of the calls: nobody is called to a modulo on a break, also when its time is over. */
export function BreakCard({ until, at, timeZone, acting }: BreakCardProps) {
  const left = Math.ceil((Date.parse(until) - Date.parse(at)) / MINUTE_MS)
  const isOver = left <= 0
  return (
    <section className={styles.card} aria-labelledby="break-title">
      <h2 id="break-title" className={styles.title} role={isOver ? 'alert' : undefined}>
        {isOver ? (
          <Trans>Tu pausa terminó. ¿Sigues?</Trans>
        ) : (
          <BreakUntil until={until} timeZone={timeZone} />
        )}
      </h2>
      {!isOver && (
        <p className={styles.left}>
          <Plural value={left} one="Queda # minuto" other="Quedan # minutos" />
        </p>
      )}
      <p className={styles.hint}>
        <Trans>Nadie será llamado a tu módulo hasta que vuelvas.</Trans>
      </p>
      <Button
        size="tall"
        wide
        icon="check"
        busy={acting.pending === 'break'}
        onClick={() => acting.act({ do: 'break', minutes: null })}
      >
        <Trans>Volver a atender</Trans>
      </Button>
      {isOver && (
        <ButtonRow>
          <Button
            look="quiet"
            icon="pause"
            busy={acting.pending === 'break'}
            onClick={() => acting.act({ do: 'break', minutes: LONGER_MINUTES })}
          >
            <Trans>{LONGER_MINUTES} minutos más</Trans>
          </Button>
        </ButtonRow>
      )}
    </section>
  )
}
