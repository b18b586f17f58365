import { sql, type Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { parse } from 'valibot'
import { INVITATION_MS, SIGN_IN_FREE } from '#contract/limits.ts'
import { type DeskSession, deskSession } from '#contract/rest/desk.ts'
import type { DeskRole } from '#contract/rest/desk-acts.ts'
import { deskActs, invitation, staff, type StaffLink, staffLink, staffChanged } from '#contract/rest/staff.ts'
import type { Tables } from '#server/database/tables.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { setClerkPassword } from '#server/offices/set-clerk-password.ts'
import { systemRandom } from '#server/platform/random.ts'
import { noteArrival } from '#server/reservations/note-arrival.ts'
import { holdAdministrators } from '#server/staff/hold-administrators.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { cookieOf, startTestServer, type TestServer } from '#tests/support/server.ts'
import { solveCaptcha } from '#tests/support/solve-captcha.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { WAITS_FOR_US } from '#tests/support/waits-for-us.ts'

const PASSWORD = 'una clave larga y propia'
const OTHER = 'otra frase que nadie sabe'
const PLENTY = { max: 10_000, windowMs: 60_000 }

eachDatabase('who works at an office', (open, kind) => {
  let server: TestServer
  const clock = new MovingClock(NOON)
  beforeAll(async () => {
    server = await startTestServer({
      database: await open(),
      clock,
      rateLimits: { mailLink: PLENTY, profile: PLENTY },
    })
  })
  afterAll(() => server.close())
  // What one of these tests counted is no matter of the next.
  afterEach(() => server.database.db.deleteFrom('knocks').execute())

  let made = 0
  const hash = hashPassword(PASSWORD)

  /** Somebody with a role at an office, signed in. */
  async function at(office_id: number, role: DeskRole = 'clerk') {
    const { db } = server.database
    const user = `person-${++made}`
    const { id } = await db
      .insertInto('clerks')
      .values({ user_name: user, name: `Persona ${user.at(-1) ?? ''}`, password_hash: await hash })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (role === 'administrator') {
      const { organization_id } = await db
        .selectFrom('offices')
        .select('organization_id')
        .where('id', '=', office_id)
        .executeTakeFirstOrThrow()
      await db.insertInto('administrators').values({ clerk_id: id, organization_id }).execute()
    } else await db.insertInto('clerk_offices').values({ clerk_id: id, office_id, role }).execute()
    const { token } = parse(deskSession, await (await signIn(user)).json())
    return { id, user, token }
  }

  const signIn = (user: string, password = PASSWORD) =>
    server.ask('desk', '/session', { body: { user, password } })
  const refusal = async (response: Response) =>
    `${response.status} ${((await response.json()) as { code: string }).code}`

  async function scene() {
    const office = await queueOffice(server.database)
    const { office_id } = office
    // An organization of its own: the tests share their database.
    await server.database.db
      .updateTable('offices')
      .set({ organization_id: 1_000 + office_id })
      .where('id', '=', office_id)
      .execute()
    const boss = await at(office_id, 'supervisor')
    const below = `/offices/${office_id}`
    const post = (path: string, token: string, body: unknown = {}) =>
      server.ask('desk', `${below}${path}`, { token, body })
    const people = async () =>
      parse(staff, await (await server.ask('desk', `${below}/people`, { token: boss.token })).json())
    return {
      office,
      office_id,
      boss,
      post,
      people,
      async link(body: unknown = { role: 'clerk' }, token = boss.token): Promise<StaffLink> {
        const response = await post('/invitations', token, body)
        expect(response.status).toBe(201)
        return parse(staffLink, await response.json())
      },
      async acts(query = ''): Promise<string[]> {
        const response = await server.ask('desk', `${below}/acts${query}`, { token: boss.token })
        return parse(deskActs, await response.json()).acts.map(({ act }) => act)
      },
    }
  }

  const look = (token: string) => server.ask('desk', '/invitations/look', { body: { token } })
  const accept = (body: object) => server.ask('desk', '/invitations/accept', { body })
  const asNew = (token: string, more: object = {}) =>
    accept({ as: 'new', token, name: 'Berta Soto', user: `berta-${++made}`, password: OTHER, ...more })
  const sessionOf = async (response: Response): Promise<DeskSession> =>
    parse(deskSession, await response.json())
  const isIn = async ({ token }: { token: string }, office_id: number) =>
    (await server.ask('desk', `/offices/${office_id}`, { token })).status

  it('[ADMIN-03] an invited person chooses a name, a user and a password, and works at the office', async () => {
    const { link, office_id, people, acts } = await scene()
    const { token } = await link({ role: 'supervisor' })
    expect(parse(invitation, await (await look(token)).json())).toMatchObject({
      kind: 'join',
      role: 'supervisor',
      user: null,
    })
    const came = await asNew(token)
    expect(came.status).toBe(201)
    const session = await sessionOf(came)
    expect(session).toMatchObject({ name: 'Berta Soto', offices: [{ id: office_id, role: 'supervisor' }] })
    expect(await isIn(session, office_id)).toBe(200)
    expect((await people()).people).toContainEqual(
      expect.objectContaining({ clerk_id: session.clerk_id, role: 'supervisor', modulo: null }),
    )
    expect(await acts()).toEqual(['signed-in', 'joined', 'invited', 'signed-in'])
    expect((await signIn(`berta-${made}`, OTHER)).status).toBe(200)
  })

  it('[ADMIN-03] a link works once, also where two use it in one moment, and says that it was used', async () => {
    const { link, people } = await scene()
    const { token } = await link()
    const both = await Promise.all([asNew(token), asNew(token)])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 410])
    expect(await refusal(await asNew(token))).toBe('410 invitation-used')
    expect(await refusal(await look(token))).toBe('410 invitation-used')
    expect((await people()).people).toHaveLength(2)
  })

  it('[ADMIN-03] said again with what it was used with, as after a lost answer, a link lets in, and does nothing more', async () => {
    const { link, boss, office_id, acts } = await scene()
    const joining = { as: 'new', token: (await link()).token, name: 'Berta Soto', user: `berta-${++made}` }
    const unheard = await sessionOf(await accept({ ...joining, password: OTHER }))
    const noted = await acts()
    const came = await accept({ ...joining, password: OTHER })
    expect([came.status, cookieOf(came)]).toEqual([201, expect.any(String)])
    const session = await sessionOf(came)
    expect(session).toMatchObject({ clerk_id: unheard.clerk_id, name: 'Berta Soto' })
    expect([await isIn(session, office_id), await isIn(unheard, office_id)]).toEqual([200, 200])
    expect((await acts()).filter(act => act !== 'signed-in')).toEqual(
      noted.filter(act => act !== 'signed-in'),
    )
    // Two at once are one that came twice.
    const twice = { ...joining, token: (await link()).token, user: `berta-${++made}`, password: OTHER }
    const both = await Promise.all([accept(twice), accept(twice)])
    expect(both.map(({ status }) => status)).toEqual([201, 201])

    const { token } = await link({ clerk_id: session.clerk_id })
    const chosen = { as: 'password', token, password: 'una frase mas, distinta' }
    await accept(chosen)
    expect(await sessionOf(await accept(chosen))).toMatchObject({ clerk_id: session.clerk_id })

    const { user, id } = await at((await scene()).office_id)
    const known = { as: 'known', token: (await link()).token, user, password: PASSWORD }
    await accept(known)
    expect(await sessionOf(await accept(known))).toMatchObject({ clerk_id: id })

    // Another’s name, or a password that they do not have: used is used.
    const used = [
      { ...known, user: boss.user },
      { ...known, password: OTHER },
      { ...joining, password: OTHER },
    ]
    for (const said of used) expect(await refusal(await accept(said))).toBe('410 invitation-used')
  })

  it('[ADMIN-03] a used link is no way to guess a password, and is none once its time is over', async () => {
    const { link } = await scene()
    const joining = { as: 'new', token: (await link()).token, name: 'Berta Soto', user: `berta-${++made}` }
    const say = (password: string) => accept({ ...joining, password })
    await say(OTHER)
    for (let guesses = 0; guesses < SIGN_IN_FREE.name; guesses++)
      expect(await refusal(await say(`no es esta ${guesses}`))).toBe('410 invitation-used')
    expect(await refusal(await say(OTHER))).toBe('429 too-many-requests')
    await server.database.db.deleteFrom('knocks').execute()
    expect((await say(OTHER)).status).toBe(201)
    await server.database.db
      .updateTable('desk_invitations')
      .set({ expires_at: clock.now() })
      .where('used_at', 'is not', null)
      .execute()
    expect(await refusal(await say(OTHER))).toBe('410 invitation-used')
  })

  it('[ADMIN-03] a used link tells no name: another one is a try like any, and without one nobody comes in', async () => {
    const { link } = await scene()
    const joining = { as: 'new', token: (await link()).token, name: 'Berta Soto', user: `berta-${++made}` }
    await accept({ ...joining, password: OTHER })
    // Only a link for a new password says by itself whose it is.
    const nameless = { as: 'password', token: joining.token, password: OTHER }
    expect(await refusal(await accept(nameless))).toBe('410 invitation-used')
    const guess = (user: string) => accept({ ...joining, user, password: OTHER })
    for (let guesses = 0; guesses < SIGN_IN_FREE.name; guesses++)
      expect(await refusal(await guess(`nadie-${guesses}`))).toBe('410 invitation-used')
    for (const user of ['nadie', joining.user])
      expect(await refusal(await guess(user))).toBe('429 too-many-requests')
  })

  it('[ADMIN-03] a link is over after 72 hours, and when it is taken back', async () => {
    const { link, boss, post, people } = await scene()
    const { token, id } = await link()
    const other = await link()
    expect((await people()).invitations).toHaveLength(2)
    expect((await post(`/invitations/${id}/revoke`, boss.token)).status).toBe(200)
    expect((await post(`/invitations/${id}/revoke`, boss.token)).status).toBe(200)
    expect(await refusal(await look(token))).toBe('410 invitation-over')
    expect(await refusal(await asNew(token))).toBe('410 invitation-over')
    expect(Date.parse(other.expires_at) - clock.now().getTime()).toBe(INVITATION_MS)
    const endsAt = (expires_at: Date) =>
      server.database.db
        .updateTable('desk_invitations')
        .set({ expires_at })
        .where('id', '=', other.id)
        .execute()
    await endsAt(new Date(clock.now().getTime() + 1))
    expect((await look(other.token)).status).toBe(200)
    await endsAt(clock.now())
    expect(await refusal(await look(other.token))).toBe('410 invitation-over')
    expect((await people()).invitations).toEqual([])
  })

  it('[ADMIN-03] of a link the database keeps the hash, and a made-up one is nobody’s', async () => {
    const { link } = await scene()
    const { token } = await link()
    const rows = await server.database.db.selectFrom('desk_invitations').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(await refusal(await look('A'.repeat(43)))).toBe('404 invitation-invalid')
    expect(await refusal(await asNew('A'.repeat(43)))).toBe('404 invitation-invalid')
  })

  it('[ADMIN-03] whoever works elsewhere joins with the account that they have, by its password', async () => {
    const { link, office_id } = await scene()
    const elsewhere = await scene()
    const { user, id } = await at(elsewhere.office_id)
    const { token } = await link()
    const known = (password: string) => accept({ as: 'known', token, user, password })
    expect(await refusal(await known('no es esta'))).toBe('401 wrong-credentials')
    const session = await sessionOf(await known(PASSWORD))
    expect(session.clerk_id).toBe(id)
    expect(session.offices.map(({ id: one }) => one).sort((a, b) => a - b)).toEqual(
      [office_id, elsewhere.office_id].sort((a, b) => a - b),
    )
  })

  it('[ADMIN-03] passwords that everybody knows, and users that somebody has, are refused; the link stays good', async () => {
    const { link } = await scene()
    const { token } = await link()
    expect(await refusal(await asNew(token, { password: 'contraseña1' }))).toBe('400 password-too-common')
    expect(await refusal(await asNew(token, { password: 'corta' }))).toBe('400 password-too-short')
    expect(await refusal(await asNew(token, { user: 'berta.soto.x', password: 'berta.soto.x' }))).toBe(
      '400 password-too-common',
    )
    const { user } = await at((await scene()).office_id)
    expect(await refusal(await asNew(token, { user }))).toBe('409 user-taken')
    expect((await asNew(token)).status).toBe(201)
  })

  it('[ADMIN-03] who is retired is out at that moment, and whom they had called stands where they stood', async () => {
    const { office, office_id, boss, post, people } = await scene()
    const line_id = await office.line()
    const [tuid = ''] = await office.fill(line_id, 1)
    const desk = await office.clerk('Caja 1')
    await office.call(desk)
    await server.database.db
      .updateTable('clerks')
      .set({ password_hash: await hash })
      .where('id', '=', desk.clerk_id)
      .execute()
    const { user_name } = await server.database.db
      .selectFrom('clerks')
      .select('user_name')
      .where('id', '=', desk.clerk_id)
      .executeTakeFirstOrThrow()
    const session = await sessionOf(await signIn(user_name))
    const response = await post(`/people/${desk.clerk_id}/retire`, boss.token)
    const said = parse(staffChanged, await response.json())
    expect(said.standing).toMatchObject({ modulo: 'Caja 1' })
    expect(await isIn(session, office_id)).toBe(401)
    expect(await refusal(await signIn(user_name))).toBe('401 wrong-credentials')
    expect((await people()).people.map(({ clerk_id }) => clerk_id)).toEqual([boss.id])
    expect(await office.ticket(tuid)).toMatchObject({ state: 'called', modulo_id: desk.modulo_id })
    // Whoever opens it finds them.
    const opened = await post('/modulo', boss.token, { modulo_id: desk.modulo_id })
    expect(await opened.json()).toMatchObject({ current: { tuid, state: 'called' } })
    expect((await post(`/people/${desk.clerk_id}/retire`, boss.token)).status).toBe(404)
  })

  it('[ADMIN-03] who works elsewhere too goes on working there, with a new sign-in', async () => {
    const { office_id, boss, post } = await scene()
    const elsewhere = await scene()
    const person = await at(office_id)
    await server.database.db
      .insertInto('clerk_offices')
      .values({ clerk_id: person.id, office_id: elsewhere.office_id })
      .execute()
    expect((await post(`/people/${person.id}/retire`, boss.token)).status).toBe(200)
    expect(await isIn(person, elsewhere.office_id)).toBe(401)
    const session = await sessionOf(await signIn(person.user))
    expect(session.offices.map(({ id }) => id)).toEqual([elsewhere.office_id])
  })

  it('[ADMIN-03] an office and an organization keep somebody who answers for them, also of two at once', async () => {
    const { office_id, boss, post } = await scene()
    expect(await refusal(await post(`/people/${boss.id}/retire`, boss.token))).toBe('409 last-supervisor')
    expect(await refusal(await post(`/people/${boss.id}/role`, boss.token, { role: 'clerk' }))).toBe(
      '409 last-supervisor',
    )
    const second = await at(office_id, 'supervisor')
    const both = await Promise.all([
      post(`/people/${boss.id}/retire`, boss.token),
      post(`/people/${second.id}/retire`, second.token),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('[ADMIN-01] the last administrator stays one, and a supervisor decides over no administrator', async () => {
    const { office_id, boss, post } = await scene()
    const lead = await at(office_id, 'administrator')
    expect(await refusal(await post(`/people/${lead.id}/role`, lead.token, { role: 'supervisor' }))).toBe(
      '409 last-supervisor',
    )
    expect(await refusal(await post(`/people/${lead.id}/retire`, boss.token))).toBe('403 administrators-only')
    expect(await refusal(await post(`/people/${boss.id}/role`, boss.token, { role: 'administrator' }))).toBe(
      '403 administrators-only',
    )
    expect(await refusal(await post('/invitations', boss.token, { role: 'administrator' }))).toBe(
      '403 administrators-only',
    )
    expect(await refusal(await post('/invitations', boss.token, { clerk_id: lead.id }))).toBe(
      '403 administrators-only',
    )
    expect((await post(`/people/${boss.id}/role`, lead.token, { role: 'administrator' })).status).toBe(200)
    expect((await post(`/people/${lead.id}/role`, lead.token, { role: 'supervisor' })).status).toBe(200)
  })

  /** Another office of the same organization, which nobody leads but its administrators. */
  async function besides(office_id: number): Promise<number> {
    const { office_id: other } = await queueOffice(server.database)
    await server.database.db
      .updateTable('offices')
      .set({ organization_id: 1_000 + office_id })
      .where('id', '=', other)
      .execute()
    return other
  }

  /** Somebody changes who administrates the organization, and commits once these stand behind them. */
  async function behind(
    office_id: number,
    change: (transaction: Transaction<Tables>) => Promise<unknown>,
    begin: () => readonly Promise<Response>[],
  ): Promise<Response[]> {
    let begun: readonly Promise<Response>[] = []
    await server.database.transaction(async transaction => {
      await holdAdministrators(transaction, office_id)
      await change(transaction)
      let answered = 0
      begun = begin()
      for (const each of begun) void each.finally(() => (answered += 1))
      await waitFor('all of them to wait, or to be answered', async () => {
        const { rows } = await sql.raw(WAITS_FOR_US).execute(transaction)
        return rows.length + answered === begun.length
      })
    })
    return await Promise.all(begun)
  }

  // The embedded database lets one transaction through at a time.
  if (kind === 'postgres') {
    it('[ADMIN-01] of two administrators who demote each other, each at another office, one is one no more', async () => {
      const { office_id, post } = await scene()
      const other = await besides(office_id)
      const [ana, berta] = [await at(office_id, 'administrator'), await at(office_id, 'administrator')]
      const third = await at(office_id, 'administrator')
      const role = { role: 'supervisor' }
      const answers = await behind(
        office_id,
        async () => {},
        () => [
          post(`/people/${berta.id}/role`, ana.token, role),
          server.ask('desk', `/offices/${other}/people/${ana.id}/role`, { token: berta.token, body: role }),
        ],
      )
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404])
      const left = await server.database.db
        .selectFrom('administrators')
        .select('clerk_id')
        .where('organization_id', '=', 1_000 + office_id)
        .execute()
      expect(left).toHaveLength(2)
      expect(left).toContainEqual({ clerk_id: third.id })
    })

    it.each(['administrator', 'clerk', 'password'])(
      '[ADMIN-03] nobody comes in by a link (%s) whose administrator loses the role elsewhere in that moment',
      async leadsTo => {
        const { office_id, link } = await scene()
        const lead = await at(office_id, 'administrator')
        const person = await at(office_id)
        const isPassword = leadsTo === 'password'
        const { token } = await link(isPassword ? { clerk_id: person.id } : { role: leadsTo }, lead.token)
        const [answer] = await behind(
          office_id,
          transaction => transaction.deleteFrom('administrators').where('clerk_id', '=', lead.id).execute(),
          () => [isPassword ? accept({ as: 'password', token, password: OTHER }) : asNew(token)],
        )
        expect(await refusal(answer!)).toBe('410 invitation-over')
        expect((await signIn(person.user)).status).toBe(200)
      },
    )
  }

  it('[ADMIN-03] who is no supervisor any more has lost it with the next press', async () => {
    const { office_id, boss, post } = await scene()
    const second = await at(office_id, 'supervisor')
    expect((await post(`/people/${second.id}/role`, boss.token, { role: 'clerk' })).status).toBe(200)
    expect(await refusal(await post('/invitations', second.token, { role: 'clerk' }))).toBe(
      '403 supervisors-only',
    )
  })

  it('[ADMIN-03] a forgotten password is replaced by a link, which ends every session and the link before it', async () => {
    const { office_id, link } = await scene()
    const person = await at(office_id)
    const first = await link({ clerk_id: person.id })
    const { token } = await link({ clerk_id: person.id })
    expect(await refusal(await look(first.token))).toBe('410 invitation-over')
    expect(parse(invitation, await (await look(token)).json())).toMatchObject({
      kind: 'password',
      user: person.user,
    })
    // It is for nothing else.
    expect(await refusal(await asNew(token))).toBe('404 invitation-invalid')
    const session = await sessionOf(await accept({ as: 'password', token, password: OTHER }))
    expect(session.clerk_id).toBe(person.id)
    expect(await isIn(person, office_id)).toBe(401)
    expect(await refusal(await signIn(person.user))).toBe('401 wrong-credentials')
    expect((await signIn(person.user, OTHER)).status).toBe(200)
  })

  it('[ADMIN-03] whom the operator gives a password has that one alone: a link for another is over', async () => {
    const { office_id, link } = await scene()
    const person = await at(office_id)
    const other = await at(office_id)
    const { token } = await link({ clerk_id: person.id })
    const { token: others } = await link({ clerk_id: other.id })
    const { database } = server
    const password = await setClerkPassword(
      { database, clock, random: systemRandom, hashPassword },
      person.user,
    )
    expect(await refusal(await look(token))).toBe('410 invitation-over')
    expect(await refusal(await accept({ as: 'password', token, password: OTHER }))).toBe(
      '410 invitation-over',
    )
    expect((await signIn(person.user, password ?? '')).status).toBe(200)
    expect((await accept({ as: 'password', token: others, password: OTHER })).status).toBe(201)
  })

  it('[ADMIN-03] nobody makes a link for their own password: whoever finds their desk open would', async () => {
    const { boss, post, people } = await scene()
    expect((await post('/invitations', boss.token, { clerk_id: boss.id })).status).toBe(404)
    expect((await people()).invitations).toEqual([])
  })

  it('[ADMIN-01] nobody gets into another office by a link for somebody’s password', async () => {
    const { office_id, boss, post } = await scene()
    const elsewhere = await scene()
    const person = await at(office_id)
    await server.database.db
      .insertInto('clerk_offices')
      .values({ clerk_id: person.id, office_id: elsewhere.office_id })
      .execute()
    expect(await refusal(await post('/invitations', boss.token, { clerk_id: person.id }))).toBe(
      '403 works-elsewhere',
    )
  })

  it('[ADMIN-03] nobody who was retired, or may less by now, comes back by a link of their own', async () => {
    const { office_id, boss, link, post, people } = await scene()
    const lead = await at(office_id, 'administrator')
    const second = await at(office_id, 'supervisor')
    const own = await link({ role: 'supervisor' }, second.token)
    const other = await link({ role: 'clerk' }, second.token)
    const highest = await link({ role: 'administrator' }, lead.token)
    expect((await people()).invitations).toHaveLength(3)
    expect((await post(`/people/${second.id}/retire`, boss.token)).status).toBe(200)
    const comeBack = { as: 'known', user: second.user, password: PASSWORD }
    for (const { token } of [own, other]) {
      expect(await refusal(await look(token))).toBe('410 invitation-over')
      expect(await refusal(await accept({ ...comeBack, token }))).toBe('410 invitation-over')
    }
    expect(await refusal(await signIn(second.user))).toBe('401 wrong-credentials')
    expect((await people()).invitations.map(({ id }) => id)).toEqual([highest.id])
    // What a supervisor may make stays good of one who was an administrator; what they may not does not.
    const lower = await link({ role: 'supervisor' }, lead.token)
    expect((await post(`/people/${boss.id}/role`, lead.token, { role: 'administrator' })).status).toBe(200)
    expect((await post(`/people/${lead.id}/role`, boss.token, { role: 'supervisor' })).status).toBe(200)
    expect(await refusal(await asNew(highest.token))).toBe('410 invitation-over')
    expect((await asNew(lower.token)).status).toBe(201)
  })

  it('[ADMIN-01] a link for a password is over once its person works where nobody who made it answers', async () => {
    const { office_id, link } = await scene()
    const elsewhere = await scene()
    const person = await at(office_id)
    const { token } = await link({ clerk_id: person.id })
    const { token: joins } = await elsewhere.link()
    expect((await accept({ as: 'known', token: joins, user: person.user, password: PASSWORD })).status).toBe(
      201,
    )
    expect(await refusal(await look(token))).toBe('410 invitation-over')
    expect(await refusal(await accept({ as: 'password', token, password: OTHER }))).toBe(
      '410 invitation-over',
    )
    expect((await signIn(person.user)).status).toBe(200)
  })

  it('[ADMIN-03] one’s own password changes by the one before, and ends the other sessions', async () => {
    const { office_id } = await scene()
    const person = await at(office_id)
    const other = await sessionOf(await signIn(person.user))
    const change = (current: string, password: string) =>
      server.ask('desk', '/password', { method: 'PUT', token: person.token, body: { current, password } })
    expect(await refusal(await change('no es esta', OTHER))).toBe('401 wrong-credentials')
    expect(await refusal(await change(PASSWORD, 'contraseña1'))).toBe('400 password-too-common')
    expect((await change(PASSWORD, OTHER)).status).toBe(204)
    expect(await isIn(person, office_id)).toBe(200)
    expect(await isIn(other, office_id)).toBe(401)
    expect((await signIn(person.user, OTHER)).status).toBe(200)
  })

  /** Somebody on the office’s Wi-Fi tried as many names as nobody waits for, and goes on. */
  async function guessing() {
    await server.database.db.deleteFrom('knocks').execute()
    for (let nth = 0; nth < SIGN_IN_FREE.address; nth++)
      expect(await refusal(await signIn(`nobody-${nth}`))).toBe('401 wrong-credentials')
    expect(await refusal(await signIn('nobody'))).toBe('429 too-many-requests')
  }

  it('[ADMIN-03] whoever guesses beside them keeps nobody who is signed in from another password', async () => {
    const { office_id } = await scene()
    const person = await at(office_id)
    const other = await at(office_id)
    const signedIn = await signIn(other.user)
    const known = cookieOf(signedIn, 'numerito-known')
    const { token } = await sessionOf(signedIn)
    await guessing()
    const change = (who: { token: string }, current: string, cookie?: string) =>
      server.ask('desk', '/password', {
        method: 'PUT',
        token: who.token,
        body: { current, password: OTHER },
        ...(cookie !== undefined && { cookie }),
      })
    expect((await change(person, PASSWORD)).status).toBe(204)
    // Whoever found a desk open is slowed down, whichever of its clerk’s sessions they ask by.
    for (let nth = 0; nth < SIGN_IN_FREE.name; nth++)
      expect(await refusal(await change(nth % 2 ? other : { token }, `adivina ${nth}`))).toBe(
        '401 wrong-credentials',
      )
    for (const session of [other, { token }])
      expect(await refusal(await change(session, PASSWORD))).toBe('429 too-many-requests')
    expect((await change({ token }, PASSWORD, known)).status).toBe(204)
  })

  it('[ADMIN-03] whoever guesses beside them keeps nobody from joining by a link: they prove some work, once a try', async () => {
    const { link, office_id } = await scene()
    const { user } = await at((await scene()).office_id)
    const { token } = await link()
    await guessing()
    const known = (password: string, captchaToken?: string) =>
      accept({ as: 'known', token, user, password, captchaToken })
    expect(await refusal(await known(PASSWORD))).toBe('429 too-many-requests')
    expect(await refusal(await known(PASSWORD, await server.solvedCaptcha()))).toBe('400 captcha-invalid')
    const proof = async () => solveCaptcha(await (await server.ask('desk', '/captcha')).json())
    const captchaToken = await proof()
    expect(await refusal(await known('no es esta', captchaToken))).toBe('401 wrong-credentials')
    expect(await refusal(await known(PASSWORD, captchaToken))).toBe('409 captcha-used')
    const session = await sessionOf(await known(PASSWORD, await proof()))
    expect(session.offices.map(({ id }) => id)).toContain(office_id)
  })

  it('[DESK-12] a supervisor reads the day, a clerk’s part of it, and one number’s', async () => {
    const { office, office_id, boss, post, acts } = await scene()
    const line_id = await office.line()
    const desk = await office.clerk()
    await office.fill(line_id, 2)
    await office.call(desk)
    await office.call(desk)
    const called = (await office.facts()).find(({ kind }) => kind === 'call:created')
    const ticket = String(called?.detail['ticket'])
    expect(await acts(`?ticket=${ticket.toLowerCase()}`)).toEqual(['attended', 'called'])
    expect(await acts(`?clerk_id=${boss.id}`)).toEqual(['signed-in'])
    expect(await acts('?day=2026-11-20')).toEqual([])
    const given = await post('/tickets', boss.token, { line_id, request_id: crypto.randomUUID() })
    expect(given.status).toBe(201)
    expect((await acts())[0]).toBe('paper-given')
    const read = await server.ask('desk', `/offices/${office_id}/acts`, { token: boss.token })
    expect(parse(deskActs, await read.json()).acts[0]).toMatchObject({
      clerk_id: boss.id,
      act: 'paper-given',
    })
  })

  it('[DESK-12] a reservation is found by the code that the desk shows, from its arrival on', async () => {
    const { office, office_id, acts } = await scene()
    const line_id = await office.line()
    const { clerk_id, ...desk } = await office.clerk()
    // A code with letters in it.
    const id = `${crypto.randomUUID().slice(0, -3)}a1f`
    const { code } = await reservation(office, line_id, { id, inMinutes: -1 })
    await noteArrival(office.context, { office_id, clerk_id, id })
    await office.call({ ...desk, clerk_id })
    expect(code).toBe('RVA1F')
    expect(await acts(`?ticket=${code}`)).toEqual(['called', 'reservation-arrived'])
  })

  it('[DESK-12] what was done is read a page at a time, each act once', async () => {
    const { office, office_id, boss } = await scene()
    const line_id = await office.line()
    const desk = await office.clerk()
    await office.fill(line_id, 30)
    for (let call = 0; call < 30; call++) await office.call(desk)
    const ids: number[] = []
    let before: number | null = null
    do {
      const query = before === null ? '' : `?before=${before}`
      const read = await server.ask('desk', `/offices/${office_id}/acts${query}`, { token: boss.token })
      const page = parse(deskActs, await read.json())
      ids.push(...page.acts.map(({ id }) => id))
      before = page.before
    } while (before !== null)
    // Signed in, opened, and each call with the end of the one before it.
    expect(ids).toHaveLength(2 + 30 + 29)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
