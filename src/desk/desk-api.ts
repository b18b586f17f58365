import type * as v from 'valibot'
import { type Client, path } from '#src/api/client.ts'
import { type CaptchaChallenge, captchaChallenge } from '#contract/rest/captcha.ts'
import {
  type DeskReservation,
  type DeskReservations,
  type DeskSession,
  type DeskState,
  type DeskWaiting,
  type PaperNumber,
  type deskGive,
  type deskLogin,
  deskReservation,
  deskReservations,
  deskSession,
  deskState,
  deskWaiting,
  paperNumber,
} from '#contract/rest/desk.ts'

import { staffApi } from './staff-api.ts'

export type Credentials = v.InferInput<typeof deskLogin>

/** What a clerk may do at their modulo. Each answers how the desk stands then. */
export type DeskAction =
  | { do: 'call'; lineIds: readonly number[] }
  | { do: 'call-reservation'; reservationId: string }
  | { do: 'call-again' }
  | { do: 'absent' }
  | { do: 'attended' }
  | { do: 'remove'; tuid: string }
  | { do: 'remove-reservation'; reservationId: string }
  | { do: 'freeze'; lineId: number; frozen: boolean }
  | { do: 'open-modulo'; moduloId: number; from?: number | null }
  | { do: 'close-modulo' }

/** The path below the office, and the body. */
function requestOf(action: Exclude<DeskAction, { do: 'remove-reservation' }>): {
  below: string
  json?: unknown
} {
  switch (action.do) {
    case 'call':
      return { below: '/call', json: { line_ids: action.lineIds } }
    case 'call-reservation':
      return { below: path`/reservations/${action.reservationId}/call` }
    case 'remove':
      return { below: path`/tickets/${action.tuid}/remove` }
    case 'freeze':
      return { below: path`/lines/${action.lineId}/frozen`, json: { frozen: action.frozen } }
    case 'open-modulo':
      return {
        below: '/modulo',
        json: { modulo_id: action.moduloId, ...(action.from && { from: action.from }) },
      }
    case 'close-modulo':
      return { below: '/modulo', json: { modulo_id: null } }
    default:
      return { below: `/${action.do}` }
  }
}

/** The desk's calls. Each throws an `ApiError`. */
export function deskApi(client: Client) {
  return {
    ...staffApi(client),
    /**
     * Trades the desk's cookie for the token that lives in memory; null where there is no cookie to trade.
     */
    session: (): Promise<DeskSession | null> => client.callOrNull('desk', '/session', deskSession),
    signIn: (credentials: Credentials): Promise<DeskSession> =>
      client.call('desk', '/session', deskSession, { method: 'POST', json: credentials }),
    /** What is solved to wait for no pause that others' wrong passwords brought. */
    captcha: (): Promise<CaptchaChallenge> => client.call('desk', '/captcha', captchaChallenge),
    signOut: (): Promise<void> => client.tell('desk', '/session', { method: 'DELETE' }),
    office: (officeId: number, signal?: AbortSignal): Promise<DeskState> =>
      client.call('desk', path`/offices/${officeId}`, deskState, { signal }),
    /** What is booked today, by time. */
    reservations: (officeId: number, signal?: AbortSignal): Promise<DeskReservations> =>
      client.call('desk', path`/offices/${officeId}/reservations`, deskReservations, { signal }),
    /** Says yes to one that waits for it; said again, it is so already. */
    confirm: (officeId: number, reservationId: string): Promise<DeskReservation> =>
      client.call('desk', path`/offices/${officeId}/reservations/${reservationId}/confirm`, deskReservation, {
        method: 'POST',
      }),
    /** Who waits in a line, in the order of the calls. */
    waiting: (officeId: number, lineId: number, signal?: AbortSignal): Promise<DeskWaiting> =>
      client.call('desk', path`/offices/${officeId}/lines/${lineId}/waiting`, deskWaiting, { signal }),
    /** A number for somebody without a phone; repeated with the same id, it is the same number. */
    giveNumber: (officeId: number, wish: v.InferInput<typeof deskGive>): Promise<PaperNumber> =>
      client.call('desk', path`/offices/${officeId}/tickets`, paperNumber, { method: 'POST', json: wish }),
    /** What is printed of a paper number that waits and that no phone follows. */
    paper: (officeId: number, tuid: string): Promise<PaperNumber> =>
      client.call('desk', path`/offices/${officeId}/tickets/${tuid}/paper`, paperNumber),
    async act(officeId: number, action: DeskAction): Promise<DeskState> {
      if (action.do === 'remove-reservation') {
        const { reservationId } = action
        await client.tell('desk', path`/offices/${officeId}/reservations/${reservationId}/remove`, {
          method: 'POST',
        })
        return client.call('desk', path`/offices/${officeId}`, deskState)
      }
      const { below, json } = requestOf(action)
      return client.call('desk', path`/offices/${officeId}` + below, deskState, { method: 'POST', json })
    },
  }
}

export type DeskApi = ReturnType<typeof deskApi>
