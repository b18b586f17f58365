import type { Break } from './break.ts'

const TURNS = ['tests/wire/prune-turns.test.ts']
const SETTINGS = ['tests/unit/server/settings.test.ts']
const UPKEEP = ['tests/unit/server/upkeep.test.ts']

/** What goes after its days, and what stays of it. */
export const retention: Break[] = [
  {
    file: 'server/figures/close-day.ts',
    stands: '  await countDays(context, calendar, [day])\n',
    becomes: '',
    harm: 'of offices that are closed for ever nothing ever goes',
    tests: TURNS,
  },
  {
    file: 'server/figures/close-day.ts',
    stands: "jsonb_build_object('line_id', line_id, 'of', of, 'sum', sum)",
    becomes: "jsonb_build_object('line_id', line_id, 'of', 0, 'sum', 0)",
    harm: 'stars of long ago are forgotten with their turns',
    tests: TURNS,
  },
  {
    file: 'server/figures/office-figures.ts',
    stands: ' and day not in (select day from final)',
    becomes: '',
    harm: 'while a day goes, its stars count twice',
    tests: TURNS,
  },
  {
    file: 'server/database/migrations/0037-days-for-good.ts',
    stands: 'when (old.final)',
    becomes: 'when (old.final and not old.final)',
    harm: 'an office that moves to another zone loses the figures of all days whose turns are gone',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-turns.ts',
    stands: 'if (!(await asReader(() => closeDay(context, old, of)))) continue',
    becomes: 'await asReader(() => closeDay(context, old, of))',
    harm: 'turns go of which nothing was counted',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-turns.ts',
    stands: 'day < kept_from ?',
    becomes: 'day <= kept_from ?',
    harm: 'turns go a day before the operator said',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-turns.ts',
    stands: '(${clock.now()}::timestamptz at time zone o.time_zone)::date as today',
    becomes: "(${clock.now()}::timestamptz at time zone 'UTC')::date as today",
    harm: 'turns go by the calendar of another country',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-turns.ts',
    stands: "        and t.state not in ('waiting', 'called', 'parked')\n",
    becomes: '',
    harm: 'whoever was brought back waits for a number that is gone',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-turns.ts',
    stands: "detail = a.detail || jsonb_build_object('ticket', old.shown)",
    becomes: 'detail = a.detail',
    harm: 'a supervisor reads that somebody was called, and not who',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-turns.ts',
    stands: '        if (ending?.aborted) return gone\n',
    becomes: '',
    harm: 'a server that has much to take away does not end when it is told to',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-turns.ts',
    stands:
      '      and exists (select from line_days later where later.line_id = d.line_id and later.day > d.day)',
    becomes: '',
    harm: 'a line whose clock is set back gives numbers of a day that was',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-turns.ts',
    stands: '      and (h.opened_at >= ${midnight(0)} or exists (',
    becomes: '      and (h.opened_at < h.closed_at or exists (',
    harm: 'a day that is counted later lacks the hours of its night',
    tests: TURNS,
  },
  {
    file: 'server/retention/forget-nobodies.ts',
    stands: 'and u.temporal and u.person is null',
    becomes: 'and u.temporal',
    harm: 'somebody who is known is forgotten with an old number',
    tests: TURNS,
  },
  {
    file: 'server/retention/forget-nobodies.ts',
    stands: 'and u.temporal and u.person is null',
    becomes: 'and u.person is null',
    harm: 'an account goes with its last number',
    tests: TURNS,
  },
  {
    file: 'server/retention/forget-nobodies.ts',
    stands: '        and not exists (select from sessions s where s.user_id = u.id)\n',
    becomes: '',
    harm: 'whoever has a session open brings the whole step down, and nothing goes any more',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-reservations.ts',
    stands: "detail = a.detail || jsonb_build_object('ticket', old.shown)",
    becomes: 'detail = a.detail',
    harm: 'a supervisor reads that a reservation was moved, and not which',
    tests: TURNS,
  },
  {
    file: 'server/retention/prune-reservations.ts',
    stands: 'r.block_to < ${before}::timestamptz',
    becomes: 'r.block_to > ${before}::timestamptz',
    harm: 'reservations of last week go, and old ones stay',
    tests: TURNS,
  },
  {
    file: 'server/staff/read-acts.ts',
    stands: ", a.detail ->> 'ticket')`",
    becomes: ')`',
    harm: 'what clerks did is told without the number of which it was',
    tests: TURNS,
  },
  {
    file: 'server/settings/settings.ts',
    stands: 'Math.max(KEPT_DAYS, facts ?? 0)',
    becomes: 'KEPT_DAYS',
    harm: 'whoever keeps the log for years cannot start after an upgrade',
    tests: SETTINGS,
  },
  {
    file: 'server/settings/settings.ts',
    stands: 'Math.min(KEPT_DAYS, turnsDays)',
    becomes: 'KEPT_DAYS',
    harm: 'fewer days for turns are refused until the log has fewer, too',
    tests: SETTINGS,
  },
  {
    file: 'server/settings/settings.ts',
    stands: '  if (factsDays > turnsDays)',
    becomes: '  if (factsDays < 0)',
    harm: 'a log is kept of which no day can be replayed',
    tests: SETTINGS,
  },
  {
    file: 'server/upkeep.ts',
    stands: '      ending.abort()\n',
    becomes: '',
    harm: 'a server waits at its end for all that is to be taken away',
    tests: UPKEEP,
  },
]
