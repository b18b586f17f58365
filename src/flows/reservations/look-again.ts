import { RESERVATION_REFETCH_MS } from '#contract/limits.ts'
import type { Reservation } from '#contract/rest/reservations.ts'
import type { TakeBack } from '#src/platform/timers.ts'
import type { FlowContext } from '../flow-context.ts'

/** A look at it after 3 s, unless stopped before; settles only when that look says how it stands (RES-06). */
export function lookAgain({ api, timers }: Pick<FlowContext, 'api' | 'timers'>, id: string) {
  let stop: TakeBack = () => undefined
  const looked = new Promise<Reservation>(resolve => {
    stop = timers.after(RESERVATION_REFETCH_MS, () => {
      api.reservations.one(id).then(
        reservation => {
          const { confirmed, confirm_by, deleted } = reservation
          if (confirmed || confirm_by !== null || deleted) resolve(reservation)
        },
        // Then only the channel can tell.
        () => undefined,
      )
    })
  })
  return { looked, stop }
}
