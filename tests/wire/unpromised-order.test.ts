import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { eachDatabase } from '#tests/support/databases.ts'

eachDatabase('rows in a test', open => {
  const ordered = sql<{ n: number }>`select n from (values (1), (2), (3)) as v (n) order by n`
  const unordered = sql<{ n: number }>`
    select n from (select n from (values (1), (2), (3)) as v (n) order by n) as inner_order`
  const numbers = ({ rows }: { rows: { n: number }[] }) => rows.map(({ n }) => n)

  it('come backwards where the statement itself says no order, and else as it says', async () => {
    const { db, transaction } = await open()
    expect(numbers(await ordered.execute(db))).toEqual([1, 2, 3])
    expect(numbers(await unordered.execute(db))).toEqual([3, 2, 1])
    expect(await transaction(async trx => numbers(await unordered.execute(trx)))).toEqual([3, 2, 1])
    expect(await transaction(async trx => numbers(await ordered.execute(trx)))).toEqual([1, 2, 3])
  })
})
