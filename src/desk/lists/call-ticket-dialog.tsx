import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CALL_REASON_MAX } from '#contract/limits.ts'
import type { SaidArrival } from '#contract/rest/desk.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import { type Standing, wordAbout } from '../word-of-arrival.ts'
import { WordButtons } from '../work/arrival-dialog.tsx'
import styles from './call-ticket-dialog.module.css'

export interface CallTicketDialogProps {
  tuid: string
  /** The number as it is shown. */
  ticket: string
  standing: Standing | null
  acting: DeskActing
  open: boolean
  onClose: () => void
}

const OTHER = 'other'

/** Whoever calls somebody before their turn says why: it is kept, and others who wait may ask (DESK-02). */
export function CallTicketDialog({ tuid, ticket, standing, acting, open, onClose }: CallTicketDialogProps) {
  const { t } = useLingui()
  const prepared = [t`Necesita atención antes`, t`Vuelve con lo que le faltaba`, t`Es un trámite muy corto`]
  const [chosen, setChosen] = useState('0')
  const [written, setWritten] = useState('')
  const [isMissing, setMissing] = useState(false)
  const word = wordAbout(standing)
  const reason = (chosen === OTHER ? written : (prepared[Number(chosen)] ?? '')).trim()
  const call = (here: SaidArrival | undefined) => {
    setMissing(reason === '')
    if (reason === '') return
    acting.act({ do: 'call-ticket', tuid, reason, here })
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>Llamar a {ticket} ahora</Trans>}
      actions={
        word === 'unsaid' && standing ? (
          <>
            <p className={styles.question}>
              <Trans>Antes: ¿llegó el {standing.ticket}?</Trans>
            </p>
            <WordButtons standing={standing} busy={acting.pending !== null} onSay={call} onBack={onClose} />
          </>
        ) : (
          <>
            <Button
              wide
              icon="bell"
              busy={acting.pending !== null}
              onClick={() => call(word === 'unsaid' ? undefined : word)}
            >
              <Trans>Llamar a {ticket}</Trans>
            </Button>
            <Button wide look="plain" onClick={onClose}>
              <Trans>Volver</Trans>
            </Button>
          </>
        )
      }
    >
      <div className={styles.why}>
        <RadioGroup
          legend={<Trans>¿Por qué antes que otros?</Trans>}
          options={[
            ...prepared.map((label, at) => ({ value: String(at), label })),
            { value: OTHER, label: <Trans>Otra razón</Trans> },
          ]}
          value={chosen}
          onChange={setChosen}
        />
        {chosen === OTHER && (
          <TextField
            label={<Trans>Cuál</Trans>}
            hint={<Trans>Sin nombres ni documentos: queda guardada.</Trans>}
            error={isMissing && <Trans>Escribe la razón</Trans>}
            maxLength={CALL_REASON_MAX}
            value={written}
            onChange={event => setWritten(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}
