import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { currentSeq, factsAfter } from '#server/facts/read-facts.ts'
import { beginAnew } from '#server/keeping/begin-anew.ts'
import { systemRandom } from '#server/platform/random.ts'
import { officeLines } from '#server/queue/lines/line-states.ts'
import { createMissedFacts } from '#server/realtime/missed-facts.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'

eachDatabase('an installation that was restored', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const webhook = (office_id: number, told_seq: number) =>
    database.db
      .insertInto('webhooks')
      .values({
        id: systemRandom.uuid(),
        office_id,
        url: 'https://machines.example/hook',
        topics: json(['taken']),
        secret: Buffer.alloc(32),
        made_at: NOON,
        told_seq,
      })
      .returning('id')
      .executeTakeFirstOrThrow()

  it('[KEEP-01] [CHAN-07] says no number of its log twice, whatever was said after the backup', async () => {
    const office = await queueOffice(database)
    const { office_id, context } = office
    const line = await office.line()
    await office.fill(line, 3)
    const old = await currentSeq(database.db, office_id)
    const [told, behind] = [await webhook(office_id, old), await webhook(office_id, old - 1)]
    await database.transaction(trx => beginAnew(trx, NOON))
    const anew = await currentSeq(database.db, office_id)
    expect(anew).toBeGreaterThan(old + 1e9)
    const toldSeq = async ({ id }: { id: string }) =>
      (
        await database.db
          .selectFrom('webhooks')
          .select('told_seq')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).told_seq
    // Who was told all is told what comes; who was not is told that first.
    expect([await toldSeq(told), await toldSeq(behind)]).toEqual([anew, old - 1])
    await office.fill(line, 1)
    expect((await factsAfter(database.db, office_id, await toldSeq(told), 10)).map(({ seq }) => seq)).toEqual(
      [anew + 1],
    )
    // A page that heard of two hundred facts more than the backup had is told to fetch everything.
    const missed = createMissedFacts((id, seq, limit) => factsAfter(database.db, id, seq, limit))
    expect(await missed(office_id, old + 200, await officeLines(context, office_id))).toBeNull()
    // The same backup once more, a minute later: what was said in between is not said again.
    await database.db
      .updateTable('office_sequences')
      .set({ last_seq: old })
      .where('office_id', '=', office_id)
      .execute()
    await database.transaction(trx => beginAnew(trx, new Date(NOON.getTime() + 60_000)))
    expect(await currentSeq(database.db, office_id)).toBe(anew + 600)
  })
})
