import type { Reservation } from '#contract/rest/reservations.ts'
import type { BookingWish } from '#src/domain/booking-wish.ts'
import { isWished } from '#src/domain/check-reservation-wish.ts'
import type { Stop } from '#src/platform/subscribers.ts'
import type { OfficeSocket } from '#src/socket/office-socket.ts'

/**
 * Listens for the reservation that is about to be asked for: the owner's copy of reserve:updated with
 * confirmed true, for the same line, time and user. To be called before asking, or the answer may be over
 * before anybody listens.
 *
 * @returns `confirmed` never settles when it does not come
 * @see rule RES-05
 */
export function awaitConfirmed(
  socket: Pick<OfficeSocket, 'subscribe'>,
  wish: Pick<BookingWish, 'lineId' | 'from'>,
  userId: string,
): { confirmed: Promise<Reservation>; stop: Stop } {
  let stop: Stop = () => undefined
  const confirmed = new Promise<Reservation>(resolve => {
    stop = socket.subscribe(news => {
      if (news.kind !== 'fact' || news.event !== 'reserve:updated') return
      const { owned } = news.payload
      if (owned?.confirmed && owned.user_id === userId && isWished(owned, wish)) resolve(owned)
    })
  })
  return { confirmed, stop }
}
