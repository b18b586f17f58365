// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { MeetPause } from '#contract/channel/meet-channel.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Meeting } from '#contract/rest/video.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { meetSession } from '#src/meet/meet-session.ts'
import { browserCamera } from '#src/platform/camera.ts'
import { browserTimers } from '#src/platform/timers.ts'
import NumberMeetScreen from '#src/screens/meet/number-meet-screen.tsx'
import type { MeetNews } from '#src/socket/meet-channel.ts'
import { MeetEnded } from '#src/video/meet-ended.tsx'
import { countingRandom } from '../platform/fakes.ts'
import { soon } from '../platform/soon.ts'
import { ticketOf } from '../db/receipts.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const { tuid } = ticketOf()
const RESERVED = { reserve: '55555555-5555-4555-8555-555555555555' }
const LATER = 'Te guardan el lugar. Cuando te vuelvan a llamar, aquí aparece el botón para entrar.'
const NOW = Date.parse('2026-11-20T12:15:00Z')
const database = screensDatabase()
/** Which calls were visited, and what the server of the one that was entered last says. */
let visited: Meeting[]
let tell: ((news: MeetNews) => void) | null
let seq: number
/** The reservation by which the number was called. */
let by: { reserve?: string }

beforeAll(readSpanish)
beforeEach(() => {
  visited = []
  by = {}
  tell = null
  seq = 10
  vi.stubGlobal('RTCPeerConnection', class {})
  vi.stubGlobal('MediaStream', class {})
  vi.stubGlobal('reportError', expect.fail)
  const visitMeet = async (meeting: Meeting) => {
    visited.push(meeting)
    return meetSession({
      meeting,
      camera: browserCamera({}),
      socket: {
        meet(_meeting, _page, listener) {
          tell = listener
          return { signal() {}, leave() {} }
        },
        wake() {},
      },
      credentials: async () => ({ iceServers: [], expires_at: '2026-11-20T20:00:00Z' }),
      connect: () => expect.fail('nobody sits opposite'),
      clock: { now: () => NOW },
      timers: browserTimers,
      random: countingRandom(),
      onFault(error) {
        throw error
      },
    })
  }
  flows.provide(async () => ({ visitMeet }) as unknown as Flows)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The number, as the page hears of it now. */
const becomes = (change: Partial<Ticket>) =>
  act(async () => {
    seq += 1
    await database().tickets.keep(ticketOf({ meet: true, ...by, ...change, seq }), NOW)
  })
const CALLED = { state: 'called', called: true, called_at: '2026-11-20T12:10:00.000Z' } as const
const AGAIN = { ...CALLED, called_at: '2026-11-20T12:30:00.000Z' } as const
const enterButton = () => screen.queryByRole('button', { name: /^(Entrar|Volver a entrar)/ })

async function opened(change: Partial<Ticket>, meeting: Meeting = { tuid }): Promise<void> {
  await becomes(change)
  render(<NumberMeetScreen meeting={meeting} />, { wrapper: InSpanish })
}

/** In the call, alone, until the server says that it is over. */
async function inCall(meeting: Meeting = { tuid }): Promise<(pause: MeetPause | null) => Promise<void>> {
  if ('reserve' in meeting) by = meeting
  await opened(CALLED, meeting)
  fireEvent.click(await screen.findByRole('button', { name: /^Entrar/ }))
  await soon(() => tell !== null).toBe(true)
  await act(async () => tell?.({ kind: 'joined', role: 'customer', other: null, demo: false }))
  return pause => act(async () => tell?.({ kind: 'ended', pause }))
}

it('[VID-02] [DESK-07] has no way in while the number is parked, nor while it waits again, and has one when it is called', async () => {
  await opened({ state: 'parked' })
  await screen.findByText(LATER)
  expect(enterButton()).toBeNull()
  await becomes({ state: 'waiting' })
  await screen.findByText(/^Todavía no es tu turno/)
  expect(enterButton()).toBeNull()
  await becomes(CALLED)
  await screen.findByRole('button', { name: /^Entrar/ })
  expect(screen.queryByText(/^Todavía no es tu turno/)).toBeNull()
})

it('[DESK-05] has none for a number that goes on where people come, called or not', async () => {
  await opened({ state: 'waiting', meet: false })
  await screen.findByText('Esta atención es presencial: no tiene videollamada.')
  expect(enterButton()).toBeNull()
  await becomes({ ...CALLED, meet: false })
  screen.getByText('Esta atención es presencial: no tiene videollamada.')
  expect(enterButton()).toBeNull()
})

it('[VID-02] lets into the call of a reservation that has no number yet, for the server to judge', async () => {
  render(<NumberMeetScreen meeting={RESERVED} />, { wrapper: InSpanish })
  await screen.findByRole('button', { name: /^Entrar/ })
  expect(visited).toEqual([RESERVED])
})

it('[VID-02] leads into the reservation’s call where the number is a reservation’s', async () => {
  const { reserve } = RESERVED
  await opened({ ...CALLED, reserve })
  await soon(() => visited.at(-1)).toEqual({ reserve })
  await screen.findByRole('button', { name: /^Entrar/ })
})

it.each<Meeting>([{ tuid }, RESERVED])(
  '[VID-02] [DESK-07] says that the number is parked to whoever is in the call, and leads back when it is called (%o)',
  async meeting => {
    const end = await inCall(meeting)
    await end('parked')
    await screen.findByText('Te guardan el lugar')
    screen.getByText('Ve por lo que te falta. Te volverán a llamar aquí por videollamada.')
    expect(screen.queryByText(/La oficina cerró/)).toBeNull()
    // Before the number is heard of it is called still, as far as this page knows.
    expect(enterButton()).toBeNull()
    await becomes({ state: 'parked' })
    expect(enterButton()).toBeNull()
    await becomes(AGAIN)
    await screen.findByText('Es tu turno')
    fireEvent.click(screen.getByRole('button', { name: 'Volver a entrar' }))
    await screen.findByRole('button', { name: 'Entrar solo a ver y oír' })
  },
)

it('[VID-02] [DESK-04] has camera and microphone to try again where a number called in vain is called once more', async () => {
  await opened(CALLED)
  await screen.findByRole('button', { name: /^Entrar/ })
  await becomes({ ...CALLED, state: 'skipped' })
  await screen.findByText('La oficina cerró la atención.')
  await becomes(AGAIN)
  fireEvent.click(await screen.findByRole('button', { name: 'Entrar solo a ver y oír' }))
  await soon(() => tell !== null).toBe(true)
  await act(async () => tell?.({ kind: 'joined', role: 'customer', other: null, demo: false }))
  await screen.findByText('La oficina todavía no entra')
  expect(visited).toHaveLength(2)
})

it('[VID-02] [DESK-04] leads back whoever was marked absent in the call and is called once more, by the same call too', async () => {
  const end = await inCall()
  await end(null)
  await becomes({ ...CALLED, state: 'skipped' })
  await screen.findByText('La oficina cerró la atención.')
  expect(enterButton()).toBeNull()
  await becomes(CALLED)
  await screen.findByText('Es tu turno')
  fireEvent.click(screen.getByRole('button', { name: 'Volver a entrar' }))
  await screen.findByRole('button', { name: 'Entrar solo a ver y oír' })
})

it('[VID-02] [DESK-07] leads back whoever was parked while their phone was locked, and could not come back into the call', async () => {
  await inCall()
  await act(async () => tell?.({ kind: 'lost' }))
  await act(async () => tell?.({ kind: 'refused', code: 'meet-not-called' }))
  await screen.findByText('Ya no estás en la videollamada')
  // Of the call that is over the page has not heard yet.
  expect(screen.queryByText('Es tu turno')).toBeNull()
  await becomes({ state: 'parked' })
  await becomes(AGAIN)
  await screen.findByText('Es tu turno')
  fireEvent.click(screen.getByRole('button', { name: 'Volver a entrar' }))
  await screen.findByRole('button', { name: 'Entrar solo a ver y oír' })
})

it('[VID-02] leads back also where nothing was heard of it in between', async () => {
  const end = await inCall()
  await end('transferred')
  await screen.findByText('Te derivaron')
  await becomes(AGAIN)
  await screen.findByRole('button', { name: 'Volver a entrar' })
})

it('[VID-02] [DESK-05] leads nowhere where the number that was moved on is called to a module', async () => {
  const end = await inCall()
  await end('transferred')
  await becomes({ state: 'waiting', meet: false })
  await becomes({ ...AGAIN, meet: false })
  screen.getByText('Te derivaron')
  expect(enterButton()).toBeNull()
})

it('[VID-02] says of a number that was parked and is over that it is over', async () => {
  const end = await inCall()
  await end('parked')
  await becomes({ state: 'parked' })
  await becomes({ state: 'removed' })
  await screen.findByText('La oficina cerró la atención.')
  expect(enterButton()).toBeNull()
  // Called and attended elsewhere, and only the last of it was heard here.
  await becomes({ ...AGAIN, state: 'attended' })
  screen.getByText('La oficina cerró la atención.')
  expect(enterButton()).toBeNull()
})

it('[VID-02] calls nobody again whose number is no longer kept here', async () => {
  const end = await inCall()
  await end('parked')
  await act(() => database().tickets.drop(tuid))
  screen.getByText('Te guardan el lugar')
  expect(enterButton()).toBeNull()
})

it('[VID-02] says that the office closed the attention where it did', async () => {
  const end = await inCall()
  await end(null)
  await screen.findByText('La oficina cerró la atención.')
  screen.getByText('La videollamada terminó')
})

it.each([
  ['parked', 'Te guardan el lugar'],
  ['transferred', 'Te derivaron'],
  ['taken-back', 'Todavía no es tu turno'],
] as const)('[VID-02] of a call that goes on later (%s) tells each side what is so', (pause, title) => {
  const ended = { isDemonstration: false, pause, away: null }
  render(<MeetEnded {...ended} other="office" />, { wrapper: InSpanish })
  screen.getByText(title)
  expect(screen.queryByText(/cerr|terminó/)).toBeNull()
  cleanup()
  render(<MeetEnded {...ended} other="customer" />, { wrapper: InSpanish })
  screen.getByText(/^La atención queda para después/)
})
