import type { Break } from './break.ts'

const FIGURES = 'tests/wire/figures.test.ts'
const ROUTES = 'tests/wire/figures-routes.test.ts'

/** What happened at an office, what was said to those who came, and who is told of it. */
export const figures: Break[] = [
  {
    file: 'server/figures/read-turns.ts',
    stands: 't.inserted_at at time zone ${time_zone}::text',
    becomes: "t.inserted_at at time zone left(${time_zone}::text, 0) || 'UTC'",
    harm: 'a manager sees the rush hour three hours late',
    tests: [FIGURES],
  },
  {
    file: 'server/figures/read-turns.ts',
    stands: "and t.state <> 'removed'",
    becomes: 'and t.state is not null',
    harm: 'false numbers count as people who came',
    tests: [FIGURES],
  },
  {
    file: 'server/figures/read-turns.ts',
    stands: "case when t.state = 'attended' then t.ended_at - t.called_at end as attention",
    becomes: 't.ended_at - t.called_at as attention',
    harm: 'whoever did not come counts as a short attention',
    tests: [FIGURES],
  },
  {
    file: 'server/figures/read-turns.ts',
    stands: "case when wait < ${ends('told_from')} then -1",
    becomes: "case when wait <= ${ends('told_from')} then -1",
    harm: 'who is called in the first minute that was said counts as called before it',
    tests: [FIGURES],
  },
  {
    file: 'server/figures/minutes.ts',
    stands: 'let left = Math.ceil(share * of)',
    becomes: 'let left = Math.floor(share * of) + 1',
    harm: 'the median of two is the longer one',
    tests: [FIGURES],
  },
  {
    file: 'server/figures/kept-days.ts',
    stands: 'day <= addDays(today, -OVER_AFTER_DAYS) && isOver(turns)',
    becomes: 'day <= addDays(today, -OVER_AFTER_DAYS)',
    harm: 'who still waits from a night is kept as waiting for ever',
    tests: [FIGURES],
  },
  {
    file: 'server/figures/kept-days.ts',
    stands: 'day <= addDays(today, -OVER_AFTER_DAYS) && isOver(turns)',
    becomes: 'isOver(turns)',
    harm: 'a morning in which all are attended is kept as the whole day',
    tests: [FIGURES],
  },
  {
    file: 'server/figures/turns-in-slices.ts',
    stands: 'wished === null || line_id === wished',
    becomes: 'line_id > 0',
    harm: 'a line’s figures are those of the whole office',
    tests: [FIGURES],
  },
  {
    file: 'server/figures/turns-in-slices.ts',
    stands: 'addDays(from, SLICE_DAYS - 1)',
    becomes: 'addDays(from, SLICE_DAYS)',
    harm: 'of a long span a day of each season is counted twice',
    tests: [ROUTES],
  },
  {
    file: 'server/figures/asked-span.ts',
    stands: "if (wished !== null && !lines.some(({ id }) => id === wished)) throw notFound('the line')\n",
    becomes: '',
    harm: 'another office’s ratings are told by its line’s number',
    tests: [FIGURES, ROUTES],
  },
  {
    file: 'server/figures/figures-table.ts',
    stands: "FORMULA.test(value) ? `'${value}` : value",
    becomes: 'value',
    harm: 'a line’s name runs as a formula on whoever opens the table',
    tests: [ROUTES],
  },
  {
    file: 'server/figures/figures-table.ts',
    stands: 'yield BYTE_ORDER_MARK + lineOf',
    becomes: 'yield lineOf',
    harm: 'Excel shows Ã± for ñ',
    tests: [ROUTES],
  },
  {
    file: 'server/queue/lines/shared-lines.ts',
    stands: 'known && Math.abs(clock.now().getTime() - known.begun) < TOLD_MS',
    becomes: 'known',
    harm: 'a range of this morning is kept as what was told now',
    tests: [FIGURES],
  },
  {
    file: 'server/queue/take/given-tickets.ts',
    stands: '  if (row.told) return { ...ownedTicket(row, undefined, clock.now()), wait: row.told }\n',
    becomes: '',
    harm: 'the phone is told another range than the one that is kept',
    tests: [FIGURES],
  },
  {
    file: 'server/polls/answer-poll.ts',
    stands: 'select own.id, own.line_id, own.day,',
    becomes: 'select own.id, own.line_id, current_date,',
    harm: 'who rates a week later rates another day',
    tests: [FIGURES],
  },
]
