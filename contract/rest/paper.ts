import * as v from 'valibot'

/**
 * What the QR of a paper number carries, or that of a slip: which number or reservation, and a proof that
 * this office's server printed it.
 */
export const paperSecret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * POST login/paper: lets in whoever holds the paper of a number that no phone follows yet, or the slip of a
 * reservation that no phone has yet, with no name and no account. POST turns/papers: the caller's phone
 * follows the number from now on, and is answered the ticket. POST reservations/slips: the caller's phone has
 * the reservation from now on, and is answered it.
 * @see docs/decisions/kiosk-and-paper-numbers.md, booked-for-somebody.md, rules KIOSK-02, DESK-11
 */
export const paperHeld = v.object({ secret: paperSecret })
