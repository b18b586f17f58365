import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { systemRandom } from '#server/platform/random.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

const RUT = '12.345.678-5'
const OTHER_RUT = '7.654.321-6'

eachDatabase('numbers that are refused', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  describe('refused', () => {
    it('[TKT-03] a second active ticket in the same line is refused; in another line, or once called, it is given', async () => {
      const office = await queueOffice(database)
      const [line, other] = [await office.line(), await office.line()]
      const user = await office.user()
      await office.take(line, user)
      // §8 looks for these very words (TKT-09).
      await expect(office.take(line, user)).rejects.toMatchObject({
        code: 'already-has-ticket',
        status: 409,
        message: expect.stringContaining('already has ticket'),
      })
      await office.take(other, user)
      await office.call(await office.clerk(), [line])
      await expect(office.take(line, user)).resolves.toMatchObject({ repeated: false })
    })

    it('[TKT-07] [TKT-08] a line that is not there, not of this office, or no longer in use', async () => {
      const office = await queueOffice(database)
      const elsewhere = await queueOffice(database)
      const user = await office.user()
      const gone = await office.line()
      await database.db.updateTable('lines').set({ active: false }).where('id', '=', gone).execute()
      const reservationsOnly = await office.line({ takes_tickets: false })
      for (const line of [2_000_000_000, await elsewhere.line(), gone, reservationsOnly]) {
        await expect(office.take(line, user)).rejects.toMatchObject({ code: 'line-no-exist', status: 404 })
      }
    })

    it('[TKT-08] what another process has written of a line or its office holds at the next number', async () => {
      const office = await queueOffice(database)
      const elsewhere = await queueOffice(database)
      const line = await office.line()
      const { db } = database
      const write = (values: object) => db.updateTable('lines').set(values).where('id', '=', line).execute()
      const writeOffice = (values: object) =>
        db.updateTable('offices').set(values).where('id', '=', office.office_id).execute()
      const take = async (office_slug = office.slug) =>
        takeTicket(office.context, {
          office: { office_slug },
          line_id: line,
          user_id: await office.user(),
          request_id: systemRandom.uuid(),
        })
      const given = { repeated: false }
      await expect(take()).resolves.toMatchObject(given)
      await expect(take(elsewhere.slug)).rejects.toMatchObject({ code: 'line-no-exist' })
      const [hour, day] = [{ from: '00:00', to: '24:00' }, [1, 2, 3, 4, 5, 6, 7]]
      await writeOffice({ hours: json([]) })
      await expect(take()).rejects.toMatchObject({ code: 'office-closed' })
      await expect(issuePaperNumber(office.context, { office_id: office.office_id, line_id: line }))
        .rejects //
        .toMatchObject({ code: 'office-closed' })
      await writeOffice({ hours: json(day.map(weekday => ({ weekday, ...hour }))) })
      await expect(
        issuePaperNumber(office.context, { office_id: office.office_id, line_id: line }),
      ).resolves.toMatchObject({ ticket: expect.any(String) })
      await expect(take()).resolves.toMatchObject(given)
      await write({ type: 'kiosk' })
      await expect(take()).rejects.toMatchObject({ code: 'kiosk-only' })
      await write({ type: 'normal', takes_tickets: false })
      await expect(take()).rejects.toMatchObject({ code: 'line-no-exist' })
      await write({ takes_tickets: true, active: false })
      await expect(take()).rejects.toMatchObject({ code: 'line-no-exist' })
      await write({ active: true })
      await writeOffice({ slug: `${office.slug}-moved` })
      await expect(take(`${office.slug}-moved`)).resolves.toMatchObject(given)
      await expect(take()).rejects.toMatchObject({ code: 'line-no-exist' })
    })

    it('[TKT-07] an office slug that does not exist', async () => {
      const office = await queueOffice(database)
      const [line, user] = [await office.line(), await office.user()]
      const request = { line_id: line, user_id: user, request_id: systemRandom.uuid() }
      await expect(
        takeTicket(office.context, { ...request, office: { office_slug: 'no-such-office' } }),
      ).rejects.toMatchObject({ code: 'line-no-exist', status: 404 })
      await expect(
        takeTicket(office.context, { ...request, office: { office_slug: office.slug } }),
      ).resolves.toMatchObject({ repeated: false })
    })

    it('[TKT-08] a line without a slug or a prefix', async () => {
      const office = await queueOffice(database)
      const user = await office.user()
      const noPrefix = await office.line({ prefix: '' })
      const noSlug = await office.line()
      await database.db.updateTable('lines').set({ slug: '' }).where('id', '=', noSlug).execute()
      await expect(office.take(noPrefix, user)).rejects.toMatchObject({ code: 'line-no-prefix' })
      await expect(office.take(noSlug, user)).rejects.toMatchObject({ code: 'line-no-slug' })
    })

    it('[TKT-08] a frozen line, until it thaws', async () => {
      const office = await queueOffice(database)
      const [line, user] = [await office.line(), await office.user()]
      const { office_id } = office
      await freezeLine(office.context, { office_id, line_id: line, frozen: true })
      await expect(office.take(line, user)).rejects.toMatchObject({ code: 'line-frozen', status: 409 })
      await expect(issuePaperNumber(office.context, { office_id, line_id: line })).rejects.toMatchObject({
        code: 'line-frozen',
      })
      await freezeLine(office.context, { office_id, line_id: line, frozen: false })
      await expect(office.take(line, user)).resolves.toMatchObject({ repeated: false })
    })

    it('[OFF-07] a kiosk line gives numbers at the office alone; a hidden one to whoever has the link', async () => {
      const office = await queueOffice(database)
      const [kiosk, hidden] = [await office.line({ type: 'kiosk' }), await office.line({ type: 'hidden' })]
      const user = await office.user()
      await expect(office.take(kiosk, user)).rejects.toMatchObject({ code: 'kiosk-only' })
      const { office_id } = office
      const paper = await issuePaperNumber(office.context, { office_id, line_id: kiosk })
      expect(paper.ticket).toBe('A001')
      await expect(office.take(hidden, user)).resolves.toMatchObject({ repeated: false })
    })

    it('a closed office: outside its hours, and on its closures', async () => {
      const office = await queueOffice(database, {
        hours: [{ weekday: 6, from: '09:00', to: '12:00' }],
        closures: ['2026-11-28'],
      })
      const [line, user] = [await office.line(), await office.user()]
      await expect(office.take(line, user)).rejects.toMatchObject({ code: 'office-closed', status: 409 })
      office.clock.at = new Date('2026-11-28T13:00:00Z')
      await expect(office.take(line, user)).rejects.toMatchObject({ code: 'office-closed' })
      const { office_id } = office
      await expect(issuePaperNumber(office.context, { office_id, line_id: line })).rejects.toMatchObject({
        code: 'office-closed',
      })
    })

    it('[TKT-08] [FORM-05] a rut whose check digit does not fit', async () => {
      const office = await queueOffice(database)
      const [line, user] = [await office.line(), await office.user()]
      await expect(office.take(line, user, { meta: { rut: '12.345.678-9' } })).rejects.toMatchObject({
        code: 'invalid-rut',
        status: 400,
        fields: [{ path: 'meta.rut' }],
      })
    })

    it('[TKT-12] answers that the line’s form does not allow, each with its place and the form’s own words', async () => {
      const question = { active: true, limit: 20, validCharacter: null, validMessage: null }
      const office = await queueOffice(database)
      const line = await office.line({
        ticket_form: [
          { ...question, id: 'motivo', fieldType: 'text', question: 'Motivo', required: true },
          {
            ...question,
            id: 'fono',
            fieldType: 'tel',
            question: 'Teléfono',
            required: true,
            validMessage: 'Escriba un teléfono válido',
          },
        ],
      })
      const user = await office.user()
      await expect(office.take(line, user, { meta: { answers: { fono: 'abc' } } })).rejects.toMatchObject({
        code: 'form-invalid',
        status: 400,
        fields: [
          { path: 'meta.answers.motivo', message: 'missing' },
          { path: 'meta.answers.fono', message: 'Escriba un teléfono válido' },
        ],
      })
      const answers = { motivo: 'Poder simple', fono: '+56 9 1234 5678', unasked: 'not kept' }
      const { tuid } = await office.take(line, user, {
        meta: { answers, rut: RUT, params: { utm_source: 'x' } },
      })
      const { meta } = await office.ticket(tuid)
      expect(meta && office.context.protect.openMeta(meta)).toEqual({
        answers: { motivo: 'Poder simple', fono: '+56 9 1234 5678' },
        params: { utm_source: 'x' },
      })
    })
  })

  describe('limits for a rut or dni', () => {
    it('[TKT-08] the office’s limit counts all its lines, and only the office’s own day', async () => {
      const office = await queueOffice(database, { rut_ticket_limit: 2 })
      const lines = [await office.line(), await office.line(), await office.line()] as const
      const user = await office.user({ rut: RUT })
      await office.take(lines[0], user)
      await office.take(lines[1], await office.user({ rut: RUT }))
      await expect(office.take(lines[2], user)).rejects.toMatchObject({
        code: 'office-ticket-limit-reached',
        status: 409,
      })
      await expect(office.take(lines[2], await office.user({ rut: OTHER_RUT }))).resolves.toBeDefined()
      office.clock.at = new Date('2026-11-22T03:00:00Z') // 00:00 in Santiago
      await expect(office.take(lines[2], user)).resolves.toBeDefined()
    })

    it('[TKT-08] the line’s limit counts called and skipped ones, and not those given up', async () => {
      const office = await queueOffice(database)
      const line = await office.line({ rut_ticket_limit: 2 })
      const user = await office.user({ dni: 'X-123456' })
      const clerk = await office.clerk()
      const first = await office.take(line, user)
      await giveUp(office.context, { tuid: first.tuid, user_id: user })
      for (let count = 0; count < 2; count++) {
        await office.take(line, user)
        await office.call(clerk)
      }
      await expect(office.take(line, user)).rejects.toMatchObject({ code: 'rut-line-limit-reached' })
    })

    it('go by the user’s own number; meta.rut counts for a user who has none', async () => {
      const office = await queueOffice(database)
      const line = await office.line({ rut_ticket_limit: 1 })
      await office.take(line, await office.user(), { meta: { rut: RUT } })
      await expect(office.take(line, await office.user({ rut: RUT }))).rejects.toMatchObject({
        code: 'already-has-ticket',
      })
      await office.call(await office.clerk())
      await expect(
        office.take(line, await office.user(), { meta: { rut: '123456785' } }),
      ).rejects.toMatchObject({ code: 'rut-line-limit-reached' })
      // A rut beside the user's own does not make them another person.
      const other = await office.user({ rut: OTHER_RUT })
      await expect(office.take(line, other, { meta: { rut: RUT } })).resolves.toBeDefined()
    })
  })
})
