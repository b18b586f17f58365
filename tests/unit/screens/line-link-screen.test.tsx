// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Api } from '#src/api/create-api.ts'
import { apiPart } from '#src/queries/parts.ts'
import LineLinkScreen from '#src/screens/office/line-link-screen.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const lineInfo = vi.fn<(lineId: number) => Promise<object>>(() => new Promise(() => undefined))

beforeAll(readSpanish)
afterEach(() => {
  cleanup()
  lineInfo.mockClear()
})

function open(id: string): void {
  apiPart.provide(async () => ({ offices: { lineInfo } }) as unknown as Api)
  render(<LineLinkScreen id={id} />, { wrapper: InSpanish })
}

it.each(['abc', '12abc', '0x10', '016', '-1', '1e3', '1.5', '0', ' ', '9'.repeat(40)])(
  '[OFF-10] a garbled link by line id (%s) reads as none, asks nobody, and can be left',
  id => {
    open(id)
    expect(screen.getByRole('link', { name: 'Busca una oficina' }).getAttribute('href')).toBe('/search')
    expect(screen.getByRole('link', { name: 'Volver' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Intentar de nuevo' })).toBeNull()
    expect(lineInfo).not.toHaveBeenCalled()
  },
)

it('[OFF-11] a link by line id asks for its office', async () => {
  open('16')
  await vi.waitFor(() => expect(lineInfo.mock.calls.map(([lineId]) => lineId)).toEqual([16]))
})
