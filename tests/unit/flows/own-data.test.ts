import { describe, expect, it } from 'vitest'
import { SIGN_IN_FREE, SIGN_IN_PAUSE_MS } from '#contract/limits.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import { eraseHere, eraseMe, readOwnData } from '#src/flows/session/own-data.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { takeTicket } from '#src/flows/tickets/take-ticket.ts'
import { PASSWORD, phones } from './phones.ts'

const here = phones()

describe('one’s own data', () => {
  it('[KEEP-03] is read out of the server, and nothing of it is kept here', async () => {
    const { context, session } = await here.signedIn()
    await takeTicket(context, here.wish)
    const read = await readOwnData(context)
    expect(read).toMatchObject({ status: 'done', data: { user_id: session.user_id } })
    const kept = 'data' in read ? read.data.kept : {}
    expect(kept.tickets).toHaveLength(1)
    expect(kept.users).toMatchObject([{ person: { name: 'Ana' } }])
  })

  it('[KEEP-03] erased, nothing is left here nor there, and it says so', async () => {
    const { context, stores, kinds, session } = await here.signedIn()
    await takeTicket(context, here.wish)
    expect(await eraseMe(context)).toEqual({ status: 'done' })
    expect(stores.session.getState()).toMatchObject({ status: 'guest', user: null, token: null })
    expect(await context.db.tickets.all()).toEqual([])
    expect(kinds()).toEqual(['success'])
    const { db } = here.server.database
    const users = db.selectFrom('users').select('person').where('id', '=', session.user_id)
    expect(await users.executeTakeFirst()).toEqual({ person: null })
    const tickets = db.selectFrom('tickets').select('state').where('user_id', '=', session.user_id)
    expect(await tickets.execute()).toEqual([{ state: 'given-up' }])
    expect(await startSession(context)).toBe('guest')
  })

  it('[KEEP-03] [AUTH-02] whose answer nobody heard is found out, and brought to its end', async () => {
    const { context, stores, kinds } = await here.signedIn({ temporal: false })
    await takeTicket(context, here.wish)
    expect([...here.door.others.keys()]).toEqual(['numerito-known'])
    here.door.faults.set('DELETE /services/users/v2/me', 'lost')
    expect(await eraseMe(context, PASSWORD)).toEqual({ status: 'done' })
    // Nor does the browser know the account any more, of which the server has nothing left.
    expect([here.door.cookie, ...here.door.others.keys()]).toEqual([null])
    expect(stores.session.getState().status).toBe('guest')
    expect(await context.db.tickets.all()).toEqual([])
    expect(kinds()).toEqual(['success'])
  })

  it('[KEEP-03] the pause that wrong passwords bring is told where one typed, and blocks no screen', async () => {
    const { context, stores } = await here.signedIn({ temporal: false })
    for (let nth = 0; nth < SIGN_IN_FREE.name; nth++)
      expect(await eraseMe(context, `adivina ${nth}`)).toMatchObject({ code: 'wrong-credentials' })
    expect(await eraseMe(context, PASSWORD)).toMatchObject({ status: 'failed', code: 'too-many-requests' })
    expect(stores.ui.getState().tooManyRequests).toBeNull()
    expect(stores.session.getState().status).toBe('registered')
    here.server.clock.advance(SIGN_IN_PAUSE_MS.max)
    expect(await eraseMe(context, PASSWORD)).toEqual({ status: 'done' })
  })

  it('[KEEP-03] without a network, or where the server does not hear of it, loses nothing', async () => {
    const { context, fakes, stores } = await here.signedIn()
    await takeTicket(context, here.wish)
    fakes.connectivity.plug(false)
    expect(await eraseMe(context)).toMatchObject({ status: 'failed', code: 'offline' })
    expect(await readOwnData(context)).toMatchObject({ status: 'failed', code: 'offline' })
    fakes.connectivity.plug(true)
    here.door.faults.set('DELETE /services/users/v2/me', 'down')
    expect(await eraseMe(context)).toMatchObject({ status: 'failed' })
    expect(stores.session.getState().status).toBe('temporary')
    expect(await context.db.tickets.all()).toHaveLength(1)
  })

  it('[KEEP-03] that the server did not hear of is not said to be done in a browser that keeps no cookies', async () => {
    const { context, kinds, stores } = await here.signedIn()
    await takeTicket(context, here.wish)
    here.door.cookie = null
    here.door.faults.set('DELETE /services/users/v2/me', 'down')
    expect(await eraseMe(context)).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(stores.session.getState().status).toBe('temporary')
    expect(await context.db.tickets.all()).toHaveLength(1)
    expect(kinds()).not.toContain('success')
    here.door.faults.set('DELETE /services/users/v2/me', 'lost')
    expect(await eraseMe(context)).toEqual({ status: 'done' })
    expect(await context.db.tickets.all()).toEqual([])
  })

  it('[KEEP-03] [TEMP-04] nor where the session is over by its time', async () => {
    const { context, kinds, session, time } = await here.signedIn()
    await takeTicket(context, here.wish)
    await here.server.ask('login', '/session', { method: 'DELETE', token: session.token })
    time.pass(Date.parse(session.expires_at) - time.now())
    here.door.faults.set('DELETE /services/users/v2/me', 'down')
    expect(await eraseMe(context)).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(await context.db.tickets.all()).toHaveLength(1)
    expect(kinds()).not.toContain('success')
  })

  it('[KEEP-03] erased, what somebody else cancelled on this device waits for them', async () => {
    const { context, time } = await here.signedIn()
    const about = {
      subject: '0a6f3c38-6f0e-4a1c-9d54-0f2c7c8b8d11',
      user_id: 'b6b0b1f4-1f43-4a70-9f0e-6f4b1c2d3e4f',
    }
    await context.db.outbox.put('cancel-reservation', time.now(), about)
    expect(await eraseMe(context)).toEqual({ status: 'done' })
    expect(await context.db.outbox.all('cancel-reservation')).toMatchObject([about])
  })

  it('[KEEP-03] [AUTH-09] of whose session is over can be taken away from this browser, and stands at the server', async () => {
    const { context, stores } = await here.signedIn()
    await takeTicket(context, here.wish)
    const [held] = await context.db.tickets.all()
    expect(await eraseHere(context)).toMatchObject({ status: 'failed' })
    await expireSession(context)
    expect(await context.db.tickets.all()).toHaveLength(1)
    expect(await eraseHere(context)).toEqual({ status: 'done' })
    expect(await context.db.tickets.all()).toEqual([])
    expect(await context.db.userData.read('ended')).toBeNull()
    expect(stores.session.getState().status).toBe('guest')
    const { db } = here.server.database
    const ticket = db
      .selectFrom('tickets')
      .select('state')
      .where('id', '=', held?.tuid ?? '')
    expect(await ticket.executeTakeFirst()).toEqual({ state: 'waiting' })
  })

  it('[KEEP-03] [AUTH-09] takes nothing of somebody who came in by another page, of which this one has not heard', async () => {
    const { context } = await here.signedIn()
    await takeTicket(context, here.wish)
    await expireSession(context)
    await context.db.userData.write('user', {
      user_id: 'b6b0b1f4-1f43-4a70-9f0e-6f4b1c2d3e4f',
      name: 'Bruno',
      identity_type: null,
      temporal: true,
      expires_at: '2099-01-01T00:00:00Z',
    })
    expect(await eraseHere(context)).toMatchObject({ status: 'failed' })
    expect(await context.db.tickets.all()).toHaveLength(1)
    expect(await context.db.userData.read('user')).toMatchObject({ name: 'Bruno' })
  })
})
