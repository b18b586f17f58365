import { type PaperNumber, paperNumber } from '#contract/rest/desk.ts'
import {
  type DeviceSession,
  type DeviceUse,
  deviceSession,
  type KioskState,
  kioskState,
  type WallState,
  wallState,
} from '#contract/rest/devices.ts'
import { type Client, path } from '#src/api/client.ts'

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
    giveNumber: (wish: { line_id: number; request_id: string }): Promise<PaperNumber> =>
      client.call('desk', '/devices/kiosk/tickets', paperNumber, { method: 'POST', json: wish }),
  }
}
export type DeviceApi = ReturnType<typeof deviceApi>
