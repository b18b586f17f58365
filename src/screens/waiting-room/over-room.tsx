import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useOpenPolls } from '#src/queries/use-open-polls.ts'
import { ReceiptCard } from '#src/screens/held/receipt-card.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useSession } from '#src/stores/session-store.ts'
import { ComeBack } from './come-back.tsx'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'

/** What became of a number that no longer waits, and the way to another one. */
export function OverRoom({ ticket }: { ticket: TicketReceipt }) {
  const { i18n } = useLingui()
  const back = useBack('/tickets')
  const heading = useHeadingFocus()
  const now = new Date(useNow())
  const mayRate = useOpenPolls(useSession(session => session.token)).has(ticket.tuid)
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Tu número</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={ticket.timeStamp} />
        <ReceiptCard isOpen receipt={ticket} now={now} />
        {ticket.state === 'sent-home' && (
          <Note tone="almost" icon="clock" role="status">
            {i18n._(errorText('sent-home'))}
          </Note>
        )}
        {mayRate && (
          <Button wide size="tall" icon="poll" href={`/tickets/${ticket.tuid}/poll`}>
            <Trans>Evalúa la atención</Trans>
          </Button>
        )}
        {ticket.poll === 'waits' && (
          <Note icon="offline">
            <Trans>Tu evaluación se enviará sola cuando vuelva la conexión.</Trans>
          </Note>
        )}
        {ticket.state === 'skipped' && <ComeBack ticket={ticket} now={now} />}
        <Button look="soft" wide icon="ticket" href={`/offices/${ticket.officeSlug}/lines/${ticket.line}`}>
          <Trans>Saca otro número aquí</Trans>
        </Button>
      </ScreenBody>
    </>
  )
}
