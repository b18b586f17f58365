import * as v from 'valibot'

/** What the QR of a paper number carries: which number, and a proof that this office's server printed it. */
export const paperSecret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

/**
 * POST login/paper: lets in whoever holds the paper of a number that no phone follows yet, with no name and
 * no account. POST turns/papers: the caller's phone follows it from now on, and is answered the ticket.
 * @see docs/decisions/kiosk-and-paper-numbers.md, rule KIOSK-02
 */
export const paperHeld = v.object({ secret: paperSecret })
