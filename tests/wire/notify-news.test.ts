import { afterEach, beforeAll, expect, it } from 'vitest'
import { CALL_STANDS_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { pushTicketNews } from '#server/notify/push-ticket-news.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { closeLines } from '#server/queue/day/close-lines.ts'
import { sendMessage } from '#server/queue/day/send-message.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { comeBack } from '#server/queue/hold/come-back.ts'
import type { QueueJobPayloads } from '#server/queue/turn/queue-jobs.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { CONTACT, type NotifyRig, ORIGIN, startNotifyRig } from './notify-rig.ts'

const PERSON = {
  name: 'Ximena Ñuñoa',
  email: 'ximena@correo.example',
  phone: '+56912345678',
  identity: '12.345.678-5',
}

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

async function startRig(database: Database): Promise<NotifyRig> {
  const rig = await startNotifyRig(database)
  stopping.push(rig.service.stop)
  return rig
}

/** Somebody of whom the server knows everything that it ever knows. */
async function knownPerson({ office, context }: NotifyRig): Promise<string> {
  const user = await office.user({ rut: PERSON.identity })
  const { sealPerson } = createProtection(new Uint8Array(SECRET_BYTES).fill(7))
  await context.database.db
    .updateTable('users')
    .set({ person: sealPerson(PERSON, user) })
    .where('id', '=', user)
    .execute()
  return user
}

eachDatabase('news of a ticket', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[PUSH-02] a call arrives encrypted for the browser, signed by us, urgent, for as long as it stands', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const line = await office.line()
    const clerk = await office.clerk('3')
    const user = await knownPerson(rig)
    const browser = await rig.subscribe(user)
    const { tuid } = await office.take(line, user)
    await office.call(clerk)
    office.clock.advance(90_000)
    await rig.runJobs()

    // The service answers 201 only where key, audience, life and signature of the VAPID token are right.
    const [{ push, message } = expect.fail('no push came'), ...more] = browser.heard()
    expect(more).toEqual([])
    expect(rig.service.refused).toEqual([])
    expect(push.vapid).toMatchObject({ aud: rig.service.origin, sub: CONTACT })
    expect(push).toMatchObject({
      urgency: 'high',
      ttl: CALL_STANDS_MS / 1000 - 90,
      topic: tuid.replaceAll('-', ''),
    })
    const fact = (await office.facts()).at(-1)
    expect(message.notification).toMatchObject({
      title: 'Es tu turno: A001 · módulo 3',
      lang: 'es',
      tag: `ticket-${tuid}`,
      navigate: `${ORIGIN}/tickets/${tuid}`,
      data: {
        kind: 'call',
        tuid,
        office_slug: office.slug,
        line_id: line,
        ticket: 'A001',
        modulo: '3',
        ahead: null,
        at: fact?.at.toISOString(),
        seq: fact?.seq,
      },
    })
    expect(message.notification.body).toContain(`Sucursal ${office.slug}`)
    const said = JSON.stringify(message)
    for (const secret of [user, ...Object.values(PERSON)]) expect(said).not.toContain(secret)
    expect(push.body.includes('A001')).toBe(false)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[DESK-10] what the office says arrives in the language of each browser, and what was said since takes its place', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const user = await knownPerson(rig)
    const browsers = [await rig.subscribe(user, 'es'), await rig.subscribe(user, 'pt')]
    const line_id = await office.line()
    await office.take(line_id, user)
    const { office_id } = office
    await sendMessage(office.context, { office_id, line_id, message: 'delay' })
    office.clock.advance(60_000)
    await sendMessage(office.context, { office_id, line_id, message: 'come-closer' })
    await rig.runJobs()
    const said = browsers.map(browser => browser.heard().map(({ message }) => message.notification.body))
    expect(said).toEqual([
      ['Acércate a la oficina: te llamaremos pronto.'],
      ['Aproxime-se da agência: vamos chamar você em breve.'],
    ])
    for (const secret of [user, ...Object.values(PERSON)])
      expect(JSON.stringify(browsers[0]?.heard())).not.toContain(secret)
    expect(await rig.openJobs()).toBe(0)
  })

  it('[PUSH-02] what the office writes takes the place of no call, on its way or on the phone', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const user = await knownPerson(rig)
    const browser = await rig.subscribe(user)
    const line_id = await office.line()
    await office.take(line_id, user)
    await sendMessage(office.context, { office_id: office.office_id, line_id, message: 'delay' })
    await office.call(await office.clerk())
    await rig.runJobs()
    const [written, called] = browser.heard()
    const kinds = [written, called].map(heard => heard?.message.notification.data.kind)
    expect(new Set(kinds)).toEqual(new Set(['call', 'message']))
    for (const heard of [written, called]) expect(heard?.push.topic).toMatch(/^[\w-]{32}$/)
    expect(written?.push.topic).not.toBe(called?.push.topic)
    expect(written?.message.notification.tag).not.toBe(called?.message.notification.tag)
  })

  it('[DESK-09] who is sent home is told on a locked phone', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const user = await office.user()
    const browser = await rig.subscribe(user, 'en')
    const line_id = await office.line()
    const { tuid } = await office.take(line_id, user)
    await closeLines(office.context, { office_id: office.office_id, line_id, waiting: 'send-home' })
    await rig.runJobs()
    const [{ message } = expect.fail('no push came')] = browser.heard()
    expect(message.notification).toMatchObject({
      title: 'A001: the line has closed for today',
      tag: `ticket-${tuid}`,
      data: { kind: 'sent_home' },
    })
  })

  it('[PUSH-02] is worded in the language of each browser', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const user = await office.user()
    const browsers = [
      await rig.subscribe(user, 'es'),
      await rig.subscribe(user, 'en'),
      await rig.subscribe(user, 'pt'),
    ]
    await office.take(await office.line(), user)
    await office.call(await office.clerk('3'))
    await rig.runJobs()
    const titles = browsers.map(browser => browser.heard()[0]?.message.notification.title)
    expect(titles).toEqual([
      'Es tu turno: A001 · módulo 3',
      'Your turn: A001 · desk 3',
      'É a sua vez: A001 · guichê 3',
    ])
  })

  it('[DESK-05] [DESK-07] [DESK-04] a locked phone hears where to, that its place is kept, and that it waits again', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const { context, office_id } = office
    const clerk = await office.clerk('3')
    const other = await office.clerk('4')
    const user = await office.user()
    const browser = await rig.subscribe(user)
    const { tuid } = await office.take(await office.line(), user)
    const titles = async () => {
      await rig.runJobs()
      return browser.heard().map(({ message }) => message.notification.title)
    }
    await office.call(clerk)
    await parkTicket(context, clerk)
    // The call is over before it was sent.
    expect(await titles()).toEqual(['A001: te guardan el lugar'])
    await putBack(context, { office_id, tuid })
    await titles()
    await office.call(clerk)
    await transferTicket(context, { ...clerk, to: { modulo_id: other.modulo_id } })
    await titles()
    await office.call(other)
    await markAbsent(context, other)
    await titles()
    await comeBack(context, { tuid, user_id: user })
    expect(await titles()).toEqual([
      'A001: te guardan el lugar',
      'A001: esperas otra vez',
      'A001: sigues en el módulo 4',
      'A001: te llamamos y no llegaste',
    ])
    const named = browser.heard().map(({ message }) => message.notification.data.kind)
    expect(named).toEqual(['parked', 'returned', 'transferred', 'skipped'])
  })

  it('[DESK-03] a call that was taken back is replaced on a locked phone, in each language; called anew, it rings', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const line = await office.line()
    const user = await office.user()
    const browsers = [
      await rig.subscribe(user, 'es'),
      await rig.subscribe(user, 'en'),
      await rig.subscribe(user, 'pt'),
    ]
    const { tuid } = await office.take(line, user)
    const clerk = await office.clerk('3')
    await office.call(clerk)
    await rig.runJobs()
    await takeBackCall(office.context, { ...clerk, tuid })
    await rig.runJobs()
    const last = () => browsers.map(browser => browser.heard().at(-1)?.message.notification)
    expect(last().map(notice => notice?.title)).toEqual([
      'A001: todavía no es tu turno',
      'A001: it is not your turn yet',
      'A001: ainda não é a sua vez',
    ])
    for (const notice of last())
      expect(notice).toMatchObject({ tag: `ticket-${tuid}`, data: { kind: 'taken_back' } })
    await office.call(clerk)
    await rig.runJobs()
    expect(last()[0]).toMatchObject({ tag: `ticket-${tuid}`, data: { kind: 'call' } })
    expect(browsers[0]?.heard()).toHaveLength(3)
  })

  it('[CALL-03] [PUSH-02] almost there is told at ten and at five ahead, once each', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const line = await office.line()
    const clerk = await office.clerk()
    await office.fill(line, 11)
    const user = await office.user()
    const browser = await rig.subscribe(user)
    await office.take(line, user)
    for (let call = 0; call < 8; call += 1) {
      await office.call(clerk)
      await rig.runJobs()
    }
    const heard = browser.heard()
    expect(heard.map(({ message }) => message.notification.title)).toEqual([
      'A012: faltan 10',
      'A012: faltan 5',
    ])
    expect(heard.map(({ message }) => message.notification.data)).toMatchObject([
      { kind: 'almost_there', ahead: 10 },
      { kind: 'almost_there', ahead: 5 },
    ])
    for (const { push } of heard) expect(push).toMatchObject({ urgency: 'high', ttl: 300 })
  })

  it('«faltan 10» that comes late does not replace «faltan 5»', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const line = await office.line()
    const clerk = await office.clerk()
    await office.fill(line, 11)
    const user = await office.user()
    const browser = await rig.subscribe(user)
    await office.take(line, user)
    for (let call = 0; call < 6; call += 1) await office.call(clerk)
    await rig.runJobs()
    expect(browser.heard().map(({ message }) => message.notification.data.ahead)).toEqual([5])
  })

  it('[CALL-04] who was called and did not come is told so, without hurry', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const user = await office.user()
    const browser = await rig.subscribe(user)
    const { tuid } = await office.take(await office.line(), user)
    const clerk = await office.clerk()
    await office.call(clerk)
    await markAbsent(office.context, clerk)
    await rig.runJobs()
    const heard = browser.heard()
    // The call is over by then, and is not sent any more.
    expect(heard.map(({ message }) => message.notification.data)).toMatchObject([{ kind: 'skipped', tuid }])
    expect(heard[0]?.push).toMatchObject({ urgency: 'normal', ttl: CALL_STANDS_MS / 1000 })
    expect(heard[0]?.message.notification.title).toBe('A001: te llamamos y no llegaste')
  })

  it('[PUSH-04] a call repeated at the desk rings again, with the tag and topic of the first', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const user = await office.user()
    const browser = await rig.subscribe(user)
    await office.take(await office.line(), user)
    const clerk = await office.clerk()
    await office.call(clerk)
    await rig.runJobs()
    office.clock.advance(30_000)
    await callAgain(office.context, clerk)
    await rig.runJobs()
    const heard = browser.heard()
    expect(heard).toHaveLength(2)
    expect(new Set(heard.map(({ push }) => push.topic)).size).toBe(1)
    expect(new Set(heard.map(({ message }) => message.notification.tag)).size).toBe(1)
    const deliveries = heard.map(({ message }) => message.notification.data.delivery_id)
    expect(new Set(deliveries).size).toBe(2)
  })

  it('a job that runs a second time rings no second time', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const user = await office.user()
    const browser = await rig.subscribe(user)
    const { tuid } = await office.take(await office.line(), user)
    await office.call(await office.clerk())
    const [job] = await office.jobs(tuid)
    await rig.runJobs()
    // As after a server that died between the push and the mark.
    await pushTicketNews(rig.context)['push-call'](job?.payload as unknown as QueueJobPayloads['push-call'], {
      id: 1,
      kind: 'push-call',
      key: '',
      attempts: 2,
      run_at: office.clock.now(),
      locked_until: office.clock.now(),
    })
    expect(browser.heard()).toHaveLength(1)
  })

  it('a call that was attended meanwhile, or stands no longer, is not sent', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const line = await office.line()
    const clerk = await office.clerk()
    const [attended = '', forgotten = ''] = await office.users(2)
    const browsers = [await rig.subscribe(attended), await rig.subscribe(forgotten)]
    await office.take(line, attended)
    await office.take(line, forgotten)
    await office.call(clerk)
    await markAttended(office.context, clerk)
    await office.call(clerk)
    office.clock.advance(CALL_STANDS_MS)
    await rig.runJobs()
    // Ten minutes later the one who was attended is asked how it was, and that is all.
    const kinds = browsers.map(browser =>
      browser.heard().map(({ message }) => message.notification.data.kind),
    )
    expect(kinds).toEqual([['poll'], []])
    expect(await rig.openJobs()).toBe(0)
  })

  it('almost there is not sent to who has been called meanwhile', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const line = await office.line()
    const clerk = await office.clerk()
    await office.fill(line, 6)
    const user = await office.user()
    const browser = await rig.subscribe(user)
    await office.take(line, user)
    for (let call = 0; call < 7; call += 1) await office.call(clerk)
    await rig.runJobs()
    expect(browser.heard().map(({ message }) => message.notification.data.kind)).toEqual(['call'])
  })

  it('who lets others pass hears of a threshold that comes only now', async () => {
    const rig = await startRig(database)
    const { office } = rig
    const line = await office.line()
    const clerk = await office.clerk()
    const user = await office.user()
    const browser = await rig.subscribe(user)
    const { tuid } = await office.take(line, user)
    await office.fill(line, 8)
    await letOthersPass(office.context, { tuid, user_id: user, places: 6 })
    await office.call(clerk)
    await rig.runJobs()
    expect(browser.heard().map(({ message }) => message.notification.data.ahead)).toEqual([5])
  })

  it('[PUSH-01] whose push preference is off hears nothing', async () => {
    const rig = await startRig(database)
    const { office, context } = rig
    const line = await office.line()
    const clerk = await office.clerk()
    const user = await office.user()
    const browser = await rig.subscribe(user)
    const off = { whatsapp: false, push: false, never_show_popup_notifications: true }
    await context.database.db
      .updateTable('preferences')
      .set({ notifications: JSON.stringify(off) })
      .where('user_id', '=', user)
      .execute()
    await office.take(line, user)
    await office.call(clerk)
    await rig.runJobs()
    expect(browser.heard()).toEqual([])

    await context.database.db
      .updateTable('preferences')
      .set({ notifications: JSON.stringify({ ...off, push: true }) })
      .where('user_id', '=', user)
      .execute()
    await callAgain(office.context, clerk)
    await rig.runJobs()
    expect(browser.heard()).toHaveLength(1)
  })
})
