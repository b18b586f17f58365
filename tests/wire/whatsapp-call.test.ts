import { afterEach, beforeAll, expect, it } from 'vitest'
import { CALL_STANDS_MS, DELIVERY_RECEIPT_WAIT_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { systemRandom } from '#server/platform/random.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { sayOnMyWay } from '#server/queue/hold/say-on-my-way.ts'
import { callByWhatsapp } from '#server/whatsapp/call-by-whatsapp.ts'
import { hearStatuses } from '#server/whatsapp/hear-statuses.ts'
import type { WhatsappContext } from '#server/whatsapp/whatsapp-context.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import type { StatusName, TakenMessage } from '#tests/support/whatsapp-service.ts'
import { NUMBER, startWhatsappRig, type WhatsappRig } from './whatsapp-rig.ts'

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

const whatsappOf = ({ context }: WhatsappRig): WhatsappContext => context.whatsapp as WhatsappContext

/** As the webhook hears it, once its signature was looked at. */
const tell = (rig: WhatsappRig, message: TakenMessage, status: StatusName, more?: object) =>
  hearStatuses(whatsappOf(rig), JSON.parse(rig.whatsapp.notification(message, status, more)))

eachDatabase('a call by WhatsApp', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function startRig(): Promise<WhatsappRig> {
    const rig = await startWhatsappRig(database)
    stopping.push(rig.stop)
    return rig
  }

  /** Somebody who wished it is called at modulo 3, with a browser that does not answer. */
  async function call(rig: WhatsappRig, change: Parameters<WhatsappRig['wishes']>[0] = {}, modulo?: string) {
    const user = await rig.wishes(change)
    const browser = await rig.subscribe(user)
    const { tuid } = await rig.office.take(await rig.office.line(), user)
    const clerk = await rig.office.clerk(modulo)
    await rig.office.call(clerk)
    await rig.runJobs()
    return { user, browser, tuid, clerk }
  }

  const wait = async (rig: WhatsappRig, ms = DELIVERY_RECEIPT_WAIT_MS) => {
    rig.office.clock.advance(ms)
    await rig.runJobs()
  }

  it('[MSG-01] goes out where no browser said within 15 s that it showed it, and not a moment sooner', async () => {
    const rig = await startRig()
    const { browser, tuid } = await call(rig, {}, 'Módulo 3')
    expect(browser.heard()).toHaveLength(1)
    await wait(rig, DELIVERY_RECEIPT_WAIT_MS - 1)
    expect(rig.whatsapp.taken).toEqual([])
    await wait(rig, 1)
    const [message = expect.fail('nothing went out'), ...more] = rig.whatsapp.taken
    expect(more).toEqual([])
    expect(rig.whatsapp.refused).toEqual([])
    const { line_name } = await database.db
      .selectFrom('tickets')
      .innerJoin('lines', 'lines.id', 'tickets.line_id')
      .select('lines.name as line_name')
      .where('tickets.id', '=', tuid)
      .executeTakeFirstOrThrow()
    expect(message).toMatchObject({
      to: NUMBER,
      template: 'numerito_call',
      locale: 'es',
      parameters: ['A001', 'módulo 3', `Sucursal ${rig.office.slug}`, line_name],
      copied: null,
    })
    expect(await rig.messages(tuid)).toEqual([{ status: 'accepted', calls: 1, error_code: null }])
    expect(rig.whatsapps).toEqual(['call accepted'])
    expect(await rig.openJobs()).toBe(0)
    // The push rang all the same, and once.
    expect(browser.heard()).toHaveLength(1)
  })

  it('[MSG-01] a call that a browser showed goes nowhere else', async () => {
    const rig = await startRig()
    await call(rig)
    await rig.acknowledge()
    await wait(rig)
    expect(rig.whatsapp.asked()).toBe(0)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[MSG-01] a receipt of the first call says nothing of the second: that one goes out', async () => {
    const rig = await startRig()
    const { tuid, clerk } = await call(rig)
    await rig.acknowledge()
    await wait(rig)
    await callAgain(rig.office.context, clerk)
    await rig.runJobs()
    await wait(rig)
    expect(await rig.messages(tuid)).toEqual([{ status: 'accepted', calls: 2, error_code: null }])
  })

  it.each([
    ['who was never asked', { whatsapp: 'prompt' as const }],
    ['who said no', { whatsapp: false }],
    ['whose number nobody showed to be theirs', { confirmed: false }],
  ])('[MSG-01] [PROF-02] %s gets nothing by WhatsApp, and nothing is arranged', async (_who, change) => {
    const rig = await startRig()
    const { browser } = await call(rig, change)
    expect(await rig.openJobs()).toBe(0)
    await wait(rig)
    expect(rig.whatsapp.asked()).toBe(0)
    expect(browser.heard()).toHaveLength(1)
  })

  it('[MSG-01] [PROF-02] who says no while the receipt is awaited gets nothing', async () => {
    const rig = await startRig()
    const { user } = await call(rig)
    await database.db
      .updateTable('preferences')
      .set({ notifications: json({ whatsapp: false, push: true, never_show_popup_notifications: false }) })
      .where('user_id', '=', user)
      .execute()
    await wait(rig)
    expect(rig.whatsapp.asked()).toBe(0)
  })

  it('[MSG-01] who has no browser that rings is written to at once', async () => {
    const rig = await startRig()
    const user = await rig.wishes()
    await rig.office.take(await rig.office.line(), user)
    await rig.office.call(await rig.office.clerk('3'))
    await rig.runJobs()
    await rig.runJobs()
    expect(rig.whatsapp.taken).toHaveLength(1)
  })

  it('[MSG-01] so is whose only browser is gone, by what its push service says', async () => {
    const rig = await startRig()
    const user = await rig.wishes()
    const browser = await rig.subscribe(user)
    rig.service.answerWith(browser.subscription.endpoint, 410)
    await rig.office.take(await rig.office.line(), user)
    await rig.office.call(await rig.office.clerk('3'))
    await rig.runJobs()
    await rig.runJobs()
    expect(rig.whatsapp.taken).toHaveLength(1)
  })

  it('[MSG-01] a push service that takes nothing holds up no call', async () => {
    const rig = await startRig()
    const user = await rig.wishes()
    const browser = await rig.subscribe(user)
    rig.service.answerWith(browser.subscription.endpoint, 500)
    await rig.office.take(await rig.office.line(), user)
    await rig.office.call(await rig.office.clerk('3'))
    await rig.runJobs()
    await wait(rig)
    expect(rig.whatsapp.taken).toHaveLength(1)
    // The push is tried on, and arranges nothing anew.
    rig.service.answerWith(browser.subscription.endpoint, 201)
    await wait(rig, 60_000)
    await wait(rig, 60_000)
    expect(browser.heard()).toHaveLength(1)
    expect(rig.whatsapp.taken).toHaveLength(1)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[MSG-01] is worded in the language of the person', async () => {
    for (const [language, locale, where] of [
      ['en', 'en', 'desk 3'],
      ['pt', 'pt_BR', 'guichê 3'],
    ] as const) {
      const rig = await startRig()
      await call(rig, { language }, '3')
      await wait(rig)
      const [message] = rig.whatsapp.taken
      expect([message?.locale, message?.parameters[1]]).toEqual([locale, where])
    }
  })

  it('[MSG-01] a number by video names no module', async () => {
    const rig = await startRig()
    const user = await rig.wishes()
    await rig.office.take(await rig.office.line({ virtual: true }), user)
    await rig.office.call(await rig.office.clerk('3'))
    await rig.runJobs()
    await rig.runJobs()
    expect(rig.whatsapp.taken[0]?.parameters[1]).toBe('la videollamada, en Numerito')
  })

  it('[MSG-01] is not sent to who was attended meanwhile, or is on the way', async () => {
    const rig = await startRig()
    const attended = await call(rig)
    await markAttended(rig.office.context, attended.clerk)
    const coming = await call(rig)
    await sayOnMyWay(rig.office.context, { tuid: coming.tuid, user_id: coming.user })
    await wait(rig)
    expect(rig.whatsapp.asked()).toBe(0)
  })

  it('[MSG-01] who said that they are coming, and is called again, is written to', async () => {
    const rig = await startRig()
    const { tuid, user, clerk } = await call(rig)
    await sayOnMyWay(rig.office.context, { tuid, user_id: user })
    await wait(rig)
    await callAgain(rig.office.context, clerk)
    await rig.runJobs()
    await wait(rig)
    expect(await rig.messages(tuid)).toMatchObject([{ calls: 2, status: 'accepted' }])
  })

  it('[MSG-01] a call that stands no longer is not sent', async () => {
    const rig = await startRig()
    const { tuid } = await call(rig)
    await wait(rig, CALL_STANDS_MS)
    expect(rig.whatsapp.asked()).toBe(0)
    expect(await rig.messages(tuid)).toEqual([])
    expect(await rig.openJobs()).toBe(0)
  })

  it('[MSG-01] [KEEP-05] while it is down nothing is lost: the push has rung, and the call goes out when it is back', async () => {
    const rig = await startRig()
    await rig.whatsapp.goDown()
    const { browser, tuid } = await call(rig)
    expect(browser.heard()).toHaveLength(1)
    await wait(rig)
    expect(await rig.messages(tuid)).toMatchObject([{ status: 'postponed' }])
    expect(await rig.openJobs()).toBe(1)
    await rig.whatsapp.comeBack()
    await wait(rig, 5_999)
    expect(rig.whatsapp.taken).toEqual([])
    await wait(rig, 1)
    expect(rig.whatsapp.taken).toHaveLength(1)
    expect(await rig.messages(tuid)).toMatchObject([{ status: 'accepted' }])
    expect(rig.whatsapps).toEqual(['call unreachable', 'call accepted'])
  })

  it.each([
    ['429, by its code', { status: 429, code: 130429 }],
    ['a fault of theirs', { status: 500, code: 131000 }],
    ['too many of the account, as a 400', { status: 400, code: 80007 }],
    ['too many to one person, as a 400', { status: 400, code: 131056 }],
  ])('[MSG-01] is tried again after %s, later each time, while the call stands', async (_what, fault) => {
    const rig = await startRig()
    rig.whatsapp.behave(fault)
    const { tuid } = await call(rig)
    await wait(rig)
    for (const [ms, asked] of [
      [5_999, 1],
      [1, 2],
      [11_999, 2],
      [1, 3],
      [23_999, 3],
      [1, 4],
    ] as const) {
      await wait(rig, ms)
      expect(rig.whatsapp.asked()).toBe(asked)
    }
    rig.whatsapp.behave('take')
    await wait(rig, 48_000)
    expect(rig.whatsapp.taken).toHaveLength(1)
    expect(await rig.messages(tuid)).toEqual([{ status: 'accepted', calls: 1, error_code: null }])
  })

  it('[MSG-01] [KEEP-05] a WhatsApp that takes requests and never answers is unreachable: no call is lost', async () => {
    const rig = await startRig()
    rig.whatsapp.behave('hang')
    const calls = [await call(rig), await call(rig)]
    await wait(rig)
    expect(rig.whatsapp.asked()).toBe(2)
    expect(rig.whatsapps).toEqual(['call unreachable', 'call unreachable'])
    for (const { tuid } of calls) expect(await rig.messages(tuid)).toMatchObject([{ status: 'postponed' }])
    rig.whatsapp.behave('take')
    await wait(rig, 6_000)
    expect(rig.whatsapp.taken).toHaveLength(2)
    for (const { tuid } of calls)
      expect(await rig.messages(tuid)).toEqual([{ status: 'accepted', calls: 1, error_code: null }])
    expect(await rig.openJobs()).toBe(0)
  })

  it('[MSG-01] a call that WhatsApp never takes is over with its attempts, and leaves no job behind', async () => {
    const rig = await startRig()
    rig.whatsapp.behave({ status: 503, code: 2 })
    await call(rig)
    for (let minute = 0; minute < 15; minute += 1) await wait(rig, 60_000)
    expect(rig.whatsapp.asked()).toBeLessThanOrEqual(8)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[MSG-01] waits as long as WhatsApp asks for', async () => {
    const rig = await startRig()
    rig.whatsapp.behave({ status: 429, code: 4, retryAfterS: 90 })
    await call(rig)
    await wait(rig)
    await wait(rig, 89_999)
    expect(rig.whatsapp.asked()).toBe(1)
    await wait(rig, 1)
    expect(rig.whatsapp.asked()).toBe(2)
  })

  it.each([
    ['an unknown number', { status: 400, code: 131026 }],
    ['an unknown template', { status: 404, code: 132001 }],
    ['a token that is over', { status: 401, code: 190 }],
    ['outside the window', { status: 400, code: 131047 }],
  ])('[MSG-01] is not repeated after %s, which no repeat mends', async (_what, fault) => {
    const rig = await startRig()
    rig.whatsapp.behave(fault)
    const { tuid, browser } = await call(rig)
    await wait(rig)
    await wait(rig, 60_000)
    expect(rig.whatsapp.asked()).toBe(1)
    expect(await rig.messages(tuid)).toEqual([{ status: 'failed', calls: 1, error_code: fault.code }])
    expect(rig.warnings).toEqual([
      { sent: 'call', outcome: { kind: 'refused', status: fault.status, code: fault.code } },
    ])
    expect(browser.heard()).toHaveLength(1)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[MSG-01] goes out once, whoever runs its job at the same moment, and however often', async () => {
    const rig = await startRig()
    const { tuid } = await call(rig)
    const [job] = await rig.office.jobs(tuid)
    expect(job?.kind).toBe('whatsapp-call')
    rig.office.clock.advance(DELIVERY_RECEIPT_WAIT_MS)
    const run = () =>
      callByWhatsapp(whatsappOf(rig))['whatsapp-call'](job?.payload as never, {
        id: 1,
        kind: 'whatsapp-call',
        key: '',
        attempts: 1,
        run_at: rig.office.clock.now(),
        locked_until: rig.office.clock.now(),
      })
    const runs = await Promise.allSettled([run(), run(), run()])
    expect(rig.whatsapp.taken).toHaveLength(1)
    // Who came while another was at it comes again, in case that one dies over it.
    for (const each of runs)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ name: 'TryAgainLater' })
    rig.office.clock.advance(60_000)
    await Promise.all([run(), run()])
    await rig.runJobs()
    expect(rig.whatsapp.taken).toHaveLength(1)
  })

  it('[MSG-01] who died over sending it is followed by another, and nobody sends what is out', async () => {
    const rig = await startRig()
    const [lost, out] = [await call(rig), await call(rig)]
    const died = async ({ tuid, user }: typeof lost) => {
      const id = systemRandom.uuid()
      await database.db
        .insertInto('whatsapp_messages')
        .values({
          id,
          user_id: user,
          ticket_id: tuid,
          kind: 'call',
          calls: 1,
          message_hash: null,
          sent_at: rig.office.clock.agreed(),
          status: 'sending',
          status_at: rig.office.clock.now(),
          error_code: null,
          billed: null,
        })
        .execute()
      return id
    }
    rig.office.clock.advance(DELIVERY_RECEIPT_WAIT_MS)
    await died(lost)
    const id = await died(out)
    await rig.runJobs()
    expect(rig.whatsapp.asked()).toBe(0)
    // WhatsApp knows of the second one, by the id that was sent along.
    const message = { wamid: 'wamid.x', to: NUMBER, template: 'numerito_call', callbackData: id }
    await tell(rig, message as TakenMessage, 'sent')
    await wait(rig, 10_000)
    expect(rig.whatsapp.taken).toHaveLength(1)
    expect(await rig.messages(out.tuid)).toMatchObject([{ status: 'sent' }])
    expect(await rig.messages(lost.tuid)).toMatchObject([{ status: 'accepted' }])
  })

  it('[MSG-01] a lost answer brings no second message where WhatsApp says that the first is out', async () => {
    const rig = await startRig()
    rig.whatsapp.behave('lose-answer')
    const { tuid } = await call(rig)
    await wait(rig)
    const [message = expect.fail('nothing was taken')] = rig.whatsapp.taken
    expect(await rig.messages(tuid)).toMatchObject([{ status: 'postponed' }])
    await tell(rig, message, 'delivered')
    rig.whatsapp.behave('take')
    await wait(rig, 60_000)
    expect(rig.whatsapp.taken).toHaveLength(1)
    expect(await rig.messages(tuid)).toMatchObject([{ status: 'delivered' }])
  })

  it('[MSG-01] no more go out within an hour than the installation may send', async () => {
    const rig = await startRig()
    await database.db.deleteFrom('knocks').where('kind', '=', 'whatsapp').execute()
    whatsappOf(rig).settings = { ...rig.whatsapp.settings, hourly: 1 }
    await call(rig)
    const second = await call(rig)
    await wait(rig)
    expect(rig.whatsapp.taken).toHaveLength(1)
    expect(rig.whatsapps.toSorted()).toEqual(['call accepted', 'call limited'])
    expect(second.browser.heard()).toHaveLength(1)
    rig.office.clock.advance(3_600_000)
    await call(rig)
    await wait(rig)
    expect(rig.whatsapp.taken).toHaveLength(2)
    await database.db.deleteFrom('knocks').where('kind', '=', 'whatsapp').execute()
  })

  it('[MSG-01] the desk sees that the notice was received once WhatsApp says so of this very call', async () => {
    const rig = await startRig()
    const { tuid, clerk } = await call(rig)
    const received = async () => {
      const { current } = await deskState(rig.office.context, clerk)
      return current?.notice_received
    }
    await wait(rig)
    const [message = expect.fail('nothing went out')] = rig.whatsapp.taken
    await tell(rig, message, 'sent')
    expect(await received()).toBe(false)
    await tell(rig, message, 'delivered')
    expect(await received()).toBe(true)
    await callAgain(rig.office.context, clerk)
    expect(await received()).toBe(false)
    expect(await rig.messages(tuid)).toMatchObject([{ status: 'delivered', calls: 1 }])
  })

  it('[MSG-01] what is told twice, late, or of an unknown message changes nothing', async () => {
    const rig = await startRig()
    const { tuid } = await call(rig)
    await wait(rig)
    const [message = expect.fail('nothing went out')] = rig.whatsapp.taken
    const status = async () => (await rig.messages(tuid))[0]?.status
    await tell(rig, message, 'read')
    for (const late of ['delivered', 'sent', 'failed', 'read', 'sent'] as const) {
      await tell(rig, message, late)
      expect(await status()).toBe('read')
    }
    await tell(rig, { ...message, wamid: 'wamid.another', callbackData: systemRandom.uuid() }, 'delivered')
    await tell(rig, { ...message, wamid: 'wamid.another', callbackData: "1' or true" }, 'delivered')
    await hearStatuses(whatsappOf(rig), null)
    await hearStatuses(whatsappOf(rig), { entry: [{ changes: [{ value: { statuses: [null, 7, {}] } }] }] })
    expect(rig.whatsapps).toEqual(['call accepted', 'call read'])
    // Charged once, though its price was said with each.
    expect(rig.billed).toEqual(['utility'])
  })

  it('[MSG-01] what is told of a message of another sender is not ours', async () => {
    const rig = await startRig()
    const { tuid } = await call(rig)
    await wait(rig)
    const [message = expect.fail('nothing went out')] = rig.whatsapp.taken
    const told = rig.whatsapp.notification(message, 'delivered')
    await hearStatuses(
      whatsappOf(rig),
      JSON.parse(told.replace(rig.whatsapp.settings.phoneId, '999999999999999')),
    )
    expect(await rig.messages(tuid)).toMatchObject([{ status: 'accepted' }])
  })
})
