import type { Break } from './break.ts'

const SERVED = 'tests/wire/served-lines.test.ts'
const CHECKED = 'tests/unit/offices/check-offices-file.test.ts'
const LOADED = 'tests/wire/offices-load.test.ts'
const LIGHT = 'tests/unit/contract/desk-light.test.ts'

/** From which lines a desk calls, who decides it, and whom it would call next. */
export const servedLines: Break[] = [
  {
    file: 'server/queue/desk/served-lines.ts',
    stands: 'prescribed_lines ?? (asked.length > 0 ? null : chosen_lines)',
    becomes: 'asked.length > 0 ? null : (prescribed_lines ?? chosen_lines)',
    harm: 'a page that names lines calls from those that the office forbids its desk',
    tests: [SERVED],
  },
  {
    file: 'server/queue/desk/served-lines.ts',
    stands: 'own === null || !active ||',
    becomes: 'own === null ||',
    harm: 'whoever waits in a line that was taken away is never called where lines are prescribed',
    tests: [SERVED],
  },
  {
    file: 'server/queue/call/judge-calls.ts',
    stands:
      "isServed({ ...desk, chosen_lines: null }, [], lineOf(reservation))) return { verdict: 'not-served' }",
    becomes: "isServed(desk, [], lineOf(reservation))) return { verdict: 'not-served' }",
    harm: 'a clerk who left a line out cannot call the reservation that stands before them',
    tests: [SERVED],
    mendedBy: 'left out, their reservations can be called by choice all the same',
  },
  {
    file: 'server/queue/call/next-at.ts',
    stands: '  const [own] = desk.next\n',
    becomes: '  const own = desk.next.find(({ line_id }) => served.some(line => line.line_id === line_id))\n',
    harm: 'whoever was sent to a desk that does not serve their line is called by nobody',
    tests: [SERVED],
  },
  {
    file: 'server/queue/call/called-next.ts',
    stands: '    seen.lines.filter(line => isServed(desk, [], line)),\n',
    becomes: '    seen.lines,\n',
    harm: 'the desk names somebody whom another desk calls',
    tests: [SERVED],
  },
  {
    file: 'server/queue/desk/choose-lines.ts',
    stands: '    if (served.prescribed_lines !== null) {\n',
    becomes: '    if (served.prescribed_lines !== null && line_ids === null) {\n',
    harm: 'a clerk believes to have chosen lines from which they never call',
    tests: [SERVED],
  },
  {
    file: 'server/queue/desk/choose-lines.ts',
    stands: 'served.has_chosen && String',
    becomes: 'String',
    harm: 'what a device kept is taken over it again and again, for the choice of all lines was never kept',
    tests: [SERVED],
    mendedBy: 'are all until some are chosen, and a call without a list calls from the server’s own',
  },
  {
    file: 'server/offices/file/check-modulo-lines.ts',
    stands: 'slug !== undefined && !slugs.has(slug)',
    becomes: 'slug !== undefined && slugs.size === 0',
    harm: 'a misspelt line leaves a desk with less than was meant, and nobody is told',
    tests: [CHECKED],
  },
  {
    file: 'server/offices/load/load-modulos.ts',
    stands: 'case when clerk_id is null or break_until is not null then changed_at else',
    becomes: 'case when true then changed_at else',
    harm: 'the history says that a desk served other lines than it did',
    tests: [LOADED],
  },
  {
    file: 'contract/rules/desk-light.ts',
    stands: 'if (waited <= amber) return []',
    becomes: 'if (waited <= red) return []',
    harm: 'a clerk hears of somebody forgotten only once it is very late',
    tests: [LIGHT],
  },
  {
    file: 'server/queue/lines/line-states.ts',
    stands: '(array_agg(t.id order by t.inserted_at, t.place))[1]',
    becomes: '(array_agg(t.id order by t.place, t.number))[1]',
    harm: 'the desk calls out of turn whoever stands in front, and not the one who waits longest',
    tests: [SERVED],
  },
]
