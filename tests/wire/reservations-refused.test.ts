import { openGate } from '#server/facts/office-gate.ts'
import { beforeAll, expect, it } from 'vitest'
import { ANSWER_LENGTH_MAX } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { Refusal } from '#server/web/refusal.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { ANSWERS, type Block, blockAt, reservationOffice } from '#tests/support/reservation-office.ts'

/** The Monday after the clock's Saturday. */
const MONDAY = '2026-11-23'
const TEN = 40
const RUT = '12.345.678-5'
const OTHER_RUT = '11.111.111-1'

const minutesLater = ({ from, to }: Block, minutes: number): Block => ({
  from: new Date(Date.parse(from) + minutes * 60_000).toISOString(),
  to: new Date(Date.parse(to) + minutes * 60_000).toISOString(),
})

/** The refusal that the work ends with; a fault is none. */
async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  )
  if (error instanceof Refusal) return error
  throw error
}

eachDatabase('what is not booked', open => {
  let database: Database
  beforeAll(async () => {
    database = await open({ poolSize: 10 })
  })

  it('[RES-04] [RES-14] a block that has begun: Reserve in the past, in these words', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const [user] = await office.users(1)
    const [first] = await office.blocks(line, '2026-11-21')
    const begun = minutesLater(blockAt([first as Block], 0), -15)
    expect(begun.from).toBe(NOON.toISOString())
    const said = await refusal(office.book(line, begun, user as string))
    expect(said).toMatchObject({ code: 'reserve-in-the-past', status: 422, message: 'Reserve in the past' })
    expect(await office.live(line)).toEqual([])
  })

  it('[RES-04] [RES-14] the very block that the person holds: Reserve already exists, in these words', async () => {
    const office = await reservationOffice(database, { one_per: 'line' })
    const line = await office.reserveLine({ slots: 2 })
    const user = await office.user()
    const block = blockAt(await office.blocks(line, MONDAY), TEN)
    await office.book(line, block, user)
    expect(await refusal(office.book(line, block, user))).toMatchObject({
      code: 'reserve-already-exists',
      status: 409,
      message: 'Reserve already exists',
    })
  })

  it.each([
    ['line', '1005'],
    ['office', '1002'],
    ['organization', '4010'],
  ] as const)(
    '[RES-09] [RES-14] where one a person is allowed per %s the second is refused with %s, until the first is cancelled',
    async (one_per, code) => {
      const organization_id = 1_000 + Math.floor(systemRandom.fraction() * 1e6)
      const office = await reservationOffice(database, { one_per, organization_id })
      const other = await reservationOffice(database, { one_per, organization_id })
      const user = await office.user()
      const [line, sibling, away] = [
        await office.reserveLine(),
        await office.reserveLine(),
        await other.reserveLine(),
      ]
      const blocks = await office.blocks(line, MONDAY)
      const { id } = await office.book(line, blockAt(blocks, TEN), user)
      const further = [
        { within: 'line', book: () => office.book(line, blockAt(blocks, TEN + 1), user) },
        { within: 'office', book: () => office.book(sibling, blockAt(blocks, TEN + 2), user) },
        { within: 'organization', book: () => other.book(away, blockAt(blocks, TEN + 3), user) },
      ]
      const reach = further.findIndex(each => each.within === one_per)
      for (const { book } of further.slice(0, reach + 1)) {
        expect(await refusal(book())).toMatchObject({ code, status: 409 })
      }
      for (const { book } of further.slice(reach + 1)) await book()
      await office.cancel(id, user)
      await further[0]?.book()
    },
  )

  it('[RES-14] the same person by two logins is one person, by the rut of the login as by that of the request', async () => {
    const office = await reservationOffice(database, { one_per: 'office' })
    const line = await office.reserveLine({ slots: 3 })
    const blocks = await office.blocks(line, MONDAY)
    await office.book(line, blockAt(blocks, TEN), await office.user({ rut: RUT }))
    const again = (user: string, more = {}) =>
      refusal(office.book(line, blockAt(blocks, TEN + 1), user, more))
    expect((await again(await office.user({ rut: '12345678-5' }))).code).toBe('1002')
    const meta = { rut: RUT, answers: ANSWERS }
    expect((await again(await office.user(), { meta })).code).toBe('1002')
    await office.book(line, blockAt(blocks, TEN + 1), await office.user({ dni: '12345678-5' }))
  })

  it('[RES-09] a limit counts what was booked before the office set it, too', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const blocks = await office.blocks(line, MONDAY)
    const user = await office.user()
    const { id } = await office.book(line, blockAt(blocks, TEN), user)
    await office.limit('office')
    const again = () => office.book(line, blockAt(blocks, TEN + 1), user)
    expect(await refusal(again())).toMatchObject({ code: '1002', status: 409 })
    await office.cancel(id, user)
    await again()
  })

  it('[RES-14] the limit holds by constraint where two offices are asked at once', async () => {
    const organization_id = 1_000 + Math.floor(systemRandom.fraction() * 1e6)
    const options = { one_per: 'organization', organization_id, gate: openGate } as const
    const offices = [await reservationOffice(database, options), await reservationOffice(database, options)]
    const logins = await Promise.all(offices.map(office => office.user({ rut: OTHER_RUT })))
    const wishes = await Promise.all(
      offices.map(async (office, index) => {
        const line = await office.reserveLine()
        const block = blockAt(await office.blocks(line, MONDAY), TEN + 4 * index)
        return () => office.book(line, block, logins[index] as string)
      }),
    )
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.allSettled(wishes.map(book => book()))
      const booked = answers.flatMap((answer, index) =>
        answer.status === 'fulfilled' ? [{ id: answer.value.id, index }] : [],
      )
      const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
      expect(refused).toEqual(['4010'])
      for (const { id, index } of booked) await offices[index]?.cancel(id, logins[index] as string)
    }
  })

  it('[RES-14] a time at which the person is booked elsewhere: user have', async () => {
    const [office, other] = [await reservationOffice(database), await reservationOffice(database)]
    const [line, away] = [await office.reserveLine({ minutes: 60 }), await other.reserveLine()]
    const user = await office.user()
    await office.book(line, blockAt(await office.blocks(line, MONDAY), 10), user)
    const blocks = await other.blocks(away, MONDAY)
    for (const overlapping of [40, 43]) {
      const said = await refusal(other.book(away, blockAt(blocks, overlapping), user))
      expect(said).toMatchObject({ code: 'user-have', status: 409 })
      expect(said.message).toContain('user have')
    }
    await other.book(away, blockAt(blocks, 44), user)
  })

  it('[RES-14] the same where two offices are asked at once, or moved to', async () => {
    const user = await (await reservationOffice(database)).user()
    const offices = await Promise.all(
      [0, 1].map(async () => {
        const office = await reservationOffice(database, { gate: openGate })
        const line = await office.reserveLine()
        const blocks = await office.blocks(line, MONDAY)
        return { ...office, line, user, block: (index: number) => blockAt(blocks, index) }
      }),
    )
    for (let round = 0; round < 5; round++) {
      const booked = await Promise.allSettled(
        offices.map(({ book, line, user, block }) => book(line, block(TEN), user)),
      )
      const refused = booked.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
      expect(refused).toEqual(['user-have'])
      const ids = await Promise.all(
        booked.map(async (answer, index) => {
          const { book, move, line, user, block } = offices[index] as (typeof offices)[number]
          const later = block(TEN + 1 + index)
          if (answer.status === 'rejected') return (await book(line, later, user)).id
          await move(answer.value.id, user, later)
          return answer.value.id
        }),
      )
      const moved = await Promise.allSettled(
        offices.map(({ move, user, block }, index) => move(ids[index] as string, user, block(TEN + 4))),
      )
      const stayed = moved.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
      expect(stayed).toEqual(['user-have'])
      for (const [index, { cancel, user }] of offices.entries()) await cancel(ids[index] as string, user)
    }
  })

  it('[RES-14] a full block is 1007 while another of its hour is free, and 4016 once all of them are full', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const blocks = await office.blocks(line, MONDAY)
    const people = await office.users(5)
    for (const quarter of [0, 1, 2]) {
      await office.book(line, blockAt(blocks, TEN + quarter), people[quarter] as string)
    }
    const late = people[4] as string
    expect(await refusal(office.book(line, blockAt(blocks, TEN), late))).toMatchObject({
      code: '1007',
      status: 409,
    })
    await office.book(line, blockAt(blocks, TEN + 3), people[3] as string)
    expect(await refusal(office.book(line, blockAt(blocks, TEN), late))).toMatchObject({
      code: '4016',
      status: 409,
    })
  })

  it('[RES-14] 1006 for a temporary user whose browser keeps nothing; others lose no receipt by it', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const user = await office.user()
    const block = blockAt(await office.blocks(line, MONDAY), TEN)
    expect((await refusal(office.book(line, block, user, { keeps: false }))).code).toBe('1006')
    await office.book(line, block, user, { keeps: false, temporal: false })
  })

  it('[RES-14] no such block: beside the blocks, closed, an unavailable day, beyond the last day, in another way', async () => {
    const office = await reservationOffice(database, { closures: ['2026-11-24'] })
    const line = await office.reserveLine({ unavailable_days: ['2026-11-25'], days_ahead: 6 })
    const short = await office.reserveLine({ minutes: 10 })
    const user = await office.user()
    const block = blockAt(await office.blocks(line, MONDAY), TEN)
    const day = 24 * 60
    const wrong: [Block, { meet?: boolean }?][] = [
      [minutesLater(block, 5)],
      [{ from: block.from, to: minutesLater(block, 15).to }],
      [{ from: block.to, to: block.from }],
      [blockAt(await office.blocks(short, MONDAY), 60)],
      [minutesLater(block, day)],
      [minutesLater(block, 2 * day)],
      [minutesLater(block, 5 * day)],
      [block, { meet: true }],
      [{ from: 'tomorrow', to: 'then' }],
    ]
    for (const [asked, more] of wrong) {
      expect(await refusal(office.book(line, asked, user, more))).toMatchObject({
        code: 'reserve-invalid',
        status: 422,
      })
    }
    expect(await office.live(line)).toEqual([])
    await office.planLine(line, { modalities: 'video' })
    expect((await refusal(office.book(line, block, user))).code).toBe('reserve-invalid')
    await office.book(line, block, user, { meet: true })
  })

  it('[FORM-01] the default form is asked where the line has none of its own, with the fields at fault', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const user = await office.user()
    const block = blockAt(await office.blocks(line, MONDAY), TEN)
    const said = await refusal(
      office.book(line, block, user, { meta: { answers: { name: 'R2D2', tel: '5'.repeat(61) } } }),
    )
    expect(said).toMatchObject({ code: 'reserve-form-invalid', status: 400 })
    expect(said.fields).toEqual([
      { path: 'meta.answers.name', message: 'Debe ingresar un nombre válido' },
      { path: 'meta.answers.tel', message: 'too-long' },
      { path: 'meta.answers.email', message: 'missing' },
    ])
    expect((await refusal(office.book(line, block, user, { meta: undefined }))).fields).toHaveLength(3)
  })

  it('[FORM-02] a line’s own form is asked instead, and only what it asks is kept', async () => {
    const office = await reservationOffice(database)
    const question = {
      id: 'case',
      fieldType: 'text' as const,
      question: '¿Qué trámite?',
      limit: ANSWER_LENGTH_MAX,
      required: true,
      validCharacter: '[A-Z]+',
      validMessage: 'En mayúsculas',
      active: true,
    }
    const line = await office.reserveLine({ form: [question] })
    const user = await office.user()
    const block = blockAt(await office.blocks(line, MONDAY), TEN)
    const said = await refusal(office.book(line, block, user, { meta: { answers: { case: 'abc' } } }))
    expect(said.fields).toEqual([{ path: 'meta.answers.case', message: 'En mayúsculas' }])
    const { id } = await office.book(line, block, user, { meta: { answers: { case: 'ABC', more: 'x' } } })
    const { meta } = await office.reservation(id)
    expect(meta && office.context.protect.openMeta(meta)).toEqual({ answers: { case: 'ABC' } })
    expect(Buffer.from(meta ?? []).toString('latin1')).not.toContain('ABC')
  })

  it('[RES-14] a line that takes none, one that is retired or whose office is, one that there is not', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const user = await office.user()
    const block = blockAt(await office.blocks(line, MONDAY), TEN)
    await office.planLine(line, { takes_reservations: false })
    expect(await refusal(office.book(line, block, user))).toMatchObject({
      code: 'reserve-not-open',
      status: 409,
    })
    expect(await office.blocks(line, MONDAY)).toEqual([])
    await office.planLine(line, { takes_reservations: true })
    const retire = (table: 'lines' | 'offices', id: number, active: boolean) =>
      database.db.updateTable(table).set({ active }).where('id', '=', id).execute()
    for (const [table, id] of [
      ['lines', line],
      ['offices', office.office_id],
    ] as const) {
      await retire(table, id, false)
      expect((await refusal(office.book(line, block, user))).code).toBe('reserve-not-open')
      expect(await office.blocks(line, MONDAY)).toEqual([])
      await retire(table, id, true)
    }
    for (const unknown of [2 ** 31 - 1, Number.MAX_SAFE_INTEGER]) {
      expect(await refusal(office.book(unknown, block, user))).toMatchObject({
        code: 'not-found',
        status: 404,
      })
    }
  })

  it('[FORM-05] a rut that is none is told apart, and books nothing', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const block = blockAt(await office.blocks(line, MONDAY), TEN)
    const meta = { rut: '12.345.678-9', answers: ANSWERS }
    expect(await refusal(office.book(line, block, await office.user(), { meta }))).toMatchObject({
      code: 'invalid-rut',
      fields: [{ path: 'meta.rut' }],
    })
    expect(await office.live(line)).toEqual([])
  })
})
