import type { TicketErrorCode } from '#contract/error-codes.ts'
import { type FieldFault, Refusal } from '#server/web/refusal.ts'

const reasons: Partial<Record<TicketErrorCode, { status: number; message: string }>> = {
  'invalid-rut': { status: 400, message: 'the rut is not valid' },
  'form-invalid': { status: 400, message: 'the form’s answers do not do' },
  'office-ticket-limit-reached': {
    status: 409,
    message: 'no more tickets for this identity at this office today',
  },
  'rut-line-limit-reached': { status: 409, message: 'no more tickets for this identity in this line today' },
  'line-frozen': { status: 409, message: 'the line is frozen' },
  'line-closed': { status: 409, message: 'the line is closed for today' },
  'too-late-today': { status: 409, message: 'it could not be served before the office closes' },
  'line-no-exist': { status: 404, message: 'the line does not exist or gives no numbers' },
  'line-no-slug': { status: 404, message: 'the line has no slug' },
  'line-no-prefix': { status: 404, message: 'the line has no prefix' },
  'office-closed': { status: 409, message: 'the office is closed now' },
  'kiosk-only': { status: 409, message: 'this line gives numbers at the office only' },
  'document-not-proven': { status: 403, message: 'numbers are given to proven documents alone here' },
  'too-many-numbers': { status: 409, message: 'this person holds as many waiting numbers as one may' },
  'address-ticket-limit-reached': { status: 409, message: 'too many numbers of this address wait already' },
  // The application looks for the words "already has ticket" (§8).
  'already-has-ticket': { status: 409, message: 'this person already has ticket in this line' },
}

/** Why no number was given, as every way of asking for one is told. */
export function ticketRefusal(code: TicketErrorCode, fields?: readonly FieldFault[]): Refusal {
  const { status, message } = reasons[code] ?? { status: 500, message: 'no number could be given' }
  return new Refusal(code, status, message, fields)
}
