import type { MessageDescriptor } from '@lingui/core'
import type { FailureCode } from '#src/domain/failure-codes.ts'
import { errorText } from './error-texts.ts'
import { ticketCreationAlert, ticketErrorTexts } from './ticket-error-texts.ts'
import { timeoutTexts } from './timeout-texts.ts'

/** Why there is no number: a code of the server, of the channel, or of the application itself. */
export interface TicketRefusal {
  code: FailureCode
  /**
   * The server's own words, which decide where the code is none of ours (TKT-09); null where it said nothing.
   */
  message: string | null
}

/** A time-out reads otherwise where a number was asked for, so these come before the general texts. */
const own: Readonly<Record<string, MessageDescriptor | undefined>> = { ...timeoutTexts, ...ticketErrorTexts }

/**
 * §8's text for a number that could not be had: by the code where the catalogue has it, else by what the
 * server said.
 *
 * @param document by which the server knows the person
 * @see rules TKT-08, TKT-09, CHAN-02
 */
export function ticketRefusalText(
  { code, message }: TicketRefusal,
  document: 'rut' | 'dni',
): MessageDescriptor {
  if (code === 'already-has-ticket') return ticketCreationAlert(message, document)
  const isGeneral = code === 'offline' || code === 'too-many-requests'
  return own[code] ?? (isGeneral ? errorText(code) : ticketCreationAlert(message ?? code, document))
}
