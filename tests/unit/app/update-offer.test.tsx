// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { UpdateOffer } from '#src/app/shell/update-offer.tsx'
import { updateStore } from '#src/stores/update-store.ts'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'

const OFFER = 'Hay una versión nueva de Numerito'

beforeAll(readSpanish)
afterEach(cleanup)

it('[OFFL-04] a version that is put off is not offered again; the one that comes after it is', () => {
  render(<UpdateOffer />, { wrapper: InSpanish })
  expect(screen.queryByText(OFFER)).toBeNull()
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  act(() => updateStore.getState().offer(first))
  fireEvent.click(screen.getByRole('button', { name: 'Después' }))
  expect(screen.queryByText(OFFER)).toBeNull()
  act(() => updateStore.getState().offer(second))
  fireEvent.click(screen.getByRole('button', { name: 'Actualizar ahora' }))
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledOnce()
})
