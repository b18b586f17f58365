import type { MessageDescriptor } from '@lingui/core'
import type { WordedCode } from '#src/domain/failure-codes.ts'
import { unexpected } from './door-error-texts.ts'
import { generalTexts } from './general-error-texts.ts'
import { reservationErrorTexts } from './reservation-error-texts.ts'
import { ticketErrorTexts } from './ticket-error-texts.ts'
import { timeoutTexts } from './timeout-texts.ts'

/** What is said in general: the subjects have words of their own for some, a time-out above all. */
const texts: Record<WordedCode, MessageDescriptor> = {
  ...timeoutTexts,
  ...ticketErrorTexts,
  ...reservationErrorTexts,
  ...generalTexts,
}

/**
 * The sentence for a code of the server or of the application itself; one that was heard (`heardCode`) and
 * that nobody here knows is an unexpected error.
 */
export function errorText(code: WordedCode): MessageDescriptor {
  return (texts as Readonly<Record<string, MessageDescriptor | undefined>>)[code] ?? unexpected
}
