import { describe, expect, it } from 'vitest'
import { FLAGS_REFRESH_MS } from '#contract/limits.ts'
import type { OfficeState } from '#contract/rest/offices.ts'
import type { Dated } from '#src/api/client.ts'
import { bindFlows } from '#src/flows/bind-flows.ts'
import { findPosition } from '#src/flows/office/find-position.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { keepFlagsFresh, refreshFlags } from '#src/flows/watch/refresh-flags.ts'
import { putInInbox } from '#src/handoff/inbox.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { HandTime } from '../platform/fakes.ts'
import { pushAbout } from './push-messages.ts'
import { streets } from './streets.ts'
import { CENTRO, LINE } from './town.ts'
import { soon } from '../platform/soon.ts'

const here = streets()
const flag = (name: string, enabled = true) => ({
  name,
  enabled,
  variant: { name: 'disabled', enabled: false },
})
const asked = (path: string) => here.town.requests.filter(request => request.path === path).length

describe('feature flags', () => {
  it('[SHELL-08] are fetched at the start and every 60 s', async () => {
    const time = new HandTime()
    const { context, stores } = here.device({ timers: time })
    here.town.flags = [flag('a')]
    const stop = keepFlagsFresh(context)
    await soon(() => stores.flags.getState().flags).toMatchObject({ a: { enabled: true } })
    here.town.flags = [flag('a', false), flag('b')]
    time.pass(FLAGS_REFRESH_MS - 1)
    expect(asked('/services/flags')).toBe(1)
    time.pass(1)
    await soon(() => stores.flags.getState().flags).toMatchObject({ a: { enabled: false }, b: {} })
    stop()
    time.pass(10 * FLAGS_REFRESH_MS)
    expect(asked('/services/flags')).toBe(2)
  })

  it('[SHELL-08] a refresh that fails keeps the last known, and a start without a network those of the last visit', async () => {
    const { context, stores, database } = here.device()
    here.town.flags = [flag('a')]
    await refreshFlags(context)
    here.town.faults.set('GET /services/flags', 'down')
    await refreshFlags(context)
    expect(stores.flags.getState().flags).toMatchObject({ a: { enabled: true } })
    const later = here.device({ database })
    await refreshFlags(later.context)
    expect(later.stores.flags.getState().flags).toMatchObject({ a: { enabled: true } })
  })
})

it('[SHELL-04] [SHELL-05] a 429 blocks the screens with the modal and raises the cookie', async () => {
  const { context, stores, fakes } = here.device()
  here.town.office.onRequest = (_request, response) =>
    void response.writeHead(429, { 'retry-after': '20' }).end()
  await context.api.flags.list().catch(() => undefined)
  expect(stores.ui.getState().tooManyRequests).toEqual({ count: 1, retryAfterMs: 20_000 })
  await context.api.flags.list().catch(() => undefined)
  expect(fakes.cookies.read('zq_number_of_try_webapp')).toBe('2')
})

describe('the watch', () => {
  it('[CHAN-01] tells the store how socket and channels are', async () => {
    const { context, stores } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const states: unknown[] = []
    stores.connection.subscribe(({ channels }) => void states.push(channels[CENTRO]))
    const screen = context.socket.hold(CENTRO)
    await screen.joined
    expect(stores.connection.getState()).toMatchObject({ socket: 'open', channels: { [CENTRO]: 'joined' } })
    expect(states).toContain('locked')
    screen.release()
    await soon(() => stores.connection.getState().channels).toEqual({})
  })

  it('[CHAN-08] [OFF-08] time:estimate moves the figures of the lines that are shown', async () => {
    const { context, queryClient } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const shown = { ...here.town.lineState({ waiting: 1 }), id: LINE.id, slug: LINE.slug }
    const state = {
      office: {},
      lines: [shown],
      seq: 1,
      at: '2026-11-20T12:00:00.000Z',
    } as unknown as OfficeState
    queryClient.setQueryData<Dated<OfficeState>>(queryKeys.officeState(CENTRO), {
      data: state,
      inserted_at: 1,
    })
    await context.socket.hold(CENTRO).joined
    const at = '2026-11-20T12:03:00.000Z'
    here.town.office.say(CENTRO, 'time:estimate', {
      ...here.town.lineState({ waiting: 6, call: 'A009' }),
      at,
    })
    const now = () => queryClient.getQueryData<Dated<OfficeState>>(queryKeys.officeState(CENTRO))
    await soon(() => now()?.data.lines[0]).toMatchObject({ slug: LINE.slug, waiting: 6, call: 'A009' })
    expect(now()?.inserted_at).toBe(Date.parse(at))
    here.town.office.tell(CENTRO, 'line:frozen', { line_id: LINE.id, frozen: true })
    await soon(() => now()?.data.lines[0]?.frozen).toBe(true)
  })

  it('[CHAN-07] fetches anew when too much was missed', async () => {
    const { context, session } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const ticket = here.town.take(session, LINE.id)
    await context.db.tickets.keep({ ...ticket, seq: 900 }, 1)
    context.socket.know(CENTRO, 900)
    here.town.tickets.set(ticket.tuid, { ...ticket, ahead: 3, seq: 2 })
    await context.socket.hold(CENTRO).joined
    await soon(() => context.db.tickets.get(ticket.tuid)).toMatchObject({ ahead: 3 })
  })

  it('signs in when the network is back, and fetches when it already is', async () => {
    const { context, stores, fakes } = here.device()
    here.atTheEnd(keepWatch(context))
    fakes.connectivity.plug(false)
    expect(stores.connection.getState().online).toBe(false)
    here.town.admit()
    fakes.connectivity.plug(true)
    await soon(() => stores.session.getState().status).toBe('temporary')
    const before = asked('/api/v1/tickets')
    fakes.connectivity.plug(false)
    fakes.connectivity.plug(true)
    await soon(() => asked('/api/v1/tickets')).toBeGreaterThan(before)
    expect(stores.connection.getState().online).toBe(true)
  })

  it('[CALL-06] empties the inbox when the page is seen again', async () => {
    const { context, fakes, kinds, session } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    const ticket = here.town.take(session, LINE.id)
    await context.db.tickets.keep(ticket, context.clock.now())
    fakes.visibility.show(false)
    await putInInbox({ message: pushAbout(ticket, {}), received_at: 1, user_id: null })
    fakes.visibility.show(true)
    await soon(kinds).toEqual(['call'])
  })

  it('[TEMP-04] finds a session over when the page is seen again after its time', async () => {
    const { context, fakes, session, stores, time } = await here.signedIn()
    here.atTheEnd(keepWatch(context))
    fakes.visibility.show(false)
    time.pass(Date.parse(session.expires_at) - time.now() + 1)
    fakes.visibility.show(true)
    await soon(() => stores.session.getState().status).toBe('expired')
  })
})

it('"Cerca de mí" keeps the place, or why it is not known', async () => {
  const { context, stores } = here.device()
  expect(await findPosition(context)).toEqual({ status: 'done' })
  expect(stores.ui.getState().position).toEqual({ latitude: -33.4, longitude: -70.6 })
  const refused = {
    ...context,
    positionFinder: { locate: async () => ({ errorMessage: 'denied' as const }) },
  }
  expect(await findPosition(refused)).toMatchObject({ code: 'denied' })
  expect(stores.ui.getState().position).toEqual({ errorMessage: 'denied' })
})

it('screens get the verbs without the context', async () => {
  const { context } = await here.signedIn()
  const { takeTicket, holdOffice } = bindFlows(context)
  expect(await holdOffice(CENTRO).joined).toEqual({ status: 'done' })
  expect(await takeTicket({ officeSlug: CENTRO, line: LINE })).toMatchObject({ status: 'taken' })
})
