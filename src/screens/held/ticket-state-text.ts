import { useLingui } from '@lingui/react/macro'
import type { Ticket, TicketState } from '#contract/rest/tickets.ts'
import { isTurn } from '#src/domain/classify-tickets.ts'
import { useNow } from '#src/queries/use-now.ts'

/** How a receipt stands, in a word. */
export function useTicketStateText(ticket: Pick<Ticket, 'state' | 'called_at'>): string {
  const { t } = useLingui()
  const now = useNow()
  const words: Record<TicketState, string> = {
    waiting: t`Esperando`,
    called: isTurn(ticket, now) ? t`Es tu turno` : t`Te llamaron`,
    parked: t`Te guardan el lugar`,
    attended: t`Atendido`,
    skipped: t`Te llamamos y no llegaste`,
    'given-up': t`Renunciaste`,
    expired: t`Venció`,
    removed: t`La oficina lo quitó`,
    'sent-home': t`La fila cerró por hoy`,
  }
  return words[ticket.state]
}
