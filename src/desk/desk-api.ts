import type * as v from 'valibot'
import { FIGURES_TIMEOUT_MS } from '#contract/limits.ts'
import { type Client, path } from '#src/api/client.ts'
import type { FetchedFile, FetchFile } from '#src/api/file-client.ts'
import { type Closing, type DeskMessages, type deskFreeze, deskMessages } from '#contract/rest/desk-day.ts'
import {
  type LinkWish,
  type MadeLink,
  madeLink,
  type OfficeLink,
  officeLinks,
} from '#contract/rest/devices.ts'
import {
  type DeliveredService,
  type DeskList,
  type DeskListName,
  type DeskReservation,
  type DeskReservations,
  type DeskState,
  type PaperNumber,
  type SaidHere,
  type deskGive,
  deskList,
  type deskTransfer,
  deskReservation,
  deskReservations,
  deskState,
  paperNumber,
} from '#contract/rest/desk.ts'
import { type DeskWhyBefore, deskWhyBefore } from '#contract/rest/preference.ts'
import { type Figures, figures } from '#contract/rest/figures.ts'

import { doorApi } from './door-api.ts'
import { isPressDone, pressDone } from './presses.ts'
import { staffApi } from './staff-api.ts'
import { webhooksApi } from './webhooks-api.ts'

/** What a clerk may do at their modulo. Each answers how the desk stands then. */
export type DeskAction =
  | { do: 'call'; here: SaidHere }
  /** From these lines the clerk calls; null: from all. */
  | { do: 'serve'; lineIds: readonly number[] | null }
  | { do: 'call-reservation'; reservationId: string; here: SaidHere }
  | { do: 'call-ticket'; tuid: string; reason: string; here: SaidHere }
  | { do: 'arrived'; tuid: string }
  | { do: 'take-back'; tuid: string }
  | { do: 'call-again' | 'absent' | 'attended' | 'park'; tuid: string }
  | { do: 'transfer'; tuid: string; to: v.InferInput<typeof deskTransfer> }
  | { do: 'bring-back' | 'put-back' | 'call-parked'; tuid: string }
  | { do: 'remove'; tuid: string }
  | { do: 'note'; tuid: string; note: string | null; was: string | null }
  | { do: 'deliver'; tuid: string; delivered: readonly DeliveredService[]; was: readonly DeliveredService[] }
  | { do: 'prefer'; tuid: string; preferential: boolean }
  | { do: 'remove-reservation'; reservationId: string; reason?: string }
  /** One line, or all where it is null. */
  | { do: 'freeze'; lineId: number | null; freeze: v.InferInput<typeof deskFreeze> }
  | { do: 'close-lines'; lineId: number | null; waiting: Closing }
  | { do: 'reopen-lines'; lineId: number | null }
  | { do: 'break'; minutes: number | null }
  | { do: 'help'; asks: boolean }
  | { do: 'answer-help'; moduloId: number }
  | { do: 'message'; message: string; to: { line_id: number } | { tuid: string } }
  | { do: 'open-modulo'; moduloId: number; from?: number | null }
  | { do: 'close-modulo'; here: SaidHere }

const belowLine = (lineId: number | null) => (lineId === null ? '' : path`/lines/${lineId}`)

/** Days of an office's calendar, both ends in it (today where none is named), and one line or all. */
export interface FiguresWish {
  from?: string | undefined
  to?: string | undefined
  line_id?: number | undefined
}

const ofWhoIsHere = (here: SaidHere) => (here === 'nobody' ? { nobody: true } : { here })

/** The path below the office, and the body. */
function requestOf(action: Exclude<DeskAction, { do: 'remove-reservation' }>): {
  below: string
  json?: unknown
} {
  switch (action.do) {
    case 'call':
      return { below: '/call', json: ofWhoIsHere(action.here) }
    case 'serve':
      return { below: '/served-lines', json: { line_ids: action.lineIds } }
    case 'call-reservation':
      return { below: path`/reservations/${action.reservationId}/call`, json: ofWhoIsHere(action.here) }
    case 'call-ticket':
      return {
        below: path`/tickets/${action.tuid}/call`,
        json: { reason: action.reason, ...ofWhoIsHere(action.here) },
      }
    case 'arrived':
    case 'take-back':
    case 'call-again':
    case 'absent':
    case 'attended':
    case 'park':
      return { below: `/${action.do}`, json: { tuid: action.tuid } }
    case 'transfer':
      return { below: '/transfer', json: { tuid: action.tuid, ...action.to } }
    case 'remove':
    case 'bring-back':
    case 'put-back':
    case 'call-parked':
      return { below: path`/tickets/${action.tuid}/${action.do}` }
    case 'prefer':
      return {
        below: path`/tickets/${action.tuid}/preference`,
        json: { preferential: action.preferential },
      }
    case 'note':
      return { below: path`/tickets/${action.tuid}/note`, json: { note: action.note, was: action.was } }
    case 'deliver':
      return {
        below: path`/tickets/${action.tuid}/delivered`,
        json: { delivered: action.delivered, was: action.was },
      }
    case 'freeze':
      return { below: `${belowLine(action.lineId)}/frozen`, json: action.freeze }
    case 'close-lines':
      return {
        below: `${belowLine(action.lineId)}/closed`,
        json: { closed: true, waiting: action.waiting },
      }
    case 'reopen-lines':
      return { below: `${belowLine(action.lineId)}/closed`, json: { closed: false } }
    case 'break':
      return { below: '/break', json: { minutes: action.minutes } }
    case 'help':
      return { below: '/help', json: { asks: action.asks } }
    case 'answer-help':
      return { below: path`/modulos/${action.moduloId}/help` }
    case 'message':
      return { below: '/messages', json: { message: action.message, ...action.to } }
    case 'open-modulo':
      return {
        below: '/modulo',
        // Whoever chooses a module sees nobody at one of theirs, and says nothing of whoever is.
        json: { modulo_id: action.moduloId, ...(action.from && { from: action.from }), nobody: true },
      }
    case 'close-modulo':
      return { below: '/modulo', json: { modulo_id: null, ...ofWhoIsHere(action.here) } }
  }
}

/** The desk's calls. Each throws an `ApiError`. */
export function deskApi(client: Client, fetchFile: FetchFile) {
  return {
    ...doorApi(client),
    ...staffApi(client),
    ...webhooksApi(client),
    signOut: (): Promise<void> => client.tell('desk', '/session', { method: 'DELETE' }),
    office: (officeId: number, signal?: AbortSignal): Promise<DeskState> =>
      client.call('desk', path`/offices/${officeId}`, deskState, { signal }),
    /** What is booked on a day, by time; today, where none is named. */
    reservations: (
      officeId: number,
      { day, signal }: { day?: string; signal?: AbortSignal } = {},
    ): Promise<DeskReservations> =>
      client.call('desk', path`/offices/${officeId}/reservations`, deskReservations, {
        query: { day },
        signal,
      }),
    /** Says yes to one that waits for it; said again, it is so already. */
    confirm: (officeId: number, reservationId: string): Promise<DeskReservation> =>
      client.call('desk', path`/offices/${officeId}/reservations/${reservationId}/confirm`, deskReservation, {
        method: 'POST',
        again: true,
      }),
    /** Who waits, who was called, who was missed, who is over. */
    list: (officeId: number, list: DeskListName, signal?: AbortSignal): Promise<DeskList> =>
      client.call('desk', path`/offices/${officeId}/tickets?list=${list}`, deskList, { signal }),
    /** Notes that the one who booked is here; said again, it is so already. */
    arrived: (officeId: number, reservationId: string): Promise<DeskReservation> =>
      client.call('desk', path`/offices/${officeId}/reservations/${reservationId}/arrived`, deskReservation, {
        method: 'POST',
        again: true,
      }),
    /** Why one of the day's numbers was called before another. */
    whyBefore: (
      officeId: number,
      { first, second }: { first: string; second: string },
    ): Promise<DeskWhyBefore> =>
      client.call(
        'desk',
        path`/offices/${officeId}/why-before?first=${first.trim()}&second=${second.trim()}`,
        deskWhyBefore,
      ),
    /** What may be said to those who wait. */
    messages: (officeId: number, signal?: AbortSignal): Promise<DeskMessages> =>
      client.call('desk', path`/offices/${officeId}/messages`, deskMessages, { signal }),
    /** A number for somebody without a phone; repeated with the same id, it is the same number. */
    giveNumber: (officeId: number, wish: v.InferInput<typeof deskGive>): Promise<PaperNumber> =>
      client.call('desk', path`/offices/${officeId}/tickets`, paperNumber, {
        method: 'POST',
        json: wish,
        again: true,
      }),
    /** What is printed of a paper number that waits and that no phone follows. */
    paper: (officeId: number, tuid: string): Promise<PaperNumber> =>
      client.call('desk', path`/offices/${officeId}/tickets/${tuid}/paper`, paperNumber),
    /** What happened, and what was said, for who supervises the office. */
    figures: (officeId: number, wish: FiguresWish, signal?: AbortSignal): Promise<Figures> =>
      client.call('desk', path`/offices/${officeId}/figures`, figures, {
        query: { ...wish },
        signal,
        timeoutMs: FIGURES_TIMEOUT_MS,
      }),
    /** The same as a table for spreadsheets; or what was done, as one. */
    figuresTable: (
      officeId: number,
      wish: FiguresWish,
      table: 'figures' | 'figures-services' = 'figures',
    ): Promise<FetchedFile> => {
      const said = Object.entries(wish).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)]))
      return fetchFile('desk', path`/offices/${officeId}/${table}.csv`, query)
    },
    /** The links of the office's walls and kiosks. */
    links: (officeId: number, signal?: AbortSignal): Promise<{ links: OfficeLink[] }> =>
      client.call('desk', path`/offices/${officeId}/links`, officeLinks, { signal }),
    /** The secret is told this once. */
    makeLink: (officeId: number, wish: LinkWish): Promise<MadeLink> =>
      client.call('desk', path`/offices/${officeId}/links`, madeLink, { method: 'POST', json: wish }),
    revokeLink: (officeId: number, linkId: number): Promise<{ links: OfficeLink[] }> =>
      client.call('desk', path`/offices/${officeId}/links/${linkId}/revoke`, officeLinks, { method: 'POST' }),
    async act(officeId: number, action: DeskAction): Promise<DeskState> {
      const office = path`/offices/${officeId}`
      const state = () => client.call('desk', office, deskState)
      try {
        if (action.do === 'remove-reservation') {
          const { reservationId, reason } = action
          await client.tell('desk', office + path`/reservations/${reservationId}/remove`, {
            method: 'POST',
            json: { reason },
          })
          return await state().catch(() => Promise.reject(pressDone()))
        }
        const { below, json } = requestOf(action)
        return await client.call('desk', office + below, deskState, { method: 'POST', json })
      } catch (error) {
        if (!isPressDone(error)) throw error
        // How the desk stands then is all that the answer would have said.
        return await state().catch(() => Promise.reject(error))
      }
    },
  }
}

export type DeskApi = ReturnType<typeof deskApi>
