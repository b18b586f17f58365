import { afterEach, expect, it, vi } from 'vitest'
import { openProviderTrip, type ProviderTrip } from '#src/platform/provider-trip.ts'

const PROVIDER = 'https://accounts.example/authorize'

let trip: ProviderTrip | undefined
afterEach(() => trip?.end())

/** A page that would be given a window, and notes what is asked of it. */
function page({ standalone }: { standalone?: boolean }) {
  const opened: string[] = []
  const left: string[] = []
  const listened: string[] = []
  const popup = {
    document: { title: '' },
    closed: false,
    close: () => undefined,
    location: { replace: (url: string) => void opened.push(url) },
  }
  const own = {
    open: (url: string) => {
      opened.push(url)
      return popup
    },
    addEventListener: (name: string) => void listened.push(name),
    removeEventListener: () => undefined,
    navigator: standalone === undefined ? {} : { standalone },
    location: { assign: (url: string) => void left.push(url) },
  }
  trip = openProviderTrip('Un momento', own as unknown as Window)
  return { trip, opened, left, listened }
}

it('[AUTH-05] an installed application on an iPhone opens no window: it goes there itself', () => {
  const { trip, opened, left, listened } = page({ standalone: true })
  expect(trip.mode).toBe('redirect')
  expect(trip.goTo(PROVIDER)).toBe(true)
  expect([opened, left, listened]).toEqual([[], [PROVIDER], ['pageshow']])
})

it.each([{ standalone: false }, {}])('[AUTH-05] a page in a browser opens one: %o', of => {
  const { trip, opened, left, listened } = page(of)
  expect(trip.mode).toBe('popup')
  expect(trip.goTo(PROVIDER)).toBe(true)
  expect([opened, left, listened]).toEqual([['about:blank', PROVIDER], [], ['focus']])
})

it('[AUTH-05] where pages have no channel, one opens it all the same, and hears of it by the focus', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  try {
    const { trip, opened, listened } = page({})
    expect(trip.goTo(PROVIDER)).toBe(true)
    trip.end()
    expect([opened, listened]).toEqual([['about:blank', PROVIDER], ['focus']])
  } finally {
    vi.unstubAllGlobals()
  }
})
