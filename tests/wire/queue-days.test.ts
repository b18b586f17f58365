import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

eachDatabase('the office’s own day', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** The numbers given at these moments, each to another person. */
  async function numbersAt(moments: string[], time_zone?: string) {
    const office = await queueOffice(database, { time_zone })
    const line = await office.line()
    const numbers: number[] = []
    for (const moment of moments) {
      office.clock.at = new Date(moment)
      const { tuid } = await office.take(line, await office.user())
      numbers.push(Number((await office.ticket(tuid)).number))
    }
    return { numbers, office, line }
  }

  it('[TKT-04] [I18N-02] numbers start again at midnight in the office’s zone, not in UTC', async () => {
    const moments = [
      '2026-11-21T23:59:00Z',
      '2026-11-22T00:01:00Z',
      '2026-11-22T02:59:59Z',
      '2026-11-22T03:00:00Z',
    ]
    expect((await numbersAt(moments)).numbers).toEqual([1, 2, 3, 1])
    // Easter Island is two hours behind: there it is still the day before.
    expect((await numbersAt(moments, 'Pacific/Easter')).numbers).toEqual([1, 2, 3, 4])
  })

  it('[TKT-04] across the night in which Santiago’s clocks go forward: the day begins at 01:00', async () => {
    // 2026-09-06: 00:00 -04:00 does not exist there, the clocks say 01:00 -03:00.
    const moments = [
      '2026-09-06T03:59:59Z',
      '2026-09-06T04:00:00Z',
      '2026-09-07T02:59:59Z',
      '2026-09-07T03:00:00Z',
    ]
    expect((await numbersAt(moments)).numbers).toEqual([1, 1, 2, 1])
  })

  it('[TKT-04] across the night in which they go back: the hour before midnight comes twice', async () => {
    // 2027-04-04: at 24:00 -03:00 of Saturday the clocks say 23:00 -04:00, Saturday once more.
    const moments = [
      '2027-04-04T02:59:59Z',
      '2027-04-04T03:00:00Z',
      '2027-04-04T03:59:59Z',
      '2027-04-04T04:00:00Z',
    ]
    expect((await numbersAt(moments)).numbers).toEqual([1, 2, 3, 1])
  })

  it('whoever waits from before midnight is called before the new day’s number 1', async () => {
    const moments = [
      '2026-11-22T02:58:00Z',
      '2026-11-22T02:59:00Z',
      '2026-11-22T03:01:00Z',
      '2026-11-22T03:02:00Z',
    ]
    const { numbers, office, line } = await numbersAt(moments)
    expect(numbers).toEqual([1, 2, 1, 2])
    expect(await office.waiting(line)).toEqual([1, 2, 1, 2])
    const clerk = await office.clerk()
    const days: string[] = []
    for (let count = 0; count < 4; count++)
      days.push((await office.ticket((await office.call(clerk)).tuid)).day)
    expect(days).toEqual(['2026-11-21', '2026-11-21', '2026-11-22', '2026-11-22'])
  })
})
