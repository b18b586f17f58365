import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking } from '#tests/support/histories/asking.ts'
import { chanceOf } from '#tests/support/histories/chance.ts'
import { sayLastWord } from '#tests/support/histories/last-word.ts'
import { openPhone, type Phone } from '#tests/support/histories/phone.ts'
import { createScene, type SceneClerk, type SceneOffice } from '#tests/support/histories/scene.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** More than are in the log: the newest fact is one that another phone alone is told. */
const NEVER_TOLD = 1_000_000

describe('the end of a history', () => {
  let server: TestServer
  let office: SceneOffice
  let clerk: SceneClerk
  let phones: Phone[]
  let asking: Asking

  beforeAll(async () => {
    const database = await openMemoryDatabase()
    const [first = expect.fail('there is no office')] = await createScene(database)
    office = first
    ;[clerk = expect.fail('nobody works there')] = office.clerks
    server = await startTestServer({ database, settings: { proxyHops: 1 } })
    asking = new Asking([server])
    const people = office.people.slice(0, 2)
    phones = await Promise.all(people.map(person => openPhone(server.origin, office, person)))
  })
  afterAll(async () => {
    await Promise.all(phones.map(phone => phone.leave()))
    await server.close()
    await server.database.close()
  })

  it('is heard by every phone of an office, as a fact that is asked for like any other', async () => {
    await sayLastWord(asking, { office, clerk, chance: chanceOf(1) }, phones)
    const { told, asked } = asking.history
    expect(told.map(({ heard }) => heard.map(({ event }) => event))).toEqual(
      phones.map(() => ['line:frozen', 'line:frozen']),
    )
    expect(told.map(({ until, heard }) => until === heard.at(-1)?.seq)).toEqual([true, true])
    expect(asked.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['last word', 'done'],
      ['last word', 'done'],
    ])
  })

  it('is not waited for any longer where a newer fact is one for another phone alone', async () => {
    const [phone = expect.fail('there is no phone')] = phones
    const { until, heard } = await phone.toldUntil('line:frozen', { before: 0, after: NEVER_TOLD })
    expect(until).toBe(heard[0]?.seq)
  })
})
