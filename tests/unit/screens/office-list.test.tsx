// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RankedOffice } from '#contract/rules/sort-offices.ts'
import { OfficeList } from '#src/screens/shared/office-list.tsx'
import { OfficeWait } from '#src/screens/shared/office-wait.tsx'
import { askedTogether } from '#src/screens/shared/use-office-waits.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <InSpanish>{children}</InSpanish>
  </QueryClientProvider>
)

/** The page has no layout here, so the end of the list comes into sight when the test says so. */
class Watcher {
  static current: Watcher | undefined
  /** How many rows stood there whenever one began to watch. */
  static rowsWatched: number[] = []
  readonly #seen: IntersectionObserverCallback
  constructor(seen: IntersectionObserverCallback) {
    this.#seen = seen
  }
  observe() {
    Watcher.current = this
    Watcher.rowsWatched.push(rows())
  }
  disconnect() {
    if (Watcher.current === this) Watcher.current = undefined
  }
  static reachEnd() {
    const watcher = Watcher.current
    if (!watcher) throw new Error('nobody watches the end of the list')
    const entry = { isIntersecting: true } as IntersectionObserverEntry
    act(() => watcher.#seen([entry], watcher as unknown as IntersectionObserver))
  }
}

beforeAll(readSpanish)
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Watcher)
  // About eight rows fit, so that a page is 32 or a little more.
  vi.stubGlobal('innerHeight', 768)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const offices = (count: number): RankedOffice[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    slug: `norte-${at}`,
    name: `Notaría ${at}`,
    demo: false,
    category_id: 'notarias',
    category: 'Notarías',
    organization_id: 1,
    address: 'Bandera 1',
    district: 'Santiago',
    region: 'Metropolitana',
    latitude: null,
    longitude: null,
    time_zone: 'America/Santiago',
    hours: [],
    closures: [],
    channel: `web:norte-${at}`,
    options: { web_only: false },
    line_categories: [],
    distance: Number.POSITIVE_INFINITY,
    isOpen: false,
  }))

const now = new Date('2026-11-21T15:00:00Z')
const rows = () => screen.getAllByRole('listitem').length

describe('a long list of offices', () => {
  it('[OFF-06] grows by a page, four windows, each time that its end comes near, and no further than it goes', () => {
    const many = offices(100)
    render(<OfficeList offices={many} now={now} query="" current={null} />, { wrapper })
    const page = rows()
    expect(page % 4).toBe(0)
    expect(page).toBeLessThan(100)
    Watcher.reachEnd()
    expect(rows()).toBe(Math.min(100, 2 * page))
    while (Watcher.current) Watcher.reachEnd()
    expect(rows()).toBe(100)
  })

  it('[OFF-06] begins with what the window shows, and grows by itself to its page, no further', () => {
    const list = <OfficeList offices={offices(100)} now={now} query="" current={null} />
    const first = renderToString(wrapper({ children: list }))
    expect(first.match(/<li\b/g)).toHaveLength(8)
    Watcher.rowsWatched = []
    render(list, { wrapper })
    expect(Watcher.rowsWatched).toEqual([rows()])
    expect(rows()).toBe(32)
  })

  it('[OFF-06] begins again at its first page when something else is found', () => {
    const many = offices(100)
    const { rerender } = render(<OfficeList offices={many} now={now} query="" current={null} />, { wrapper })
    const page = rows()
    Watcher.reachEnd()
    rerender(<OfficeList offices={offices(90)} now={now} query="" current={null} />)
    expect(rows()).toBe(page)
  })
})

describe('how long one would wait, in a list', () => {
  const open = (count: number) => offices(count).map(office => ({ ...office, isOpen: true }))
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at + 1)

  it('is asked for a page of offices at once, and never again for those that were there before the list grew', () => {
    expect(askedTogether(open(8), 8)).toEqual([ids(0, 8)])
    expect(askedTogether(open(16), 8)).toEqual([ids(0, 8), ids(8, 16)])
    expect(askedTogether(open(120), 60)).toEqual([ids(0, 50), ids(50, 60), ids(60, 110), ids(110, 120)])
  })

  it('keeps its place in likely words, of which a reader hears nothing', () => {
    const { container } = render(<OfficeWait wait="asking" now={now} />, { wrapper })
    expect(container.textContent).toContain('esperando')
    for (const unheard of container.querySelectorAll('[aria-hidden=true]')) unheard.remove()
    expect(container.textContent).toBe('')
  })

  it('is asked for open ones alone', () => {
    const [first, second, third] = open(3)
    if (!first || !second || !third) throw new Error('three are there')
    expect(askedTogether([first, { ...second, isOpen: false }, third], 8)).toEqual([[1, 3]])
    expect(askedTogether(offices(8), 8)).toEqual([])
  })
})
