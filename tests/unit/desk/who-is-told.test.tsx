// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { CloseDialog } from '#src/desk/day/close-dialog.tsx'
import { MessageSheet } from '#src/desk/day/message-sheet.tsx'
import { loadLanguage } from '#src/desk/load-language.ts'
import { RemoveDialog } from '#src/desk/work/remove-dialog.tsx'
import { ana, type DeskDoor, deskOf, openAnasDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

const PHONES = 'Reciben un aviso en el teléfono.'
const SIX_PAPERS = 'Reciben un aviso en el teléfono; a 6 personas con papel, díselo tú.'
const PAPERS = 'Nadie recibe un aviso: tienen papel. Díselo tú.'

let door: DeskDoor
beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
beforeEach(async () => {
  door = await openAnasDoor()
  const texts = { es: 'Vamos con demora.', en: 'We are late.', pt: 'Estamos atrasados.' }
  const messages = [{ slug: 'delay', texts }]
  door.answer = ({ method }) => ({ status: 200, json: method === 'GET' ? { messages } : deskOf(1, 10) })
})
afterEach(() => {
  cleanup()
  door.close()
})

const desk = { clerkId: ana.clerk_id, officeId: 3, open: true, onClose: () => {} }
function show(dialog: ReactNode): void {
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  render(
    <I18nProvider i18n={i18n}>
      <Wrapper>{dialog}</Wrapper>
    </I18nProvider>,
  )
}

it.each([
  [10, 0, PHONES],
  [10, 6, SIX_PAPERS],
  [6, 6, PAPERS],
])(
  '[DESK-09] who closes a line where %i wait, %i of them with paper, reads whom a phone tells',
  (waiting, on_paper, words) => {
    show(<CloseDialog {...desk} line={{ line_id: 5, name: 'Firmas' }} who={{ waiting, on_paper }} />)
    screen.getByText(words)
  },
)

it('[DESK-09] who closes a line where nobody waits reads of no notice', () => {
  show(<CloseDialog {...desk} line={{ line_id: 5, name: 'Firmas' }} who={{ waiting: 0, on_paper: 0 }} />)
  expect(screen.queryByText(/aviso/)).toBeNull()
})

it('[DESK-10] who tells a line something reads whom a phone tells, before and after', async () => {
  show(<MessageSheet {...desk} to={{ lineId: 5, name: 'Firmas', waiting: 10, on_paper: 6 }} />)
  fireEvent.click(await screen.findByText('Vamos con demora.'))
  screen.getByText(SIX_PAPERS)
  fireEvent.click(screen.getByText('Enviar'))
  await screen.findByText('Enviado', { exact: false })
  screen.getByText(SIX_PAPERS)
})

it('[DESK-10] who tells one person something reads of nobody else', async () => {
  show(<MessageSheet {...desk} to={{ tuid: 'a', name: 'A001' }} />)
  await screen.findByText('Vamos con demora.')
  expect(screen.queryByText(/papel/)).toBeNull()
})

it.each([
  [true, 'Quien lo tomó recibe un aviso.'],
  [false, 'Nadie recibe un aviso'],
])('who takes a number away reads whether a phone tells its owner: %s', (hasPhone, words) => {
  const removal = { do: 'remove', tuid: 'a' } as const
  show(<RemoveDialog {...desk} removal={removal} name="A001" hasPhone={hasPhone} />)
  screen.getByText(words, { exact: false })
})
