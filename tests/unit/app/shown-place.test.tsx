// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Route, Switch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { ShownPlace } from '#src/app/shown-place.tsx'

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
