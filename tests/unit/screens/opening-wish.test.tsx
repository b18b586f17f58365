// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { OpeningWish as Wish } from '#contract/rest/push.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { failure } from '#src/flows/outcome.ts'
import type { WishOutcome } from '#src/flows/push/wish-opening.ts'
import { apiPart } from '#src/queries/parts.ts'
import type { Api } from '#src/api/create-api.ts'
import { OpeningWish } from '#src/screens/shared/opening-wish.tsx'
import { errandStore } from '#src/stores/errand-store.ts'
import { pushStore } from '#src/stores/push-store.ts'
import { GUEST, sessionStore } from '#src/stores/session-store.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const ABOUT = { office_id: 1, line_id: null }
const WISH = 'Avísame cuando abra'
const wishOpening = vi.fn<Flows['wishOpening']>()
const openings = vi.fn<() => Promise<Wish[]>>(async () => [])
const renewPush = vi.fn<() => Promise<void>>(async () => {})

beforeAll(readSpanish)
beforeEach(() => vi.stubGlobal('reportError', console.error))
beforeEach(() => {
  wishOpening.mockReset()
  openings.mockClear()
  renewPush.mockClear()
  flows.provide(async () => ({ wishOpening, renewPush }) as unknown as Flows)
  apiPart.provide(async () => ({ push: { openings } }) as unknown as Api)
  history.replaceState(null, '', '/offices/norte')
  // The first moments: nobody has looked yet.
  sessionStore.setState({ ...GUEST, isLoading: true, hasLooked: false })
  errandStore.getState().clear()
})
afterEach(() => {
  cleanup()
  sessionStore.getState().apply({ type: 'signed-out' })
})

function stand() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InSpanish>
        <OpeningWish {...ABOUT} />
      </InSpanish>
    </QueryClientProvider>,
  )
}
const button = () => screen.getByRole('button', { name: WISH })
/** Presses before it is known who is here. @returns what the verb answers once it is */
async function pressEarly() {
  const { promise, resolve } = Promise.withResolvers<WishOutcome>()
  wishOpening.mockReturnValueOnce(promise)
  stand()
  await act(async () => void fireEvent.click(button()))
  return (outcome: WishOutcome) => act(async () => resolve(outcome))
}
const guest = () => act(async () => sessionStore.getState().apply({ type: 'signed-out' }))

it('[PUSH-06] a press before it is known who is here is held, shown as under way, and then done', async () => {
  const answer = await pressEarly()
  expect(button().getAttribute('aria-busy')).toBe('true')
  fireEvent.click(button())
  expect(wishOpening.mock.calls).toEqual([[ABOUT]])
  await act(async () => sessionStore.getState().apply({ type: 'signed-in', session: anaSignedIn(true) }))
  expect(button().getAttribute('aria-busy')).toBe('true')
  pushStore.getState().setState('on')
  await answer({ status: 'done', wishes: [ABOUT] })
  await screen.findByText('Te avisaremos una vez, aunque cierres la aplicación')
  expect(location.pathname).toBe('/offices/norte')
})

it('[PUSH-06] who turns out to be nobody is asked who they are, and comes back here', async () => {
  const answer = await pressEarly()
  await guest()
  expect(button().getAttribute('aria-busy')).toBe('true')
  await answer(failure('user-is-guest'))
  expect(location.pathname + location.search).toBe(`/identify?next=${encodeURIComponent('/offices/norte')}`)
})

it('[PUSH-06] but not whoever has gone elsewhere meanwhile, nor once they are back', async () => {
  const answer = await pressEarly()
  history.pushState(null, '', '/search')
  cleanup()
  await guest()
  await answer(failure('user-is-guest'))
  expect(location.pathname).toBe('/search')
  history.pushState(null, '', '/offices/norte')
  stand()
  expect(screen.getByRole('link', { name: WISH }).getAttribute('href')).toMatch(/^\/identify\?next=/)
  expect(location.pathname).toBe('/offices/norte')
})

it('[PUSH-06] whom the device knows, and the server has yet to, wishes it as who they are', async () => {
  await act(async () =>
    sessionStore.getState().apply({ type: 'remembered', user: anaSignedIn(true) as never }),
  )
  await pressEarly()
  expect(wishOpening.mock.calls).toEqual([[ABOUT]])
  // What they wish, and whether that would ring, is asked for once the server tells them from a guest.
  expect(openings).not.toHaveBeenCalled()
  expect(renewPush).not.toHaveBeenCalled()
  await act(async () => sessionStore.getState().apply({ type: 'signed-in', session: anaSignedIn(true) }))
  expect(openings).toHaveBeenCalledOnce()
  expect(renewPush).toHaveBeenCalledOnce()
})
