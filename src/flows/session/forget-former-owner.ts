import type { FlowContext } from '../flow-context.ts'

/**
 * Whose session ended by itself left their receipts here, to be read until they are back (AUTH-09). Where
 * somebody else comes in instead, an account's are taken away: it has them, on every device; and what it
 * typed, wrote of an attention and was told goes with them. What somebody without an account holds is kept
 * nowhere else, and stays: nobody can tell whether it is they who come back.
 * @returns whether it was somebody else who was here last
 * @see rule AUTH-10
 */
export async function forgetFormerOwner(
  {
    booking,
    db,
    notices,
    pollDrafts,
    reservationDrafts,
    storage,
  }: Pick<FlowContext, 'booking' | 'db' | 'notices' | 'pollDrafts' | 'reservationDrafts' | 'storage'>,
  comer: { user_id: string },
): Promise<boolean> {
  const former = await db.atomically(async ({ outbox, userData, tickets, reservations }) => {
    const known = (await userData.read('user')) ?? (await userData.read('ended'))
    await userData.remove('ended')
    if (known === null || known.user_id === comer.user_id) return null
    if (!known.temporal) {
      await tickets.forgetOwner(known.user_id)
      await reservations.forgetOwner(known.user_id)
      await outbox.clear('poll', known.user_id)
    }
    return known
  })
  if (former === null) return false
  booking.clear()
  // They say where somebody went, and the server has them all: nothing is lost to whoever is back.
  await storage.forgetLines()
  if (!former.temporal) {
    reservationDrafts.keepFor(comer.user_id)
    // Nobody rates an attention but whoever had it, so all of these are the former one's.
    pollDrafts.clear()
    notices.clear()
  }
  return true
}
