import type { TicketMeta } from '#contract/rest/tickets.ts'
import type { AnswerFault } from '#contract/rules/form-answers.ts'
import { isValidRut } from '#contract/rules/rut.ts'
import { Refusal } from '#server/web/refusal.ts'
import { reservationRefusal } from './reservation-refusals.ts'

/**
 * What was said of a person and answered in the line's form has to do.
 * @throws Refusal invalid-rut; reserve-form-invalid
 */
export function demandGoodData({ rut }: Pick<TicketMeta, 'rut'>, faults: readonly AnswerFault[]): void {
  if (rut !== undefined && !isValidRut(rut)) {
    throw new Refusal('invalid-rut', 400, 'the rut is not valid', [
      { path: 'meta.rut', message: 'the check digit does not fit' },
    ])
  }
  if (faults.length === 0) return
  throw reservationRefusal(
    'reserve-form-invalid',
    faults.map(({ id, fault, message }) => ({ path: `meta.answers.${id}`, message: message ?? fault })),
  )
}
