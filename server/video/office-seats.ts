import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'

/** Longer than a server is late with renewing it. */
const HELD_SECONDS = 20

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
  /** They sit there still. */
  keep(seats: readonly OfficeSeat[]): Promise<void>
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
        const held = await db
          .selectFrom('meet_seats')
          .select('clerk_id')
          .where('meeting', '=', seat.meeting)
          .executeTakeFirst()
        if (held) return held.clerk_id
      }
    },
    async keep(seats) {
      if (seats.length === 0) return
      await sql`
        insert into meet_seats (meeting, id, clerk_id, held_until)
        select meeting, id, clerk_id, ${until}
        from jsonb_to_recordset(${json(seats)}::jsonb) as seat (meeting uuid, id uuid, clerk_id integer)
        order by meeting
        on conflict (meeting) do update
          set id = excluded.id, clerk_id = excluded.clerk_id, held_until = excluded.held_until`.execute(db)
    },
    async free({ meeting, id }) {
      await db.deleteFrom('meet_seats').where('meeting', '=', meeting).where('id', '=', id).execute()
    },
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
