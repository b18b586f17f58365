import fc from '#tests/support/fast-check.ts'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { inLane } from '#server/database/lanes.ts'
import { currentSeq } from '#server/facts/read-facts.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { type OfficeLines, officeLines } from '#server/queue/lines/line-states.ts'
import { createSharedLines } from '#server/queue/lines/shared-lines.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { heldDatabase } from '#tests/support/held-database.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

eachDatabase('the lines of an office, shared', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** An office with people waiting and a clerk; what is shared there counts its statements. */
  async function busyOffice() {
    const office = await queueOffice(database)
    const line = await office.line()
    await office.fill(line, 3)
    const clerk = await office.clerk()
    const { database: counted, during } = countedStatements(database)
    const lines = createSharedLines({ ...office.context, database: counted, timers: systemTimers })
    return { ...office, line, clerk, lines, during }
  }

  it('are read once for all who ask at the same sequence number', async () => {
    const { lines, office_id, context, during } = await busyOffice()
    const ask = () => lines.now(office_id)
    // Where it stands, the lines, their paces.
    expect(await during(ask)).toBe(3)
    expect(await during(() => Promise.all(Array.from({ length: 200 }, ask)))).toBe(1)
    expect(await ask()).toEqual(await officeLines(context, office_id))
  })

  it('are read anew after a fact, once, however many ask', async () => {
    const { lines, office_id, call, clerk, context, during } = await busyOffice()
    const ask = () => lines.now(office_id)
    await ask()
    await call(clerk)
    const statements = await during(async () => {
      const all = await Promise.all(Array.from({ length: 200 }, ask))
      expect(new Set(all).size).toBe(1)
      expect(all[0]).toEqual(await officeLines(context, office_id))
      expect(all[0]?.lines[0]).toMatchObject({ waiting: 2, call: 'A001' })
    })
    expect(statements).toBe(3)
  })

  it('have a number that was given at once, though nobody reads them again', async () => {
    const { lines, office_id, line, take, user, facts, told, context, during } = await busyOffice()
    const other = await officeLines(context, office_id)
    await lines.now(office_id)
    for (const _ of [1, 2]) await take(line, await user())
    await issuePaperNumber(context, { office_id, line_id: line })
    // As the process tells them, perhaps the later one first: the one that does not fit is read for.
    lines.hear(told.slice(-3))
    expect(
      await during(async () => {
        expect(await lines.now(office_id)).toEqual(await officeLines(context, office_id))
      }),
    ).toBe(1)
    expect(await lines.now(office_id)).toMatchObject({
      seq: other.seq + 3,
      lines: [
        { waiting: 6, on_paper: 1, queue: { raw_tickets: ['A001', 'A002', 'A003', 'A004', 'A005', 'A006'] } },
      ],
    })
    expect(await facts()).toHaveLength(other.seq + 3)
  })

  it('are read again where what was heard is not the next thing, or not of these lines', async () => {
    const { lines, office_id, line, take, user, call, clerk, told, context, during } = await busyOffice()
    const ask = () => lines.now(office_id)
    const isReadAnew = async () => {
      expect(
        await during(async () => expect(await ask()).toEqual(await officeLines(context, office_id))),
      ).toBe(3)
    }
    await ask()
    // Another process called somebody in between.
    await call(clerk)
    await take(line, await user())
    lines.hear(told.slice(-1))
    await isReadAnew()
    await call(clerk)
    lines.hear(told.slice(-1))
    await isReadAnew()
    // Somebody mended the table by hand, of which no fact tells: the number's own count does not fit.
    const byHand = database.db.updateTable('tickets').set({ state: 'given-up' })
    await byHand.where('line_id', '=', line).where('number', '=', 3).execute()
    await take(line, await user())
    lines.hear(told.slice(-1))
    await isReadAnew()
    // Heard once more, and of an office that nobody asked for.
    lines.hear(told.filter(fact => fact.name === 'ticket:created'))
    expect(await during(ask)).toBe(1)
  })

  it('are those of another log where the database went back, and are shared again', async () => {
    const { lines, office_id, clock, context, during } = await busyOffice()
    const ask = () => lines.now(office_id)
    const { seq } = await ask()
    await database.db.deleteFrom('facts').where('office_id', '=', office_id).where('seq', '=', seq).execute()
    await database.db
      .updateTable('office_sequences')
      .set({ last_seq: seq - 1 })
      .where('office_id', '=', office_id)
      .execute()
    clock.advance(1_000)
    expect(await ask()).toEqual(await officeLines(context, office_id))
    expect(await during(() => Promise.all([ask(), ask()]))).toBe(1)
  })

  it('are a second old at most: the wait moves with time', async () => {
    const { lines, office_id, clock, during } = await busyOffice()
    const ask = () => lines.now(office_id)
    await ask()
    clock.advance(999)
    expect(await during(ask)).toBe(1)
    clock.advance(1)
    expect(await during(ask)).toBe(3)
    // A clock that was set back does not make them young again.
    clock.advance(-60_000)
    expect(await during(ask)).toBe(3)
  })

  it('are told still of one office when those of a thousand others were read after it, and again and again', async () => {
    const { lines, office_id, line, clock } = await busyOffice()
    await lines.now(office_id)
    const told = lines.lately(office_id, line)
    expect(told).toBeDefined()
    // There are no such offices, and it is looked all the same: what that costs is all that there is to it.
    for (let nth = 0; nth < 1_000; nth += 100)
      await Promise.all(Array.from({ length: 100 }, (_, index) => lines.since(-1 - nth - index, 0)))
    expect(lines.lately(office_id, line)).toBe(told)
    clock.advance(1_000)
    await lines.now(office_id)
    expect(lines.lately(office_id, line)).toBeDefined()
  })

  it('a reading that began before the fact that somebody knows of is not theirs', async () => {
    const office = await busyOffice()
    const held = heldDatabase(database)
    const lines = createSharedLines({ ...office.context, database: held.database, timers: systemTimers })
    const { office_id } = office
    const before = await currentSeq(database.db, office_id)
    // What it reads, it has read already; only its answer does not come.
    const letGo = held.holdNextAnswer()
    const early = lines.since(office_id, before)
    await held.holding()
    await office.call(office.clerk)
    const late = lines.since(office_id, await currentSeq(database.db, office_id))
    letGo()
    expect((await early).seq).toBe(before)
    expect(await late).toMatchObject({ seq: before + 1, lines: [{ waiting: 2, call: 'A001' }] })
    // Nor does it replace what is newer.
    expect((await lines.since(office_id, before)).seq).toBe(before + 1)
  })

  it('a desk does not wait for what readers began', async () => {
    const office = await busyOffice()
    const held = heldDatabase(database)
    const lines = createSharedLines({ ...office.context, database: held.database, timers: systemTimers })
    const letGo = held.holdNextAnswer()
    const reader = inLane('readers', () => lines.since(office.office_id, 0))
    await held.holding()
    const desk = await deskState({ ...office.context, lines }, office.clerk)
    expect(desk.lines).toMatchObject([{ waiting: 3 }])
    letGo()
    expect((await reader).lines).toMatchObject([{ waiting: 3 }])
  })

  it('are never older than the sequence number that comes with them, whatever happens meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('take', 'call', 'ask', 'ask', 'pause'), { minLength: 5, maxLength: 25 }),
        async steps => {
          const office = await busyOffice()
          const { lines, office_id } = office
          const under: Promise<unknown>[] = []
          const answers: Promise<{ known: number; office: OfficeLines }>[] = []
          for (const step of steps) {
            const hear = () => lines.hear(office.told)
            if (step === 'take') under.push(office.take(office.line, await office.user()).then(hear))
            else if (step === 'call') under.push(office.call(office.clerk).then(hear, () => undefined))
            else if (step === 'pause') await Promise.race([...under, Promise.resolve()])
            else {
              answers.push(
                currentSeq(database.db, office_id).then(async known => ({
                  known,
                  office: await lines.now(office_id),
                })),
              )
            }
          }
          await Promise.all(under)
          const facts = await office.facts()
          for (const { known, office: told } of await Promise.all(answers)) {
            expect(told.seq).toBeGreaterThanOrEqual(known)
            // What waited when the office stood there, by the log alone.
            const waiting = facts
              .filter(fact => fact.seq <= told.seq)
              .reduce(
                (count, { kind }) => count + ({ 'ticket:created': 1, 'call:created': -1 }[kind] ?? 0),
                0,
              )
            expect(told.lines[0]?.waiting).toBe(waiting)
            expect(told.lines[0]?.queue.raw_tickets).toHaveLength(waiting)
          }
        },
      ),
      { numRuns: 15 },
    )
  })
})
