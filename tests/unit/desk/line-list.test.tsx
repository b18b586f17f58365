// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { DeskState } from '#contract/rest/desk.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { useDeskAction } from '#src/desk/use-desk-action.ts'
import { LineList } from '#src/desk/work/line-list.tsx'
import { useLineChoice } from '#src/desk/work/use-line-choice.ts'
import { ana, deskOf, openAnasDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

function Lines({ state }: { state: DeskState }) {
  const acting = useDeskAction(ana.clerk_id, 3)
  const serving = useLineChoice(ana.clerk_id, state, acting)
  const list = { clerkId: ana.clerk_id, timeZone: 'America/Santiago', state, serving, acting }
  return <LineList {...list} />
}

it('[DESK-09] what was chosen as one line was closed is not what becomes of those who wait in the next', async () => {
  const door = await openAnasDoor()
  onTestFinished(() => door.close())
  const state = deskOf(1, 4)
  const [line] = state.lines
  if (!line) throw new Error('the desk has no line')
  const empty = { ...line, line_id: 6, name: 'Copias', waiting: 0 }
  const full = { ...line, line_id: 7, name: 'Cajas' }
  door.answer = ({ method }) => ({ status: 200, json: method === 'GET' ? { messages: [] } : deskOf(2, 4) })
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  render(
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <Lines state={{ ...state, lines: [line, empty, full] }} />
      </Wrapper>
    </I18nProvider>,
  )
  const close = (nth: number) =>
    fireEvent.click(screen.getAllByRole('button', { name: /^Cerrar fila/ })[nth] ?? expect.fail())
  const wishes = () =>
    door.asked.flatMap(({ json }) => (json as { waiting?: string } | undefined)?.waiting ?? [])
  close(0)
  fireEvent.click(screen.getByRole('radio', { name: /^Que vuelvan otro día/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar la fila' }))
  await expect.poll(wishes).toEqual(['send-home'])
  close(2)
  expect(screen.getByRole('radio', { name: /^Las atendemos igual/ })).toHaveProperty('checked', true)
  fireEvent.click(screen.getByRole('radio', { name: /^Que vuelvan otro día/ }))
  close(1)
  expect(screen.queryByRole('radio')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar la fila' }))
  await expect.poll(wishes).toEqual(['send-home', 'finish'])
})

it('[DESK-09] where nobody waits any more as the day is closed, nobody who comes in that moment is sent home', async () => {
  const door = await openAnasDoor()
  onTestFinished(() => door.close())
  door.answer = () => ({ status: 200, json: deskOf(2, 0) })
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  const at = (waiting: number) => (
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <Lines state={deskOf(1, waiting)} />
      </Wrapper>
    </I18nProvider>
  )
  const { rerender } = render(at(4))
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar el día' }))
  fireEvent.click(screen.getByRole('radio', { name: /^Que vuelvan otro día/ }))
  rerender(at(0))
  expect(screen.queryByRole('radio')).toBeNull()
  const [, confirm = expect.fail('no question')] = screen.getAllByRole('button', { name: 'Cerrar el día' })
  fireEvent.click(confirm)
  await expect.poll(() => door.asked.map(({ json }) => json)).toMatchObject([{ waiting: 'finish' }])
})
