import { useLingui } from '@lingui/react'
import { Trans, useLingui as useMacro } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { TemporaryNote } from '#src/screens/held/temporary-note.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { UnheardNote } from '#src/screens/shared/unheard-note.tsx'
import { PushSwitch } from '#src/screens/shared/push-switch.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { WhatsappOffer } from '#src/screens/whatsapp/whatsapp-offer.tsx'
import { useConnection } from '#src/stores/connection-store.ts'
import { useFlag } from '#src/stores/flags-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { ConfirmLoss } from '#src/ui/layer/confirm-loss.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Countdown } from '#src/ui/state/countdown.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { OfficeMessage } from './office-message.tsx'
import { LetPassSheet } from './let-pass-sheet.tsx'
import { VideoNote } from './video-note.tsx'
import { LeaveWords } from './leave-words.tsx'
import { NumberOnly } from './number-only.tsx'
import { useCalmWait } from './use-calm-wait.ts'
import { useWaitRefresh } from './use-wait-refresh.ts'
import { WaitingCard } from './waiting-card.tsx'
import styles from './waiting-room.module.css'

export interface WaitingRoomProps {
  ticket: TicketReceipt
  isNew: boolean
  /** From here to the office, as the crow flies; Infinity where one of them is not known. */
  metres: number
  /** The office’s directions; `asking` until its place is known, null where there is nowhere to go. */
  onDirections: (() => void) | 'asking' | null
  /** Number and position alone, for a second screen: whether that is offered, and how it stands. */
  alone: { isOffered: boolean; isOpen: boolean; show: (isOpen: boolean) => void }
}

/** The number, where one stands, how long; the notice; and the ways to step aside or out. */
export function WaitingRoom({ ticket, isNew, metres, onDirections, alone }: WaitingRoomProps) {
  const { i18n } = useLingui()
  const { t } = useMacro()
  const back = useBack('/tickets')
  const heading = useHeadingFocus()
  const online = useConnection(connection => connection.online)
  const { remaining, total, isAsking, isUnheard, refresh } = useWaitRefresh(ticket.tuid, true, ticket.ahead)
  const { wait, slower } = useCalmWait(ticket)
  const { tuid } = ticket
  // Transferred there, and called next.
  const modulo = ticket.modulo === null ? null : shortModulo(ticket.modulo)
  const giveUp = useErrand('giveUp', tuid)
  const letPass = useErrand('letOthersPass', tuid)
  const mayLetPass = useFlag('let-others-pass')
  const { forget: forgetPass } = letPass
  // What no answer came to has come to light: it happened, and must not be pressed for again.
  useEffect(() => forgetPass(), [forgetPass, ticket.passes_left])
  const [open, setOpen] = useState<'give-up' | 'pass' | null>(null)
  const failure = giveUp.failure ?? letPass.failure
  const since = ticket.line_now ? Date.parse(ticket.line_now.at) : ticket.timeStamp
  const age = (
    <>
      <OfflineNote since={since} />
      {online && isUnheard && <UnheardNote since={since} />}
    </>
  )
  const standing = { ticket, ahead: ticket.ahead, wait, slower, call: ticket.line_now?.call ?? null }

  async function act(begin: () => Promise<unknown>) {
    giveUp.forget()
    letPass.forget()
    await begin()
    setOpen(null)
  }

  return (
    <>
      <ScreenHeader
        size="small"
        title={<Trans>Tu número</Trans>}
        back={back}
        headingRef={heading}
        actions={
          alone.isOffered && (
            <IconButton icon="screen" label={t`Solo el número`} onClick={() => alone.show(true)} />
          )
        }
      />
      <ScreenBody width="column">
        {age}
        {failure && (
          <Note tone="loss" role="alert">
            {i18n._(errorText(failure.code))}
          </Note>
        )}
        <OfficeMessage ticket={ticket} />
        <WaitingCard {...standing} arriving={isNew} />
        {ticket.wait && (
          <LeaveWords
            wait={ticket.wait}
            toldAt={ticket.wait_at ?? ticket.timeStamp}
            metres={metres}
            timeZone={ticket.time_zone}
          />
        )}
        {modulo !== null && !ticket.meet && (
          <Note icon="walk">
            <Trans>Ahora te llama el módulo {modulo}, con tu mismo número.</Trans>
          </Note>
        )}
        {ticket.meet && <VideoNote tuid={tuid} />}
        <div className={styles.panel}>
          <PushSwitch where="after-ticket" />
        </div>
        <WhatsappOffer />
        <ButtonRow>
          {onDirections && (
            <Button
              look="quiet"
              size="tight"
              icon="nav"
              busy={onDirections === 'asking'}
              onClick={() => onDirections !== 'asking' && onDirections()}
            >
              <Trans>Cómo llegar</Trans>
            </Button>
          )}
          {mayLetPass && ticket.passes_left > 0 && (
            <Button look="quiet" size="tight" icon="pass" busy={letPass.busy} onClick={() => setOpen('pass')}>
              <Trans>Dejar pasar</Trans>
            </Button>
          )}
        </ButtonRow>
        <div className={styles.foot}>
          {online ? (
            <button
              type="button"
              className={styles.refresh}
              onClick={() => void refresh()}
              aria-busy={isAsking}
            >
              <Countdown
                remaining={remaining}
                total={total}
                label={isAsking ? t`Actualizando…` : t`Se actualiza en ${remaining} s`}
              />
            </button>
          ) : (
            <span />
          )}
          <Button look="danger" size="tight" busy={giveUp.busy} onClick={() => setOpen('give-up')}>
            <Trans>Renunciar</Trans>
          </Button>
        </div>
        <TemporaryNote />
        <ConfirmLoss
          open={open === 'give-up'}
          title={<Trans>¿Renunciar al número {ticket.ticket}?</Trans>}
          loseLabel={<Trans>Sí, renunciar</Trans>}
          keepLabel={<Trans>Conservar mi número</Trans>}
          busy={giveUp.busy}
          onKeep={() => setOpen(null)}
          onLose={() => void act(() => giveUp.run(tuid))}
        >
          <Trans>Pierdes tu lugar. Si vuelves, tendrás que sacar otro número al final de la fila.</Trans>
        </ConfirmLoss>
        <LetPassSheet
          open={open === 'pass'}
          busy={letPass.busy}
          passesLeft={ticket.passes_left}
          onClose={() => setOpen(null)}
          onPass={places => void act(() => letPass.run(tuid, places))}
        />
      </ScreenBody>
      {alone.isOpen && <NumberOnly {...standing} age={age} onLeave={() => alone.show(false)} />}
    </>
  )
}
