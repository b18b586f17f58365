import { Trans } from '@lingui/react/macro'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { DocumentRepeated } from './document-repeated.tsx'
import { Preferential } from './preferential.tsx'
import styles from './ticket-signs.module.css'

/** What the phone and its owner have said since the call. */
export function TicketSigns({
  ticket,
}: {
  ticket: Pick<
    DeskTicket,
    'notice_received' | 'on_my_way' | 'on_paper' | 'document_repeated' | 'preferential' | 'reserve'
  >
}) {
  return (
    <div className={styles.signs} aria-live="polite">
      {ticket.document_repeated && <DocumentRepeated />}
      {ticket.preferential && <Preferential />}
      {ticket.on_paper ? (
        <StateWord icon="ticket">
          <Trans>Número de papel</Trans>
        </StateWord>
      ) : ticket.reserve?.by_desk ? (
        <StateWord icon="user">
          <Trans>Sin teléfono: reservada aquí</Trans>
        </StateWord>
      ) : ticket.notice_received ? (
        <StateWord tone="ok" icon="check">
          <Trans>Aviso recibido</Trans>
        </StateWord>
      ) : (
        <StateWord icon="bell">
          <Trans>Aviso sin confirmar</Trans>
        </StateWord>
      )}
      {ticket.on_my_way && (
        <StateWord tone="press" icon="walk">
          <Trans>Va en camino</Trans>
        </StateWord>
      )}
    </div>
  )
}
