import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { DoneAt } from './clerk-office.ts'

type PressOf = Pick<DoneAt, 'clerk_id' | 'press'>

const pressKnown = () => new Refusal('press-known', 409, 'this press was heard before')

/**
 * Notes that a clerk's press happens, in the transaction in which it does, and before anything else there.
 * @throws Refusal press-known, where it has happened already, or somebody was told that it never will
 */
export async function notePress(
  transaction: Transaction<Tables>,
  { clerk_id, press }: PressOf,
  at: Date,
): Promise<void> {
  if (clerk_id === undefined || press === undefined) return
  const noted = await transaction
    .insertInto('desk_presses')
    .values({ clerk_id, id: press, at, done: true })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!noted) throw pressKnown()
}

/**
 * Before a press is refused for how things stand: where it stands so by this very press, which the network
 * brought twice, it is known.
 * @throws Refusal press-known
 */
export async function demandNewPress(db: Kysely<Tables>, { clerk_id, press }: PressOf): Promise<void> {
  if (clerk_id === undefined || press === undefined) return
  const known = await db
    .selectFrom('desk_presses')
    .select('id')
    .where('clerk_id', '=', clerk_id)
    .where('id', '=', press)
    .executeTakeFirst()
  if (known) throw pressKnown()
}

/**
 * SQL: notes the presses of a round, each with its office. Part of a statement that changes offices
 * (write-log.ts): its `turn` names those at which the change happens.
 */
export const writePresses = (presses: readonly DoneAt[], at: Date): RawBuilder<unknown> => sql`
  insert into desk_presses (clerk_id, id, at, done)
  select p.clerk_id, p.press, ${at}::timestamptz, true
  from jsonb_to_recordset(${json(presses)}::jsonb) as p (office_id integer, clerk_id integer, press uuid)
  where p.press is not null and p.office_id in (select office_id from turn)`

/** What such a statement throws where one of the presses was known. */
export const refusalOfPress = (error: unknown): unknown =>
  isUniqueViolation(error, 'desk_presses_pkey') ? pressKnown() : error
