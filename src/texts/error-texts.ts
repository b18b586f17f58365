import type { MessageDescriptor } from '@lingui/core'
import { generalText, unexpected } from './general-error-texts.ts'
import { reservationErrorTexts } from './reservation-error-texts.ts'
import { ticketErrorTexts } from './ticket-error-texts.ts'

const bySubject: Readonly<Record<string, MessageDescriptor | undefined>> = {
  ...ticketErrorTexts,
  ...reservationErrorTexts,
}

/** The sentence for a code of the server or of the application itself; an unknown one is an unexpected error. */
export function errorText(code: string): MessageDescriptor {
  return generalText(code) ?? bySubject[code] ?? unexpected
}
