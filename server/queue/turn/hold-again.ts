import { isUniqueViolation } from '#server/database/violations.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { Turn } from './turn-fact.ts'

const tooMany = () =>
  new Refusal('too-many-numbers', 409, 'this person holds as many waiting numbers as one may')

/**
 * A number is its owner's, by paper or again after its call, as one of those that they may hold.
 * @throws Refusal too-many-numbers, where they took others meanwhile
 */
export function demandHand({ user_id, hand }: Pick<Turn, 'user_id'> & { hand: number | null }): void {
  if (user_id !== null && hand === null) throw tooMany()
}

/**
 * Has a number held that was nobody's to hold before, by constraint: one in each line, and so many in all.
 * @throws Refusal already-has-ticket, too-many-numbers
 */
export async function holdAgain<Done>(change: () => Promise<Done>): Promise<Done> {
  try {
    return await change()
  } catch (error) {
    const holds = [
      'tickets_one_waiting_per_user',
      'tickets_one_waiting_per_identity',
      'tickets_disputed_once',
    ]
    if (holds.some(constraint => isUniqueViolation(error, constraint)))
      throw new Refusal('already-has-ticket', 409, 'this person already has ticket in this line')
    if (isUniqueViolation(error, 'tickets_in_hand')) throw tooMany()
    throw error
  }
}
