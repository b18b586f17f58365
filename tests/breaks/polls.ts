import type { Break } from './break.ts'

/** How an attention was: who is asked, when, and what counts. */
export const polls: Break[] = [
  {
    file: 'server/polls/answer-poll.ts',
    stands: 'where polls.answered_at is null',
    becomes: 'where true',
    harm: 'the second device overwrites what the first one said',
    tests: ['tests/wire/polls.test.ts'],
  },
  {
    file: 'server/polls/answer-poll.ts',
    stands: "and t.user_id = ${user_id}::uuid and t.state = 'attended'",
    becomes: "and t.state = 'attended' and ${user_id}::uuid is not null",
    harm: 'a stranger rates in another’s name',
    tests: ['tests/wire/polls.test.ts'],
  },
  {
    file: 'server/polls/open-polls.ts',
    stands: 'now - NOTIFICATION_ENQUEUE_DELAY_MS',
    becomes: 'now',
    harm: 'who is still at the desk is asked how it was',
    tests: ['tests/wire/polls.test.ts'],
  },
  {
    file: 'server/queue/call/go-call.ts',
    stands: 'const jobs = [...pushes, ...pollJobsOf(facts), ...repeatJobsOf(facts)]',
    becomes: 'const jobs = [...pushes, ...repeatJobsOf(facts)]',
    harm: 'whose attention the next call ended is never asked on a locked phone',
    tests: ['tests/wire/notify-polls.test.ts'],
  },
  {
    file: 'server/notify/ask-poll.ts',
    stands: ".where('polls.ticket_id', 'is', null)",
    becomes: '',
    harm: 'who has answered is asked again',
    tests: ['tests/wire/notify-polls.test.ts'],
  },
  {
    file: 'src/db/temporary-tickets.ts',
    stands: 'if (!kept || kept.poll !== undefined) return false',
    becomes: 'if (!kept) return false',
    harm: 'each page of a browser asks, and the phone as well',
    tests: ['tests/unit/flows/polls.test.ts'],
  },
  {
    file: 'src/flows/session/log-out.ts',
    stands: "db.outbox.clear('poll')",
    becomes: '',
    harm: 'what somebody wrote of an attention stays on the device after them',
    tests: ['tests/unit/flows/polls.test.ts'],
  },
  {
    file: 'src/flows/watch/record-fact.ts',
    stands: '      if (tuid)\n        await takeInCall(',
    becomes: '      if (tuid && !ruid)\n        await takeInCall(',
    harm: 'whose attention was booked is never asked how it was',
    tests: ['tests/unit/flows/polls.test.ts'],
  },
  {
    file: 'src/flows/watch/keep-telling.ts',
    stands: '    if ((await howManyWait(db)) > 0) tellSoon()\n',
    becomes: '',
    harm: 'what a server that stumbled twice did not take waits for the next cut of the network',
    tests: ['tests/unit/flows/polls.test.ts'],
  },
]
