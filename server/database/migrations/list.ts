import type { Migration } from 'kysely/migration'
import * as firstNumber from './0001-first-number.ts'
import * as reservations from './0002-reservations.ts'
import * as documents from './0003-documents.ts'
import * as writeProbe from './0005-write-probe.ts'
import * as acknowledgedCall from './0006-acknowledged-call.ts'
import * as sessionEnds from './0007-session-ends.ts'
import * as openingWishes from './0009-opening-wishes.ts'
import * as policies from './0010-policies.ts'
import * as rounds from './0011-rounds.ts'
import * as accounts from './0012-accounts.ts'
import * as socialSignIn from './0013-social-sign-in.ts'
import * as favorites from './0014-favorites.ts'
import * as polls from './0015-polls.ts'
import * as whatsapp from './0016-whatsapp.ts'
import * as erasedPeople from './0017-erased-people.ts'
import * as rolesAndActs from './0018-roles-and-acts.ts'
import * as saidArrivals from './0019-said-arrivals.ts'
import * as afterTheCall from './0020-after-the-call.ts'
import * as oneOrder from './0021-one-order.ts'
import * as aDay from './0022-a-day.ts'
import * as officeLinks from './0023-office-links.ts'
import * as invitations from './0024-invitations.ts'
import * as figures from './0025-figures.ts'
import * as settings from './0026-settings.ts'
import * as bookedForSomebody from './0027-booked-for-somebody.ts'
import * as machines from './0028-machines.ts'
import * as deskPresses from './0029-desk-presses.ts'
import * as bookedSlips from './0030-booked-slips.ts'
import * as moduloHours from './0031-modulo-hours.ts'
import * as turnNotes from './0032-turn-notes.ts'
import * as servicesDelivered from './0033-services-delivered.ts'
import * as servedLines from './0034-served-lines.ts'
import * as learnedWaits from './0035-learned-waits.ts'
import * as moves from './0036-moves.ts'
import * as daysForGood from './0037-days-for-good.ts'
import * as closedByTheClock from './0038-closed-by-the-clock.ts'
import * as countedSlots from './0039-counted-slots.ts'
import * as failingJobs from './0040-failing-jobs.ts'
import * as forgottenPeople from './0041-forgotten-people.ts'
import * as endedSessions from './0042-ended-sessions.ts'
import * as shortHolds from './0043-short-holds.ts'
import * as nextNumber from './0044-next-number.ts'
import * as accountRecovery from './0045-account-recovery.ts'
import * as firstCall from './0046-first-call.ts'
import * as lookedForSeldom from './0047-looked-for-seldom.ts'
import * as forgottenReasons from './0048-forgotten-reasons.ts'
import * as finishedErasures from './0049-finished-erasures.ts'
import * as endedAndSpent from './0050-ended-and-spent.ts'
import * as meetSeats from './0051-meet-seats.ts'

/**
 * In order, and append-only: a migration that has shipped is never edited. A number that is left out was
 * never shipped, and stays unused: what would have to run before others that have run is refused.
 */
export const migrations: Record<string, Migration> = {
  '0001-first-number': firstNumber,
  '0002-reservations': reservations,
  '0003-documents': documents,
  '0005-write-probe': writeProbe,
  '0006-acknowledged-call': acknowledgedCall,
  '0007-session-ends': sessionEnds,
  '0009-opening-wishes': openingWishes,
  '0010-policies': policies,
  '0011-rounds': rounds,
  '0012-accounts': accounts,
  '0013-social-sign-in': socialSignIn,
  '0014-favorites': favorites,
  '0015-polls': polls,
  '0016-whatsapp': whatsapp,
  '0017-erased-people': erasedPeople,
  '0018-roles-and-acts': rolesAndActs,
  '0019-said-arrivals': saidArrivals,
  '0020-after-the-call': afterTheCall,
  '0021-one-order': oneOrder,
  '0022-a-day': aDay,
  '0023-office-links': officeLinks,
  '0024-invitations': invitations,
  '0025-figures': figures,
  '0026-settings': settings,
  '0027-booked-for-somebody': bookedForSomebody,
  '0028-machines': machines,
  '0029-desk-presses': deskPresses,
  '0030-booked-slips': bookedSlips,
  '0031-modulo-hours': moduloHours,
  '0032-turn-notes': turnNotes,
  '0033-services-delivered': servicesDelivered,
  '0034-served-lines': servedLines,
  '0035-learned-waits': learnedWaits,
  '0036-moves': moves,
  '0037-days-for-good': daysForGood,
  '0038-closed-by-the-clock': closedByTheClock,
  '0039-counted-slots': countedSlots,
  '0040-failing-jobs': failingJobs,
  '0041-forgotten-people': forgottenPeople,
  '0042-ended-sessions': endedSessions,
  '0043-short-holds': shortHolds,
  '0044-next-number': nextNumber,
  '0045-account-recovery': accountRecovery,
  '0046-first-call': firstCall,
  '0047-looked-for-seldom': lookedForSeldom,
  '0048-forgotten-reasons': forgottenReasons,
  '0049-finished-erasures': finishedErasures,
  '0050-ended-and-spent': endedAndSpent,
  '0051-meet-seats': meetSeats,
}
