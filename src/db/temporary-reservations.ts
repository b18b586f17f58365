import type { Reservation } from '#contract/rest/reservations.ts'
import { isStaleReceipt } from '#src/domain/is-stale-receipt.ts'
import type { TableOf } from './rows.ts'

/** What the card shows. What its owner answered is not among it: that is theirs and the office's alone. */
type Shown = Omit<Reservation, '_id' | 'meta'>

/**
 * A reservation as this browser keeps it: what the card shows, and no more of the person than their user_id.
 * @see specification §3 "temporary_reservations", docs/decisions "Identity and session"
 */
export interface ReservationReceipt extends Shown {
  /** Of its office, by which it is looked up. */
  officeSlug: string
  /** When it was stored or last heard of, milliseconds since the epoch. */
  timeStamp: number
  /** Its owner cancelled it without a network: the server does not know it yet. */
  cancel_waits: boolean
}

/** Named one by one: whatever else an answer may bring one day, it is not kept unless it is named here. */
const KEPT_FIELDS = Object.keys({
  id: true,
  code: true,
  from: true,
  to: true,
  time_zone: true,
  line: true,
  office: true,
  category_id: true,
  user_id: true,
  meet: true,
  state: true,
  confirmed: true,
  confirm_by: true,
  deleted: true,
  deleted_at: true,
  attended: true,
  modulo: true,
  inserted_at: true,
  seq: true,
} satisfies Record<keyof Shown, true>) as (keyof Shown)[]

const withoutSecrets = (reservation: Shown) =>
  Object.fromEntries(KEPT_FIELDS.map(field => [field, reservation[field]])) as unknown as Shown

export interface TemporaryReservations {
  all(): Promise<ReservationReceipt[]>
  get(id: string): Promise<ReservationReceipt | null>
  ofOffice(officeSlug: string): Promise<ReservationReceipt[]>
  /**
   * Keeps a reservation as the server tells it, unless what is kept knows of a newer fact.
   * @param now milliseconds since the epoch
   */
  keep(reservation: Reservation, now: number): Promise<ReservationReceipt>
  /**
   * Changes a kept reservation by a fact.
   * @param seq the fact's sequence number; null where it is not known. A fact that is not newer than what is
   *   kept changes nothing
   * @returns the reservation as it is then; null where there is none
   */
  change(
    id: string,
    seq: number | null,
    change: Partial<ReservationReceipt>,
  ): Promise<ReservationReceipt | null>
  /** Takes away what this person holds. */
  forgetOwner(userId: string): Promise<void>
  /** The office's sequence began anew: whatever the server tells from now on is newer. */
  forgetSequence(officeSlug: string): Promise<void>
  /**
   * @param now the server's time, milliseconds since the epoch
   * @returns how many were stale and are gone: not before their time is over (TEMP-02, TEMP-03)
   */
  removeStale(now: number): Promise<number>
}

export function temporaryReservations(table: TableOf<ReservationReceipt>): TemporaryReservations {
  const { atomically, reading } = table
  const ofOffice = async (slug: string) => (await table.all()).filter(kept => kept.officeSlug === slug)

  return {
    all: () => reading(() => table.all()),
    get: id => reading(async () => (await table.get(id)) ?? null),
    ofOffice: officeSlug => reading(() => ofOffice(officeSlug)),
    keep: (reservation, now) =>
      atomically(async () => {
        const kept = await table.get(reservation.id)
        if (kept && kept.seq > reservation.seq) return kept
        const receipt: ReservationReceipt = {
          ...withoutSecrets(reservation),
          officeSlug: reservation.office.slug,
          timeStamp: now,
          cancel_waits: !reservation.deleted && (kept?.cancel_waits ?? false),
        }
        await table.put(receipt)
        return receipt
      }),
    change: (id, seq, change) =>
      atomically(async () => {
        const kept = await table.get(id)
        if (!kept) return null
        if (seq !== null && seq <= kept.seq) return kept
        const changed = { ...kept, ...change, id, seq: seq ?? kept.seq }
        await table.put(changed)
        return changed
      }),
    forgetOwner: userId =>
      atomically(async () => {
        for (const { id, user_id } of await table.all()) if (user_id === userId) await table.delete(id)
      }),
    forgetSequence: officeSlug =>
      atomically(async () => {
        for (const kept of await ofOffice(officeSlug)) await table.put({ ...kept, seq: 0 })
      }),
    removeStale: now =>
      atomically(async () => {
        const stale = (await table.all()).filter(({ timeStamp, to }) =>
          isStaleReceipt(Math.max(timeStamp, Date.parse(to)), now),
        )
        for (const { id } of stale) await table.delete(id)
        return stale.length
      }),
  }
}
