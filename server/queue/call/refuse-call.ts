import { notFound, Refusal } from '#server/web/refusal.ts'
import { arrivalUnsaid, deskMoved } from '../desk/became-of.ts'
import { noModulo, onBreak } from '../desk/desk.ts'
import type { CallOutcome } from './judge-calls.ts'

/**
 * Whom a call called.
 * @throws Refusal no-modulo, on-break, arrival-unsaid, desk-moved, nobody-waiting, waiting-for-others,
 * not-found, line-not-served, reserve-too-early, reserve-not-callable
 */
export function tuidOfCall(outcome: CallOutcome): string {
  switch (outcome.verdict) {
    case 'called':
      return outcome.tuid
    case 'no-modulo':
      throw noModulo()
    case 'unsaid':
      throw arrivalUnsaid()
    case 'moved':
      throw deskMoved()
    case 'on-break':
      throw onBreak()
    case 'nobody-waiting':
      throw new Refusal('nobody-waiting', 409, 'nobody waits in these lines')
    case 'for-others':
      throw new Refusal('waiting-for-others', 409, 'who waits in these lines was sent to other modulos')
    case 'not-found':
      throw notFound('the reservation')
    case 'too-early':
      throw new Refusal('reserve-too-early', 409, 'its time has not come near enough')
    case 'not-served':
      throw new Refusal('line-not-served', 409, 'this modulo is prescribed other lines')
    case 'not-callable':
      throw new Refusal(
        'reserve-not-callable',
        409,
        'it is not confirmed, or was called or cancelled already',
      )
  }
}
