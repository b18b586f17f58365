import { expect, it } from 'vitest'
import { awaitCreated } from '#src/flows/tickets/await-created.ts'
import type { SocketNews } from '#src/socket/office-socket.ts'
import { ticketOf } from '../db/receipts.ts'

const USER = '11111111-1111-4111-8111-111111111111'
const SOMEBODY = '22222222-2222-4222-8222-222222222222'
const asked = { officeSlug: 'centro', lineId: 3, userId: USER, requestId: 'r1' }

/** What a socket tells whoever waits for a ticket. */
function waiting() {
  let hear: (news: SocketNews) => void = () => undefined
  const subscribe = (listener: typeof hear) => {
    hear = listener
    return () => undefined
  }
  const { created } = awaitCreated({ subscribe }, asked)
  const made = (line_id: number, user_id: string, ticket: string) =>
    hear({
      kind: 'fact',
      officeSlug: 'centro',
      event: 'ticket:created',
      payload: { owned: ticketOf({ line_id, user_id, ticket }) },
    } as SocketNews)
  const refused = (officeSlug: string, request_id: string) =>
    hear({
      kind: 'ticket-error',
      officeSlug,
      error: { request_id, code: 'line-frozen' },
    } as unknown as SocketNews)
  return { created, made, refused }
}

it('[TKT-01] the ticket is that of the same line and user, whatever else is taken meanwhile in another window', async () => {
  const { created, made } = waiting()
  made(4, USER, 'B001')
  made(3, SOMEBODY, 'A001')
  made(3, USER, 'A002')
  expect(await created).toMatchObject({ ticket: 'A002' })
})

it('[TKT-01] the refusal is that of the same office and request', async () => {
  const { created, made, refused } = waiting()
  refused('norte', 'r1')
  refused('centro', 'r0')
  made(3, USER, 'A002')
  expect(await created).toMatchObject({ ticket: 'A002' })

  const other = waiting()
  other.refused('centro', 'r1')
  await expect(other.created).rejects.toMatchObject({ code: 'line-frozen' })
})
