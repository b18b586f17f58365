// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { StorageProblemNote } from '#src/app/shell/storage-problem-note.tsx'
import type { StorageProblem } from '#src/db/storage-problem.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'

const FULL = 'Tu teléfono no tiene espacio'

beforeAll(readSpanish)
afterEach(cleanup)

it('[OFFL-05] a device that is full is said until it is read, and again where it is full once more', () => {
  render(<StorageProblemNote />, { wrapper: InSpanish })
  const suffers = (problem: StorageProblem | null) => act(() => uiStore.getState().setStorageProblem(problem))
  suffers('full')
  fireEvent.click(screen.getByRole('button', { name: 'Entendido' }))
  suffers('full')
  expect(screen.queryByText(FULL)).toBeNull()
  suffers(null)
  suffers('full')
  screen.getByText(FULL)
})
