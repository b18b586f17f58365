import { useLingui } from '@lingui/react/macro'
import type { TicketState } from '#contract/rest/tickets.ts'

/** How a receipt stands, in a word. */
export function useTicketStateText(state: TicketState): string {
  const { t } = useLingui()
  const words: Record<TicketState, string> = {
    waiting: t`Esperando`,
    called: t`Es tu turno`,
    parked: t`Te guardan el lugar`,
    attended: t`Atendido`,
    skipped: t`Te llamamos y no llegaste`,
    'given-up': t`Renunciaste`,
    expired: t`Venció`,
    removed: t`La oficina lo quitó`,
    'sent-home': t`La fila cerró por hoy`,
  }
  return words[state]
}
