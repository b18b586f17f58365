// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, it } from 'vitest'
import type { Webhook } from '#contract/rest/webhooks.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { WebhookRow } from '#src/desk/webhooks/webhook-row.tsx'
import { ana, openDeskDoor, toolsOf } from './desk-door.ts'
import { inDesk } from './in-desk.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))
afterEach(cleanup)

it.each([
  ['none was changed lately', null, /^El de ahora firma un día más junto al nuevo/],
  [
    'one that was changed today still signs',
    '2026-11-22T15:00:00Z',
    /^El de ahora deja de firmar en cuanto lo cambias\. El anterior firma junto al nuevo hasta .*12:00/,
  ],
])('where %s, who changes the secret is told which one signs on', async (_, former_until, told) => {
  const door = await openDeskDoor()
  const webhook: Webhook = {
    id: '6f1c2f0e-6f0b-4e86-9d0f-0d2a3a6f7a11',
    url: 'https://letrero.example/avisos',
    topics: ['called'],
    state: 'delivering',
    failing_since: null,
    last_answer: null,
    last_answer_at: null,
    former_until,
  }
  const Wrapper = inDesk(toolsOf(door), new QueryClient())
  render(
    <I18nProvider i18n={i18n}>
      <Wrapper>
        <WebhookRow
          at={{ clerkId: ana.clerk_id, officeId: 1 }}
          webhook={webhook}
          timeZone="America/Santiago"
          onSecret={() => {}}
        />
      </Wrapper>
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: /^Cambiar el secreto/ }))
  await screen.findByText(told)
  door.close()
})
