import { Plural, Trans } from '@lingui/react/macro'
import type { TicketState } from '#contract/rest/tickets.ts'
import { useTicketStateText } from './ticket-state-text.ts'

/** How a receipt stands, in a word (RES-11's sisters for tickets). */
export function TicketStateWord({ state }: { state: TicketState }) {
  return useTicketStateText(state)
}

/** "3 personas antes que tú": where one stands, in words. */
export function AheadText({ ahead }: { ahead: number | null }) {
  if (ahead === null) return <Trans>En espera</Trans>
  return <Plural value={ahead} _0="Sigues tú" one="# persona antes que tú" other="# personas antes que tú" />
}

/** The same for a narrow bar: "3 antes que tú". */
export function AheadShort({ ahead }: { ahead: number | null }) {
  if (ahead === null) return <Trans>En espera</Trans>
  return <Plural value={ahead} _0="Sigues tú" one="# antes que tú" other="# antes que tú" />
}
