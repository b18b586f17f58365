// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadLanguage } from '#src/desk/load-language.ts'
import { type Fate, pressDone, pressEarly } from '#src/desk/presses.ts'
import { DeskNews } from '#src/desk/work/desk-news.tsx'
import { type DeskDoor, openAnasDoor, toolsOf } from './desk-door.ts'
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

function told(fate: Fate, fault: Error | null, isPending = false): string {
  const tools = toolsOf(door)
  tools.fate.setState({ fate })
  render(
    <I18nProvider i18n={i18n}>
      <DeskNews fault={fault} isPending={isPending} trouble={null} waiting={0} />
    </I18nProvider>,
    { wrapper: inDesk(tools, new QueryClient()) },
  )
  return screen.getByRole('alert').textContent ?? ''
}

describe('what is said above the number', () => {
  it('[DESK-14] is what became of a press that nobody answered', () => {
    expect(told('done', pressDone())).toMatch(/^La respuesta no llegó, pero lo último que pediste sí se hizo/)
  })

  it('[DESK-14] is that it was done once the desk shows what it did', () => {
    expect(told('done', null, true)).toMatch(/^No llegó respuesta/)
    cleanup()
    expect(told('done', null)).toMatch(/sí se hizo/)
  })

  it.each(['looking', 'done', 'not-done'] as const)(
    '[DESK-14] is that the last one was too early, whatever became of the one before it (%s)',
    fate => {
      expect(told(fate, pressEarly())).toMatch(/^Esto no se hizo/)
    },
  )
})
