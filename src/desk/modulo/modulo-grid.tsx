import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskState } from '#contract/rest/desk.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { classNames } from '#src/ui/class-names.ts'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { Spinner } from '#src/ui/state/spinner.tsx'
import { BreakUntil } from '../day/break-until.tsx'
import styles from './modulo-grid.module.css'

export interface ModuloGridProps {
  modulos: DeskState['modulos']
  timeZone: string
  busy: boolean
  onOpen: (moduloId: number) => void
  /** One that another clerk has open. */
  onTakeOver: (modulo: DeskState['modulos'][number]) => void
}

/**
 * The desks of the room: the free ones can be sat down at, the others say who sits there, and are asked for.
 */
export function ModuloGrid({ modulos, timeZone, busy, onOpen, onTakeOver }: ModuloGridProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <ul aria-label={t`Módulos de la oficina`} className={styles.grid}>
      {modulos.map(modulo => {
        const { id, clerk } = modulo
        const shortName = shortModulo(modulo.name)
        const isOpening = busy && id === chosen
        const words = (
          <>
            <span className={styles.label}>
              <Trans>Módulo</Trans>
            </span>
            <span className={classNames(styles.name, shortName.length > 3 && styles.long, 'numerals')}>
              {shortName}
            </span>
          </>
        )
        return (
          <li key={id}>
            {clerk === null ? (
              <button
                type="button"
                className={styles.modulo}
                aria-busy={isOpening || undefined}
                onClick={() => {
                  setChosen(id)
                  onOpen(id)
                }}
              >
                {words}
                <StateWord tone="ok">
                  <Trans>Libre</Trans>
                </StateWord>
                {isOpening && (
                  <span className={styles.opening}>
                    <Spinner />
                  </span>
                )}
              </button>
            ) : (
              <button
                type="button"
                className={classNames(styles.modulo, styles.taken)}
                onClick={() => onTakeOver(modulo)}
              >
                {words}
                <StateWord icon="user">
                  <Trans>Lo tiene {clerk}</Trans>
                </StateWord>
                <ModuloRests modulo={modulo} timeZone={timeZone} />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Why one that is taken may be free all the same: nothing is done there, or its clerk rests. */
function ModuloRests({ modulo, timeZone }: { modulo: DeskState['modulos'][number]; timeZone: string }) {
  const language = useLanguage()
  const { break_until, idle_since } = modulo
  if (break_until !== null)
    return (
      <StateWord icon="pause">
        <BreakUntil until={break_until} timeZone={timeZone} />
      </StateWord>
    )
  if (idle_since === null) return null
  const time = timeText(new Date(idle_since), language, timeZone)
  return (
    <StateWord tone="almost" icon="clock">
      <Trans>Sin uso desde las {time}: puedes tomarlo</Trans>
    </StateWord>
  )
}
