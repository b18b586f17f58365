import type { Break } from './break.ts'

const LOG_OUT = 'tests/wire/accounts-log-out.test.ts'
const SIGN_UP = 'tests/wire/accounts-sign-up.test.ts'
const ALONG = 'tests/wire/accounts-bring-along.test.ts'
const MAIL = 'tests/wire/accounts-mail.test.ts'
const SESSIONS = 'tests/wire/accounts-sessions.test.ts'
const FLOWS = 'tests/unit/flows/accounts.test.ts'
const PROFILE = 'tests/wire/accounts-profile.test.ts'

/** Who has an account, what they bring along, and who must not get in. */
export const accounts: Break[] = [
  {
    file: 'server/accounts/sign-in.ts',
    stands: "      .where('password_hash', '=', password_hash)\n",
    becomes: '',
    harm: 'whoever signs in with the old password in the moment in which it changes stays signed in',
    tests: [SESSIONS],
  },
  {
    file: 'server/accounts/bring-along.ts',
    stands: '  if (!temporary?.temporal) return { facts: [], ended: [] }\n',
    becomes: '',
    harm: 'whoever registers twice at once loses their numbers to the second account',
    tests: [ALONG],
  },
  {
    file: 'server/accounts/bring-along.ts',
    stands: '    facts.push(...(await appendFacts(transaction, news)))\n',
    becomes: '',
    harm: 'a call that was judged before the sign-in goes to a user who is nobody any more',
    tests: [ALONG],
  },
  {
    file: 'server/accounts/bring-along.ts',
    stands:
      "  if (to.session_id !== null) await enqueueJobs(transaction, [lateJob(from, to.user_id, at)], 'replace')\n",
    becomes: '',
    harm: 'a number that was given in the moment of the sign-in waits for nobody',
    tests: [ALONG],
    on: 'postgres',
  },
  {
    file: 'server/accounts/enter-account.ts',
    stands: 'caller.temporal && caller.user_id !== user_id',
    becomes: 'caller.user_id !== user_id',
    harm: 'a registered user’s numbers go to the next who signs in at their browser',
    tests: [ALONG],
  },
  {
    file: 'server/accounts/sign-up.ts',
    stands: '  const tried = found && (await tryAt(found))\n',
    becomes: '  const tried: SignInTry = { succeeded: async () => undefined }\n',
    harm: 'passwords are guessed by signing up, without end',
    tests: [SIGN_UP],
  },
  {
    file: 'server/accounts/reset-password.ts',
    stands: "      .where('email_hash', '=', used.email_hash)\n",
    becomes: '',
    harm: 'who reads the mailbox that somebody gave up takes their account',
    tests: [MAIL],
  },
  {
    file: 'server/accounts/confirm-email.ts',
    stands: "      .where('email_hash', '=', link.email_hash)\n",
    becomes: '',
    harm: 'an address is confirmed by a link that went to another',
    tests: [MAIL],
  },
  {
    file: 'server/accounts/reset-password.ts',
    stands: '    ended = await endOtherSessions(context, transaction, user_id, null)\n',
    becomes: '',
    harm: 'who was in with the old password stays in after it was replaced',
    tests: [MAIL],
  },
  {
    file: 'server/accounts/end-sessions.ts',
    stands: "    .where('user_id', '=', own.user_id)\n",
    becomes: '',
    harm: 'anybody ends anybody’s session whose id they know',
    tests: [SESSIONS, 'tests/wire/access-matrix.test.ts'],
  },
  {
    file: 'server/accounts/update-user.ts',
    stands: '  if (isOther) await askForAddress(context, user_id, at.address)\n',
    becomes: '',
    harm: 'who has an account is found out by trying one address after the other',
    tests: [PROFILE],
  },
  {
    file: 'server/accounts/update-user.ts',
    stands: '(uid !== undefined && uid !== caller.user_id) || ',
    becomes: '',
    harm: 'a uid that is another’s is taken for one’s own',
    tests: [PROFILE],
  },
  {
    file: 'server/mail/mailer.ts',
    stands: '        throw failureOf(error)\n',
    becomes: '        throw error\n',
    harm: 'people’s addresses stand in the log and in the table of jobs',
    tests: [MAIL],
  },
  {
    file: 'server/identity/handover.ts',
    stands: ".where('id', '=', redeemed.user_id)",
    becomes: ".where('id', '=', redeemed.user_id)\n      .where('temporal', '=', true)",
    harm: 'whoever has an account is let in nowhere by the code that they were shown',
    tests: [ALONG],
  },
  {
    file: 'server/http/create-http.ts',
    stands: '    bodyLimit: BODY_LIMIT_BYTES,\n',
    becomes: '    bodyLimit: 8 * 1_024 * 1_024,\n',
    harm: 'whoever sends passwords of a megabyte keeps the server reading them',
    tests: [SESSIONS, MAIL, SIGN_UP],
  },
  {
    file: 'contract/limits.ts',
    stands: 'export const PASSWORD_TYPED_MAX = 1_024\n',
    becomes: 'export const PASSWORD_TYPED_MAX = 65_536\n',
    harm: 'passwords that nobody types are hashed',
    tests: [SESSIONS],
  },
  {
    file: 'server/identity/login-routes.ts',
    stands: '        forgetHere(context, request, reply, leaving)\n',
    becomes: '        void leaving\n',
    harm: 'the browser knows for 400 days whose account was entered in it, although they logged out',
    tests: [LOG_OUT],
  },
  {
    file: 'server/identity/known-browser.ts',
    stands: 'return others.length === 0 ? null : [id, ...others]',
    becomes: "return others.length === 0 || who.kind === 'account' ? null : [id, ...others]",
    harm: 'a log-out makes strangers of everybody else who shares the browser',
    tests: [LOG_OUT],
  },
  {
    file: 'server/identity/forget-here.ts',
    stands: "    clearSessionCookie(context, request, reply, 'attempt')\n",
    becomes: '    void 0\n',
    harm: 'what a provider’s window left stays after a log-out',
    tests: [LOG_OUT],
  },
  {
    file: 'server/identity/who-leaves.ts',
    stands: '  return session?.user_id ? [...leaving, session.user_id] : leaving\n',
    becomes: '  return session ? leaving : []\n',
    harm: 'a log-out that is told when there is a network again leaves the browser’s mark',
    tests: [LOG_OUT],
  },
  {
    file: 'server/identity/login-routes.ts',
    stands: '        if (user_id !== undefined) leaving.push(user_id)\n',
    becomes: '        void user_id\n',
    harm: 'a log-out of a session that is gone by then leaves the browser’s mark',
    tests: [LOG_OUT],
    mendedBy:
      '[AUTH-02] go by the word of the page, where nothing is left of the session by which it could be known',
  },
  {
    file: 'server/own-data/routes.ts',
    stands: '        forgetHere(context, request, reply, [user_id])\n',
    becomes: '        void forgetHere\n',
    harm: 'who erased themselves is known in their browser for 400 days',
    tests: [LOG_OUT],
  },
  {
    file: 'server/identity/sign-in-tries.ts',
    stands: 'name: who.user_id ?? who.name',
    becomes: 'name: who.name',
    harm: 'a browser in which somebody signed in before is as any other, and waits for whoever guesses',
    tests: [LOG_OUT, SIGN_UP],
  },
  {
    file: 'server/accounts/routes.ts',
    stands: 'languageOf(request, request.body?.language)',
    becomes: 'languageOf(request)',
    harm: 'whoever chose Portuguese in a Spanish browser is written to in Spanish when they ask for the link again',
    tests: [FLOWS],
    mendedBy: '[HAND-04] is written to, and a link refused, in the language that was chosen here',
  },
  {
    file: 'src/flows/session/confirm-email.ts',
    stands: 'confirmEmail({ token, language: ui.language() })',
    becomes: 'confirmEmail({ token })',
    harm: 'that a link has expired is said in the browser’s language and not in the one that was chosen',
    tests: [FLOWS],
    mendedBy: '[HAND-04] is written to, and a link refused, in the language that was chosen here',
  },
  {
    file: 'server/accounts/reset-password.ts',
    stands: "clock.now())], 'replace')",
    becomes: 'clock.now())])',
    harm: 'whoever asks for a new password while the mail server is away has it hours after it is back',
    tests: ['tests/wire/accounts-mail.test.ts'],
    mendedBy: 'to whoever asks for a link again are tried at once, though the next try was hours away',
  },
  {
    file: 'server/accounts/send-mails.ts',
    stands: '    await takeKnockBack(db, knock)\n',
    becomes: '',
    harm: 'whoever asked for a link while the mail server was away has none for the rest of the hour',
    tests: ['tests/wire/accounts-mail.test.ts'],
    mendedBy: 'to whoever asks for a link again are tried at once, though the next try was hours away',
  },
]
