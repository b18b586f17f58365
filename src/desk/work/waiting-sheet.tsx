import { useQuery, useQueryClient } from '@tanstack/react-query'
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
import { actionErrorText, questionErrorText } from '../desk-error-texts.ts'
import { useDeskTools } from '../desk-tools.ts'
import { useDeskAction } from '../use-desk-action.ts'
import { officeKey } from '../use-office.ts'
import { PrintAgain } from '../paper/print-again.tsx'
import { MessageSheet } from '../day/message-sheet.tsx'
import { DocumentRepeated } from './document-repeated.tsx'
import { Preferential } from './preferential.tsx'
import { RemoveDialog } from './remove-dialog.tsx'

export interface WaitingSheetProps {
  clerkId: number
  officeId: number
  timeZone: string
  line: { line_id: number; name: string }
  /** The office has a rule for preferential people. */
  hasPreference: boolean
  open: boolean
  onClose: () => void
}

type Waiting = DeskWaiting['tickets'][number]

/** Who waits in a line, in the order of the calls; and taking away a number that is nobody's. */
export function WaitingSheet(props: WaitingSheetProps) {
  const { clerkId, officeId, timeZone, line, hasPreference, open, onClose } = props
  const { t, i18n } = useLingui()
  const { api } = useDeskTools()
  const [asked, setAsked] = useState<{ ticket: Waiting; isOpen: boolean } | null>(null)
  const queries = useQueryClient()
  const [told, setTold] = useState<{ ticket: Waiting; isOpen: boolean } | null>(null)
  // Below the office's own key: what puts the office in doubt puts its lines in doubt, too.
  const queryKey = [...officeKey(clerkId, officeId), 'waiting', line.line_id]
  const acting = useDeskAction(clerkId, officeId, () => void queries.invalidateQueries({ queryKey }))
  const { data, error } = useQuery<DeskWaiting>({
    queryKey,
    queryFn: ({ signal }) => api.waiting(officeId, line.line_id, signal),
    enabled: open,
    retry: false,
    networkMode: 'always',
  })
  return (
    <Sheet open={open} onClose={onClose} side="end" title={line.name} closeLabel={t`Cerrar`}>
      {error && <Note tone="loss">{i18n._(questionErrorText(error))}</Note>}
      {acting.error && (
        <Note tone="loss" role="alert">
          {i18n._(actionErrorText(acting.error))}
        </Note>
      )}
      {data?.tickets.length === 0 && <EmptyState icon="people" title={<Trans>Nadie espera</Trans>} />}
      <List>
        {data?.tickets.map(ticket => (
          <WaitingRow
            key={ticket.tuid}
            ticket={ticket}
            officeId={officeId}
            timeZone={timeZone}
            onPrefer={
              hasPreference
                ? () => acting.act({ do: 'prefer', tuid: ticket.tuid, preferential: !ticket.preferential })
                : undefined
            }
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
  onPrefer,
  onRemove,
  onMessage,
}: {
  ticket: Waiting
  officeId: number
  timeZone: string
  /** Gives the preference, or takes it away; absent where the office has no rule for it. */
  onPrefer: (() => void) | undefined
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
      {ticket.preferential && <Preferential />}
      {ticket.is_paper && <PrintAgain officeId={officeId} tuid={ticket.tuid} ticket={ticket.ticket} />}
      {onPrefer && (
        <Button look="plain" size="tight" onClick={onPrefer}>
          {ticket.preferential ? <Trans>Quitar preferencia</Trans> : <Trans>Dar preferencia</Trans>}
          <span className="visually-hidden"> {ticket.ticket}</span>
        </Button>
      )}
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
