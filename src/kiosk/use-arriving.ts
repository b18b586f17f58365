import { useMutation } from '@tanstack/react-query'
import type { KioskReservation } from '#contract/rest/devices.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useKioskTools } from './kiosk-tools.ts'

/** Where no answer came, the same is asked again so often, by itself: said twice, somebody is here once. */
const TRIES = 3
const AGAIN_MS = 1_500

const patient = {
  retry: (tries: number, failure: Error) =>
    tries < TRIES && failure instanceof ApiError && failure.isUncertain,
  retryDelay: AGAIN_MS,
  networkMode: 'always' as const,
}

export interface Arriving {
  /** What the code may mean; undefined until it was looked for. */
  found: KioskReservation[] | undefined
  /** Of whom it was noted that they are here. */
  arrived: KioskReservation | undefined
  error: Error | null
  isBusy: boolean
  /** @param code what stands behind RV */
  find(code: string): void
  say(reservation: KioskReservation): void
  /** Another code is typed. */
  forget(): void
}

/** Somebody who booked looks for their time by its code, and says that they are here. */
export function useArriving(): Arriving {
  const { api } = useKioskTools()
  const search = useMutation<KioskReservation[], Error, string>({
    mutationFn: async code => (await api.reservations(code)).reservations,
    ...patient,
  })
  const word = useMutation<KioskReservation, Error, KioskReservation>({
    mutationFn: async reservation => {
      await api.sayArrived(reservation.id)
      return reservation
    },
    ...patient,
  })
  const isBusy = search.isPending || word.isPending
  return {
    found: search.data,
    arrived: word.data,
    error: search.error ?? word.error,
    isBusy,
    find(code) {
      if (!isBusy) search.mutate(code)
    },
    say(reservation) {
      if (!isBusy) word.mutate(reservation)
    },
    forget() {
      search.reset()
      word.reset()
    },
  }
}
