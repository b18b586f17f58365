import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE_BASES, type Service } from '#contract/bases.ts'
import type { DeskState } from '#contract/rest/desk.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { PushSubscriptionJson } from '#tests/support/push-service.ts'
import type { Person, SeededOffice } from './seeded-office.ts'

/** What a person's phone and the desk ask of a server, wherever it is. */
export interface OfficeClient {
  ask(service: Service, path: string, token: string, body?: object): Promise<Response>
  /** @throws where the server gave no number, or went away meanwhile */
  take(person: Person, line_id: number, request_id: string): Promise<Ticket>
  ticket(person: Person, tuid: string): Promise<Ticket>
  callNext(line_id: number): Promise<DeskState>
  subscribe(person: Person, subscription: PushSubscriptionJson): Promise<void>
  pushKey(): Promise<string>
}

/** Of server/http/pressure.ts. */
const TOO_BUSY = 'the server is too busy'

async function answerOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export function officeClient(origin: string, office: SeededOffice): OfficeClient {
  const ask: OfficeClient['ask'] = (service, path, token, body) =>
    fetch(`${origin}${SERVICE_BASES[service]}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        origin,
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })

  return {
    ask,
    async take({ token }, line_id, request_id) {
      for (;;) {
        const path = `/offices/${office.office_id}/tickets/new`
        const answer = await ask('v1', path, token, { line_id, request_id })
        const seconds = Number(answer.headers.get('retry-after'))
        // A busy machine's server asks to be asked later. One that can keep nothing says so as another error.
        if (answer.status !== 503 || seconds === 0 || !(await answer.clone().text()).includes(TOO_BUSY))
          return answerOf(answer)
        await sleep(seconds * 1_000)
      }
    },
    ticket: async ({ token }, tuid) => answerOf(await ask('v1', `/user/v2/tickets/${tuid}`, token)),
    async callNext(line_id) {
      const at = `/offices/${office.office_id}`
      const { current } = await answerOf<DeskState>(await ask('desk', at, office.clerk))
      // Whoever stands there came.
      const here = current?.state === 'called' ? { tuid: current.tuid, arrived: true } : undefined
      return answerOf(await ask('desk', `${at}/call`, office.clerk, { line_ids: [line_id], here }))
    },
    async subscribe({ user_id, token }, subscription) {
      const body = { ...subscription, language: 'es' }
      await answerOf(await ask('push', `/subscriptions?user_id=${user_id}`, token, body))
    },
    async pushKey() {
      const { public_key } = await answerOf<{ public_key: string }>(await ask('push', '/key', ''))
      return public_key
    },
  }
}
