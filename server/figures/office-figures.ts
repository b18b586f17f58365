import { sql } from 'kysely'
import type { Figures } from '#contract/rest/figures.ts'
import { inLane } from '#server/database/lanes.ts'
import { type AskedSpan, askedSpan, type FiguresWish } from './asked-span.ts'
import type { FiguresContext } from './figures-context.ts'
import { countCapacity } from './capacity.ts'
import { countServices } from './count-services.ts'
import { countMinutes } from './minutes.ts'
import type { TurnsOfClerk } from './read-turns.ts'
import { createTallies, createTally } from './tally.ts'
import { turnsInSlices } from './turns-in-slices.ts'

/**
 * What happened at an office in a span of its days, and what those who came were told. Counted from the
 * turns themselves: there is no second book that could disagree with them.
 * @throws Refusal not-found
 * @see rules STAT-01, STAT-02
 */
export async function officeFigures(context: FiguresContext, wish: FiguresWish): Promise<Figures> {
  const at = context.clock.now()
  const span = await inLane('readers', () => askedSpan(context, wish))
  const all = createTally()
  const lines = createTallies<number>()
  const hours = createTallies<number>()
  const days = createTallies<string>()
  const clerks = countByClerk()
  const capacity = countCapacity()
  const services = countServices()
  for await (const turns of turnsInSlices(context, span)) {
    for (const turn of turns.hours) {
      all.add(turn)
      lines.add(turn.line_id, turn)
      hours.add(turn.hour, turn)
      days.add(turn.day, turn)
    }
    for (const turn of turns.clerks) clerks.add(turn)
    capacity.add(turns)
    services.add(turns.services)
  }
  const { office, from, to, today } = span
  return {
    office_id: office.id,
    office_name: office.name,
    from,
    to,
    today,
    line_id: span.wished,
    at: at.toISOString(),
    all: all.tally(),
    lines: span.lines.flatMap(({ id, name, active }) => {
      const isShown = active && (span.wished === null || span.wished === id)
      const tally = lines.of(id) ?? (isShown ? createTally().tally() : null)
      return tally ? [{ line_id: id, name, ...tally }] : []
    }),
    hours: hours.all().map(([hour, tally]) => ({ hour, ...tally })),
    days: days.all().map(([day, tally]) => ({ day, ...tally })),
    capacity: span.wished === null ? capacity.capacity() : null,
    services: services.services(),
    ratings: await inLane('readers', () => readRatings(context, span)),
    clerks: await inLane('readers', () => clerks.named(context)),
  }
}

function countByClerk() {
  const clerks = new Map<
    number,
    { attended: number; missed: number; minutes: ReturnType<typeof countMinutes> }
  >()
  return {
    add({ clerk_id, attended, missed, attentions }: TurnsOfClerk): void {
      const known = clerks.get(clerk_id) ?? { attended: 0, missed: 0, minutes: countMinutes() }
      known.minutes.add(attentions)
      clerks.set(clerk_id, {
        ...known,
        attended: known.attended + attended,
        missed: known.missed + missed,
      })
    },
    /** By name; those who are retired, too: what they did stays done. */
    async named({ database: { db } }: FiguresContext): Promise<Figures['clerks']> {
      if (clerks.size === 0) return []
      const { rows } = await sql<{ id: number; name: string }>`
        select id, name from clerks where id = any(${[...clerks.keys()]}::integer[])`.execute(db)
      return rows
        .flatMap(({ id, name }) => {
          const known = clerks.get(id)
          if (!known) return []
          const { attended, missed, minutes } = known
          return [{ clerk_id: id, name, attended, missed, attention: minutes.spread() }]
        })
        .sort((a, b) => b.attended - a.attended || a.clerk_id - b.clerk_id)
    },
  }
}

/**
 * By the days of the turns that were rated, not of the ratings. Of a day whose turns go it is kept what was
 * given in all: there what is left of the ratings counts no more.
 */
async function readRatings(
  { database: { db } }: FiguresContext,
  { office, lines, wished, from, to }: AskedSpan,
): Promise<Figures['ratings']> {
  const ids = wished === null ? lines.map(({ id }) => id) : [wished]
  const { rows } = await sql<{ of: number; mean: number | null }>`
    with final as materialized (
      select day, ratings from day_figures
      where office_id = ${office.id}::integer and day between ${from}::date and ${to}::date and final
    ), given as (
      select count(*) as of, sum(rating) as sum from polls
      where line_id = any(${ids}::integer[]) and day between ${from}::date and ${to}::date
        and rating is not null and day not in (select day from final)
      union all
      select (line ->> 'of')::bigint, (line ->> 'sum')::bigint
      from final cross join lateral jsonb_array_elements(ratings) line
      where (line ->> 'line_id')::integer = any(${ids}::integer[])
    )
    select coalesce(sum(of), 0)::integer as of, round(sum(sum) / nullif(sum(of), 0), 2)::float8 as mean from given`.execute(
    db,
  )
  return rows[0] ?? { of: 0, mean: null }
}
