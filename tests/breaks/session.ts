import type { Break } from './break.ts'

/** Who is here, for how long, and what goes when they leave. */
export const session: Break[] = [
  {
    file: 'src/flows/log-out.ts',
    stands: '    storage.forgetLines(),\n',
    becomes: '',
    harm: 'who uses the browser next sees which lines a former user looked at',
    tests: ['tests/unit/flows/sessions.test.ts'],
  },
  {
    file: 'src/flows/log-out.ts',
    stands: "    await api.login.end(registration?.id)\n    await db.outbox.remove('log-out')\n",
    becomes: "    await db.outbox.remove('log-out')\n    await api.login.end(registration?.id)\n",
    harm: 'a log-out without a network is never told to the server',
    tests: ['tests/unit/flows/sessions.test.ts'],
  },
  {
    file: 'src/flows/log-out.ts',
    stands: '    reservationDrafts.clear()\n',
    becomes: '',
    harm: 'what one person typed for a reservation is offered to the next',
    tests: ['tests/unit/flows/sessions.test.ts', 'tests/unit/stores/reservation-stores.test.ts'],
    mendedBy: '[AUTH-02] clears user, tickets and calls, sets the guest, and ends the session at the server',
  },
  {
    file: 'src/flows/log-out.ts',
    stands: '    serverData.forgetPerson()\n',
    becomes: '',
    harm: 'the history of a former user stays in the page’s memory',
    tests: ['tests/unit/flows/sessions.test.ts'],
  },
  {
    file: 'src/flows/check-session-expiry.ts',
    stands: 'Date.parse(user.expires_at) > context.clock.now()',
    becomes: 'user.expires_at !== null',
    harm: 'a session that is over is shown as open until the server says otherwise',
    tests: ['tests/unit/flows/sessions.test.ts'],
  },
  {
    file: 'src/flows/keep-watch.ts',
    stands: '        if (await checkSessionExpiry(context)) return\n',
    becomes: '',
    harm: 'a page that was left open for two weeks goes on as if somebody were signed in',
    tests: ['tests/unit/flows/watch.test.ts'],
    mendedBy: '[TEMP-04] finds a session over when the page is seen again after its time',
  },
  {
    file: 'src/flows/enter-session.ts',
    stands: 'if (session.token() !== entered.token) socket.leaveAll()',
    becomes: '',
    harm: 'the socket of whoever was here before goes on speaking for them',
    tests: ['tests/unit/flows/sessions.test.ts'],
    mendedBy: 'that somebody else follows closes the socket that spoke for whoever was here',
  },
  {
    file: 'src/flows/start-session.ts',
    stands:
      "  if ((await sendLogOut(context)) === 'waiting') {\n    session.signedOut()\n    return asGuest()\n  }\n",
    becomes: '  await sendLogOut(context)\n',
    harm: 'who logged out without a network is signed in again at the next start',
    tests: ['tests/unit/flows/sessions.test.ts'],
  },
  {
    file: 'src/flows/record-call.ts',
    stands: 'if (!session.user()) throw new GuestCallError()',
    becomes: '',
    harm: 'a guest is shown the call of whoever was here before',
    tests: ['tests/unit/flows/record-call.test.ts'],
  },
  {
    file: 'server/identity/caller-of-token.ts',
    stands: "    .where('revoked_at', 'is', null)\n",
    becomes: '',
    harm: 'a token goes on opening everything after the log-out',
    tests: ['tests/wire/identity-session.test.ts'],
  },
  {
    file: 'server/identity/use-captcha.ts',
    stands: 'if (numInsertedOrUpdatedRows !== 1n) throw',
    becomes: 'if (numInsertedOrUpdatedRows > 1n) throw',
    harm: 'one solved captcha lets any number of invented people in',
    tests: ['tests/wire/identity-captcha.test.ts'],
  },
  {
    file: 'server/identity/clerk-session.ts',
    stands:
      'const isRight = await verifyPassword(clerk?.password_hash ?? null, password)\n  if (!clerk || !isRight)',
    becomes:
      'const isRight = verifyPassword(clerk?.password_hash ?? null, password)\n  if (!clerk || !isRight)',
    harm: 'any password opens any desk: nobody waited for the answer',
    tests: ['tests/wire/identity-clerk.test.ts'],
  },
  {
    file: 'server/identity/passwords.ts',
    stands: '  const fits = await inTurn(',
    becomes: '  if (passwordHash === null) return false\n  const fits = await inTurn(',
    harm: 'how soon the answer comes tells who is a clerk',
    tests: ['tests/wire/identity-same-work.test.ts'],
  },
  {
    file: 'contract/rest/desk.ts',
    stands: 'v.toLowerCase(), ',
    becomes: '',
    harm: 'a clerk who types the name in capitals is nobody, and each spelling gets its own guesses',
    tests: ['tests/wire/identity-guesses.test.ts'],
  },
  {
    file: 'server/identity/forget-temporary-people.ts',
    stands: '.set({ identity_hash: null, meta: null })',
    becomes: '.set({ identity_hash: null })',
    harm: 'what a forgotten person answered in the forms stays for ever',
    tests: ['tests/wire/identity-forget.test.ts'],
  },
]
