import type { FlowContext } from '../flow-context.ts'

/**
 * Whose session ended by itself left their receipts here, to be read until they are back (AUTH-09). Where
 * somebody else comes in instead, an account's are taken away: it has them, on every device. What somebody
 * without an account holds is kept nowhere else, and stays: nobody can tell whether it is they who come back.
 * @returns whether it was somebody else who was here last
 * @see rule AUTH-10
 */
export async function forgetFormerOwner(
  { db }: Pick<FlowContext, 'db'>,
  comer: { user_id: string },
): Promise<boolean> {
  return await db.atomically(async ({ userData, tickets, reservations }) => {
    const former = (await userData.read('user')) ?? (await userData.read('ended'))
    await userData.remove('ended')
    if (former === null || former.user_id === comer.user_id) return false
    if (!former.temporal) {
      await tickets.forgetOwner(former.user_id)
      await reservations.forgetOwner(former.user_id)
    }
    return true
  })
}
