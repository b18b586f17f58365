// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadLanguage } from '#src/desk/load-language.ts'
import { ModuloPlace } from '#src/desk/work/modulo-place.tsx'
import { TicketSigns } from '#src/desk/work/ticket-signs.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

const show = (children: ReactNode) => render(<I18nProvider i18n={i18n}>{children}</I18nProvider>)

it('says of a paper number that it is one, and asks no confirmation of a phone that is not there', () => {
  show(
    <TicketSigns
      ticket={{
        on_paper: true,
        notice_received: false,
        on_my_way: false,
        document_repeated: false,
        preferential: false,
        reserve: null,
      }}
    />,
  )
  screen.getByText('Número de papel')
  expect(screen.queryByText('Aviso sin confirmar')).toBeNull()
  cleanup()
  show(
    <TicketSigns
      ticket={{
        on_paper: false,
        notice_received: false,
        on_my_way: false,
        document_repeated: false,
        preferential: false,
        reserve: null,
      }}
    />,
  )
  screen.getByText('Aviso sin confirmar')
})

it('names its module once, however the module is called', () => {
  show(<ModuloPlace office="Notaría Norte" modulo="Módulo 1" nav={null} acts={[]} />)
  expect(screen.getByRole('heading').textContent).toBe('Módulo 1')
})
