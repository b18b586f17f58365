import type { Break } from './break.ts'

const SOCIAL = 'tests/wire/social.test.ts'
const FAULTS = 'tests/wire/social-faults.test.ts'
const ACCESS = 'tests/wire/access-matrix.test.ts'
const PROVEN = 'tests/wire/proven-documents.test.ts'
const JUDGE = 'tests/unit/queue/judge-number.test.ts'
const BROWSER = 'tests/browser/app-social.test.ts'
const BOOKING = 'tests/unit/reservations/judge-booking.test.ts'

/** Who is let in by a provider's word, and whose document it proves. */
export const providers: Break[] = [
  {
    file: 'src/screens/account/provider-return-screen.tsx',
    stands: '!isAsked) void run(attempt)\n  }, [attempt, online, isAsked, run])',
    becomes: 'attempt) void run(attempt)\n  }, [attempt, online, run])',
    harm: 'the password that somebody typed to link a provider goes with the network, as it comes back',
    tests: ['tests/browser/app-social.test.ts'],
    mendedBy: 'what is typed to finish it stays when the network has gone and come',
  },
  {
    file: 'server/accounts/providers/finish-attempt.ts',
    stands: "    .where('browser_hash', '=', hashOfToken(browserToken))\n",
    becomes: '',
    harm: 'whoever opens a link that was sent to them is signed in to the sender’s account',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/finish-attempt.ts',
    stands: "    .where('returned_at', 'is', null)\n",
    becomes: '',
    harm: 'a way back that somebody noted down is taken a second time',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/open-attempt.ts',
    stands: "    .where('browser_hash', '=', hashOfToken(browserToken))\n",
    becomes: '',
    harm: 'whoever learns an attempt’s id is let in to the account for which it was begun',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/open-attempt.ts',
    stands: "    .where('claims', '<', PROVIDER_CLAIMS_MAX)\n",
    becomes: '',
    harm: 'somebody tries address after address with one attempt, and learns who has an account',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/open-attempt.ts',
    stands:
      "  if (asked_by !== null && (caller.kind !== 'user' || caller.user_id !== asked_by)) throw attemptInvalid()\n",
    becomes: '',
    harm: 'what was begun as one user is finished by another, who gets or loses what is held',
    tests: [SOCIAL, ACCESS],
  },
  {
    file: 'server/accounts/providers/open-attempt.ts',
    stands: '  if (!used) throw attemptInvalid()\n',
    becomes: '',
    harm: 'one attempt begins two sessions',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/enter-by-provider.ts',
    stands: '  if (found.user_id !== proven?.user_id || found.password_hash !== proven.password_hash) {\n',
    becomes: '  if (found.user_id === proven?.user_id) {\n',
    harm: 'whoever says an e-mail at a provider enters the account that has it, without its password',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/enter-by-provider.ts',
    stands: 'isConfirmed: who.emailVerified && !isTyped',
    becomes: 'isConfirmed: !isTyped',
    harm: 'an e-mail that the provider never verified counts as confirmed',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/enter-by-provider.ts',
    stands:
      '  if (person?.isTyped && password === undefined) await askToSignUp(context, said.captchaToken, claiming)\n',
    becomes: '',
    harm: 'somebody learns of address after address who has an account, ten with each attempt',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/openid-provider.ts',
    stands: '      timeout: PROVIDER_ANSWER_MS / 1_000,\n',
    becomes: '',
    harm: 'whoever presses a button of a provider that is silent stands before it for half a minute',
    tests: [FAULTS],
  },
  {
    file: 'server/accounts/providers/facebook-provider.ts',
    stands: '  configuration.timeout = PROVIDER_ANSWER_MS / 1_000\n',
    becomes: '',
    harm: 'whoever comes back from a Facebook that is silent looks at a white page for half a minute',
    tests: [FAULTS],
  },
  {
    file: 'server/accounts/providers/facebook-provider.ts',
    stands: 'v.is(refusal, said)',
    becomes: "v.is(refusal, '')",
    harm: 'whoever comes back with a code that is over is told that Facebook is away',
    tests: [FAULTS],
  },
  {
    file: 'server/accounts/providers/provider-failure.ts',
    stands: ' || error instanceof DOMException',
    becomes: '',
    harm: 'whose provider stopped half-way in its answer is told that they took too long themselves',
    tests: [FAULTS],
  },
  {
    file: 'server/accounts/providers/unlink-provider.ts',
    stands: '    if (password_hash === null && linked.length === 1) {\n',
    becomes: '    if (linked.length === 0) {\n',
    harm: 'whoever takes away their only way in never comes back',
    tests: [SOCIAL],
  },
  {
    file: 'server/accounts/providers/openid-provider.ts',
    stands: "        if (document && !proven) throw new ProviderFailure('provider-refused')\n",
    becomes: '',
    harm: 'somebody signs in by a document that nobody vouched for',
    tests: [SOCIAL],
  },
  {
    file: 'server/offices/read-lines.ts',
    stands: "row('offices.proven_document', '=', true)",
    becomes: "row('lines.proven_document', '=', true)",
    harm: 'where a whole office wants proven documents it is said when everything has been typed',
    tests: ['tests/wire/proven-documents.test.ts'],
    mendedBy: '[DOC-04] says so beforehand, of all its lines or of one, a hidden one too',
  },
  {
    file: 'src/screens/book/book-screen.tsx',
    stands: "proof === 'needed' && !booking.isBusy",
    becomes: 'false',
    harm: 'who cannot prove their document goes through the whole wizard, and is refused at its end',
    tests: ['tests/unit/screens/book-screen.test.tsx'],
    mendedBy: '[DOC-04] before the first question of the wizard a guest is told what is needed',
  },
  {
    file: 'src/screens/introduction/use-proof.ts',
    stands: 'data?.document_proven ?? true',
    becomes: 'data?.document_proven ?? false',
    harm: 'whose document is proven is sent to prove it where the server does not answer at once',
    tests: ['tests/unit/screens/book-screen.test.tsx'],
    mendedBy: '[DOC-04] where nobody can tell whether it is proven, the wizard goes on: the server will say',
  },
  {
    file: 'src/screens/take/take-steps.tsx',
    stands: "proof === 'needed' && !busy ? (",
    becomes: "proof === 'needed' && busy ? (",
    harm: 'who cannot prove their document types who they are for a number that is refused to them',
    tests: ['tests/browser/app-social.test.ts'],
    mendedBy: '[DOC-04] says it before anything is typed, to a guest and to whose document nobody proved',
  },
  {
    file: 'server/identity/guard-document.ts',
    stands: '  if (document_proven_at !== null) throw proven()\n',
    becomes: '',
    harm: 'a proven document is typed over, and its proof is lost in silence',
    tests: [SOCIAL],
  },
  {
    file: 'server/queue/take/judge-number.ts',
    stands: '  if (seen.proven) return { ...may, disputed: false }\n',
    becomes: '',
    harm: 'who proved the document is refused for a stranger’s number',
    tests: [JUDGE, PROVEN],
  },
  {
    file: 'server/reservations/book/judge-booking.ts',
    stands: '  const disputed = !proven && weighDocument(asked, identity, standing, at)\n',
    becomes: '  const disputed = weighDocument(asked, identity, standing, at)\n',
    harm: 'who proved the document is refused for a stranger’s reservation',
    tests: [BOOKING, PROVEN],
  },
  {
    file: 'server/database/document-repeated.ts',
    stands: 'and not t.proven and (t.disputed or other.disputed or other.proven)',
    becomes: 'and (t.disputed or other.disputed)',
    harm: 'the desk asks the one who proved the document for the card, and not the other',
    tests: [PROVEN],
  },
  {
    file: 'src/platform/provider-trip.ts',
    stands: 'let popup = leavesItself(page) ? null : page.open(',
    becomes: 'let popup = page.open(',
    harm: 'on an iPhone the installed application opens a window whose cookie it never gets, and nobody comes in',
    tests: ['tests/unit/platform/provider-trip.test.ts'],
  },
  {
    file: 'server/accounts/providers/returned-page.ts',
    stands: "how === 'unknown' ? [texts.again, '']",
    becomes: "how === 'unknown' ? [texts.again, `<script>${SCRIPT}</script>`]",
    harm: 'a window that came back wrongly is gone before anybody can read it, and the page waits on',
    tests: [BROWSER],
    mendedBy: '[AUTH-05] a wrong state lets nobody in: the window says so and stays, and one tries again',
  },
  {
    file: 'server/accounts/providers/finish-attempt.ts',
    stands: "    .where('state_hash', '=', hashOfToken(state))\n",
    becomes: '',
    harm: 'a browser is signed in by a way back that it was led to, whatever its state',
    tests: [BROWSER],
    mendedBy: '[AUTH-05] a wrong state lets nobody in: the window says so and stays, and one tries again',
  },
]
