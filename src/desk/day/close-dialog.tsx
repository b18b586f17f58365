import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Closing } from '#contract/rest/desk-day.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { useDeskAction } from '../use-desk-action.ts'
import styles from './questions.module.css'
import { WhoIsTold, type WhoWaits } from './who-is-told.tsx'

export interface CloseDialogProps {
  clerkId: number
  officeId: number
  /** Null closes the whole office's day. */
  line: { line_id: number; name: string } | null
  /** Those who wait in what closes. */
  who: WhoWaits
  open: boolean
  onClose: () => void
}

/** Closing for today: nobody who waits is left to guess, so what happens to them is asked first. */
export function CloseDialog({ clerkId, officeId, line, who, open, onClose }: CloseDialogProps) {
  const [way, setWay] = useState<Closing>('finish')
  const acting = useDeskAction(clerkId, officeId, onClose)
  const name = line?.name
  const { waiting } = who
  const sendsHome = waiting > 0 && way === 'send-home'
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      acting={acting}
      title={line ? <Trans>¿Cerrar {name} por hoy?</Trans> : <Trans>¿Cerrar el día de la oficina?</Trans>}
      actions={
        <Button
          wide
          look={sendsHome ? 'loss' : 'main'}
          icon="lock"
          busy={acting.pending !== null}
          onClick={() =>
            acting.act({
              do: 'close-lines',
              lineId: line?.line_id ?? null,
              waiting: sendsHome ? way : 'finish',
            })
          }
        >
          {line ? <Trans>Cerrar la fila</Trans> : <Trans>Cerrar el día</Trans>}
        </Button>
      }
    >
      <div className={styles.questions}>
        <p>
          {line ? (
            <Trans>No dará más números hasta el próximo día de atención.</Trans>
          ) : (
            <Trans>Ninguna fila dará más números hasta el próximo día de atención.</Trans>
          )}
        </p>
        {waiting > 0 && (
          <>
            <RadioGroup
              legend={
                <Plural
                  value={waiting}
                  one="¿Qué pasa con la persona que espera?"
                  other="¿Qué pasa con las # personas que esperan?"
                />
              }
              options={[
                {
                  value: 'finish',
                  label: <Trans>Las atendemos igual</Trans>,
                  hint: <Trans>Conservan su número.</Trans>,
                },
                {
                  value: 'send-home',
                  label: <Trans>Que vuelvan otro día</Trans>,
                  hint: <Trans>Sus números terminan. No se puede deshacer.</Trans>,
                },
              ]}
              value={way}
              onChange={setWay}
            />
            <p>
              <WhoIsTold who={who} />
            </p>
          </>
        )}
      </div>
    </ActDialog>
  )
}
