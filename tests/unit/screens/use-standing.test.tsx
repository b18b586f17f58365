// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Favorite } from '#src/domain/favorite.ts'
import { useStanding } from '#src/screens/shared/use-standing.ts'
import { type SessionEvent, sessionStore } from '#src/stores/session-store.ts'
import { anaSignedIn } from './ana.ts'

const favorite = (slug: string, id: number) =>
  ({ office: { id, slug, name: slug }, line: null, active: true }) as unknown as Favorite
const NORTE = favorite('norte', 1)
const SUR = favorite('sur', 2)

const ANA: SessionEvent = { type: 'signed-in', session: anaSignedIn(true) }
const BRUNO: SessionEvent = {
  type: 'signed-in',
  session: { ...anaSignedIn(true), user_id: '5b1c0c5e-2222-4222-8222-222222222222' },
}

beforeEach(() => sessionStore.getState().apply(ANA))
afterEach(cleanup)

function stand(favorites: readonly Favorite[]) {
  const { result, rerender } = renderHook(useStanding, { initialProps: favorites })
  return {
    kept: (now: readonly Favorite[]) => rerender(now),
    rows: () => result.current.map(({ office }) => office.slug),
  }
}
const happens = (event: SessionEvent) => act(() => sessionStore.getState().apply(event))

it('[FAV-01] a row that was removed stands where it stood, also for whom nobody knew when the screen came', () => {
  happens({ type: 'signed-out' })
  const { kept, rows } = stand([NORTE])
  happens(ANA)
  kept([NORTE, SUR])
  kept([SUR])
  expect(rows()).toEqual(['norte', 'sur'])
})

it.each<SessionEvent>([{ type: 'signed-out' }, { type: 'expired' }, BRUNO])(
  '[AUTH-02] [FAV-01] of whoever is gone nothing stands, read before it was forgotten or after: $type',
  event => {
    const { kept, rows } = stand([NORTE, SUR])
    kept([SUR])
    happens(event)
    expect(rows()).toEqual(['sur'])
    kept([])
    expect(rows()).toEqual([])
  },
)
