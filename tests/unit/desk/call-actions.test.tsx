// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { DeskTicket } from '#contract/rest/desk.ts'
import type { DeskAction } from '#src/desk/desk-api.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { CallActions } from '#src/desk/work/call-actions.tsx'
import { standingAt } from '#src/desk/word-of-arrival.ts'
import { ana, deskOf, openDeskDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

const A1 = '6f0d9a3e-1c2b-4d5e-8f60-718293a4b5c6'
const ticketOf = (stands: Partial<DeskTicket> = {}): DeskTicket => ({
  tuid: A1,
  ticket: 'A001',
  line_id: 5,
  line_name: 'Firmas',
  state: 'called',
  inserted_at: '2026-11-21T09:50:00.000Z',
  called_at: '2026-11-21T10:40:00.000Z',
  calls: 1,
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
  ...stands,
})

/** The buttons of a desk at which this one is, and what they did. */
async function buttonsOf(first: DeskTicket | null) {
  const door = await openDeskDoor()
  onTestFinished(() => door.close())
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  const done: DeskAction[] = []
  const callRef = { current: null }
  const acting = {
    act: (action: DeskAction) => done.push(action) > 0,
    pending: null,
    error: null,
    clear() {},
  }
  const draw = (current: DeskTicket | null) => {
    const state = { ...deskOf(1, 3), current }
    return (
      <I18nProvider i18n={i18n}>
        <Wrapper>
          <CallActions
            clerkId={ana.clerk_id}
            timeZone="America/Santiago"
            state={state}
            callRef={callRef}
            current={current}
            standing={standingAt(state)}
            seenAt={0}
            waiting={3}
            due={0}
            canCall
            acting={acting}
          />
        </Wrapper>
      </I18nProvider>
    )
  }
  render(draw(first))
  const button = (name: RegExp) => screen.getByRole('button', { name })
  return { done, button, press: (name: RegExp) => fireEvent.click(button(name)) }
}

describe('[DESK-06] what is said of whoever is at the desk', () => {
  it.each(['called', 'skipped'] as const)(
    '«Llamar otra vez» names whom the clerk sees: of one %s',
    async state => {
      const desk = await buttonsOf(ticketOf({ state }))
      desk.press(/^Llamar otra vez/)
      expect(desk.done).toEqual([{ do: 'call-again', tuid: A1 }])
    },
  )

  it.each([
    [/^No llegó$/, null, { do: 'absent', tuid: A1 }],
    [/^Atendido$/, '2026-11-21T10:41:00.000Z', { do: 'attended', tuid: A1 }],
    [/^Espera$/, null, { do: 'park', tuid: A1 }],
  ])('%s names whom the clerk sees', async (name, arrived_at, action) => {
    const desk = await buttonsOf(ticketOf({ arrived_at }))
    desk.press(name)
    expect(desk.done).toEqual([action])
  })

  it.each([null, ticketOf({ state: 'attended' })])('«Llamar otra vez» is of nobody: %j', async current => {
    const desk = await buttonsOf(current)
    expect(desk.button(/^Llamar otra vez/)).toHaveProperty('disabled', true)
  })
})
