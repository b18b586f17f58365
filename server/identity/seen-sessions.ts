import { sql } from 'kysely'
import { LAST_SEEN_MS } from '#contract/limits.ts'
import type { IdentityContext } from './identity-context.ts'

/** At which devices somebody was lately: to the hour, and never at the cost of who asks. */
export interface SeenSessions {
  /** Somebody asks with this session. @param last when that was kept last */
  note(id: string, last: Date | null): void
  /** Writes down who was noted, all in one statement. */
  keep(): Promise<void>
}

export function createSeenSessions({
  database: { db },
  clock,
}: Pick<IdentityContext, 'database' | 'clock'>): SeenSessions {
  let noted = new Set<string>()
  const before = () => new Date(clock.now().getTime() - LAST_SEEN_MS)
  return {
    note(id, last) {
      if (last === null || last <= before()) noted.add(id)
    },
    async keep() {
      if (noted.size === 0) return
      // One order for all processes, so that two never wait for each other.
      const ids = [...noted].sort()
      noted = new Set()
      await sql`
        update sessions set last_seen_at = ${clock.now()}::timestamptz
        where id in (
          select id from sessions
          where id = any(${ids}::uuid[]) and coalesce(last_seen_at, created_at) <= ${before()}::timestamptz
          order by id for no key update skip locked
        )`.execute(db)
    },
  }
}
