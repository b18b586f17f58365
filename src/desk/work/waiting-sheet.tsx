import { useQuery } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskWaiting } from '#contract/rest/desk.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import { officeKey } from '../use-office.ts'
import { PrintAgain } from '../paper/print-again.tsx'
import { MessageSheet } from '../day/message-sheet.tsx'
import { DocumentRepeated } from './document-repeated.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

export interface WaitingSheetProps {
  clerkId: number
  officeId: number
  timeZone: string
  line: { line_id: number; name: string }
  open: boolean
  onClose: () => void
}

type Waiting = DeskWaiting['tickets'][number]

/** Who waits in a line, in the order of the calls; and taking away a number that is nobody's. */
export function WaitingSheet({ clerkId, officeId, timeZone, line, open, onClose }: WaitingSheetProps) {
  const { t, i18n } = useLingui()
  const { api } = useDeskTools()
  const [asked, setAsked] = useState<{ ticket: Waiting; isOpen: boolean } | null>(null)
  const [told, setTold] = useState<{ ticket: Waiting; isOpen: boolean } | null>(null)
  // Below the office's own key: what puts the office in doubt puts its lines in doubt, too.
  const { data, error } = useQuery<DeskWaiting>({
    queryKey: [...officeKey(clerkId, officeId), 'waiting', line.line_id],
    queryFn: ({ signal }) => api.waiting(officeId, line.line_id, signal),
    enabled: open,
    retry: false,
    networkMode: 'always',
  })
  return (
    <Sheet open={open} onClose={onClose} side="end" title={line.name} closeLabel={t`Cerrar`}>
      {error && <Note tone="loss">{i18n._(questionErrorText(error))}</Note>}
      {data?.tickets.length === 0 && <EmptyState icon="people" title={<Trans>Nadie espera</Trans>} />}
      <List>
        {data?.tickets.map(ticket => (
          <WaitingRow
            key={ticket.tuid}
            ticket={ticket}
            officeId={officeId}
            timeZone={timeZone}
            onRemove={() => setAsked({ ticket, isOpen: true })}
            onMessage={() => setTold({ ticket, isOpen: true })}
          />
        ))}
      </List>
      {asked && (
        <RemoveDialog
          clerkId={clerkId}
          officeId={officeId}
          removal={{ do: 'remove', tuid: asked.ticket.tuid }}
          name={asked.ticket.ticket}
          open={asked.isOpen}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
      {told && (
        <MessageSheet
          clerkId={clerkId}
          officeId={officeId}
          to={{ tuid: told.ticket.tuid, name: told.ticket.ticket }}
          open={told.isOpen}
          onClose={() => setTold({ ...told, isOpen: false })}
        />
      )}
    </Sheet>
  )
}

function WaitingRow({
  ticket,
  officeId,
  timeZone,
  onRemove,
  onMessage,
}: {
  ticket: Waiting
  officeId: number
  timeZone: string
  onRemove: () => void
  onMessage: () => void
}) {
  const language = useLanguage()
  const taken = timeText(new Date(ticket.inserted_at), language, timeZone)
  return (
    <ListRow title={ticket.ticket} detail={<Trans>Sacó su número a las {taken}</Trans>}>
      {ticket.is_paper && (
        <StateWord icon="ticket">
          <Trans>Número de papel</Trans>
        </StateWord>
      )}
      {ticket.document_repeated && <DocumentRepeated />}
      {ticket.is_paper && <PrintAgain officeId={officeId} tuid={ticket.tuid} ticket={ticket.ticket} />}
      {!ticket.is_paper && (
        <Button look="plain" size="tight" onClick={onMessage}>
          <Trans>Avisar</Trans>
          <span className="visually-hidden"> {ticket.ticket}</span>
        </Button>
      )}
      <Button look="plain" size="tight" onClick={onRemove}>
        <Trans>Quitar</Trans>
        <span className="visually-hidden"> {ticket.ticket}</span>
      </Button>
    </ListRow>
  )
}
