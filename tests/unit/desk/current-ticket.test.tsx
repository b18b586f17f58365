// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { DeskTicket } from '#contract/rest/desk.ts'
import type { Office } from '#contract/rest/offices.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { CurrentTicket } from '#src/desk/work/current-ticket.tsx'
import { openAnasDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

/** First called at ten, parked, and called again at 10:40, since when it stands here. */
const ticket: DeskTicket = {
  tuid: '6f0d9a3e-1c2b-4d5e-8f60-718293a4b5c6',
  ticket: 'A001',
  line_id: 5,
  line_name: 'Firmas',
  state: 'called',
  inserted_at: '2026-11-21T09:50:00.000Z',
  called_at: '2026-11-21T10:40:00.000Z',
  calls: 2,
  arrived_at: null,
  take_back_ms: null,
  on_my_way: false,
  meet: false,
  preferential: false,
  on_paper: false,
  notice_received: false,
  document_repeated: false,
  answers: [],
  note: null,
  delivered: [],
  reserve: null,
}
const office = { id: 3, category_id: 1, time_zone: 'Etc/UTC' } as unknown as Office

it.each([
  [1, 'Llamado a las 10:40'],
  [2, 'Llamado 2 veces, esta vez desde las 10:40'],
])(
  '[DESK-07] a number that was called %i times says since when it is called now, and not that it was first then',
  (calls, words) => {
    render(
      <I18nProvider i18n={i18n}>
        <CurrentTicket clerkId={7} office={office} ticket={{ ...ticket, calls }} services={[]} waiting={0} />
      </I18nProvider>,
    )
    expect(screen.getByText(`A001, ${words}`)).toBeTruthy()
  },
)

it('[DESK-06] what is typed of somebody stays theirs when an earlier press brings the next one', async () => {
  const door = await openAnasDoor()
  onTestFinished(() => door.close())
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  const desk = (current: DeskTicket) => (
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <CurrentTicket clerkId={7} office={office} ticket={current} services={[]} waiting={0} />
      </Wrapper>
    </I18nProvider>
  )
  const { rerender } = render(desk(ticket))
  fireEvent.click(screen.getByText('Anotar algo'))
  const typed = { target: { value: 'Vuelve con el poder' } }
  fireEvent.change(screen.getByLabelText('Qué conviene saber'), typed)
  rerender(desk({ ...ticket, tuid: '7f0d9a3e-1c2b-4d5e-8f60-718293a4b5c7', ticket: 'A002' }))
  screen.getByText('Nota de A001')
  expect(screen.getByLabelText('Qué conviene saber')).toHaveProperty('value', typed.target.value)
})
