// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadLanguage } from '#src/desk/load-language.ts'
import { FreezeDialog } from '#src/desk/work/freeze-dialog.tsx'
import { NoteDialog } from '#src/desk/work/note-dialog.tsx'
import { ana, type DeskDoor, openAnasDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))

let door: DeskDoor
beforeEach(async () => {
  door = await openAnasDoor()
})
afterEach(() => {
  cleanup()
  door.close()
})

const of = { clerkId: ana.clerk_id, officeId: 3, onClose() {} }
const turn = { tuid: 'b7e6f2d0-0000-4000-8000-000000000001', ticket: 'A001', note: 'Trae poder' }
const line = { line_id: 5, name: 'Cajas' }

/** Whether the browser would ask before the page goes. */
function asksFirst(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leaving)
  return leaving.defaultPrevented
}

describe('a page of the desk that goes', () => {
  it.each<[what: string, field: RegExp, dialog: (open: boolean) => ReactNode]>([
    ['a note', /Qué conviene saber/, open => <NoteDialog {...of} turn={turn} open={open} />],
    ['why a line rests', /./, open => <FreezeDialog {...of} line={line} freezes open={open} />],
  ])('asks first while %s is being typed, and only then', (_what, field, dialog) => {
    const Desk = inDesk(toolsOf(door), new QueryClient())
    const draw = (open: boolean) => (
      <Desk>
        <I18nProvider i18n={i18n}>{dialog(open)}</I18nProvider>
      </Desk>
    )
    const { rerender } = render(draw(true))
    expect(asksFirst()).toBe(false)
    fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value: 'Vuelve a las 11' } })
    expect(asksFirst()).toBe(true)
    rerender(draw(false))
    expect(asksFirst()).toBe(false)
  })
})
