import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { setPreference } from '#server/queue/desk/set-preference.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { json } from '#server/database/json-column.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { replay } from '#tests/support/replayed-office.ts'

const MINUTE_MS = 60_000
/** More than a number with a fixed count of digits can be halved. */
const MANY = 40

eachDatabase('places in a line', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** Lines in which numbers of paper come a minute one after the other, and desks that send them on. */
  async function opened() {
    const office = await queueOffice(database)
    const { context, office_id, clock } = office
    const desk = await office.clerk()
    const paper = async (line_id: number) => {
      clock.advance(MINUTE_MS)
      return (await issuePaperNumber(context, { office_id, line_id })).tuid
    }
    const papers = async (line_id: number, count: number) => {
      const tuids: string[] = []
      while (tuids.length < count) tuids.push(await paper(line_id))
      return tuids
    }
    /** The first of a line is called, and sent to another one. */
    const sendOn = async (from: number, to: number) => {
      const { tuid } = await office.call(desk, [from])
      await transferTicket(context, { ...desk, to: { line_id: to } })
      return tuid
    }
    const order = async (line_id: number) => {
      const log = await factsAfter(database.db, office_id, 0, 1_000)
      const moves = database.db.selectFrom('line_moves').selectAll().where('office_id', '=', office_id)
      const tuids = await office.standing(line_id)
      // What everybody was told is the same.
      expect(replay(log, await moves.execute()).waiting.get(line_id)).toEqual(tuids)
      return tuids
    }
    return { ...office, desk, newLine: office.line, paper, papers, sendOn, order }
  }

  it('[DESK-05] however many are sent between the same two, each stands by its arrival', async () => {
    const { newLine, paper, papers, sendOn, order } = await opened()
    const line = await newLine()
    const other = await newLine({ prefix: 'B' })
    const first = await paper(line)
    const between = await papers(other, MANY)
    const last = await paper(line)
    for (const tuid of between) expect(await sendOn(other, line)).toBe(tuid)
    expect(await order(line)).toEqual([first, ...between, last])
  })

  it('[DESK-03] [DESK-05] a call taken back finds somebody in its place: both stand by arrival, and who comes between them', async () => {
    const { context, newLine, paper, papers, sendOn, order, clerk, call } = await opened()
    const [line, early, late] = [
      await newLine(),
      await newLine({ prefix: 'B' }),
      await newLine({ prefix: 'C' }),
    ]
    const [, second] = await papers(early, 2)
    // Its number is greater than that of anybody else.
    const between = (await papers(late, 5)).at(-1)
    const waiting = await papers(line, 3)
    const at = await clerk()
    expect(await call(at, [line])).toEqual({ tuid: waiting[0] })
    await sendOn(early, line)
    expect(await sendOn(early, line)).toBe(second)
    for (let count = 1; count < 5; count += 1) await sendOn(late, early)
    await takeBackCall(context, { ...at, tuid: waiting[0] ?? '' })
    const [one] = await order(line)
    expect(await order(line)).toEqual([one, second, ...waiting])
    expect(await sendOn(late, line)).toBe(between)
    expect(await order(line)).toEqual([one, second, between, ...waiting])
    expect(await paper(line)).toBe((await order(line)).at(-1))
  })

  it('[DESK-03] and where it came before who stands there now, it goes before', async () => {
    const { context, newLine, paper, sendOn, order, clerk, call } = await opened()
    const [line, other] = [await newLine(), await newLine({ prefix: 'B' })]
    const first = await paper(line)
    await paper(other)
    const sent = await paper(other)
    const last = await paper(line)
    const at = await clerk()
    expect(await call(at, [line])).toEqual({ tuid: first })
    await sendOn(other, line)
    await sendOn(other, line)
    await takeBackCall(context, { ...at, tuid: first })
    const [, one] = await order(line)
    expect(await order(line)).toEqual([first, one, sent, last])
  })

  it('[PRIO-02] so does a number whose preference is taken away', async () => {
    const { context, office_id, newLine, paper, papers, sendOn, order, desk } = await opened()
    await database.db
      .updateTable('offices')
      .set({ preference: json({ law: null, rule: 'next', before_reservations: false }) })
      .where('id', '=', office_id)
      .execute()
    const [line, other, elsewhere] = [await newLine(), await newLine({ prefix: 'B' }), await newLine()]
    // The number of who comes after these is greater than theirs.
    for (const _tuid of await papers(other, 4)) await sendOn(other, elsewhere)
    const [first, second] = [await paper(line), await paper(line)]
    const sent = await paper(other)
    const [third, last] = [await paper(line), await paper(line)]
    // Who goes first came last: it is not behind them that the third comes back.
    const late = await paper(line)
    for (const tuid of [late, third])
      await setPreference(context, { office_id, clerk_id: desk.clerk_id, tuid, preferential: true })
    // Half-way between the second and the last, as the third was.
    await sendOn(other, line)
    await setPreference(context, { office_id, clerk_id: desk.clerk_id, tuid: third, preferential: false })
    expect(await order(line)).toEqual([late, first, second, sent, third, last])
  })
})
