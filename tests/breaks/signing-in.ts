import type { Break } from './break.ts'

const FLOWS = 'tests/unit/flows/accounts.test.ts'
const SCREENS = 'tests/browser/app-accounts.test.ts'

/** Who comes in by an account, and what they bring along. */
export const signingIn: Break[] = [
  {
    file: 'src/screens/introduction/person-fields.tsx',
    stands: '        inputMode="tel"\n',
    becomes: '        inputMode="text"\n',
    harm: 'who gives their phone number is shown a keyboard of letters',
    tests: [SCREENS],
  },
  {
    file: 'src/flows/session/forget-former-owner.ts',
    stands: '      await tickets.forgetOwner(known.user_id)\n',
    becomes: '',
    harm: 'whose session ended by itself leaves their numbers listed to the next who comes in',
    tests: [FLOWS],
  },
  {
    file: 'src/flows/session/forget-former-owner.ts',
    stands: '  await storage.forgetLines()\n',
    becomes: '',
    harm: 'whose session ended by itself leaves in the browser which lines they looked at, for whoever comes in after them',
    tests: [FLOWS],
    mendedBy:
      '[AUTH-10] where somebody without an account was here, the next one is not told where they went',
  },
  {
    file: 'src/flows/session/forget-former-owner.ts',
    stands: '    reservationDrafts.keepFor(comer.user_id)\n',
    becomes: '',
    harm: 'what somebody typed about themselves stands in the form for whoever comes in after them',
    tests: [FLOWS],
  },
  {
    file: 'src/flows/session/expire-session.ts',
    stands: 'if (here && !here.temporal) reservationDrafts.leftBy(here.user_id)',
    becomes: 'if (here && !here.temporal) reservationDrafts.clear()',
    harm: 'whose session ends while they type has to type it all again',
    tests: [FLOWS],
  },
  {
    file: 'src/api/client.ts',
    stands: " && code !== 'wrong-credentials'",
    becomes: '',
    harm: 'whoever holds a number without an account and mistypes a password loses session and number',
    tests: [FLOWS],
  },
  {
    file: 'src/api/client.ts',
    stands: ' && !(call.waitsOut && pauseOf(refusal) !== null)',
    becomes: '',
    harm: 'somebody who guesses passwords nearby shuts the whole application of whoever signs in',
    tests: [FLOWS],
  },
  {
    file: 'src/flows/session/come-in.ts',
    stands: '    if (session.user() && session.token() === null) await startSession(context)\n',
    becomes: '',
    harm: 'who signs in right after a reload leaves their number behind: the server is not told whose it is',
    tests: [FLOWS],
  },
  {
    file: 'src/flows/session/come-in.ts',
    stands: '    if (session.user()) await sendCancels(context)\n',
    becomes: '',
    harm: 'what was cancelled with no network stays booked for ever once its owner has signed in',
    tests: [FLOWS],
  },
  {
    file: 'src/flows/session/come-in.ts',
    stands: '    if (before?.temporal) await handOver(context, before.user_id, entered.user_id)\n',
    becomes: '',
    harm: 'a number that was given up for the account’s own stands on the phone as if it waited',
    tests: [FLOWS],
  },
  {
    file: 'src/flows/session/enter-session.ts',
    stands: '  if (before && before.user_id !== entered.user_id) serverData.refetchPerson()\n',
    becomes: '',
    harm: 'the history of one person is listed under the account of another',
    tests: [FLOWS],
  },
  {
    file: 'src/flows/session/update-user.ts',
    stands: "...(rut !== undefined && rut.trim() !== '-' && { rut })",
    becomes: '...(rut !== undefined && { rut })',
    harm: 'a dash is sent as somebody’s document',
    tests: [FLOWS],
  },
  {
    file: 'src/flows/watch/keep-watch.ts',
    stands: 'session.user()?.temporal === false',
    becomes: 'session.user() === null',
    harm: 'a number that was taken on another device is not seen here until the page is loaded anew',
    tests: [FLOWS],
  },
  {
    file: 'src/texts/account-texts.ts',
    stands: 'message !== null && SAID_BY_SERVER.has(code) ? message : ',
    becomes: '',
    harm: 'the server’s own words for a refused sign-in are shown to nobody',
    tests: ['tests/unit/texts/account-texts.test.ts'],
  },
  {
    file: 'src/domain/safe-place.ts',
    stands: "  return origin === HERE ? pathname + search : '/'\n",
    becomes: '  return origin === HERE ? pathname + search : text\n',
    harm: 'a link to the sign-in leads to a stranger’s page behind it, which asks for the password again',
    tests: ['tests/unit/domain/safe-place.test.ts'],
  },
  {
    file: 'src/screens/profile/correct-screen.tsx',
    stands:
      '            <div hidden={isAsked}>\n              <CorrectForm key={writing.user_id} user={writing} />\n            </div>\n',
    becomes: '            isAsked ? null : <CorrectForm key={writing.user_id} user={writing} />\n',
    harm: 'what somebody typed is gone once their session was closed from another device',
    tests: [SCREENS],
  },
  {
    file: 'src/screens/account/use-link-token.ts',
    stands: "    addEventListener('hashchange', look)\n",
    becomes: '',
    harm: 'who opens a second link in the tab of the first is told what became of the first, and never confirms',
    tests: [SCREENS],
    mendedBy: 'a forgotten password is replaced, and an e-mail confirmed, by the links that come',
  },
  {
    file: 'src/screens/account/reset-screen.tsx',
    stands: "useErrand('resetPassword', token ?? '')",
    becomes: "useErrand('resetPassword')",
    harm: 'a fresh link for a new password, opened in the tab of a dead one, is called dead',
    tests: [SCREENS],
    mendedBy:
      'a second link for a new password, opened in the tab of one that is dead, is the one that is used',
  },
  {
    file: 'src/flows/session/claim-attempt.ts',
    stands: 'user.password === undefined ? api.login.captcha : api.accounts.signInCaptcha',
    becomes: 'api.login.captcha',
    harm: 'who links a provider to their account while somebody guesses at it proves too little, and is refused',
    tests: ['tests/unit/flows/providers.test.ts'],
    mendedBy:
      '[AUTH-05] proves the longer work of a sign-in for the password of the account to which they link',
  },
  {
    file: 'src/flows/session/claim-attempt.ts',
    stands: 'signInPatiently(door, claim, () => undefined)',
    becomes: 'door.signIn(claim)',
    harm: 'who comes by a provider after many others of their network waits at a screen that says too much was asked',
    tests: ['tests/unit/flows/providers.test.ts'],
    mendedBy: '[AUTH-05] proves some work for the e-mail that they type, as in a sign-up, and is in',
  },
  {
    file: 'src/flows/session/carry-session.ts',
    stands: 'for (const ticket of tickets) await db.tickets.keep(ticket, clock.now())',
    becomes: 'void tickets',
    harm: 'who goes on in another browser by a code finds there nothing of what is over, and with no network cannot read it',
    tests: [SCREENS],
    mendedBy:
      '[AUTH-03] [TEMP-02] of an account goes on in another browser by a code, with numbers and receipts',
  },
  {
    file: 'src/screens/introduction/use-sign-in.ts',
    stands: "if (status === 'done' || (pressed.current && areSame(pressed.current, asked))) break",
    becomes: 'break',
    harm: 'a password that is put right before the wrong one was answered is not tried, and called wrong',
    tests: [SCREENS],
    mendedBy:
      '[AUTH-07] shows the server’s words to whoever mistypes, and keeps what was typed; then their number is there',
  },
  {
    file: 'src/screens/polls/poll-screen.tsx',
    stands: ') : hadAccount ? (',
    becomes: ') : false ? (',
    harm: 'whose session ended while they rated is told that only who was attended may do so',
    tests: ['tests/browser/session-over.test.ts'],
    mendedBy: '[AUTH-09] [POLL-01] sends the stars and the words that they had given before',
  },
  {
    file: 'src/flows/session/accepted-policy.ts',
    stands: 'return (await policies.inForce(accepted.officeId)).version',
    becomes: 'return undefined',
    harm: 'who is quicker than the network is asked for the policy a second time',
    tests: ['tests/unit/flows/sessions.test.ts'],
    mendedBy: '[KEEP-03] keeps what was accepted with it, also where its text had not come yet',
  },
  {
    file: 'src/screens/introduction/use-identify.ts',
    stands: 'accepts: policy ?? { officeId },',
    becomes: '...(policy && { accepts: policy }),',
    harm: 'who says who they are before the text has come is asked for the policy a second time',
    tests: ['tests/browser/policy-late.test.ts'],
    mendedBy: '[KEEP-03] is kept as accepted by whoever takes a number with it',
  },
]
