// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import ActiveBar from '#src/app/shell/active-bar.tsx'
import { databasePart } from '#src/queries/parts.ts'
import { stoodKeeper } from '#src/stores/keep-last-stood.ts'

beforeEach(() => {
  databasePart.provide(() => new Promise(() => {}))
  stoodKeeper.keepHeld([{ kind: 'ticket', officeSlug: 'centro' }])
})
afterEach(cleanup)

function placeAt(path: string): Element | null {
  history.replaceState(null, '', path)
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ActiveBar at="dock" />
    </QueryClientProvider>,
  )
  return container.querySelector('[inert]')
}

it('keeps its place as long as the database says nothing, for who held a number when they last looked', () => {
  expect(placeAt('/offices/centro')).not.toBeNull()
})

it.each(['/', '/tickets'])('keeps none where the number is shown anyway: %s', path => {
  expect(placeAt(path)).toBeNull()
})

it('keeps none for who held none', () => {
  stoodKeeper.keepHeld([])
  expect(placeAt('/offices/centro')).toBeNull()
})
