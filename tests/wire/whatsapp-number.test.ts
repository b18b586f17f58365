import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  TEMPORARY_PERSON_KEPT_MS,
  WHATSAPP_CODE_AGAIN_MS,
  WHATSAPP_CODE_MS,
  WHATSAPP_CODES_MAX,
} from '#contract/limits.ts'
import type { WhatsappState } from '#contract/rest/whatsapp.ts'
import { forgetTemporaryPeople } from '#server/identity/forget-temporary-people.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { codeHashOf } from '#server/whatsapp/ask-code.ts'
import { discardWhatsappLeftovers } from '#server/whatsapp/discard-whatsapp-leftovers.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'
import { startWhatsappService, type WhatsappService } from '#tests/support/whatsapp-service.ts'
import { NUMBER } from './whatsapp-rig.ts'

/** Unlike any that was written to before: each number gets few codes. */
let numbers = 0
const anotherNumber = () => `+5698${String(1_000_000 + ++numbers)}`
const DAY_MS = 24 * 3_600_000
const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))

eachDatabase('a WhatsApp number', open => {
  let server: TestServer
  let whatsapp: WhatsappService
  const metrics = createMetrics()
  beforeAll(async () => {
    whatsapp = await startWhatsappService()
    server = await startTestServer({
      database: await open(),
      settings: { whatsapp: whatsapp.settings },
      metrics,
    })
  })
  afterAll(async () => {
    await server.close()
    await whatsapp.stop()
  })
  beforeEach(() => server.database.db.deleteFrom('knocks').execute())
  afterEach(() => whatsapp.behave('take'))

  const asks = (token: string, method = 'GET', path = '', body?: object) =>
    server.ask('users', `/whatsapp${path}`, { token, method, ...(body && { body }) })
  const read = async ({ token }: SignedIn) => (await (await asks(token)).json()) as WhatsappState
  const say = ({ token }: SignedIn, phone: string, language?: string) =>
    asks(token, 'POST', '', { phone, ...(language && { language }) })
  const confirm = ({ token }: SignedIn, code: string) => asks(token, 'POST', '/confirm', { code })
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]
  const lastCode = () => whatsapp.taken.at(-1)?.copied ?? expect.fail('no code went out')
  const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const wish = async ({ user_id }: SignedIn) => {
    const row = await server.database.db
      .selectFrom('preferences')
      .select('notifications')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    return row?.notifications.whatsapp
  }

  it('[MSG-01] [PROF-02] is said, gets a code by the template, and is one’s own once the code comes back', async () => {
    const person = await server.signInTemporary()
    expect(await read(person)).toEqual({ offered: true, number: null, confirmed: false, code: null })
    const number = anotherNumber()
    const spelled = `${number.slice(0, 3)} (9) ${number.slice(4, 8)}-${number.slice(8)}`
    const sent = await say(person, spelled, 'pt')
    expect(sent.status).toBe(200)
    expect(await sent.json()).toEqual({
      offered: true,
      number: number.slice(-3),
      confirmed: false,
      code: {
        number: number.slice(-3),
        expires_at: new Date(server.clock.now().getTime() + WHATSAPP_CODE_MS).toISOString(),
        tries_left: 5,
        failed: false,
      },
    })
    expect(whatsapp.taken.at(-1)).toMatchObject({ to: number, template: 'numerito_code', locale: 'pt_BR' })
    expect(await wish(person)).toBeUndefined()
    const code = lastCode()
    expect(code).toMatch(/^\d{6}$/)
    const confirmed = await confirm(person, `${code.slice(0, 3)} ${code.slice(3)}`)
    const state = { offered: true, number: number.slice(-3), confirmed: true, code: null }
    expect(await confirmed.json()).toEqual(state)
    expect(await wish(person)).toBe(true)
    // A second press, and another device, find it done.
    expect(await (await confirm(person, code)).json()).toEqual(state)
    const asked = whatsapp.asked()
    expect(await (await say(person, number)).json()).toEqual(state)
    expect(whatsapp.asked()).toBe(asked)
    expect(whatsapp.refused).toEqual([])
  })

  it('[MSG-01] a wrong code is refused, and with the fifth the right one as well', async () => {
    const person = await server.signInTemporary()
    await say(person, anotherNumber())
    const code = lastCode()
    for (let wrong = 0; wrong < 4; wrong += 1)
      expect(await codeOf(await confirm(person, another(code)))).toEqual([400, 'whatsapp-code-wrong'])
    expect((await read(person)).code?.tries_left).toBe(1)
    expect(await codeOf(await confirm(person, another(code)))).toEqual([400, 'whatsapp-code-over'])
    expect(await codeOf(await confirm(person, code))).toEqual([400, 'whatsapp-code-over'])
    expect(await read(person)).toMatchObject({ confirmed: false, code: null })
  })

  it('[MSG-01] guesses that come at once are counted one by one', async () => {
    const person = await server.signInTemporary()
    await say(person, anotherNumber())
    const code = lastCode()
    const answers = await Promise.all(Array.from({ length: 12 }, () => confirm(person, another(code))))
    const codes = await Promise.all(answers.map(async answer => (await codeOf(answer))[1]))
    expect(codes.filter(each => each === 'whatsapp-code-wrong')).toHaveLength(4)
    expect(codes.filter(each => each === 'whatsapp-code-over')).toHaveLength(8)
  })

  it('[MSG-01] a code is good for ten minutes, for its person, and for its number', async () => {
    const [person, other] = [await server.signInTemporary(), await server.signInTemporary()]
    await say(person, anotherNumber())
    const first = lastCode()
    await say(other, anotherNumber())
    if (lastCode() !== first)
      expect(await codeOf(await confirm(other, first))).toEqual([400, 'whatsapp-code-wrong'])
    // Another number is said: what was sent to the first opens nothing any more.
    await say(person, anotherNumber())
    if (lastCode() !== first)
      expect(await codeOf(await confirm(person, first))).toEqual([400, 'whatsapp-code-wrong'])
    const second = lastCode()
    server.clock.advance(WHATSAPP_CODE_MS)
    expect(await codeOf(await confirm(person, second))).toEqual([400, 'whatsapp-code-over'])
  })

  it.each(['12', '912345', 'Ana', '+0123456789', '+1234567890123456', ''])(
    '[MSG-01] «%s» is no number, and nothing goes out',
    async typed => {
      const person = await server.signInTemporary()
      const asked = whatsapp.asked()
      const answer = await say(person, typed)
      expect(answer.status).toBe(400)
      expect(whatsapp.asked()).toBe(asked)
    },
  )

  it('[MSG-01] two presses at once send one code, and a third within the minute none', async () => {
    const person = await server.signInTemporary()
    const number = anotherNumber()
    const asked = whatsapp.asked()
    const answers = await Promise.all([say(person, number), say(person, number)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await say(person, number)
    expect(whatsapp.asked()).toBe(asked + 1)
    server.clock.advance(WHATSAPP_CODE_AGAIN_MS)
    await say(person, number)
    expect(whatsapp.asked()).toBe(asked + 2)
  })

  it('[MSG-01] codes are counted by person, by number and by address, and cost no more than that', async () => {
    const codesUsed = [409, 'whatsapp-codes-used']
    const person = await server.signInTemporary()
    for (let code = 0; code < WHATSAPP_CODES_MAX.person; code += 1)
      expect((await say(person, anotherNumber())).status).toBe(200)
    const asked = whatsapp.asked()
    expect(await codeOf(await say(person, anotherNumber()))).toEqual(codesUsed)

    const number = anotherNumber()
    for (let code = 0; code < WHATSAPP_CODES_MAX.number; code += 1)
      expect((await say(await server.signInTemporary(), number)).status).toBe(200)
    expect(await codeOf(await say(await server.signInTemporary(), number))).toEqual(codesUsed)
    expect(whatsapp.asked()).toBe(asked + WHATSAPP_CODES_MAX.number)

    await server.database.db
      .updateTable('knocks')
      .set({ times: 30 })
      .where('key', 'like', 'address %')
      .execute()
    expect(await codeOf(await say(await server.signInTemporary(), anotherNumber()))).toEqual(codesUsed)
    server.clock.advance(3_600_000)
    expect((await say(await server.signInTemporary(), anotherNumber())).status).toBe(200)
  })

  it('[MSG-01] whoever asks on and on uses up their own codes, and nobody else’s at their address', async () => {
    const codesUsed = [409, 'whatsapp-codes-used']
    const insistent = await server.signInTemporary()
    const asked = whatsapp.asked()
    for (let code = 0; code < WHATSAPP_CODES_MAX.address + 10; code += 1)
      await say(insistent, anotherNumber())
    expect(whatsapp.asked()).toBe(asked + WHATSAPP_CODES_MAX.person)
    expect((await say(await server.signInTemporary(), anotherNumber())).status).toBe(200)

    // Nor does a number to which no more codes go.
    const number = anotherNumber()
    for (let code = 0; code < WHATSAPP_CODES_MAX.number; code += 1)
      await say(await server.signInTemporary(), number)
    const ofAddress = () =>
      server.database.db
        .selectFrom('knocks')
        .select('times')
        .where('key', 'like', 'address %')
        .where('kind', '=', 'whatsapp-code')
        .executeTakeFirstOrThrow()
    const before = await ofAddress()
    expect(await codeOf(await say(await server.signInTemporary(), number))).toEqual(codesUsed)
    expect(await ofAddress()).toEqual(before)
  })

  it('[MSG-01] what is refused for the address counts for neither the person nor the number', async () => {
    const { db } = server.database
    const person = await server.signInTemporary()
    const number = anotherNumber()
    await say(await server.signInTemporary(), anotherNumber())
    const ofAddress = db.updateTable('knocks').where('key', 'like', 'address %')
    await ofAddress.set({ times: WHATSAPP_CODES_MAX.address }).execute()
    for (let code = 0; code <= WHATSAPP_CODES_MAX.person; code += 1)
      expect(await codeOf(await say(person, number))).toEqual([409, 'whatsapp-codes-used'])
    await ofAddress.set({ times: 0 }).execute()
    expect((await say(person, number)).status).toBe(200)
  })

  it('[MSG-01] what the service failed to send counts against nobody; a number that is not there does', async () => {
    const person = await server.signInTemporary()
    const number = anotherNumber()
    whatsapp.behave({ status: 500, code: 131000 })
    for (let code = 0; code <= WHATSAPP_CODES_MAX.person; code += 1)
      expect(await codeOf(await say(person, number))).toEqual([503, 'unavailable'])
    whatsapp.behave('take')
    expect((await say(person, number)).status).toBe(200)

    const other = await server.signInTemporary()
    whatsapp.behave({ status: 400, code: 131026 })
    for (let code = 0; code < WHATSAPP_CODES_MAX.person; code += 1)
      expect(await codeOf(await say(other, anotherNumber()))).toEqual([409, 'whatsapp-undeliverable'])
    expect(await codeOf(await say(other, anotherNumber()))).toEqual([409, 'whatsapp-codes-used'])
  })

  it('[MSG-01] codes use up no more than half of what the installation sends in an hour', async () => {
    const { database } = server
    await database.db
      .insertInto('knocks')
      .values({ kind: 'whatsapp', key: 'codes', since: server.clock.now(), times: 250 })
      .execute()
    const asked = whatsapp.asked()
    const answer = await say(await server.signInTemporary(), anotherNumber())
    expect(await codeOf(answer)).toEqual([409, 'whatsapp-codes-used'])
    expect(whatsapp.asked()).toBe(asked)
  })

  it.each([
    ['a number without WhatsApp', { status: 400, code: 131026 }, [409, 'whatsapp-undeliverable']],
    ['a limit of theirs', { status: 429, code: 130429 }, [503, 'unavailable']],
    ['a template that is not there', { status: 404, code: 132001 }, [503, 'unavailable']],
  ])('[MSG-01] %s is told, and the same number may be said again at once', async (_what, fault, told) => {
    const person = await server.signInTemporary()
    const number = anotherNumber()
    whatsapp.behave(fault)
    expect(await codeOf(await say(person, number))).toEqual(told)
    expect((await read(person)).code).toBeNull()
    whatsapp.behave('take')
    expect((await say(person, number)).status).toBe(200)
    expect((await (await confirm(person, lastCode())).json()) as WhatsappState).toMatchObject({
      confirmed: true,
    })
  })

  /** Somebody whose number is confirmed, and the number. */
  async function reached(): Promise<{ person: SignedIn; number: string }> {
    const [person, number] = [await server.signInTemporary(), anotherNumber()]
    await say(person, number)
    await confirm(person, lastCode())
    return { person, number }
  }
  /** Where a call goes. */
  const calledAt = async ({ user_id }: SignedIn) => {
    const { number } = await server.database.db
      .selectFrom('whatsapp_numbers')
      .where('user_id', '=', user_id)
      .where('confirmed_at', 'is not', null)
      .select('number')
      .executeTakeFirstOrThrow()
    return protection.openNumber(number, user_id)
  }

  it('[MSG-01] another number takes the place of the one that is confirmed once its code comes back, and not before', async () => {
    const { person, number } = await reached()
    const other = anotherNumber()
    const asked = (await (await say(person, other)).json()) as WhatsappState
    expect(asked).toMatchObject({
      number: number.slice(-3),
      confirmed: true,
      code: { number: other.slice(-3), tries_left: 5, failed: false },
    })
    expect(await calledAt(person)).toBe(number)
    const [sent, code] = [whatsapp.asked(), lastCode()]
    await say(person, other)
    expect(whatsapp.asked()).toBe(sent)
    expect(await codeOf(await confirm(person, another(code)))).toEqual([400, 'whatsapp-code-wrong'])
    expect((await read(person)).code?.tries_left).toBe(4)
    expect(await calledAt(person)).toBe(number)
    const state = { offered: true, number: other.slice(-3), confirmed: true, code: null }
    expect(await (await confirm(person, code)).json()).toEqual(state)
    expect(await calledAt(person)).toBe(other)
    expect(await (await confirm(person, code)).json()).toEqual(state)
    expect(await (await say(person, other)).json()).toEqual(state)
    expect(whatsapp.asked()).toBe(sent)
  })

  it.each([
    ['did not answer', { status: 500, code: 131000 }, 1, [503, 'unavailable']],
    ['does not reach the other', { status: 400, code: 131026 }, 1, [409, 'whatsapp-undeliverable']],
    ['takes no more codes this hour', 'take', 250, [409, 'whatsapp-codes-used']],
  ] as const)(
    '[MSG-01] where WhatsApp %s, calls go on to the number before',
    async (_what, does, times, told) => {
      const { person, number } = await reached()
      whatsapp.behave(does)
      await server.database.db
        .updateTable('knocks')
        .set({ times })
        .where('kind', '=', 'whatsapp')
        .where('key', '=', 'codes')
        .execute()
      expect(await codeOf(await say(person, anotherNumber()))).toEqual(told)
      const state = { offered: true, number: number.slice(-3), confirmed: true, code: null }
      expect(await read(person)).toEqual(state)
      expect(await calledAt(person)).toBe(number)
      expect(await wish(person)).toBe(true)
      // What may have gone out all the same opens nothing, and does not pass for the number that is called.
      expect(await codeOf(await confirm(person, '123456'))).toEqual([400, 'whatsapp-code-over'])
      server.clock.advance(DAY_MS + WHATSAPP_CODE_MS + 1)
      await discardWhatsappLeftovers(server)
      expect(await calledAt(person)).toBe(number)
    },
  )

  it('[MSG-01] [KEEP-03] a code that nobody typed leaves the number that is confirmed, and the other is forgotten with the next day', async () => {
    const { person, number } = await reached()
    await say(person, anotherNumber())
    const next = () =>
      server.database.db
        .selectFrom('whatsapp_numbers')
        .where('user_id', '=', person.user_id)
        .select(['next_number', 'next_number_hash', 'next_code_hash', 'next_code_expires_at'])
        .executeTakeFirstOrThrow()
    expect(Object.values(await next())).not.toContain(null)
    server.clock.advance(WHATSAPP_CODE_MS)
    const late = await confirm(person, lastCode())
    expect(await codeOf(late)).toEqual([400, 'whatsapp-code-over'])
    server.clock.advance(DAY_MS + 1)
    await discardWhatsappLeftovers(server)
    expect(Object.values(await next())).toEqual([null, null, null, null])
    expect(await calledAt(person)).toBe(number)
  })

  it('[MSG-01] the number that is confirmed, said again, is called on, and no code to another counts any more', async () => {
    const { person, number } = await reached()
    await say(person, anotherNumber())
    const code = lastCode()
    const state = { offered: true, number: number.slice(-3), confirmed: true, code: null }
    expect(await (await say(person, number)).json()).toEqual(state)
    expect(await (await confirm(person, code)).json()).toEqual(state)
    expect(await calledAt(person)).toBe(number)
  })

  it('[MSG-01] a number that the release before put in the place of one with a change under way is asked for as a first one', async () => {
    const { person } = await reached()
    const [other, third] = [anotherNumber(), anotherNumber()]
    await say(person, other)
    const gone = lastCode()
    // As it wrote it, which knew of no number beside the one that is confirmed.
    const number_hash = protection.whatsappHash('number', third)
    await server.database.db
      .updateTable('whatsapp_numbers')
      .set({
        number: protection.sealNumber(third, person.user_id),
        number_hash,
        code_hash: codeHashOf(
          { protection },
          { userId: person.user_id, numberHash: number_hash, code: '123456' },
        ),
        code_expires_at: new Date(server.clock.now().getTime() + WHATSAPP_CODE_MS),
        tries: 0,
        confirmed_at: null,
      })
      .where('user_id', '=', person.user_id)
      .execute()
    expect(await read(person)).toMatchObject({ number: third.slice(-3), confirmed: false })
    if (gone !== '123456')
      expect(await codeOf(await confirm(person, gone))).toEqual([400, 'whatsapp-code-wrong'])
    const state = { offered: true, number: third.slice(-3), confirmed: true, code: null }
    expect(await (await confirm(person, '123456')).json()).toEqual(state)
    expect(await calledAt(person)).toBe(third)
  })

  it('[MSG-01] a code that WhatsApp could not bring is told to who waits for it', async () => {
    const person = await server.signInTemporary()
    await say(person, anotherNumber())
    const message = whatsapp.taken.at(-1) ?? expect.fail('no code went out')
    const webhook = server.url('push', '/whatsapp/webhook')
    expect((await whatsapp.tell(webhook, message, 'failed')).status).toBe(200)
    expect((await read(person)).code).toMatchObject({ failed: true })
  })

  it('[MSG-01] [PROF-02] is taken back: the server forgets it, and the preference says no', async () => {
    const person = await server.signInTemporary()
    await say(person, anotherNumber())
    await confirm(person, lastCode())
    const answer = await asks(person.token, 'DELETE')
    expect(await answer.json()).toEqual({ offered: true, number: null, confirmed: false, code: null })
    expect(await wish(person)).toBe(false)
    const { db } = server.database
    const left = await db.selectFrom('whatsapp_numbers').where('user_id', '=', person.user_id).execute()
    expect(left).toEqual([])
  })

  it('[AUTH-10] [MSG-01] is its own person’s alone', async () => {
    const [mine, theirs] = [await server.signInTemporary(), await server.signInTemporary()]
    await say(mine, anotherNumber())
    await confirm(mine, lastCode())
    expect(await read(theirs)).toMatchObject({ number: null, confirmed: false })
    await asks(theirs.token, 'DELETE')
    expect(await read(mine)).toMatchObject({ confirmed: true })
    for (const [method, path, body] of [
      ['GET', ''],
      ['POST', '', { phone: NUMBER }],
      ['POST', '/confirm', { code: '123456' }],
      ['DELETE', ''],
    ] as const)
      expect((await server.ask('users', `/whatsapp${path}`, { method, ...(body && { body }) })).status).toBe(
        401,
      )
  })

  it('[MSG-01] goes with the person who is forgotten, and unconfirmed with the next day', async () => {
    const [kept, unconfirmed] = [await server.signInTemporary(), await server.signInTemporary()]
    // Who took a number stays as nobody in particular: with who took none all of theirs goes.
    const office = await queueOffice(server.database)
    await office.take(await office.line(), kept.user_id)
    await say(kept, anotherNumber())
    await confirm(kept, lastCode())
    await say(unconfirmed, anotherNumber())
    const { db } = server.database
    const known = async () =>
      (await db.selectFrom('whatsapp_numbers').select('user_id').execute()).map(row => row.user_id)
    server.clock.advance(DAY_MS + WHATSAPP_CODE_MS + 1)
    await discardWhatsappLeftovers(server)
    expect(await known()).toContain(kept.user_id)
    expect(await known()).not.toContain(unconfirmed.user_id)
    server.clock.advance(31 * DAY_MS)
    await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)
    expect(await known()).not.toContain(kept.user_id)
    await discardWhatsappLeftovers(server)
    expect(await db.selectFrom('whatsapp_messages').select('id').execute()).toEqual([])
  })

  it('[MSG-01] [KEEP-03] the number stands in clear in no table, no line of the log and no figure', async () => {
    const person = await server.signInTemporary({ phone: NUMBER })
    whatsapp.behave({ status: 500, code: 131000 })
    await say(person, NUMBER)
    whatsapp.behave('take')
    await say(person, NUMBER)
    const message = whatsapp.taken.at(-1) ?? expect.fail('no code went out')
    const code = lastCode()
    await whatsapp.tell(server.url('push', '/whatsapp/webhook'), message, 'delivered')
    await confirm(person, code)
    expect(await read(person)).toMatchObject({ confirmed: true, number: NUMBER.slice(-3) })

    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public'`.execute(server.database.db)
    const written: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select row_to_json(t)::text as line from ${sql.table(name)} t`.execute(
        server.database.db,
      )
      written.push(...(rows as { line: string }[]).map(({ line }) => line))
    }
    const figures = await metrics.registry.metrics()
    expect(figures).toMatch(/numerito_whatsapp_total\{kind="code",outcome="delivered"\} \d/)
    expect(figures).toMatch(/numerito_whatsapp_billed_total\{category="authentication"\} \d/)
    const everything = [...written, ...server.logged, figures].join('\n')
    const digits = NUMBER.slice(1)
    expect(written.length).toBeGreaterThan(10)
    // Nor as bytea writes it, nor by what the message is called there, in which it stands.
    for (const secret of [digits, message.wamid])
      for (const spelled of [secret, Buffer.from(secret).toString('hex')])
        expect(everything).not.toContain(spelled)
    expect([...written, ...server.logged].join('\n')).not.toContain(`"${code}"`)
  })
})
