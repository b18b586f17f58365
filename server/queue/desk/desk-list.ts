import { sql, type RawBuilder } from 'kysely'
import { DESK_LIST_MAX } from '#contract/limits.ts'
import { DESK_LISTS, type DeskList, type DeskListName, type DeskRow } from '#contract/rest/desk.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import { bookedName } from '#server/secrets/booked-name.ts'
import { reservationDocumentRepeated, ticketDocumentRepeated } from '#server/database/document-repeated.ts'
import { stateList } from '#server/database/state-list.ts'
import type { QueueContext } from '../queue-context.ts'
import { isPreferential } from '../turn/preference.ts'
import { frontUntil } from '../turn/return-missed.ts'
import { shownNumber } from '../turn/shown-number.ts'
import { deliveredOf } from './delivered.ts'
import { type AnsweredForms, givenAnswers } from './given-answers.ts'

interface Row
  extends Omit<
    DeskRow,
    | 'answers'
    | 'name'
    | 'note'
    | 'inserted_at'
    | 'called_at'
    | 'arrived_at'
    | 'ended_at'
    | 'parked_at'
    | 'front_until'
  > {
  meta: Uint8Array | null
  reservation_id: string | null
  user_id: string | null
  booked_for: Uint8Array | null
  person: Uint8Array | null
  note: Uint8Array | null
  inserted_at: Date
  called_at: Date | null
  arrived_at: Date | null
  ended_at: Date | null
  parked_at: Date | null
  returns: number
}

type Forms = Pick<AnsweredForms, 'ticket_form' | 'reserve_form'>

/**
 * SQL over `t`: it is an office's, and stands in these states; of what is over, since its day began. Each
 * kind is found by an index of its own: a day is looked at, and not all that ever was.
 */
function ofList(officeId: number, list: DeskListName, dayBegan: Date): RawBuilder<boolean> {
  const over = DESK_LISTS[list].filter(
    state => state !== 'waiting' && state !== 'called' && state !== 'parked',
  )
  const kinds = [
    ...(list === 'waiting'
      ? [
          sql`t.state = 'waiting' and t.line_id in (select id from lines where office_id = ${officeId}::integer)`,
        ]
      : []),
    ...(list === 'called'
      ? [
          sql`t.state = 'called' and t.modulo_id in (select id from modulos where office_id = ${officeId}::integer)`,
        ]
      : []),
    ...(list === 'parked' ? [sql`t.office_id = ${officeId}::integer and t.state = 'parked'`] : []),
    ...(over.length > 0
      ? [
          sql`t.office_id = ${officeId}::integer and t.ended_at >= ${dayBegan}::timestamptz and t.state in ${stateList(over)}`,
        ]
      : []),
  ]
  return sql`(${sql.join(kinds, sql` or `)})`
}

/**
 * SQL over the tickets `t` of a list: by law they go before the other lines as well, since nobody else stands
 * before them in theirs. Where the office has modules for them, no one order holds at all of its desks.
 */
const goesFirst = (officeId: number): RawBuilder<boolean> => sql<boolean>`(
    select o.preference is not null and o.preference -> 'rule' -> 'modulos' is null
    from offices o where o.id = ${officeId}::integer
  ) and bool_and(${isPreferential}) over (partition by t.line_id order by t.place, t.number)`

/**
 * In the order of the calls: those who go first by law, and then within a line by place, between lines the
 * higher priority, and then whose first came earlier. Whoever stands behind somebody who let others pass is
 * called after them.
 */
const ORDER: Record<DeskListName, RawBuilder<unknown>> = {
  waiting: sql`
    t.goes_first desc, l.priority desc,
    max(t.inserted_at) over (partition by t.line_id, t.goes_first order by t.place, t.number),
    t.line_id, t.place, t.number`,
  called: sql`t.state = 'called' desc, t.called_at desc`,
  parked: sql`t.inserted_at, t.id`,
  missed: sql`t.ended_at desc`,
  finished: sql`t.ended_at desc`,
}

const isoOf = (at: Date | null) => at?.toISOString() ?? null

interface AskedList {
  office_id: number
  list: DeskListName
}

/**
 * One of the desk's lists, with what was answered: four statements, however many they are, and however many
 * desks of the office ask for it in one moment, as all do of which something happened.
 */
export const deskList = (
  context: Pick<QueueContext, 'database' | 'clock' | 'protect' | 'together'>,
  asked: AskedList,
): Promise<DeskList> =>
  context.together(`${asked.list} of ${asked.office_id}`, () => readList(context, asked))

async function readList(
  context: Pick<QueueContext, 'database' | 'clock' | 'protect'>,
  { office_id, list }: AskedList,
): Promise<DeskList> {
  const { db } = context.database
  const at = context.clock.now()
  const office = await db
    .selectFrom('offices')
    .select(['missed_grace_minutes', 'time_zone', 'hours', 'closures'])
    .where('id', '=', office_id)
    .executeTakeFirstOrThrow()
  const { from } = officeDaySpan(at, office)
  const { rows } = await sql<Row>`
    select t.id as tuid, ${shownNumber(sql`t.prefix`, sql`t.number`)} as ticket, t.line_id, l.name as line_name,
      case when coalesce(r.meet, l.virtual) then 'video' when t.reservation_id is not null then 'reservation'
        when t.user_id is null then 'paper' else 'phone' end as came, t.user_id is not null as has_phone,
      t.state, t.inserted_at, t.called_at, t.arrived_at, t.ended_at,
      case when t.state = 'parked' then t.parked_at end as parked_at, t.returns, m.name as modulo, t.on_my_way,
      ${ticketDocumentRepeated} or ${reservationDocumentRepeated} as document_repeated,
      ${isPreferential} as preferential,
      coalesce(r.meta, t.meta) as meta, t.reservation_id, r.user_id, r.booked_for, u.person, n.note,
      ${deliveredOf} as delivered
    from (
      select t.*, ${goesFirst(office_id)} as goes_first from tickets t where ${ofList(office_id, list, from)}
    ) t join lines l on l.id = t.line_id
    left join modulos m on m.id = t.modulo_id
    left join reservations r on r.id = t.reservation_id
    left join users u on u.id = r.user_id
    left join ticket_notes n on n.ticket_id = t.id
    order by ${ORDER[list]} limit ${DESK_LIST_MAX}::integer`.execute(db)
  const lines = await db
    .selectFrom('lines')
    .select(['id', 'ticket_form', 'reserve_form'])
    .where('office_id', '=', office_id)
    .execute()
  const forms = new Map<number, Forms>(lines.map(({ id, ...form }) => [id, form]))
  const tickets = rows.map((read): DeskRow => {
    const { meta, reservation_id, user_id, booked_for, person, note, returns, ...row } = read
    const { ticket_form = null, reserve_form = null } = forms.get(row.line_id) ?? {}
    const reserve = reservation_id !== null
    const answers = givenAnswers({ office_id, meta, reserve, ticket_form, reserve_form }, context)
    return {
      ...row,
      inserted_at: row.inserted_at.toISOString(),
      called_at: isoOf(row.called_at),
      arrived_at: isoOf(row.arrived_at),
      ended_at: isoOf(row.ended_at),
      parked_at: isoOf(row.parked_at),
      front_until:
        row.state === 'skipped' && row.ended_at
          ? isoOf(frontUntil({ ...row, ...office, ended_at: row.ended_at, returns }))
          : null,
      name: reserve
        ? bookedName({ reservation_id, user_id, booked_for, person }, answers, context.protect)
        : null,
      answers,
      note: note && context.protect.openNote(note, row.tuid),
    }
  })
  return { at: at.toISOString(), tickets, counts: await countsOf(context, office_id, from) }
}

async function countsOf(
  { database }: Pick<QueueContext, 'database'>,
  officeId: number,
  dayBegan: Date,
): Promise<DeskList['counts']> {
  const count = (list: DeskListName) =>
    sql`(select count(*) from tickets t where ${ofList(officeId, list, dayBegan)})`
  const { rows } = await sql<DeskList['counts']>`
    select ${count('waiting')} as waiting, ${count('called')} as called,
      ${count('parked')} as parked, ${count('missed')} as missed,
      ${count('finished')} as finished`.execute(database.db)
  const [counts] = rows
  if (!counts) throw new Error('nothing was counted')
  return counts
}
