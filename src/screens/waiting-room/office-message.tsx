import { Trans } from '@lingui/react/macro'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { useOfficeTime } from '#src/texts/use-office-time.ts'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'

/** What the office says to whoever waits; it stays until the person says that they have read it. */
export function OfficeMessage({ ticket }: { ticket: TicketReceipt }) {
  const language = useLanguage()
  const { tuid, message, message_read, office_name, time_zone } = ticket
  const officeTime = useOfficeTime(time_zone)
  const read = useErrand('readMessage', tuid)
  if (!message || message.id === message_read) return null
  const time = officeTime(new Date(message.at))
  return (
    <Note
      tone="press"
      icon="bell"
      title={message.texts[language]}
      action={
        <Button look="soft" size="tight" icon="check" onClick={() => void read.run(tuid, message.id)}>
          <Trans>Entendido</Trans>
        </Button>
      }
    >
      <Trans>
        {office_name}, a las {time}
      </Trans>
    </Note>
  )
}
