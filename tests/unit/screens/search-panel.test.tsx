// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Api } from '#src/api/create-api.ts'
import { apiPart } from '#src/queries/parts.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { SearchPanel } from '#src/screens/search/search-panel.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'
import { openOffice } from './open-office.ts'

const NOTARIES = CATEGORIES.find(({ slug }) => slug === 'notarias') as (typeof CATEGORIES)[number]
const SERVICE = 5
const officeOf = (id: number, name: string) => openOffice({ id, slug: `office-${id}`, name })
const offices = [officeOf(1, 'Notaría Norte'), officeOf(2, 'Notaría Sur')]

beforeAll(readSpanish)
afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

/** Opens the search for a kind of service, of which the server tells by these answers, one a question. */
function seekService(...answers: (ApiError | { office_id: number }[])[]) {
  const lineCategoryGeo = async () => {
    const answer = answers.shift()
    if (answer === undefined || answer instanceof ApiError) throw answer
    return answer
  }
  apiPart.provide(async () => ({ offices: { lineCategoryGeo } }) as unknown as Api)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(queryKeys.offices, { data: offices, inserted_at: Date.now() })
  client.setQueryData(queryKeys.officeWaits([1]), [])
  client.setQueryData(queryKeys.officeWaits([1, 2]), [])
  client.setQueryData(queryKeys.lineCategories(NOTARIES.organization_id), [])
  history.replaceState(null, '', `/search?category=notarias&service=${SERVICE}`)
  render(
    <QueryClientProvider client={client}>
      <SearchPanel current={null} />
    </QueryClientProvider>,
    { wrapper: InSpanish },
  )
}

it('[OFF-12] finds the offices that give a kind of service, and no other', async () => {
  seekService([{ office_id: 1 }])
  await screen.findByText('Notaría Norte')
  expect(screen.queryByText('Notaría Sur')).toBeNull()
})

it('[OFF-12] [OFFL-03] lists no office while nobody can tell who gives that service, and asks again at a press', async () => {
  seekService(new ApiError('unavailable', 503, 'too busy'), [{ office_id: 1 }])
  const again = await screen.findByRole('button', { name: 'Intentar de nuevo' })
  expect(screen.queryByText(/^Notaría (Norte|Sur)/)).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.click(again)
  await screen.findByText('Notaría Norte')
  expect(screen.queryByText('Notaría Sur')).toBeNull()
})
