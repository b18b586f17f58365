import type { Break } from './break.ts'

const DAY = 'tests/wire/day.test.ts'
const HOURS = 'tests/unit/contract/office-day.test.ts'
const LIGHT = 'tests/unit/contract/desk-light.test.ts'

/** The day at a modulo and in a line: breaks, rests, closing, what those who wait are told. */
export const day: Break[] = [
  {
    file: 'server/queue/call/judge-calls.ts',
    stands: "    if (desk.on_break) return { verdict: 'on-break' }\n",
    becomes: '',
    harm: 'somebody is called to a modulo where nobody sits',
    tests: [DAY],
  },
  {
    file: 'server/queue/call/write-calls.ts',
    stands: ' and m.break_until is null\n',
    becomes: '\n',
    harm: 'of a break and a call in one moment both happen',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/take-break.ts',
    stands: "if (minutes !== null && turn?.state === 'called') {",
    becomes: 'if (false) {',
    harm: 'who was called stands before a clerk on a break',
    tests: [DAY],
  },
  {
    file: 'server/database/migrations/0022-a-day.ts',
    stands: '    new.break_until := null;\n',
    becomes: '',
    harm: 'a modulo that was taken over goes on resting',
    tests: [DAY],
  },
  {
    file: 'server/queue/take/judge-number.ts',
    stands: 'return line.frozen && (thaws === null || thaws > at.getTime())',
    becomes: 'return line.frozen',
    harm: 'a line gives no numbers when its time is over, until a sweep comes by',
    tests: [DAY],
  },
  {
    file: 'server/queue/desk/freeze-line.ts',
    stands: '        and not (${frozen}::boolean and ${line_id === null}::boolean and ${isStopped(at)})\n',
    becomes: '',
    harm: 'freezing all lines takes away the reason and the time of one that rests already',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/close-lines.ts',
    stands: 'and (l.closed_until is null or l.closed_until <= ${at}::timestamptz)',
    becomes: '',
    harm: 'those who wait are told again with every press, and every minute after closing',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/close-lines.ts',
    stands:
      "    if (line_id === null && waiting === 'send-home') await leaveModulos(transaction, office_id, at)\n",
    becomes: '',
    harm: 'a modulo stays open in an office whose day was closed',
    tests: [DAY],
  },
  {
    file: 'server/queue/turn/queue-jobs.ts',
    stands: "fact.detail.why === 'sent-home'",
    becomes: 'false',
    harm: 'who was sent home is not told on a locked phone',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/leave-modulos.ts',
    stands: "and not exists (select from tickets t where t.modulo_id = m.id and t.state = 'called')",
    becomes: '',
    harm: 'closing time takes the modulo away under who is attended there',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/leave-modulos.ts',
    stands: ' and m.opened_at <= ${before}::timestamptz',
    becomes: '',
    harm: 'a clerk who comes back after closing is thrown out every minute',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/close-offices.ts',
    stands: '  if (!isSure(clock)) return\n',
    becomes: '',
    harm: 'a clock that is wrong for a moment sends everybody home',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/close-offices.ts',
    stands: '${closedAt > lately}::boolean',
    becomes: 'true',
    harm: 'who waits at an office whose clerk went home waits in silence',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/close-offices.ts',
    stands: "closing === 'finish' && (await",
    becomes: '(await',
    harm: 'an office that sends home at closing lets people wait on',
    tests: [DAY],
  },
  {
    file: 'contract/rules/office-day.ts',
    stands: "(from === '00:00' && pastMidnight) || day",
    becomes: 'day',
    harm: 'a night’s office closes at midnight',
    tests: [HOURS],
  },
  {
    file: 'contract/rules/office-day.ts',
    stands: '!current && after[0]?.of !== before?.of',
    becomes: '!current',
    harm: 'everybody is sent home at noon',
    tests: [HOURS, DAY],
  },
  {
    file: 'server/queue/take/is-too-late.ts',
    stands: 'state.wait.to * MINUTE_MS > ends.getTime()',
    becomes: 'state.wait.from * MINUTE_MS > ends.getTime() + 3_600_000',
    harm: 'numbers are given that nobody can serve any more',
    tests: [DAY],
  },
  {
    file: 'server/queue/turn/message-turns.ts',
    stands: "t.user_id is not null and t.state in ('waiting', 'called')",
    becomes: "t.state in ('waiting', 'called')",
    harm: 'a sentence counts as said to somebody with a paper number, who never hears it',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/send-message.ts',
    stands: '    : sql`t.office_id = ${input.office_id}::integer and t.id',
    becomes: '    : sql`t.id',
    harm: 'a clerk tells somebody at another office something',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/send-message.ts',
    stands: 'if (await isTooSoon(transaction, input, at)) {',
    becomes: 'if (false) {',
    harm: 'phones ring with every press',
    tests: [DAY],
  },
  {
    file: 'server/queue/day/answer-help.ts',
    stands: "      .where('help_clerk_id', 'is', null)\n",
    becomes: '',
    harm: 'whoever comes first to help is taken for somebody else',
    tests: [DAY],
  },
  {
    file: 'contract/rules/desk-light.ts',
    stands: "for (const level of ['red', 'amber'] as const) {",
    becomes: "for (const level of ['amber', 'red'] as const) {",
    harm: 'the light never turns red',
    tests: [LIGHT],
  },
]
