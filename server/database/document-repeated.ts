import { sql } from 'kysely'

/**
 * In SQL, of the ticket `t`: another user holds or held a number of this office and day under the same
 * document, and one of the two said that the other one's is not theirs, or proved that it is their own: then
 * the other one's alone is in question. What was given up or removed is settled.
 * @see rules DOC-01, DOC-04
 */
export const ticketDocumentRepeated = sql<boolean>`exists (
  select from tickets other
  where other.office_id = t.office_id and other.identity_hash = t.identity_hash and other.day = t.day
    and other.user_id is distinct from t.user_id and not t.proven and (t.disputed or other.disputed or other.proven)
    and t.state not in ('given-up', 'removed') and other.state not in ('given-up', 'removed')
)`

/** The same of the reservation `r`; what was over a day before it began says nothing of it any more. */
export const reservationDocumentRepeated = sql<boolean>`exists (
  select from reservations other
  where other.identity_hash = r.identity_hash and other.user_id is distinct from r.user_id and not r.proven
    and (r.disputed or other.disputed or other.proven)
    and other.deleted_at is null and r.deleted_at is null and other.block_to > r.block_from - interval '1 day'
)`
