import { useLingui } from '@lingui/react/macro'
import type { Ticket, TicketState } from '#contract/rest/tickets.ts'
import { isTurn } from '#src/domain/classify-tickets.ts'
import { stateNow } from '#src/domain/is-ticket-active.ts'
import { useNow } from '#src/queries/use-now.ts'

/** What the word of a number follows from. */
export type Standing = Pick<Ticket, 'state' | 'called_at' | 'inserted_at'> &
  Partial<Pick<Ticket, 'aside_until'>>

/** How a receipt stands, in a word. */
export function useTicketStateText(ticket: Standing): string {
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
  return words[stateNow(ticket, now)]
}
