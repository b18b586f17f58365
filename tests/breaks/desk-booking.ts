import type { Break } from './break.ts'

const BOOKING = 'tests/wire/desk-booking.test.ts'

/** What a desk does for somebody else: books, moves, cancels, finds, forgets. */
export const deskBooking: Break[] = [
  {
    file: 'server/reservations/book-for-somebody.ts',
    stands: '    if (earlier) {\n',
    becomes: '    if (earlier && Date.now() < 0) {\n',
    harm: 'a press whose answer was lost, and that comes again, fails or books a second time',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/book-for-somebody.ts',
    stands: "    .where('office_id', '=', office_id)\n",
    becomes: '',
    harm: 'a press at one office is answered with the reservation of another',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/book-for-somebody.ts',
    stands: '    if (needsDocument(plan) && identity_hash === null) {\n',
    becomes: '    if (needsDocument(plan) && identity_hash === undefined) {\n',
    harm: 'without a document one person has as many times as they like',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/book-for-somebody.ts',
    stands: 'plan.office_id !== input.office_id',
    becomes: 'plan.office_id < 0',
    harm: 'a clerk books in the lines of an office at which they do not work',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/book-for-somebody.ts',
    stands: 'booked_for: protect.sealBookedFor(name, id)',
    becomes: 'booked_for: Buffer.from(name)',
    harm: 'a copy of the database is a list of names',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/book-for-somebody.ts',
    stands: 'await blocksAround(transaction, plan, [block], at)',
    becomes: '[]',
    harm: 'every phone goes on showing a time as free that a desk has booked',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/move-reservation.ts',
    stands: 'const confirm_by = atDesk ? null : confirmBy(plan, block, at)',
    becomes: 'const confirm_by = confirmBy(plan, block, at)',
    harm: 'what a clerk moved waits for a clerk to say yes, and expires',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/move-reservation.ts',
    stands: '...moveJobsOf(moved, at)',
    becomes: '',
    harm: 'somebody comes at the old time, for nobody told them of the new one',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/remove-reservation.ts',
    stands: "act: 'reservation-removed' as const, reason }",
    becomes: "act: 'reservation-removed' as const }",
    harm: 'nobody knows afterwards why somebody’s time was taken away',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/reservation-jobs.ts',
    stands: '  if (!isPromised(reservation) || user_id === null) return []\n',
    becomes: '  if (!isPromised(reservation)) return []\n',
    harm: 'a reminder is kept for nobody’s phone, and nobody gets it',
    tests: [BOOKING],
  },
  {
    file: 'server/reservations/forget-booked-people.ts',
    stands: 'booked_for = null, identity_hash = null, meta = null',
    becomes: 'booked_for = null',
    harm: 'what somebody answered at a desk is kept for ever',
    tests: [BOOKING],
  },
  {
    file: 'contract/rules/desk-form.ts',
    stands: '? { ...question, required: false } : question',
    becomes: '? question : question',
    harm: 'who has no telephone and no e-mail gets no time at all',
    tests: [BOOKING],
  },
]
