// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { DeskList, DeskRow } from '#contract/rest/desk.ts'
import { TicketLists } from '#src/desk/lists/ticket-lists.tsx'
import { loadLanguage } from '#src/desk/load-language.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { type Answer, ana, deskOf, openAnasDoor, refused, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

const row: DeskRow = {
  tuid: '6f0d9a3e-1c2b-4d5e-8f60-718293a4b5c6',
  ticket: 'A001',
  line_id: 5,
  line_name: 'Firmas',
  came: 'phone',
  has_phone: true,
  state: 'waiting',
  inserted_at: '2026-11-21T14:50:00.000Z',
  called_at: null,
  arrived_at: null,
  ended_at: null,
  parked_at: null,
  front_until: null,
  modulo: null,
  on_my_way: false,
  document_repeated: false,
  preferential: false,
  name: null,
  answers: [],
  note: null,
  delivered: [],
}
const AT = '2026-11-21T15:00:00.000Z'
const listed = (...tickets: DeskRow[]): Answer => {
  const counts = { waiting: tickets.length, called: 0, parked: 0, missed: 0, finished: 0 }
  return { status: 200, json: { at: AT, tickets, counts } satisfies DeskList }
}

/** The lists at a desk; `happens` is a fact of the office, after which they are asked for anew. */
async function shown(first: Answer) {
  const door = await openAnasDoor()
  onTestFinished(() => door.close())
  door.answer = () => first
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  const acting = { act: () => true, pending: null, error: null, clear() {} }
  const lists = (seq: number) => (
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <TicketLists clerkId={ana.clerk_id} timeZone="Etc/UTC" state={deskOf(seq, 1)} acting={acting} />
      </Wrapper>
    </I18nProvider>
  )
  const { rerender } = render(lists(1))
  let seq = 1
  return {
    happens(answer: Answer) {
      door.answer = () => answer
      rerender(lists(++seq))
    },
  }
}

it('[DESK-02] what is typed of a number stays when the number leaves the list', async () => {
  const desk = await shown(listed(row))
  fireEvent.click(await screen.findByLabelText('Más sobre A001'))
  fireEvent.click(screen.getByText('Anotar algo'))
  const field = screen.getByLabelText('Qué conviene saber')
  fireEvent.change(field, { target: { value: 'Vuelve con el poder' } })
  // Another desk calls it.
  desk.happens(listed())
  await screen.findByText('Nadie espera aquí')
  expect(screen.getByLabelText('Qué conviene saber')).toHaveProperty('value', 'Vuelve con el poder')
})

it('[DESK-02] a list that cannot be looked at anew stays as it was seen, and says since when', async () => {
  const desk = await shown(listed(row))
  await screen.findByLabelText('Más sobre A001')
  desk.happens(refused(404, 'not-found'))
  // By the server's clock: this computer's is of another day.
  const since = `Lo que ves es de las ${timeText(new Date(AT), 'es')}.`
  await screen.findByText(since, undefined, { timeout: 20_000 })
  screen.getByLabelText('Más sobre A001')
  expect(screen.queryByText('No pudimos ver los números')).toBeNull()
})

it('[DESK-02] where nobody is called and nobody was attended it does not say that nobody was called today', async () => {
  const desk = await shown(listed())
  await screen.findByText('Nadie espera aquí')
  // One was called and did not come: they are among the missed.
  fireEvent.click(screen.getByLabelText(/^Llamados/))
  desk.happens(listed())
  await screen.findByText('Hoy nadie ha sido atendido')
})

it.each([
  ['a phone has', true],
  ['a desk booked and no phone has', false],
])('[DESK-11] one that %s is offered what can reach it', async (_, has_phone) => {
  await shown(listed({ ...row, came: 'reservation', has_phone }))
  fireEvent.click(await screen.findByLabelText('Más sobre A001'))
  expect(screen.queryByText('Avisar') !== null).toBe(has_phone)
  expect(screen.queryByText('Sin teléfono: reservada aquí') !== null).toBe(!has_phone)
  screen.getByText(has_phone ? 'Quien lo tomó recibe un aviso.' : 'Nadie recibe un aviso', { exact: false })
})
