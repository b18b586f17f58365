// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { type ReactNode, Suspense, use, useEffect } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { ShownPlace } from '#src/app/shown-place.tsx'
import { useLead } from '#src/screens/shared/use-lead.ts'

afterEach(cleanup)

/** A screen that waits for something, and one that cannot be drawn before its own has come. */
function screens() {
  const { promise: drawn, resolve: draw } = Promise.withResolvers<string>()
  const lead = { current: (_to: string): void => {} }
  function Waiting(): ReactNode {
    const ownLead = useLead()
    useEffect(() => {
      lead.current = ownLead
    }, [ownLead])
    return 'waiting'
  }
  const Late = (): ReactNode => use(drawn)
  const { container } = render(
    <ShownPlace>
      <Suspense fallback="nothing">
        <Switch>
          <Route path="/take">
            <Waiting />
          </Route>
          <Route path="/office">
            <Late />
          </Route>
          <Route>elsewhere</Route>
        </Switch>
      </Suspense>
    </ShownPlace>,
  )
  return { container, draw, lead: (to: string) => act(async () => lead.current(to)) }
}

const go = (path: string) => act(async () => history.pushState(null, '', path))

it('[TKT-02] leads on in place of the screen', async () => {
  await go('/take')
  const before = history.length
  const { container, lead } = screens()
  await lead('/tickets/1?new')
  expect(location.pathname + location.search).toBe('/tickets/1?new')
  expect(history.length).toBe(before)
  expect(container.textContent).toBe('elsewhere')
})

it('[TKT-02] [RES-16] leads nobody who has gone elsewhere, though their screen still stands', async () => {
  await go('/take')
  const { container, draw, lead } = screens()
  await go('/office')
  // The next one cannot be drawn yet.
  expect(container.textContent).toBe('waiting')
  await lead('/tickets/1?new')
  expect(location.pathname).toBe('/office')
  await act(async () => draw('the office'))
  expect(container.textContent).toBe('the office')
})
