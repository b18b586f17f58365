// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useNavItems } from '#src/app/shell/use-nav-items.ts'
import { useShowsNav } from '#src/app/shell/use-shows-nav.ts'
import { ShownPlace } from '#src/app/shown-place.tsx'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

it('answers a press at once, and draws the screen that it leads to when there is time', async () => {
  history.replaceState(null, '', '/here')
  render(
    <ShownPlace>
      <Switch>
        <Route path="/here">Here</Route>
        <Route path="/there">There</Route>
      </Switch>
    </ShownPlace>,
  )
  screen.getByText('Here')
  // Outside of act, as in a browser: what can wait is drawn later.
  navigate('/there')
  await Promise.resolve()
  screen.getByText('Here')
  await screen.findByText('There')
  expect(screen.queryByText('Here')).toBeNull()
})

function Dock() {
  const shown = useShowsNav()
  const marked = useNavItems().filter(({ current }) => current)
  return (
    <output>
      {marked.map(({ href }) => href)} {shown ? 'shown' : 'hidden'}
    </output>
  )
}

it('marks where one goes at once; what lies round a screen and over it comes and goes with the screen', async () => {
  history.replaceState(null, '', '/tickets/a-number')
  render(
    <ShownPlace>
      <Dock />
      <Switch>
        <Route path="/profile">There</Route>
        <Route>Here</Route>
      </Switch>
    </ShownPlace>,
    { wrapper: InSpanish },
  )
  const dock = screen.getByRole('status')
  expect(dock.textContent).toBe('/tickets hidden')
  navigate('/profile')
  await Promise.resolve()
  expect(dock.textContent).toBe('/profile hidden')
  await screen.findByText('There')
  expect(dock.textContent).toBe('/profile shown')
})
