import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { PROVIDER_ATTEMPT_MS } from '#contract/limits.ts'
import { json } from '#server/database/json-column.ts'
import type { DeviceUse } from '#contract/rest/devices.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import { revokeLink } from '#server/devices/links/revoke-link.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { startSession } from '#server/identity/start-session.ts'
import { hashOfToken, newCookieToken } from '#server/identity/tokens.ts'
import { personColumns } from '#server/identity/temporary-person.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { ANSWERS, blockAt, reservationOffice } from '#tests/support/reservation-office.ts'

/** The test server's own. */
const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))

/** What nobody but the owner may read: it stands nowhere else. */
const ownersOwn = () => ({
  name: 'Eulalia Secreta',
  email: 'eulalia.secreta@correo.example',
  phone: '+56955443322',
  identity: `D${randomUUID().slice(0, 8)}`,
})

/** Whose document a provider has asserted. */
const vouchedFor = () => ({
  name: 'Vera Probada',
  email: 'vera.probada@correo.example',
  phone: '+56911224466',
  identity: `V${randomUUID().slice(0, 8)}`,
})

export type Who =
  | 'owner'
  | 'ownerRegistered'
  | 'another'
  | 'anotherRegistered'
  | 'social'
  | 'vouched'
  | 'clerk'
  | 'clerkElsewhere'
  | 'supervisor'
  | 'administrator'
  | 'supervisorElsewhere'
  | 'retired'
  | 'wall'
  | 'kiosk'
  | 'kioskElsewhere'
  | 'deviceRevoked'
  | 'machine'
  | 'machineLooks'
  | 'machineElsewhere'
  | 'machineRevoked'

type Whose =
  | { user_id: string }
  | { clerk_id: number }
  | { office_link_id: number; use: DeviceUse }
  /** The secret is its token. */
  | { office_link_id: number; use: 'machine'; secret: string }

/** Makes a thing when it is first asked for, and gives the same one from then on. */
function once<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined
  return () => (made ??= make())
}

/**
 * An office, its clerk, and a temporary user with things of their own: made anew for each call, and only what
 * it needs.
 */
export async function createScene(database: Database, now: Date, options: { time_zone?: string } = {}) {
  const office = await reservationOffice(database, options)
  office.clock.at = now
  const { context, office_id, slug } = office
  const { db } = database

  const line_id = await office.reserveLine({ modalities: 'both' })
  const { slug: line_slug } = await db
    .selectFrom('lines')
    .select('slug')
    .where('id', '=', line_id)
    .executeTakeFirstOrThrow()

  const person = ownersOwn()
  const owner_id = await office.user()
  await db
    .updateTable('users')
    .set(personColumns({ protection }, owner_id, { person, identityType: 'dni' }))
    .where('id', '=', owner_id)
    .execute()

  /** With an account, as sign-up leaves it. */
  async function register(user_id: string, email: string): Promise<{ user_id: string }> {
    await db.updateTable('users').set({ temporal: false }).where('id', '=', user_id).execute()
    await db
      .insertInto('accounts')
      .values({
        user_id,
        email_hash: protection.emailHash(`${user_id} ${email}`),
        email_confirmed_at: null,
        password_hash:
          '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        created_at: now,
      })
      .execute()
    return { user_id }
  }

  /** With an account that nobody has a password for, as a provider's first visit leaves it. */
  async function byProvider(provider: 'google' | 'document'): Promise<{ user_id: string }> {
    const { user_id } = await register(await office.user(), `${provider}@correo.example`)
    await db.updateTable('accounts').set({ password_hash: null }).where('user_id', '=', user_id).execute()
    await db
      .insertInto('provider_identities')
      .values({
        provider,
        subject_hash: protection.subjectHash(provider, user_id),
        user_id,
        created_at: now,
      })
      .execute()
    return { user_id }
  }

  const link = async (use: DeviceUse, at = office_id) => {
    const wish = { office_id: at, made_by: null, use, name: 'Sala', languages: ['es' as const] }
    return (await makeLink(context, wish)).id
  }
  const deviceOf = (use: DeviceUse, at?: number) => async () => ({ office_link_id: await link(use, at), use })

  const machineOf =
    (gives: boolean, at = office_id) =>
    async () => {
      const use = 'machine' as const
      const made = await makeLink(context, { office_id: at, made_by: null, use, name: 'Letrero', gives })
      return { office_link_id: made.id, use, secret: made.secret }
    }

  /** Somebody with a role at an office, who sits nowhere. */
  async function leader(at: number, role: 'clerk' | 'supervisor'): Promise<{ clerk_id: number }> {
    const { id: clerk_id } = await db
      .insertInto('clerks')
      .values({ user_name: `leader-${randomUUID()}`, name: 'Berta' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('clerk_offices').values({ clerk_id, office_id: at, role }).execute()
    return { clerk_id }
  }

  const people: Record<Who, () => Promise<Whose>> = {
    owner: async () => ({ user_id: owner_id }),
    ownerRegistered: once(() => register(owner_id, person.email)),
    anotherRegistered: once(async () => register(await office.user(), 'otra@correo.example')),
    social: once(() => byProvider('google')),
    vouched: once(async () => {
      const { user_id } = await byProvider('document')
      await db
        .updateTable('users')
        .set({
          ...personColumns({ protection }, user_id, { person: vouchedFor(), identityType: 'dni' }),
          document_proven_at: now,
          document_proven_by: 'document',
        })
        .where('id', '=', user_id)
        .execute()
      return { user_id }
    }),
    another: once(async () => ({ user_id: await office.user() })),
    clerk: once(async () => desk().then(({ clerk_id }) => ({ clerk_id }))),
    clerkElsewhere: once(async () => {
      const elsewhere = await reservationOffice(database)
      return { clerk_id: (await elsewhere.clerk()).clerk_id }
    }),
    wall: once(deviceOf('wall')),
    kiosk: once(deviceOf('kiosk')),
    kioskElsewhere: once(async () => deviceOf('kiosk', (await reservationOffice(database)).office_id)()),
    deviceRevoked: once(deviceOf('wall')),
    machine: once(machineOf(true)),
    machineLooks: once(machineOf(false)),
    machineElsewhere: once(async () => machineOf(true, (await reservationOffice(database)).office_id)()),
    machineRevoked: once(machineOf(true)),
    supervisor: once(() => leader(office_id, 'supervisor')),
    administrator: once(async () => {
      const { clerk_id } = await office.clerk()
      await db.deleteFrom('clerk_offices').where('clerk_id', '=', clerk_id).execute()
      await db
        .updateTable('modulos')
        .set({ clerk_id: null, opened_at: null })
        .where('clerk_id', '=', clerk_id)
        .execute()
      // An organization of the scene's own: others' offices are not theirs.
      const organization_id = 1_000_000 + office_id
      await db.updateTable('offices').set({ organization_id }).where('id', '=', office_id).execute()
      await db.insertInto('administrators').values({ clerk_id, organization_id }).execute()
      return { clerk_id }
    }),
    supervisorElsewhere: once(async () =>
      leader((await reservationOffice(database)).office_id, 'supervisor'),
    ),
    retired: once(async () => {
      const { clerk_id } = await office.clerk()
      await db.updateTable('clerks').set({ active: false }).where('id', '=', clerk_id).execute()
      return { clerk_id }
    }),
  }
  const desk = once(() => office.clerk())
  const ticket = once(async () => (await office.take(line_id, owner_id)).tuid)

  const paperNumber = once(async () => (await issuePaperNumber(context, { office_id, line_id })).tuid)

  const booked = (more: Parameters<typeof reservation>[2]) =>
    reservation(office, line_id, { user_id: owner_id, ...more })

  const providersEmail = `eulalia.${randomUUID()}@correo.example`
  async function attempt(isNamed: boolean) {
    const id = randomUUID()
    const [browserToken, state] = [newCookieToken(context.random), newCookieToken(context.random)]
    const who = { subject: id, email: providersEmail, emailVerified: true, name: null, document: null }
    const seal = (secret: object) => protection.sealAttempt(JSON.stringify(secret), id)
    await db
      .insertInto('sign_in_attempts')
      .values({
        id,
        provider: 'google',
        state_hash: hashOfToken(state),
        browser_hash: hashOfToken(browserToken),
        secrets: seal({ verifier: state, nonce: state, state, returnTo: 'http://127.0.0.1/return' }),
        asked_by: owner_id,
        mode: 'popup',
        origin: 'http://127.0.0.1',
        next: '/',
        language: 'es',
        created_at: now,
        expires_at: new Date(now.getTime() + PROVIDER_ATTEMPT_MS),
        returned_at: isNamed ? now : null,
        outcome: isNamed ? seal(who) : null,
        failure: null,
        used_at: null,
      })
      .execute()
    return { id, state, cookie: `numerito-attempt=${browserToken}` }
  }

  return {
    context,
    db,
    office_id,
    slug,
    line_id,
    line_slug,
    owner_id,
    day: now.toISOString().slice(0, 10),
    whoIs: (who: Who) => people[who](),
    link,
    revoke: (link_id: number) => revokeLink(context, { office_id, link_id }),
    modulo: async () => (await desk()).modulo_id,
    /** Of another clerk, who has it open. */
    otherModulo: once(async () => (await office.clerk()).modulo_id),
    /** A number of the owner's whose call was missed. */
    missed: once(async () => {
      const tuid = await ticket()
      await office.call(await desk())
      await markAbsent(context, await desk())
      return tuid
    }),
    /** A number of the owner's that stands aside. */
    parked: once(async () => {
      const tuid = await ticket()
      await office.call(await desk())
      await parkTicket(context, await desk())
      return tuid
    }),
    /** Of the office's; its address leads nowhere. */
    webhook: once(async () => {
      const id = randomUUID()
      const url = 'https://192.0.2.1/'
      const secret = protection.sealWebhookSecret('whsec_AAAA', id)
      await db
        .insertInto('webhooks')
        .values({ id, office_id, url, topics: json(['called']), secret, made_at: now, told_seq: 0 })
        .execute()
      return id
    }),
    /** Of a colleague. */
    anotherModulo: async () => (await office.clerk()).modulo_id,
    /** Somebody else who works at the office. */
    colleague: async () => (await leader(office_id, 'clerk')).clerk_id,
    /** Numbers of this line are attended by video. */
    byVideo: () => db.updateTable('lines').set({ virtual: true }).where('id', '=', line_id).execute(),
    /** A number of the owner's that waits. */
    ticket,
    /** A number of the owner's that stands at the clerk's desk. */
    called: once(async () => {
      const tuid = await ticket()
      await office.call(await desk())
      return tuid
    }),
    /** A number of the owner's that was attended a while ago. */
    attended: once(async () => {
      const tuid = await ticket()
      await office.call(await desk())
      await markAttended(context, await desk())
      const ended_at = new Date(now.getTime() - 3_600_000)
      await db.updateTable('tickets').set({ ended_at }).where('id', '=', tuid).execute()
      return tuid
    }),
    /** A time of the owner's, now, by video unless told. */
    appointment: once(async () => (await booked({ meet: true, answers: ANSWERS })).id),
    /** The same, which the office has to confirm, tomorrow. */
    unconfirmed: once(
      async () => (await booked({ inMinutes: 24 * 60, state: 'pending', answers: ANSWERS })).id,
    ),
    /** A time that is free, tomorrow. */
    async free() {
      const tomorrow = new Date(now.getTime() + 24 * 3_600_000).toISOString().slice(0, 10)
      const { from, to } = blockAt(await office.blocks(line_id, tomorrow), 10)
      return { from, to }
    },
    /** A number on paper that no phone follows, and what its QR says. */
    paperNumber,
    paper: async () => protection.paperSecret(await paperNumber()),
    /** What the QR of a slip says that a desk printed: tomorrow, and no phone has it. */
    slip: once(async () => {
      const { id } = await booked({ inMinutes: 25 * 60 })
      await db.updateTable('reservations').set({ user_id: null }).where('id', '=', id).execute()
      return protection.slipSecret(id)
    }),
    subscription: once(async () => {
      const id = randomUUID()
      const endpoint = `https://fcm.googleapis.com/${id}`
      await db
        .insertInto('push_subscriptions')
        .values({ id, user_id: owner_id, endpoint, p256dh: '', auth: '', language: 'es', created_at: now })
        .execute()
      return id
    }),
    /** Where the owner is signed in as well. */
    session: once(async () => (await startSession(context, db, { user_id: owner_id })).id),
    /** What the owner began with a provider, who has named them, or not yet; and their browser's cookie. */
    attempt: once(() => attempt(true)),
    pending: once(() => attempt(false)),
    handoverCode: once(async () => {
      const letters = createHash('sha256').update(owner_id).digest('hex').slice(0, 10).toUpperCase()
      const expires_at = new Date(now.getTime() + 60_000)
      await db
        .insertInto('handover_codes')
        .values({ code_hash: protection.codeHash(letters), user_id: owner_id, expires_at })
        .execute()
      return letters
    }),
    /** What must stand in no answer but the owner's. */
    secrets: [...Object.values(person), providersEmail],
    /** All that is the owner's, as it stands: who may not change it must leave it as it is. */
    async belongings() {
      const { rows } = await sql<{ all: string }>`
        select json_build_array(
          (select json_agg(u) from users u where u.id = ${owner_id}::uuid),
          (select json_agg(t order by t.id) from tickets t where t.user_id = ${owner_id}::uuid),
          (select json_agg(r order by r.id) from reservations r where r.user_id = ${owner_id}::uuid),
          (select json_agg(s order by s.id) from push_subscriptions s where s.user_id = ${owner_id}::uuid),
          (select json_agg(p) from preferences p where p.user_id = ${owner_id}::uuid),
          (select json_agg(h order by h.code_hash) from handover_codes h where h.user_id = ${owner_id}::uuid),
          (select json_agg(a) from accounts a where a.user_id = ${owner_id}::uuid),
          (select json_agg(i order by i.provider) from provider_identities i where i.user_id = ${owner_id}::uuid),
          (select json_agg(json_build_array(s.id, s.returned_at, s.outcome, s.failure, s.used_at) order by s.id)
            from sign_in_attempts s where s.asked_by = ${owner_id}::uuid),
          (select json_agg(p order by p.ticket_id) from polls p join tickets t on t.id = p.ticket_id
            where t.user_id = ${owner_id}::uuid)
        )::text as all`.execute(db)
      return rows[0]?.all ?? expect.fail('nothing was asked')
    },
  }
}

export type Scene = Awaited<ReturnType<typeof createScene>>
