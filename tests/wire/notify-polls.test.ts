import { afterEach, beforeAll, expect, it } from 'vitest'
import { NOTIFICATION_ENQUEUE_DELAY_MS, POLL_ASKED_WITHIN_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { reservation, reservationNow } from '#tests/support/queue-reservations.ts'
import { type NotifyRig, ORIGIN, startNotifyRig } from './notify-rig.ts'

const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

eachDatabase('the question how it was', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function startRig() {
    const rig = await startNotifyRig(database)
    stopping.push(rig.service.stop)
    const { office } = rig
    return { ...rig, line: await office.line(), clerk: await office.clerk('3'), user: await office.user() }
  }
  type Rig = NotifyRig & { line: number; clerk: { office_id: number; clerk_id: number }; user: string }

  async function attended({ office, line, clerk, user }: Rig): Promise<string> {
    const { tuid } = await office.take(line, user)
    await office.call(clerk)
    await markAttended(office.context, clerk)
    return tuid
  }

  /** What was asked of a browser, beside the calls. */
  const asked = (browser: Awaited<ReturnType<NotifyRig['subscribe']>>) =>
    browser.heard().filter(({ message }) => message.notification.data.kind === 'poll')

  it('[PUSH-02] [POLL-02] [NOTE-02] reaches the phone 120 s after the attention, in its language, and once', async () => {
    const rig = await startRig()
    const { office } = rig
    const phones = await Promise.all((['es', 'en', 'pt'] as const).map(one => rig.subscribe(rig.user, one)))
    const [phone = expect.fail()] = phones
    const tuid = await attended(rig)
    office.clock.advance(NOTIFICATION_ENQUEUE_DELAY_MS - 1)
    await rig.runJobs()
    expect(asked(phone)).toEqual([])
    office.clock.advance(1)
    await rig.runJobs()
    expect(phones.map(one => asked(one).map(({ message }) => message.notification.title))).toEqual([
      ['¿Cómo te atendieron?'],
      ['How was the service?'],
      ['Como foi o atendimento?'],
    ])
    const [{ push, message } = expect.fail()] = asked(phone)
    expect(push).toMatchObject({ urgency: 'normal', ttl: POLL_ASKED_WITHIN_MS / 1_000 })
    const { ended_at } = await office.ticket(tuid)
    expect(message.notification).toMatchObject({
      body: expect.stringContaining(`Sucursal ${office.slug}`),
      navigate: `${ORIGIN}/tickets/${tuid}/poll`,
      tag: `ticket-${tuid}`,
      data: {
        kind: 'poll',
        tuid,
        ticket: 'A001',
        office_slug: office.slug,
        at: new Date((ended_at?.getTime() ?? 0) + NOTIFICATION_ENQUEUE_DELAY_MS).toISOString(),
      },
    })
    office.clock.advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    await rig.runJobs()
    expect(asked(phone)).toHaveLength(1)
    expect(await office.jobs(tuid)).toEqual([])
  })

  it('[POLL-02] follows an attention that the next call ended, and a reservation’s', async () => {
    const rig = await startRig()
    const { office, line, clerk, user } = rig
    const phone = await rig.subscribe(user)
    const { id } = await reservation(office, line, { user_id: user, inMinutes: -1 })
    const { tuid } = await office.take(line, user)
    await office.call(clerk)
    await office.call(clerk)
    await markAttended(office.context, clerk)
    office.clock.advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    await rig.runJobs()
    const { ticket } = await reservationNow(office, id)
    const about = asked(phone).map(({ message }) => message.notification.data.tuid)
    expect(new Set(about)).toEqual(new Set([tuid, ticket?.id]))
    expect(about).toHaveLength(2)
  })

  it('[POLL-02] is not put of who answered or declined meanwhile, was absent, or holds nothing by name', async () => {
    const rig = await startRig()
    const { office, line, clerk, user } = rig
    const phone = await rig.subscribe(user)
    const at = office.clock.at
    for (const said of [{ rating: 5, answered_at: at }, { declined_at: at }])
      await database.db
        .insertInto('polls')
        .values({
          ticket_id: await attended(rig),
          rating: null,
          description: null,
          answered_at: null,
          declined_at: null,
          ...said,
        })
        .execute()
    await office.take(line, user)
    await office.call(clerk)
    await markAbsent(office.context, clerk)
    const paper = await issuePaperNumber(office.context, { office_id: office.office_id, line_id: line })
    await office.call(clerk)
    await markAttended(office.context, clerk)
    expect(await office.jobs(paper.tuid)).toEqual([])
    office.clock.advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    await rig.runJobs()
    expect(asked(phone)).toEqual([])
  })

  it('[PUSH-05] [POLL-02] is put once a push service is there again, and never alarms anybody where it is not', async () => {
    const rig = await startRig()
    const { office } = rig
    const [back, never] = [await rig.subscribe(rig.user), await rig.subscribe(rig.user)]
    for (const { subscription } of [back, never]) rig.service.answerWith(subscription.endpoint, 500)
    const tuid = await attended(rig)
    const minutes = async (count: number) => {
      for (let minute = 0; minute < count; minute++) {
        office.clock.advance(60_000)
        await rig.runJobs()
      }
    }
    await minutes(20)
    rig.service.answerWith(back.subscription.endpoint, 201)
    await minutes(3)
    expect(asked(back)).toHaveLength(1)
    await minutes(POLL_ASKED_WITHIN_MS / 60_000)
    expect([asked(back).length, asked(never).length]).toEqual([1, 0])
    expect(await office.jobs(tuid)).toEqual([])
  })

  it('[POLL-02] asks whoever holds the number by then, and nobody who went home long ago', async () => {
    const rig = await startRig()
    const { office } = rig
    const account = await office.user()
    const [before, now] = [await rig.subscribe(rig.user), await rig.subscribe(account)]
    const tuid = await attended(rig)
    await database.db.updateTable('tickets').set({ user_id: account }).where('id', '=', tuid).execute()
    office.clock.advance(NOTIFICATION_ENQUEUE_DELAY_MS)
    await rig.runJobs()
    expect([asked(before).length, asked(now).length]).toEqual([0, 1])
    await attended(rig)
    office.clock.advance(NOTIFICATION_ENQUEUE_DELAY_MS + POLL_ASKED_WITHIN_MS)
    await rig.runJobs()
    expect(asked(before)).toEqual([])
  })
})
