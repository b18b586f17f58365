import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskState } from '#contract/rest/desk.ts'
import { longWaits } from '#contract/rules/desk-light.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/press/button.tsx'
import { CallTicketDialog } from '../lists/call-ticket-dialog.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import type { Standing } from '../word-of-arrival.ts'
import styles from './long-waits.module.css'

export interface LongWaitsProps {
  state: DeskState
  /** The lines that this desk calls from. */
  served: DeskState['lines']
  standing: Standing | null
  acting: DeskActing
}

/** Said at most: of more lines than these a clerk hears nothing new. */
const SAID_MOST = 3

/**
 * Who waits longer than the office wants, by name of the line, beside the light; one of a line that others
 * should serve can be called from here, out of turn.
 */
export function LongWaits({ state, served, standing, acting }: LongWaitsProps) {
  const [asked, setAsked] = useState<{ tuid: string; ticket: string; isOpen: boolean } | null>(null)
  const waits = longWaits(state.lines, Date.parse(state.at), state.warnings).slice(0, SAID_MOST)
  const rests = state.modulos.find(({ id }) => id === state.modulo?.id)?.break_until ?? null
  return (
    <>
      {waits.length > 0 && (
        <ul className={styles.waits}>
          {waits.map(({ line, longest, minutes, level }) => {
            const { name } = line
            const { ticket } = longest
            const isServed = served.some(({ line_id }) => line_id === line.line_id)
            return (
              <li key={line.line_id} className={classNames(styles.wait, styles[level])}>
                <span>
                  <Trans>
                    <b className="numerals">{ticket}</b> espera hace{' '}
                    <Plural value={minutes} one="# minuto" other="# minutos" /> en {name}.
                  </Trans>{' '}
                  {!isServed && <Trans>Tu módulo no atiende esa fila.</Trans>}
                </span>
                {!isServed && rests === null && (
                  <Button look="soft" size="tight" onClick={() => setAsked({ ...longest, isOpen: true })}>
                    <Trans>Llamar a {ticket}</Trans>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {asked && (
        <CallTicketDialog
          key={asked.tuid}
          tuid={asked.tuid}
          ticket={asked.ticket}
          standing={standing}
          acting={acting}
          open={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
    </>
  )
}
