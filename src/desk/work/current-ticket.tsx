import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { categoryColour } from '#contract/categories.ts'
import type { DeskTicket } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import type { Meeting } from '#contract/rest/video.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketFact, TicketNumber } from '#src/ui/card/ticket-number.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'
import { DeliverDialog } from './deliver-dialog.tsx'
import { isDeliverable } from './delivered-list.ts'
import { NoteDialog } from './note-dialog.tsx'
import styles from './current-ticket.module.css'
import { TicketAnswers } from './ticket-answers.tsx'
import { TicketSigns } from './ticket-signs.tsx'
import { TurnDelivered } from './turn-delivered.tsx'
import { TurnNote } from './turn-note.tsx'
import { withMeeting } from '../video/meeting-address.ts'

export interface CurrentTicketProps {
  clerkId: number
  office: Office
  ticket: DeskTicket | null
  /** What the office does for people. */
  services: readonly string[]
  /** How many wait in the lines that are served. */
  waiting: number
}

/** Who stands at the desk: the same card that the person holds. */
export function CurrentTicket({ clerkId, office, ticket, services, waiting }: CurrentTicketProps) {
  // Of whom it was opened: the answer to an earlier press may bring the next person while a clerk types.
  const [opened, setOpened] = useState<{ what: 'note' | 'deliver'; turn: DeskTicket } | null>(null)
  if (opened && ticket?.tuid === opened.turn.tuid && ticket !== opened.turn)
    setOpened({ ...opened, turn: ticket })
  const asked = { clerkId, officeId: office.id, open: true, onClose: () => setOpened(null) }
  return (
    <>
      <p aria-live="polite" className="visually-hidden">
        {ticket ? (
          <>
            {ticket.ticket}, <StateWords ticket={ticket} timeZone={office.time_zone} />
          </>
        ) : (
          // Taken back, aside or elsewhere: who does not see the card go hears it.
          <Trans>No hay nadie llamado en tu módulo.</Trans>
        )}
      </p>
      {ticket ? (
        <DeskCard
          key={ticket.tuid}
          office={office}
          ticket={ticket}
          services={services}
          onOpen={what => setOpened({ what, turn: ticket })}
        />
      ) : (
        <div className={styles.vacant}>
          {waiting > 0 ? (
            <EmptyState icon="ticket" title={<Trans>Tu módulo está abierto</Trans>}>
              <Trans>Cuando quieras, llama al primer número.</Trans>
            </EmptyState>
          ) : (
            <EmptyState icon="people" title={<Trans>Nadie espera</Trans>}>
              <Trans>Cuando alguien saque un número en tus filas, lo verás aquí.</Trans>
            </EmptyState>
          )}
        </div>
      )}
      {opened?.what === 'deliver' && (
        <DeliverDialog key={opened.turn.tuid} {...asked} turn={opened.turn} services={services} />
      )}
      {opened?.what === 'note' && <NoteDialog key={opened.turn.tuid} {...asked} turn={opened.turn} />}
    </>
  )
}

interface DeskCardProps extends Pick<CurrentTicketProps, 'office' | 'services'> {
  ticket: DeskTicket
  /** To where is noted what was done, or what the next one should know. */
  onOpen: (what: 'note' | 'deliver') => void
}

function DeskCard({ office, ticket, services, onOpen }: DeskCardProps) {
  const language = useLanguage()
  const { reserve } = ticket
  const clock = (at: string) => timeText(new Date(at), language, office.time_zone)
  const isCounted = isDeliverable(ticket, services)
  const note = <TurnNote note={ticket.note} onWrite={() => onOpen('note')} />
  return (
    <TicketCard
      office={ticket.line_name}
      brand={categoryColour(office.category_id)}
      icon={ticket.meet ? 'video' : reserve ? 'calendar' : undefined}
      state={ticket.state}
      word={<StateWords ticket={ticket} timeZone={office.time_zone} />}
      arriving
    >
      <TicketBody look="centred">
        <TicketNumber number={ticket.ticket} size="big" />
        {reserve?.name && <p className={styles.name}>{reserve.name}</p>}
        <div className={styles.signs}>
          <TicketSigns ticket={ticket} />
          {/* Beside them: what is done for nearly everybody needs no scrolling, hardly any room. */}
          {isCounted && <TurnDelivered delivered={ticket.delivered} onNote={() => onOpen('deliver')} />}
        </div>
        {/* Where it is seen without looking for it; nothing noted takes no room there. */}
        {ticket.note !== null && note}
        {ticket.meet && ticket.state === 'called' && !ticket.on_paper && (
          <EnterMeet meeting={reserve ? { reserve: reserve.id } : { tuid: ticket.tuid }} />
        )}
      </TicketBody>
      <TicketPerforation />
      <TicketFoot>
        <TicketFact label={<Trans>Esperó</Trans>} value={<Waited ticket={ticket} />} />
        {reserve ? (
          <TicketFact
            label={reserve.meet ? <Trans>Reserva por video</Trans> : <Trans>Hora reservada</Trans>}
            value={`${clock(reserve.from)}–${clock(reserve.to)}`}
            end
          />
        ) : (
          <TicketFact label={<Trans>Sacó su número</Trans>} value={clock(ticket.inserted_at)} end />
        )}
      </TicketFoot>
      {(ticket.answers.length > 0 || ticket.note === null) && (
        <TicketBody>
          {ticket.answers.length > 0 && <TicketAnswers answers={ticket.answers} />}
          {ticket.note === null && note}
        </TicketBody>
      )}
    </TicketCard>
  )
}

/**
 * To the video attention of whoever is called: the address names it, so that a reload comes back to the call.
 */
function EnterMeet({ meeting }: { meeting: Meeting }) {
  const [, setAddress] = useSearchParams()
  const enter = () => setAddress(address => withMeeting(address, meeting))
  return (
    <Button look="soft" onClick={enter}>
      <Trans>Entrar a la videollamada</Trans>
    </Button>
  )
}

function StateWords({ ticket, timeZone }: { ticket: DeskTicket; timeZone: string }) {
  const language = useLanguage()
  const called = timeText(new Date(ticket.called_at), language, timeZone)
  if (ticket.state === 'attended') return <Trans>Atendido</Trans>
  if (ticket.state === 'skipped') return <Trans>No llegó</Trans>
  if (ticket.calls > 1) {
    return (
      <Plural
        value={ticket.calls}
        one={`Llamado # vez, a las ${called}`}
        other={`Llamado # veces, esta vez desde las ${called}`}
      />
    )
  }
  return <Trans>Llamado a las {called}</Trans>
}

function Waited({ ticket }: { ticket: DeskTicket }) {
  const minutes = Math.round((Date.parse(ticket.called_at) - Date.parse(ticket.inserted_at)) / 60_000)
  return <Trans>{Math.max(0, minutes)} min</Trans>
}
