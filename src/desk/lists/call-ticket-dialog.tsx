import { Trans, useLingui } from '@lingui/react/macro'
import { CALL_REASON_MAX } from '#contract/limits.ts'
import type { SaidHere } from '#contract/rest/desk.ts'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ReasonChoice, useReason } from '../reason-choice.tsx'
import { useTypedLayer } from '../typed-layer.tsx'
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

/** Whoever calls somebody before their turn says why: it is kept, and others who wait may ask (DESK-02). */
export function CallTicketDialog({ tuid, ticket, standing, acting, open, onClose }: CallTicketDialogProps) {
  const { t } = useLingui()
  const reasoning = useReason([
    t`Necesita atención antes`,
    t`Vuelve con lo que le faltaba`,
    t`Es un trámite muy corto`,
  ])
  const word = wordAbout(standing)
  const call = (here: SaidHere) => {
    const reason = reasoning.say()
    if (reason === null) return
    acting.act({ do: 'call-ticket', tuid, reason, here })
    onClose()
  }
  const { close, mark, withQuestion } = useTypedLayer({ open, onClose })
  return withQuestion(
    <Dialog
      open={open}
      onClose={close}
      title={<Trans>Llamar a {ticket} ahora</Trans>}
      actions={
        word === 'unsaid' && standing ? (
          <>
            <p className={styles.question}>
              <Trans>Antes: ¿llegó el {standing.ticket}?</Trans>
            </p>
            <WordButtons standing={standing} busy={acting.pending !== null} onSay={call} onBack={close} />
          </>
        ) : (
          <>
            <Button
              wide
              icon="bell"
              busy={acting.pending !== null}
              onClick={() => word !== 'unsaid' && call(word)}
            >
              <Trans>Llamar a {ticket}</Trans>
            </Button>
            <Button wide look="plain" onClick={close}>
              <Trans>Volver</Trans>
            </Button>
          </>
        )
      }
    >
      {mark}
      <div className={styles.why}>
        <ReasonChoice
          legend={<Trans>¿Por qué antes que otros?</Trans>}
          maxLength={CALL_REASON_MAX}
          reasoning={reasoning}
        />
      </div>
    </Dialog>,
  )
}
