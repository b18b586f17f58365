import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'

/**
 * Longer than most outages of a database, so that a clerk who sat through one is asked about all the same. A
 * server that died costs whoever comes one question for as long.
 */
const HELD_SECONDS = 120

/** A clerk's sitting down in a call. */
export interface OfficeSeat {
  /** Of this very sitting down: a page that comes back at another server has another. */
  id: string
  /** The reservation, or the number of a virtual line. */
  meeting: string
  clerk_id: number
}

export interface OfficeSeats {
  /**
   * Sits down, where nobody else of the office sits: of two who do at once, at whatever servers, one.
   * @param over whoever may sit there no more, or `anybody` where the person was asked
   * @returns null, or the colleague who sits there
   */
  take(seat: OfficeSeat, over: number | 'anybody' | null): Promise<number | null>
  /**
   * Renews what is still theirs, though its time be over, and takes nothing from anybody.
   * @returns the ids of the sittings that have their seat still
   */
  keep(seats: readonly OfficeSeat[]): Promise<ReadonlySet<string>>
  /**
   * Sits down again where nobody does: the row was left behind for so long that it was swept away.
   * @returns null, or the clerk who sits there, perhaps the same one by another sitting
   */
  takeAgain(seat: OfficeSeat): Promise<number | null>
  free(seat: OfficeSeat): Promise<void>
}

const until = sql`clock_timestamp() + ${sql.lit(HELD_SECONDS)} * interval '1 s'`

/** The office's seats in calls, of all servers on one database: one row each, which its key has but once. */
export function officeSeats({ db }: Pick<Database, 'db'>): OfficeSeats {
  return {
    async take(seat, over) {
      // Whoever was seen there may be gone by now.
      for (;;) {
        if (await takeRow(seat, over)) return null
        const holder = await holderOf(seat)
        if (holder !== null) return holder
      }
    },
    async keep(seats) {
      if (seats.length === 0) return new Set()
      const { rows } = await sql<{ id: string }>`
        update meet_seats as held set held_until = ${until}
        from jsonb_to_recordset(${json(seats)}::jsonb) as seat (meeting uuid, id uuid)
        where held.meeting = seat.meeting and held.id = seat.id
        returning held.id`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
    async takeAgain(seat) {
      for (;;) {
        if (await takeEmpty(seat)) return null
        const holder = await holderOf(seat)
        if (holder !== null) return holder
      }
    },
    async free({ meeting, id }) {
      await db.deleteFrom('meet_seats').where('meeting', '=', meeting).where('id', '=', id).execute()
    },
  }

  async function holderOf({ meeting }: OfficeSeat): Promise<number | null> {
    const held = await db
      .selectFrom('meet_seats')
      .select('clerk_id')
      .where('meeting', '=', meeting)
      .executeTakeFirst()
    return held?.clerk_id ?? null
  }

  async function takeEmpty({ id, meeting, clerk_id }: OfficeSeat): Promise<boolean> {
    const { rows } = await sql`
      insert into meet_seats (meeting, id, clerk_id, held_until)
      values (${meeting}::uuid, ${id}::uuid, ${clerk_id}::integer, ${until})
      on conflict (meeting) do nothing
      returning id`.execute(db)
    return rows.length > 0
  }

  async function takeRow({ id, meeting, clerk_id }: OfficeSeat, over: number | 'anybody' | null) {
    const isAnybody = over === 'anybody'
    const { rows } = await sql<{ id: string }>`
      with left_behind as (
        delete from meet_seats where meeting = any(array(
          select meeting from meet_seats where held_until < clock_timestamp() and meeting <> ${meeting}::uuid
          for update skip locked
        ))
      )
      insert into meet_seats as held (meeting, id, clerk_id, held_until)
      values (${meeting}::uuid, ${id}::uuid, ${clerk_id}::integer, ${until})
      on conflict (meeting) do update
        set id = excluded.id, clerk_id = excluded.clerk_id, held_until = excluded.held_until
        where ${isAnybody}::boolean or held.clerk_id = excluded.clerk_id or held.held_until < clock_timestamp()
          or held.clerk_id = ${isAnybody ? null : over}::integer
      returning id`.execute(db)
    return rows.length > 0
  }
}
