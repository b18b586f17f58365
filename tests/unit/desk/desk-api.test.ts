import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resumeSession } from '#src/desk/resume-session.ts'
import { ana, type DeskDoor, deskOf, openDeskDoor, refused } from './desk-door.ts'

const ID = 'c0ffee00-0000-4000-8000-00000000abcd'

let door: DeskDoor
beforeEach(async () => {
  door = await openDeskDoor()
})
afterEach(() => door.close())

const phase = () => door.session.store.getState().phase

describe('what a clerk does', () => {
  it.each([
    [{ do: 'call', here: 'nobody' }, '/offices/3/call', { nobody: true }],
    [{ do: 'serve', lineIds: [5, 6] }, '/offices/3/served-lines', { line_ids: [5, 6] }],
    [{ do: 'serve', lineIds: null }, '/offices/3/served-lines', { line_ids: null }],
    [
      { do: 'call-reservation', reservationId: ID, here: { tuid: ID, arrived: true } },
      `/offices/3/reservations/${ID}/call`,
      { here: { tuid: ID, arrived: true } },
    ],
    [
      { do: 'call-ticket', tuid: ID, reason: 'x', here: 'nobody' },
      `/offices/3/tickets/${ID}/call`,
      { reason: 'x', nobody: true },
    ],
    [{ do: 'call-again', tuid: ID }, '/offices/3/call-again', { tuid: ID }],
    [{ do: 'absent', tuid: ID }, '/offices/3/absent', { tuid: ID }],
    [{ do: 'attended', tuid: ID }, '/offices/3/attended', { tuid: ID }],
    [{ do: 'park', tuid: ID }, '/offices/3/park', { tuid: ID }],
    [
      { do: 'transfer', tuid: ID, to: { line_id: 5, anyway: true } },
      '/offices/3/transfer',
      { tuid: ID, line_id: 5, anyway: true },
    ],
    [{ do: 'freeze', lineId: 5, freeze: { frozen: true } }, '/offices/3/lines/5/frozen', { frozen: true }],
    [{ do: 'open-modulo', moduloId: 1 }, '/offices/3/modulo', { modulo_id: 1, nobody: true }],
    [{ do: 'close-modulo', here: 'nobody' }, '/offices/3/modulo', { modulo_id: null, nobody: true }],
  ] as const)('%o is asked at %s, in the session’s name', async (action, path, json) => {
    door.session.begin(ana)
    door.answer = () => ({ status: 200, json: deskOf(1, 0) })
    expect(await door.api.act(3, action)).toEqual(deskOf(1, 0))
    expect(door.asked).toMatchObject([{ method: 'POST', path, token: 'Bearer token-of-ana', json }])
    expect(door.asked).toHaveLength(1)
  })
})

describe('opening the page', () => {
  it('goes on with the session that the cookie names', async () => {
    door.answer = () => ({ status: 200, json: ana })
    await resumeSession(door.api, door.session)
    expect(door.session.store.getState()).toEqual({ phase: 'in', clerk: ana })
    expect(door.asked[0]).toMatchObject({ method: 'GET', path: '/session', token: undefined })
  })

  it.each([
    ['without a cookie', { status: 204 }],
    ['with the cookie of a session that is over', refused(401, 'session-expired')],
  ])('%s leads to the door', async (_, answer) => {
    door.answer = () => answer
    await resumeSession(door.api, door.session)
    expect(phase()).toBe('out')
  })

  it('says why nobody could be asked, and can be tried again', async () => {
    door.answer = () => refused(503, 'unavailable')
    await resumeSession(door.api, door.session)
    expect(door.session.store.getState()).toEqual({ phase: 'unreached', code: 'unavailable' })
    door.answer = () => ({ status: 200, json: ana })
    await resumeSession(door.api, door.session)
    expect(phase()).toBe('in')
  })

  it('without a network says so', async () => {
    door.close()
    await resumeSession(door.api, door.session)
    expect(door.session.store.getState()).toEqual({ phase: 'unreached', code: 'offline' })
  })
})

it('a table is what the server names as one, and not the page of a portal', async () => {
  door.session.begin(ana)
  const wish = { from: '2026-11-20', to: '2026-11-20' }
  const headers = { 'content-type': 'text/html' }
  door.answer = () => ({ status: 200, json: 'Wi-Fi', headers })
  await expect(door.api.figuresTable(3, wish)).rejects.toMatchObject({ code: 'unreadable' })
  const named = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="centro.csv"' }
  door.answer = () => ({ status: 200, json: 'a table', headers: named })
  expect(await door.api.figuresTable(3, wish)).toMatchObject({ name: 'centro.csv' })
})

describe('the end of a session', () => {
  it('keeps who was at work, and asks nothing more in their name', async () => {
    door.session.begin(ana)
    door.answer = () => refused(401, 'session-expired')
    await expect(door.api.office(3)).rejects.toMatchObject({ code: 'session-expired' })
    expect(door.session.store.getState()).toEqual({ phase: 'over', clerk: ana })
    expect(door.session.getToken()).toBeNull()
  })

  it('[KEEP-07] is never said by a proxy, whatever is asked through it', async () => {
    door.session.begin(ana)
    door.answer = () => ({ status: 401 })
    await expect(door.api.office(3)).rejects.toMatchObject({ code: 'unavailable' })
    const wish = { from: '2026-11-20', to: '2026-11-20' }
    await expect(door.api.figuresTable(3, wish)).rejects.toMatchObject({ code: 'unavailable' })
    expect(phase()).toBe('in')
  })

  it('that is heard of late does not end the one that replaced it', async () => {
    door.session.begin(ana)
    let reply = (): void => {}
    door.answer = () =>
      new Promise(resolve => {
        reply = () => resolve(refused(401, 'session-expired'))
      })
    const late = door.api.office(3)
    await expect.poll(() => door.asked.length).toBe(1)
    door.session.begin({ ...ana, token: 'new-token' })
    reply()
    await expect(late).rejects.toMatchObject({ status: 401 })
    expect(phase()).toBe('in')
  })

  it('does not come from a wrong password at the door', async () => {
    door.session.end()
    door.answer = () => refused(401, 'wrong-credentials')
    await expect(door.api.signIn({ user: 'ana', password: 'x' })).rejects.toMatchObject({
      code: 'wrong-credentials',
    })
    expect(phase()).toBe('out')
  })
})
