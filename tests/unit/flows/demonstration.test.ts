import { describe, expect, it } from 'vitest'
import type { Line, Office } from '#contract/rest/offices.ts'
import { bindFlows } from '#src/flows/bind-flows.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { soon } from '../platform/soon.ts'
import type { Device } from './device.ts'
import { phones } from './phones.ts'

const ANA = { name: 'Ana Soto', email: 'ana@correo.example', phone: '+56912345678', rut: '12345678-5' }

const here = phones(() => ({ demo: true }))

/** An office that is open, and a line of it in which nothing is asked. */
async function somewhereOpen({ api }: Device['context']): Promise<{ office: Office; line: Line }> {
  const { data: offices } = await api.offices.list()
  for (const office of offices) {
    const { data } = await api.offices.state(office.slug)
    for (const line of data.lines) {
      if (line.type !== 'normal' || line.frozen || !line.takes_tickets || line.waiting === 0) continue
      const { questions } = await api.forms.ofTicket(office.id, line.id)
      if (questions.length === 0) return { office, line }
    }
  }
  return expect.fail('nowhere is open')
}

/** The desk of the demonstration, at work in an office. */
async function sitDown(officeId: number) {
  const account = here.server.demonstration?.desk
  const signedIn = await here.server.ask('desk', '/session', {
    body: { user: account?.user, password: account?.password },
  })
  const { token } = (await signedIn.json()) as { token: string }
  const act = async (below: string, body?: unknown, method = 'POST') => {
    const response = await here.server.ask('desk', `/offices/${officeId}${below}`, { method, token, body })
    if (response.status !== 200) throw new Error(`the desk: ${await response.text()}`)
    return (await response.json()) as {
      modulos: { id: number; clerk: string | null }[]
      current: { tuid: string; ticket: string; state: string } | null
    }
  }
  const { modulos } = await act('', undefined, 'GET')
  await act('/modulo', { modulo_id: modulos.find(({ clerk }) => clerk === null)?.id })
  return {
    /** Whoever stands there came. */
    async call(lineId: number) {
      const { current } = await act('', undefined, 'GET')
      const here = current?.state === 'called' ? { tuid: current.tuid, arrived: true } : undefined
      return await act('/call', { line_ids: [lineId], here })
    },
    attended: () => act('/attended'),
  }
}

describe('the application with the demonstration', () => {
  it('[TKT-01] [CALL-01] signs in, takes a number, sees the line move, and is called', async () => {
    const phone = here.device()
    const { context, stores, notices } = phone
    here.atTheEnd(keepWatch(context))
    const flows = bindFlows(context)
    expect(await flows.startSession()).toBe('guest')
    const { office, line } = await somewhereOpen(context)
    expect(await flows.logInTemporary(ANA)).toMatchObject({ status: 'logged-in' })

    const outcome = await flows.takeTicket({ officeSlug: office.slug, line, meta: { rut: ANA.rut } })
    expect(outcome).toMatchObject({ status: 'taken' })
    const tuid = outcome.status === 'taken' ? outcome.tuid : ''
    const kept = () => context.db.tickets.get(tuid)
    const before = (await kept())?.ahead ?? 0
    expect(before).toBeGreaterThan(0)
    expect(await flows.refreshWait(tuid)).toEqual({ status: 'done' })

    const desk = await sitDown(office.id)
    let { current } = await desk.call(line.id)
    await soon(async () => (await kept())?.ahead).toBeLessThan(before)
    const ticket = (await kept())?.ticket
    for (let calls = 0; current?.ticket !== ticket && calls < 60; calls++)
      current = (await desk.call(line.id)).current
    await soon(async () => (await kept())?.state).toBe('called')
    const calls = notices().filter(({ kind }) => kind === 'call')
    expect(calls).toMatchObject([{ tuid, ticket, line_name: line.name, office_name: office.name }])
    expect((await kept())?.modulo).toEqual(expect.any(String))

    // By refetch the same call is no news.
    expect(await flows.loadTickets()).toEqual({ status: 'done' })
    expect(notices().filter(({ kind }) => kind === 'call')).toHaveLength(1)
    expect(await flows.sayOnMyWay(tuid)).toEqual({ status: 'done' })
    expect(await kept()).toMatchObject({ on_my_way: true, state: 'called' })
    await desk.attended()
    await soon(async () => (await kept())?.state).toBe('attended')
    expect(stores.connection.getState().channels).toEqual({ [office.slug]: 'joined' })
  })

  it('[TKT-11] [TKT-13] a repeated request gives the same number; given up, it is gone; logged out, so is the person', async () => {
    const { context, stores, database } = here.device()
    here.atTheEnd(keepWatch(context))
    const flows = bindFlows(context)
    await flows.logInTemporary({ ...ANA, rut: '11111111-1' })
    const { office, line } = await somewhereOpen(context)
    const requestId = '5b1e6f8e-33a4-4f3d-9b65-0d0b8a3f7a11'
    const wish = { officeSlug: office.slug, line, requestId, meta: { rut: '11111111-1' } }
    const first = await flows.takeTicket(wish)
    // As if the receipt had been lost with the answer.
    const tuid = first.status === 'taken' ? first.tuid : ''
    await context.db.tickets.change(tuid, null, { inserted_at: '2020-01-01T00:00:00.000Z' })
    expect(await flows.takeTicket(wish)).toEqual(first)

    // Another page of this browser, with the cookie and nothing in memory.
    const later = here.device({ database })
    expect(await bindFlows(later.context).startSession()).toBe('signed-in')
    expect(later.stores.session.getState().user?.name).toBe(ANA.name)

    // Nobody stands behind the one who came last.
    expect(await flows.letOthersPass(tuid, 1)).toMatchObject({ status: 'failed', code: 'nobody-behind' })
    expect(await flows.giveUp(tuid)).toEqual({ status: 'done' })
    expect(await context.db.tickets.get(tuid)).toMatchObject({ state: 'given-up' })
    expect(await flows.savePreferences({ whatsapp: true })).toEqual({ status: 'done' })
    await flows.logOut()
    expect(stores.session.getState().status).toBe('guest')
    expect(await bindFlows(here.device({ database }).context).startSession()).toBe('guest')
  })
})
