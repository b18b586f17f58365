import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { useNow } from '#src/queries/use-now.ts'
import { ReceiptCard } from '#src/screens/held/receipt-card.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { PushSwitch } from '#src/screens/shared/push-switch.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import styles from './waiting-room.module.css'

/**
 * Its owner fetches something: the office keeps their place, and they say at the desk that they are back; by
 * video there is none, and the office calls when it thinks so.
 */
export function ParkedRoom({ ticket }: { ticket: TicketReceipt }) {
  const { i18n } = useLingui()
  const back = useBack('/tickets')
  const heading = useHeadingFocus()
  const now = new Date(useNow())
  const giveUp = useErrand('giveUp', ticket.tuid)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Tu número</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={ticket.timeStamp} />
        {giveUp.failure && (
          <Note tone="loss" role="alert">
            {i18n._(errorText(giveUp.failure.code))}
          </Note>
        )}
        <ReceiptCard isOpen receipt={ticket} now={now} />
        <Note>
          {ticket.meet ? (
            <Trans>
              Ve por lo que te falta. No tienes que avisar: te volverán a llamar aquí por videollamada.
            </Trans>
          ) : (
            <Trans>
              Ve por lo que te falta. Cuando vuelvas, avisa en el módulo: te llaman con este número.
            </Trans>
          )}
        </Note>
        <div className={styles.panel}>
          <PushSwitch where="after-ticket" />
        </div>
        <Button look="danger" size="tight" busy={giveUp.busy} onClick={() => setAsked(true)}>
          <Trans>Renunciar</Trans>
        </Button>
        <ConfirmLoss
          open={isAsked}
          title={<Trans>¿Renunciar al número {ticket.ticket}?</Trans>}
          loseLabel={<Trans>Sí, renunciar</Trans>}
          keepLabel={<Trans>Conservar mi número</Trans>}
          busy={giveUp.busy}
          onKeep={() => setAsked(false)}
          onLose={() => {
            giveUp.forget()
            void giveUp.run(ticket.tuid).then(() => setAsked(false))
          }}
        >
          <Trans>Pierdes tu lugar. Si vuelves, tendrás que sacar otro número al final de la fila.</Trans>
        </ConfirmLoss>
      </ScreenBody>
    </>
  )
}
