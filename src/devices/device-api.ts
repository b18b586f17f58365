import { type PaperNumber, paperNumber } from '#contract/rest/desk.ts'
import {
  type DeviceSession,
  type DeviceUse,
  deviceSession,
  type KioskReservation,
  type KioskState,
  kioskReservations,
  kioskState,
  type WallState,
  wallState,
} from '#contract/rest/devices.ts'
import { type Client, path } from '#src/api/client.ts'

/** `preferential`: the person says that the law lets them go first. */
export interface KioskWish {
  line_id: number
  request_id: string
  preferential: boolean
}

/** A question that is asked again in a moment need not be waited for. */
const LOOK_TIMEOUT_MS = 5_000

/** The calls of an office's devices. Each throws an `ApiError`. */
export function deviceApi(client: Client) {
  return {
    /** Trades the cookie of an earlier visit for the token; null where there is none. */
    session: (use: DeviceUse, office: string): Promise<DeviceSession | null> =>
      client.callOrNull('desk', path`/devices/${use}/${office}/session`, deviceSession),
    enter: (use: DeviceUse, office: string, secret: string): Promise<DeviceSession> =>
      client.call('desk', path`/devices/${use}/${office}/session`, deviceSession, {
        method: 'POST',
        json: { secret },
      }),
    wall: (): Promise<WallState> =>
      client.call('desk', '/devices/wall', wallState, { timeoutMs: LOOK_TIMEOUT_MS }),
    kiosk: (): Promise<KioskState> =>
      client.call('desk', '/devices/kiosk', kioskState, { timeoutMs: LOOK_TIMEOUT_MS }),
    /** A number on paper; the same id is the same number. */
    giveNumber: (wish: KioskWish): Promise<PaperNumber> =>
      client.call('desk', '/devices/kiosk/tickets', paperNumber, { method: 'POST', json: wish }),
    /** What the code of a receipt may mean, of today. @param code what stands behind RV */
    reservations: (code: string): Promise<{ reservations: KioskReservation[] }> =>
      client.call('desk', '/devices/kiosk/reservations', kioskReservations, {
        query: { code },
        timeoutMs: LOOK_TIMEOUT_MS,
      }),
    /** Somebody who booked is here; said again, it is so already. */
    sayArrived: (id: string): Promise<void> =>
      client.tell('desk', path`/devices/kiosk/reservations/${id}/arrived`, { method: 'POST' }),
  }
}
export type DeviceApi = ReturnType<typeof deviceApi>
