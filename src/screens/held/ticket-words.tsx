import { Plural, Trans } from '@lingui/react/macro'
import type { Ticket } from '#contract/rest/tickets.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { type Standing, useTicketStateText } from './ticket-state-text.ts'

/** How a receipt stands, in a word (RES-11's sisters for tickets). */
export function TicketStateWord({ ticket }: { ticket: Standing }) {
  return useTicketStateText(ticket)
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

/** A number's place; `meet` is absent in what an earlier version kept. */
export type Where = Pick<Ticket, 'modulo'> & Partial<Pick<Ticket, 'meet'>>

/** "Es tu turno · módulo 3", or that it is by video. */
export function TurnWords({ ticket: { meet, modulo } }: { ticket: Where }) {
  if (meet) return <Trans>Es tu turno&nbsp;· por&nbsp;video</Trans>
  const name = modulo === null ? '' : shortModulo(modulo)
  return name ? <Trans>Es tu turno&nbsp;· módulo&nbsp;{name}</Trans> : <Trans>Es tu turno</Trans>
}
