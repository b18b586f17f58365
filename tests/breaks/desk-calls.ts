import type { Break } from './break.ts'

const AFTER = 'tests/wire/after-the-call.test.ts'
const BUTTONS = 'tests/unit/desk/call-actions.test.tsx'
const CALLS = 'tests/wire/desk-calls.test.ts'
const PRESSES = 'tests/wire/desk-presses.test.ts'
const ROUNDS = 'tests/wire/queue-call-rounds.test.ts'
const ON_PHONE = 'tests/unit/flows/record-call.test.ts'
const PUSHES = 'tests/wire/notify-news.test.ts'

/** The clerk's word about who came, calls that are taken back, calls out of turn, and the lists. */
export const deskCalls: Break[] = [
  {
    file: 'server/queue/desk/became-of.ts',
    stands: "return standing.has_arrived ? 'attended' : 'unsaid'",
    becomes: "return 'attended'",
    harm: 'somebody who never came is attended, and asked how it was',
    tests: [CALLS, ROUNDS],
  },
  {
    file: 'server/queue/desk/became-of.ts',
    stands: "  if (said && said.tuid !== standing?.ticket_id) return 'moved'\n",
    becomes: '',
    harm: 'a press that arrives twice sends the next one away, and calls a third',
    tests: [CALLS, ROUNDS],
  },
  {
    file: 'server/queue/call/call-again.ts',
    stands: '    requireMeant(turn, input.tuid)\n',
    becomes: '',
    harm: '«Llamar otra vez» rings somebody who was missed an hour ago, and left',
    tests: [AFTER, PRESSES],
  },
  {
    file: 'server/queue/desk/leave-desk.ts',
    stands: '  requireMeant(standing, tuid)\n',
    becomes: '',
    harm: 'at the other of two windows «No llegó» misses whoever was called meanwhile, and is being attended',
    tests: [AFTER, PRESSES],
  },
  {
    file: 'server/queue/desk/park-ticket.ts',
    stands: '        requireMeant(turn, tuid)\n',
    becomes: '',
    harm: 'a laptop that wakes sends aside whoever is being attended',
    tests: [AFTER, PRESSES],
  },
  {
    file: 'server/queue/desk/transfer-ticket.ts',
    stands: '        requireMeant(turn, tuid)\n',
    becomes: '',
    harm: 'a laptop that wakes sends whoever is being attended to another line',
    tests: [AFTER, PRESSES],
  },
  {
    file: 'server/queue/routes/aside-routes.ts',
    stands: 'transferTicket(context, { ...at, tuid, to })',
    becomes: 'transferTicket(context, { ...at, to })',
    harm: 'whom the clerk meant by «Derivar» is not heard, and whoever was called meanwhile is sent away',
    tests: [PRESSES],
  },
  {
    file: 'src/desk/aside/transfer-dialog.tsx',
    stands: '      tuid: ticket.tuid,\n',
    becomes: "      tuid: '',\n",
    harm: 'nobody can be sent to another line',
    tests: ['tests/unit/desk/transfer-dialog.test.tsx'],
  },
  {
    file: 'server/queue/routes/desk-routes.ts',
    stands: 'callAgain(context, { ...at, ...request.body })',
    becomes: 'callAgain(context, at)',
    harm: 'whom the clerk meant by «Llamar otra vez» is not heard, and whoever was missed before is called',
    tests: [PRESSES],
  },
  {
    file: 'src/desk/work/call-actions.tsx',
    stands: "  const again = current?.state === 'attended' ? null : current\n",
    becomes: '  const again = standing && current\n',
    harm: 'somebody who was said to be missed, and came after all, cannot be called again',
    tests: [BUTTONS],
  },
  {
    file: 'server/queue/call/judge-calls.ts',
    stands: '    noteOf(desk, actOfWord(became), turn)\n',
    becomes: '',
    harm: 'nobody knows which clerk said that somebody did not come',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/write-calls.ts',
    stands: 'set state = e.became, ended_at',
    becomes: "set state = 'attended', ended_at",
    harm: 'whoever did not come stands as attended, though everybody was told otherwise',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/write-calls.ts',
    stands: "case when ended.state = 'attended' then 'attended' else 'missed' end",
    becomes: "'attended'",
    harm: 'a reservation that was missed stands as attended',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/write-calls.ts',
    stands: 'calls = c.calls,\n',
    becomes: 'calls = 1,\n',
    harm: 'the call after one that was taken back does not ring, for that one has rung',
    tests: [CALLS],
  },
  {
    file: 'server/queue/desk/say-arrived.ts',
    stands: '    if (standing.has_arrived) return []\n',
    becomes: '',
    harm: 'since when somebody is attended moves with every press',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/take-back-call.ts',
    stands: ' and t.arrived_at is null\n',
    becomes: '\n',
    harm: 'somebody who sits at the desk is sent back to the line',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/take-back-call.ts',
    stands: '          and t.called_at > ${since}::timestamptz\n',
    becomes: '',
    harm: 'a call is taken back when its owner has come half the way',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/take-back-call.ts',
    stands: "          called_at = (t.before_call ->> 'called_at')::timestamptz,\n",
    becomes: '',
    harm: 'figures count a call that was none, and the wall shows it',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/take-back-call.ts',
    stands: "case t.state when 'taken-back' then r.before_call",
    becomes: "case t.state when 'taken-back' then 'confirmed'",
    harm: 'the office forgets that somebody said they come',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/take-back-call.ts',
    stands: "            when t.before_call is not null then t.before_call ->> 'state'\n",
    becomes: "            when t.before_call ->> 'state' <> 'waiting' then t.before_call ->> 'state'\n",
    harm: 'a reservation that came back to the line is nobody’s after its call was taken back',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/write-calls.ts',
    stands: ', before_call = ${beforeCall}',
    becomes: '',
    harm: 'a call that is taken back takes those before it away, and the line forgets when it moved last',
    tests: [CALLS],
    mendedBy:
      '[DESK-03] of one that had come back takes away that call alone, and the line’s newest stays the one before',
  },
  {
    file: 'server/queue/call/take-back-call.ts',
    stands: '    if (isUniqueViolation(error)) throw callStands()\n',
    becomes: '',
    harm: 'the desk fails where the owner took another number meanwhile',
    tests: [CALLS],
  },
  {
    file: 'server/queue/call/call-ticket.ts',
    stands: '      reason,\n    })',
    becomes: '    })',
    harm: 'why somebody went before others is forgotten',
    tests: [CALLS],
  },
  {
    file: 'server/queue/hold/tickets-history.ts',
    stands: "t.state <> 'taken-back'\n    and ",
    becomes: '',
    harm: 'the history counts a call that was none',
    tests: [CALLS],
  },
  {
    file: 'server/queue/hold/owned-tickets.ts',
    stands: "t.state <> 'taken-back' and ",
    becomes: '',
    harm: 'a number that is nobody’s stands in its owner’s hands',
    tests: [CALLS],
  },
  {
    file: 'server/queue/turn/queue-jobs.ts',
    stands:
      "        return [{ kind: 'push-taken-back', key: `${ticket_id}:${seq}`, payload: about, run_at }]",
    becomes: '        return []',
    harm: 'a locked phone goes on saying «Es tu turno»',
    tests: [CALLS, PUSHES],
  },
  {
    file: 'server/queue/desk/desk-list.ts',
    stands: 'max(t.inserted_at) over (partition by t.line_id, t.goes_first order by t.place, t.number)',
    becomes: 't.inserted_at',
    harm: 'the desk’s list is not the order in which people are called',
    tests: [CALLS],
  },
  {
    file: 'server/queue/desk/desk-list.ts',
    stands: 't.goes_first desc, ',
    becomes: '',
    harm: 'the desk’s list puts those behind others who are called before them by law',
    tests: ['tests/wire/preference.test.ts'],
  },
  {
    file: 'server/queue/desk/desk-list.ts',
    stands: ' and t.ended_at >= ${dayBegan}',
    becomes: '',
    harm: 'the lists fill with the days before',
    tests: [CALLS],
  },
  {
    file: 'src/flows/tickets/refresh-ticket.ts',
    stands: '        endCall(context, kept, null)\n',
    becomes: '',
    harm: 'the page goes on saying «Es tu turno» beside the word that it is not',
    tests: ['tests/unit/flows/reservations-in-hand.test.ts'],
  },
  {
    file: 'src/flows/tickets/refresh-ticket.ts',
    stands: '  endCall(context, kept, ticket)\n',
    becomes: '',
    harm: 'whoever is parked reads to which module beside the word that their place is kept',
    tests: [ON_PHONE],
  },
  {
    file: 'src/flows/watch/record-fact.ts',
    stands: '      endCall(context, before, after ?? before)\n',
    becomes: '',
    harm: 'whoever was attended reads on every screen that it is their turn',
    tests: [ON_PHONE],
  },
  {
    file: 'src/flows/tickets/drain-inbox.ts',
    stands:
      "  if (kind === 'removed') await db.tickets.change(tuid, seq, { state: 'removed', ahead: null, wait: null })\n",
    becomes: '',
    harm: 'whoever opens the word that their number is no more, without a network, reads that they wait',
    tests: [ON_PHONE],
  },
]
