import { describe, expect, it } from 'vitest'
import { FAVORITES_MAX } from '#contract/limits.ts'
import type { Favorites } from '#contract/rest/favorites.ts'
import type { Session } from '#contract/rest/login.ts'
import type { Office } from '#contract/rest/offices.ts'
import { aboutOf, type Favorite, favoriteOfOffice } from '#src/domain/favorite.ts'
import { loadFavorites } from '#src/flows/favorites/load-favorites.ts'
import { markFavorite } from '#src/flows/favorites/mark-favorite.ts'
import { sendFavorites } from '#src/flows/favorites/send-favorites.ts'
import { enterSession, settleIn } from '#src/flows/session/enter-session.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import { logOut } from '#src/flows/session/log-out.ts'
import { startSession } from '#src/flows/session/start-session.ts'
import { keepWatch } from '#src/flows/watch/keep-watch.ts'
import { soon } from '../platform/soon.ts'
import type { Device } from './device.ts'
import { phones } from './phones.ts'

const here = phones()
const FAVORITES = '/services/users/v2/favorites'
const OFFICES = `${FAVORITES}/offices`

/** The test's own office, or another one, as the list shows it; and a line of it. */
async function officeOf(id = here.office.office_id): Promise<Office> {
  const offices = (await (await here.server.ask('v3', '/offices/web')).json()) as Office[]
  const office = offices.find(one => one.id === id)
  if (!office) throw new Error('no such office')
  return office
}
async function anOffice(): Promise<Favorite> {
  // The list is trusted for half a minute.
  here.server.clock.advance(31_000)
  return favoriteOfOffice(await officeOf())
}
async function someOffices(count: number): Promise<Favorite[]> {
  const ids = [here.office.office_id]
  while (ids.length < count) ids.push((await here.openOffice()).office_id)
  here.server.clock.advance(31_000)
  const made: Favorite[] = []
  for (const id of ids) made.push(favoriteOfOffice(await officeOf(id)))
  return made
}
const aLine = async (): Promise<Favorite> => ({ ...(await anOffice()), line: here.office.line })

/** What the server keeps of them. */
async function atServer({ token }: Pick<Session, 'token'>): Promise<string[]> {
  const { offices, lines } = (await (
    await here.server.ask('users', '/favorites', { token })
  ).json()) as Favorites
  return [...offices.map(({ id }) => `office:${id}`), ...lines.map(({ id }) => `line:${id}`)]
}
const asked = (call: string) => here.door.asked(call)
const kept = async ({ context: { db } }: Device, owner: string | null) =>
  (await db.favorites.ofOwner(owner)).map(aboutOf)
const untold = async ({ context: { db } }: Device) => await db.outbox.all('favorite')
const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b)
/** Somebody with an account, on a phone of theirs. */
const registered = (options: Parameters<typeof here.signedIn>[0] = {}) =>
  here.signedIn({ ...options, temporal: false })

describe('a heart of somebody with an account', () => {
  it('[FAV-01] adds an office and a line, and removes them, here at once and then at the server', async () => {
    const phone = await registered()
    const { context, session } = phone
    const [office, line] = [await anOffice(), await aLine()]
    expect(await markFavorite(context, office, true)).toEqual({ status: 'done' })
    expect(await kept(phone, session.user_id)).toEqual([aboutOf(office)])
    await markFavorite(context, line, true)
    await soon(() => atServer(session)).toEqual([aboutOf(office), aboutOf(line)])
    expect(asked(`POST ${OFFICES}`)[0]?.body).toEqual({ id: office.office.id })

    await markFavorite(context, office, false)
    expect(await kept(phone, session.user_id)).toEqual([aboutOf(line)])
    await soon(() => atServer(session)).toEqual([aboutOf(line)])
    await soon(() => untold(phone)).toEqual([])
  })

  it('[FAV-01] offers to undo each press, and the last one alone', async () => {
    const phone = await registered()
    const office = await anOffice()
    await markFavorite(phone.context, office, true)
    expect(phone.notices()).toMatchObject([{ code: 'favorite-added', undo: { wanted: false } }])
    await markFavorite(phone.context, office, false)
    await markFavorite(phone.context, office, true)
    await markFavorite(phone.context, office, false)
    expect(phone.notices()).toMatchObject([
      { kind: 'success', code: 'favorite-removed', undo: { favorite: office, wanted: true } },
    ])
    await markFavorite(phone.context, office, true, { says: false })
    expect(phone.notices()).toHaveLength(1)
    await soon(() => atServer(phone.session)).toEqual([aboutOf(office)])
  })

  it('[FAV-01] what closed for ever can be removed, and not be had again', async () => {
    const phone = await registered()
    const office = { ...(await anOffice()), active: false }
    await markFavorite(phone.context, office, false)
    expect(phone.notices()[0]).not.toHaveProperty('undo')
  })

  it('[FAV-01] comes to what was wished last, however slow the answer to what was wished before', async () => {
    const phone = await registered()
    const { context, session } = phone
    const office = await anOffice()
    let letPass: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      letPass = resolve
    })
    const add = context.api.favorites.add
    context.api.favorites.add = async (...args) => {
      await held
      return await add(...args)
    }
    await markFavorite(context, office, true)
    await soon(async () => (await untold(phone))[0]?.sending_until).toBeGreaterThan(0)
    await markFavorite(context, office, false)
    letPass()
    await soon(() => asked(`DELETE ${OFFICES}`).length).toBe(1)
    await soon(() => untold(phone)).toEqual([])
    expect(await atServer(session)).toEqual([])
    expect(await kept(phone, session.user_id)).toEqual([])
  })

  it('[FAV-01] is brought back where the server refuses it, and says why', async () => {
    const phone = await registered()
    const { context, session } = phone
    const office = await anOffice()
    await here.office.db
      .updateTable('offices')
      .set({ active: false })
      .where('id', '=', office.office.id)
      .execute()
    await markFavorite(context, office, true)
    await soon(() => kept(phone, session.user_id)).toEqual([])
    await soon(() => phone.notices().map(notice => 'code' in notice && notice.code)).toContain('not-found')
    expect(await untold(phone)).toEqual([])
  })

  it('[FAV-01] one more than a hundred is refused here already, and another one is not', async () => {
    const phone = here.device()
    const { context } = phone
    const { office } = await anOffice()
    for (let at = 0; at < FAVORITES_MAX; at++) {
      await context.db.favorites.mark(null, favoriteOfOffice({ ...office, id: 1_000 + at }), true, at)
    }
    const more = favoriteOfOffice(office)
    expect(await markFavorite(context, more, true)).toMatchObject({ code: 'favorites-full' })
    expect(phone.notices()).toMatchObject([{ kind: 'generic-error', code: 'favorites-full' }])
    expect(await kept(phone, null)).toHaveLength(FAVORITES_MAX)
    // One that is kept, or a line, asks for no place of an office.
    expect(await markFavorite(context, favoriteOfOffice({ ...office, id: 1_000 }), true)).toMatchObject({
      status: 'done',
    })
    expect(await markFavorite(context, await aLine(), true)).toMatchObject({ status: 'done' })
  })

  it('[FAV-01] what another device filled meanwhile is said, too', async () => {
    const phone = await registered()
    const { context, session } = phone
    const office = await anOffice()
    here.door.answers.set(`POST ${OFFICES}`, response => {
      response.writeHead(409, { 'content-type': 'application/problem+json' })
      const refused = {
        type: 'about:blank',
        title: 'Conflict',
        status: 409,
        code: 'favorites-full',
        message: '',
      }
      response.end(JSON.stringify(refused))
    })
    await markFavorite(context, office, true)
    await soon(() => phone.notices().map(notice => 'code' in notice && notice.code)).toContain(
      'favorites-full',
    )
    expect(await kept(phone, session.user_id)).not.toContain(aboutOf(office))
  })
})

describe('what the server keeps', () => {
  it('[FAV-01] is loading, then loaded; an error where it cannot be had, and what is known stays', async () => {
    const phone = await registered()
    const { context, session, stores } = phone
    const office = await anOffice()
    const states: string[] = []
    stores.favorites.subscribe(({ status }) => void states.push(status))
    await here.server.ask('users', '/favorites/offices', { token: session.token, body: office.office })
    expect(await loadFavorites(context)).toEqual({ status: 'done' })
    expect(states).toEqual(['loading', 'loaded'])
    expect(await kept(phone, session.user_id)).toEqual([aboutOf(office)])

    here.door.faults.set(`GET ${FAVORITES}`, 'down')
    expect(await loadFavorites(context)).toMatchObject({ status: 'failed', code: 'unavailable' })
    expect(stores.favorites.getState()).toMatchObject({ status: 'error', error: 'unavailable' })
    expect(await kept(phone, session.user_id)).toEqual([aboutOf(office)])
  })

  it('[FAV-01] another device sees what was added and removed on the first', async () => {
    const first = await registered()
    const second = here.device()
    await enterSession(second.context, first.session)
    const [office, line] = [await anOffice(), await aLine()]
    await markFavorite(first.context, office, true)
    await markFavorite(first.context, line, true)
    await soon(() => untold(first)).toEqual([])
    await loadFavorites(second.context)
    expect(await kept(second, first.session.user_id)).toEqual([aboutOf(office), aboutOf(line)])

    second.time.pass(1_000)
    await markFavorite(second.context, office, false)
    await soon(() => untold(second)).toEqual([])
    first.time.pass(2_000)
    await loadFavorites(first.context)
    expect(await kept(first, first.session.user_id)).toEqual([aboutOf(line)])
  })

  it('[FAV-01] an answer that was asked for before a press does not undo it', async () => {
    const phone = await registered()
    const { context, session } = phone
    const [kept1, added] = (await someOffices(2)) as [Favorite, Favorite]
    await markFavorite(context, kept1, true)
    await soon(() => untold(phone)).toEqual([])
    const old = await context.api.favorites.read()
    let answer: () => void = () => undefined
    context.api.favorites.read = () =>
      new Promise(resolve => {
        answer = () => resolve(old)
      })
    phone.time.pass(1_000)
    const loading = loadFavorites(context)
    phone.time.pass(1_000)
    await markFavorite(context, added, true)
    await markFavorite(context, kept1, false)
    await soon(() => untold(phone)).toEqual([])
    answer()
    await loading
    expect(await kept(phone, session.user_id)).toEqual([aboutOf(added)])
  })

  it('[AUTH-10] is asked for by nobody else: a guest and a temporary user have theirs here alone', async () => {
    const guest = here.device()
    const temporary = await here.signedIn()
    const office = await anOffice()
    for (const { context } of [guest, temporary]) {
      await markFavorite(context, office, true)
      await loadFavorites(context)
      await sendFavorites(context)
    }
    await settleIn(temporary.context)
    expect(await kept(guest, null)).toEqual([aboutOf(office)])
    expect(await kept(temporary, null)).toEqual([aboutOf(office)])
    expect(here.door.requests.filter(({ path }) => path.startsWith(FAVORITES))).toEqual([])
    await markFavorite(guest.context, office, false)
    expect(await guest.context.db.favorites.all()).toEqual([])
  })
})

describe('without a network', () => {
  it('[FAV-01] [OFFL-03] a heart holds, outlives the page, and is told in its owner’s name when the network is back', async () => {
    const phone = await registered()
    const { context, session } = phone
    const [first, second] = (await someOffices(2)) as [Favorite, Favorite]
    await markFavorite(context, first, true)
    await soon(() => context.db.cachedData.read('favorites')).not.toBeNull()
    phone.fakes.connectivity.plug(false)
    await markFavorite(context, second, true)
    await markFavorite(context, first, false)
    expect(asked(`DELETE ${OFFICES}`)).toEqual([])
    phone.close()

    const later = here.device({ database: phone.database })
    later.fakes.connectivity.plug(false)
    here.door.faults.set('GET /services/login/session', 'dropped')
    expect(await startSession(later.context)).toBe('remembered')
    expect(await kept(later, session.user_id)).toEqual([aboutOf(second)])
    const stop = keepWatch(later.context)
    here.door.mend()
    later.fakes.connectivity.plug(true)
    await soon(() => atServer(session)).toEqual([aboutOf(second)])
    await soon(() => untold(later)).toEqual([])
    stop()
  })

  it('[FAV-01] added and taken back leaves nothing to be told but the last of it', async () => {
    const phone = await registered()
    const office = await anOffice()
    phone.fakes.connectivity.plug(false)
    for (const wanted of [true, false, true, false]) await markFavorite(phone.context, office, wanted)
    expect(await untold(phone)).toMatchObject([{ wanted: false }])
    phone.fakes.connectivity.plug(true)
    expect(await sendFavorites(phone.context)).toBe('empty')
    expect(asked(`DELETE ${OFFICES}`)).toHaveLength(1)
    expect(asked(`POST ${OFFICES}`)).toEqual([])
  })

  it('[FAV-01] of two pages one tells, and several that were added go together', async () => {
    const phone = await registered()
    const { session } = phone
    const other = here.device({ database: phone.database })
    await enterSession(other.context, session)
    phone.fakes.connectivity.plug(false)
    const [a, b] = (await someOffices(2)) as [Favorite, Favorite]
    for (const favorite of [a, b, await aLine()]) await markFavorite(phone.context, favorite, true)
    phone.fakes.connectivity.plug(true)
    await Promise.all([phone, other].map(({ context }) => sendFavorites(context)))
    await soon(() => untold(phone)).toEqual([])
    const brought = asked(`PUT ${FAVORITES}`).flatMap(({ body }) => (body as { offices: number[] }).offices)
    const added = asked(`POST ${OFFICES}`).map(({ body }) => (body as { id: number }).id)
    expect(inOrder([...brought, ...added])).toEqual(inOrder([a, b].map(({ office }) => office.id)))
    expect(await atServer(session)).toHaveLength(3)
  })

  it('[FAV-01] an answer that is lost on the way is no loss: it is told again', async () => {
    const phone = await registered()
    const office = await anOffice()
    here.door.faults.set(`POST ${OFFICES}`, 'down')
    await markFavorite(phone.context, office, true)
    await soon(() => asked(`POST ${OFFICES}`).length).toBe(1)
    await soon(async () => (await untold(phone))[0]?.sending_until).toBe(0)
    expect(await kept(phone, phone.session.user_id)).toEqual([aboutOf(office)])
    here.door.mend()
    expect(await sendFavorites(phone.context)).toBe('empty')
    expect(await atServer(phone.session)).toEqual([aboutOf(office)])
  })

  it('[AUTH-10] is told in nobody else’s name', async () => {
    const phone = await registered()
    const office = await anOffice()
    phone.fakes.connectivity.plug(false)
    await markFavorite(phone.context, office, true)
    await expireSession(phone.context)
    expect(await kept(phone, null)).toEqual([])
    phone.fakes.connectivity.plug(true)
    const other = await here.admit('Beto', { temporal: false })
    await enterSession(phone.context, other)
    await settleIn(phone.context)
    expect(await atServer(other)).toEqual([])
    expect(await kept(phone, other.user_id)).toEqual([])
    // And nothing of the first is left to be seen; their wish waits for themselves.
    expect(await phone.context.db.favorites.all()).toEqual([])
    expect(await untold(phone)).toMatchObject([{ user_id: phone.session.user_id }])
  })
})

describe('coming in, and leaving', () => {
  it('[FAV-01] a guest brings along what this browser kept, and it comes to what the account has', async () => {
    const account = await here.admit('Ana', { temporal: false })
    const [had, both, brought] = (await someOffices(3)) as [Favorite, Favorite, Favorite]
    for (const { office } of [had, both])
      await here.server.ask('users', '/favorites/offices', { token: account.token, body: office })
    const phone = here.device()
    const line = await aLine()
    for (const favorite of [brought, both, line]) await markFavorite(phone.context, favorite, true)
    await enterSession(phone.context, account)
    await settleIn(phone.context)
    const all = [aboutOf(had), aboutOf(both), aboutOf(brought), aboutOf(line)]
    expect(await atServer(account)).toEqual(all)
    expect(await kept(phone, account.user_id)).toEqual(all)
    expect(await kept(phone, null)).toEqual([])
    expect(asked(`PUT ${FAVORITES}`)).toHaveLength(1)
    // The second time there is nothing to bring.
    await settleIn(phone.context)
    expect(asked(`PUT ${FAVORITES}`)).toHaveLength(1)
  })

  it('[FAV-01] who becomes registered keeps what they kept as a temporary user', async () => {
    const phone = await here.signedIn()
    const office = await anOffice()
    await markFavorite(phone.context, office, true)
    const account = { ...phone.session, meta: { temporal: false } }
    await here.office.db
      .updateTable('users')
      .set({ temporal: false })
      .where('id', '=', account.user_id)
      .execute()
    await enterSession(phone.context, account)
    await settleIn(phone.context)
    expect(await atServer(account)).toEqual([aboutOf(office)])
  })

  it('[FAV-01] what could not be brought now is brought later', async () => {
    const phone = here.device()
    const office = await anOffice()
    await markFavorite(phone.context, office, true)
    const account = await here.admit('Ana', { temporal: false })
    here.door.faults.set(`POST ${OFFICES}`, 'down')
    await enterSession(phone.context, account)
    await settleIn(phone.context)
    expect(await kept(phone, account.user_id)).toEqual([aboutOf(office)])
    expect(await atServer(account)).toEqual([])
    here.door.mend()
    expect(await startSession(phone.context)).toBe('signed-in')
    expect(await atServer(account)).toEqual([aboutOf(office)])
  })

  it('[AUTH-02] log-out tells what waited, and forgets them here', async () => {
    const phone = await registered()
    const [told, waits] = (await someOffices(2)) as [Favorite, Favorite]
    await markFavorite(phone.context, told, true)
    await soon(() => untold(phone)).toEqual([])
    phone.fakes.connectivity.plug(false)
    await markFavorite(phone.context, waits, true)
    phone.fakes.connectivity.plug(true)
    await logOut(phone.context)
    expect(await phone.context.db.favorites.all()).toEqual([])
    expect(await phone.context.db.cachedData.read('favorites')).toBeNull()
    expect(await untold(phone)).toEqual([])
    expect(phone.stores.favorites.getState().status).toBe('idle')
    const rows = await here.office.db
      .selectFrom('favorite_offices')
      .select('office_id')
      .where('user_id', '=', phone.session.user_id)
      .orderBy('office_id')
      .execute()
    expect(inOrder(rows.map(({ office_id }) => office_id))).toEqual(
      inOrder([told.office.id, waits.office.id]),
    )
  })

  it('[AUTH-02] an answer that comes after the log-out leaves nothing behind', async () => {
    const phone = await registered()
    const { context } = phone
    const office = await anOffice()
    await markFavorite(context, office, true)
    await soon(() => untold(phone)).toEqual([])
    const answer = await context.api.favorites.read()
    let say: () => void = () => undefined
    context.api.favorites.read = () =>
      new Promise(resolve => {
        say = () => resolve(answer)
      })
    const loading = loadFavorites(context)
    await soon(() => phone.stores.favorites.getState().status).toBe('loading')
    await logOut(context)
    say()
    await loading
    expect(await context.db.favorites.all()).toEqual([])
    expect(await context.db.cachedData.read('favorites')).toBeNull()
  })

  it('[AUTH-02] without a network nothing is left here, and it is told when there is one', async () => {
    const phone = await registered()
    const office = await anOffice()
    phone.fakes.connectivity.plug(false)
    await markFavorite(phone.context, office, true)
    for (const fault of ['DELETE /services/login/session', `POST ${OFFICES}`])
      here.door.faults.set(fault, 'dropped')
    await logOut(phone.context)
    expect(await phone.context.db.favorites.all()).toEqual([])
    here.door.mend()
    phone.fakes.connectivity.plug(true)
    const next = here.device({ database: phone.database })
    expect(await startSession(next.context)).toBe('guest')
    expect(await untold(next)).toEqual([])
    expect(await kept(next, null)).toEqual([])
    const rows = await here.office.db
      .selectFrom('favorite_offices')
      .select('office_id')
      .where('user_id', '=', phone.session.user_id)
      .execute()
    expect(rows).toEqual([{ office_id: office.office.id }])
  })

  it('[AUTH-02] told late, it takes nothing from whoever keeps offices here since', async () => {
    const phone = await registered()
    here.door.faults.set('DELETE /services/login/session', 'down')
    await logOut(phone.context)
    const next = here.device({ database: phone.database })
    expect(await startSession(next.context)).toBe('guest')
    const office = await anOffice()
    await markFavorite(next.context, office, true)
    // While the server cannot be told, and once it is.
    expect(await startSession(next.context)).toBe('guest')
    here.door.mend()
    expect(await startSession(next.context)).toBe('guest')
    expect(await next.context.db.outbox.has('log-out')).toBe(false)
    expect(await kept(next, null)).toEqual([`office:${office.office.id}`])
  })

  it('[AUTH-02] of a session that is over at the server nothing waits for ever', async () => {
    const phone = await registered()
    phone.fakes.connectivity.plug(false)
    await markFavorite(phone.context, await anOffice(), true)
    here.door.faults.set('DELETE /services/login/session', 'dropped')
    here.door.faults.set(`POST ${OFFICES}`, 'dropped')
    await logOut(phone.context)
    here.door.mend()
    here.door.cookie = null
    phone.fakes.connectivity.plug(true)
    await startSession(phone.context)
    expect(await untold(phone)).toEqual([])
  })

  it('[AUTH-02] what could not be told before the session ended waits for nobody', async () => {
    const phone = await registered()
    phone.fakes.connectivity.plug(false)
    await markFavorite(phone.context, await anOffice(), true)
    here.door.faults.set(`POST ${OFFICES}`, 'dropped')
    await logOut(phone.context)
    expect(await phone.context.db.outbox.has('log-out')).toBe(false)
    expect(await untold(phone)).toEqual([])
  })

  it('[FAV-01] a guest’s own, after somebody left, begin empty', async () => {
    const phone = here.device()
    const office = await anOffice()
    await markFavorite(phone.context, office, true)
    await logOut(phone.context)
    expect(await kept(phone, null)).toEqual([])
  })
})
