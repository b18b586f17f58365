import type { Break } from './break.ts'

const FLOWS = ['tests/unit/flows/sessions.test.ts']
const WIRE = ['tests/wire/own-data.test.ts']

/** What is told and what goes when somebody asks for it; what a log-out leaves. */
export const ownData: Break[] = [
  {
    file: 'server/own-data/erase-person.ts',
    stands: '  await giveBack(context, userId)\n',
    becomes: '',
    harm: 'whoever was erased still holds a place in the line, which nobody gives back',
    tests: WIRE,
  },
  {
    file: 'server/own-data/erase-person.ts',
    stands: '  for (const session of ended) context.onSessionEnd?.(session)\n',
    becomes: '',
    harm: 'a socket of somebody erased hears on until the database’s word has come round',
    tests: WIRE,
  },
  {
    file: 'server/own-data/routes.ts',
    stands: '        await confirmPassword(context, user_id, request.body.password, from)\n',
    becomes: '',
    harm: 'whoever finds a telephone open erases its owner',
    tests: WIRE,
  },
  {
    file: 'server/own-data/finish-erasures.ts',
    stands: '    await giveBack(context, id)\n',
    becomes: '',
    harm: 'a number that was taken in the moment of an erasure waits for nobody',
    tests: WIRE,
  },
  {
    file: 'src/flows/session/log-out.ts',
    stands: '  await pushDoor.closeNotices()\n',
    becomes: '',
    harm: 'the number of who has left stands on the locked phone',
    tests: FLOWS,
  },
  {
    file: 'src/flows/session/send-log-out.ts',
    stands: 'await api.login.end(ended?.subject, ',
    becomes: 'await api.login.end(undefined, ',
    harm: 'after a log-out without a network the server goes on ringing the browser',
    tests: FLOWS,
  },
  {
    file: 'src/flows/session/own-data.ts',
    stands: 'await logOut(context, user)',
    becomes: 'await logOut(context)',
    harm: 'who erased themselves, and never heard the answer, is known in their browser for 400 days',
    tests: ['tests/unit/flows/own-data.test.ts'],
    mendedBy: '[KEEP-03] [AUTH-02] whose answer nobody heard is found out, and brought to its end',
  },
  {
    file: 'src/flows/session/send-log-out.ts',
    stands: 'error.isUncertain || error.status === 429) throw error',
    becomes: 'error.isUncertain || error.status >= 400) throw error',
    harm: 'a log-out told late with a cancel in its hands leaves the browser’s mark where the session is over',
    tests: FLOWS,
    mendedBy:
      '[AUTH-02] told late, of an account whose session ended meanwhile with a wish of theirs untold, leaves no mark',
  },
  {
    file: 'src/flows/session/log-out.ts',
    stands: "{ subject: '', user_id: account }",
    becomes: "{ subject: '', user_id: null }",
    harm: 'a log-out that is told when the cookie is gone leaves the browser’s mark',
    tests: FLOWS,
    mendedBy:
      '[AUTH-02] told when the browser has thrown the session’s cookie away by itself, leaves no mark either',
  },
  {
    file: 'src/flows/session/log-out.ts',
    stands: 'await api.login.end(registration?.id, account ?? undefined)',
    becomes: 'await api.login.end(registration?.id)',
    harm: 'who erased themselves where the services stand elsewhere is known in their browser for 400 days',
    tests: ['tests/browser/app-two-origins.test.ts'],
    mendedBy: '[KEEP-03] [AUTH-02] an account that is erased there leaves no cookie behind',
  },
  {
    file: 'src/flows/session/follow-person.ts',
    stands: '    leavePage(context)\n    // What was',
    becomes: '    // What was',
    harm: 'the other tab still shows the person who left in this one',
    tests: FLOWS,
  },
  {
    file: 'server/http/entity-tags.ts',
    stands: "request.caller.kind === 'guest' ? 'private, no-cache' : 'no-store'",
    becomes: "'private, no-cache'",
    harm: 'the browser’s own cache keeps the numbers of who has left',
    tests: ['tests/wire/http-headers.test.ts'],
  },
  {
    file: 'server/own-data/routes.ts',
    stands: '        await erasePerson(context, user_id)\n',
    becomes:
      "        await erasePerson(context, user_id)\n        request.log.info({ said: JSON.stringify(request.body) }, 'erased')\n",
    harm: 'the password of who erased themselves stays in the log',
    tests: ['tests/wire/canary.test.ts'],
    mendedBy:
      '[KEEP-03] [PUSH-02] that goes through every path is in no table, log, push, address or figure in clear',
  },
  {
    file: 'server/own-data/erase-person.ts',
    stands: '    if (emptied.length === 0) continue\n',
    becomes: '',
    harm: 'nobody can be erased any more',
    tests: WIRE,
  },
  {
    file: 'server/own-data/tables-of-people.ts',
    stands: "told: ['ticket_id', 'service', 'quantity', 'noted_at'],",
    becomes: "told: ['ticket_id', 'quantity', 'noted_at'],",
    harm: 'whoever asks what is kept of them is not told what was done for them',
    tests: WIRE,
  },
  {
    file: 'src/screens/questions/use-form-answers.ts',
    stands: "!isTold && !saysOwnDocument(questions, answers, isOwn) ? 'other' : 'me'",
    becomes: "'me'",
    harm: 'who leaves open for whom it is finds their mother’s name and RUT under «Para mí»',
    tests: ['tests/unit/screens/form-answers.test.tsx'],
    mendedBy: 'of what was typed where nobody said for whom, nothing is proposed as one’s own',
  },
  {
    file: 'src/stores/visit-answers-store.ts',
    stands: '!isOfOnePerson(question)',
    becomes: '!saysWhoOneIs(question)',
    harm: 'another person’s phone is proposed as one’s own, and the call goes to them',
    tests: ['tests/unit/screens/form-answers.test.tsx'],
    mendedBy: 'what was said of another person is proposed for nobody',
  },
  {
    file: 'commands/person.ts',
    stands: ', ...(await findBooked(context, who))',
    becomes: '',
    harm: 'for whom a desk booked a time hears that nothing is kept of them, and it stays for weeks',
    tests: ['tests/wire/person-command.test.ts'],
    mendedBy:
      '[KEEP-03] [DESK-11] reads out and erases whom a desk booked for: the time is free, and told so',
  },
  {
    file: 'server/own-data/find-booked.ts',
    stands: ' || (meta !== null && answeredWith(protection, meta, wanted))',
    becomes: '',
    harm: 'who gave the desk an e-mail and no document is found by nobody who looks for them',
    tests: ['tests/wire/person-command.test.ts'],
    mendedBy:
      '[KEEP-03] [DESK-11] reads out and erases whom a desk booked for: the time is free, and told so',
  },
  {
    file: 'server/own-data/find-booked.ts',
    stands: ' and r.user_id is null',
    becomes: '',
    harm: 'a time that somebody’s phone has by now is offered as nobody’s, and cannot be erased',
    tests: ['tests/wire/person-command.test.ts'],
    mendedBy:
      '[KEEP-03] [DESK-11] reads out and erases whom a desk booked for: the time is free, and told so',
  },
  {
    file: 'server/own-data/erase-booked.ts',
    stands: 'isHeld(standing)\n',
    becomes: 'isHeld(standing) && at.getTime() < 0\n',
    harm: 'whom the operator erased holds a time on, without a name, and nobody else can have it',
    tests: ['tests/wire/person-command.test.ts'],
    mendedBy:
      '[KEEP-03] [DESK-11] reads out and erases whom a desk booked for: the time is free, and told so',
  },
  {
    file: 'server/own-data/erase-booked.ts',
    stands: '    await forget(transaction, { reservation_id: id })\n',
    becomes: '',
    harm: 'the operator says that somebody is erased whose name and answers stand there',
    tests: ['tests/wire/person-command.test.ts'],
    mendedBy:
      '[KEEP-03] [DESK-11] reads out and erases whom a desk booked for: the time is free, and told so',
  },
  {
    file: 'server/own-data/erase-booked.ts',
    stands: '!standing || standing.user_id !== null',
    becomes: '!standing',
    harm: 'who took over a time with their phone loses it to the erasing of somebody else',
    tests: WIRE,
    mendedBy: '[KEEP-03] [DESK-11] a time that a phone took over in the meantime is not erased as nobody’s',
  },
  {
    file: 'src/flows/session/forget-former-owner.ts',
    stands: "      await outbox.clear('poll', known.user_id)\n",
    becomes: '',
    harm: 'what somebody wrote of an attention stays in a browser that others use',
    tests: ['tests/unit/flows/accounts.test.ts'],
  },
  {
    file: 'src/flows/session/forget-former-owner.ts',
    stands: '    notices.clear()\n',
    becomes: '',
    harm: 'the next person reads where the one before was attended, and is asked how it was',
    tests: ['tests/unit/flows/accounts.test.ts'],
  },
  {
    file: 'src/db/outbox.ts',
    stands: 'userId === undefined || user_id === userId',
    becomes: 'user_id !== undefined',
    harm: 'whoever leaves takes with them what another wrote, and was told would be sent',
    tests: ['tests/unit/flows/accounts.test.ts'],
  },
  {
    file: 'server/own-data/finish-erasures.ts',
    stands: 'u.erased_at is not null and (',
    becomes: "u.erased_at > now() - interval '1 day' and (",
    harm: 'whoever erased themselves before a weekend without a server holds a time that nobody can have',
    tests: ['tests/wire/own-data.test.ts'],
  },
  {
    file: 'server/own-data/finish-erasures.ts',
    stands: '      failed ??= error\n',
    becomes: '      throw error\n',
    harm: 'of one erased person whose office is in trouble all others wait',
    tests: ['tests/wire/own-data.test.ts'],
  },
]
