import type { Break } from './break.ts'

const RELAY = ['tests/phoenix/longpoll-relay.test.ts']
const TAR = ['tests/unit/release/tar.test.ts']
const HELP = ['tests/unit/commands/dispatch.test.ts']

/** What an operator keeps running: polls over several servers, the command, a release. */
export const kept: Break[] = [
  {
    file: 'server/phoenix/poll-relay.ts',
    stands: '=== digestOf(proofOf(said)) ? home : null',
    becomes: '=== said ? home : null',
    harm: 'a poll that reaches another server begins anew, for ever',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/poll-relay.ts',
    stands: 'return `${said}.${proofOf(said)}`',
    becomes: 'return secret',
    harm: 'no server knows where the session of a poll lives',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/poll-relay.ts',
    stands: 'cancel: this.#giveUpAfter(limits.relayMs, id) }',
    becomes: 'cancel: () => {} }',
    harm: 'whose server was killed polls into the void, and never comes back',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/poll-relay.ts',
    stands: 'this.#giveUpAfter(limits.pollMs + limits.relayMs, said.id)',
    becomes: 'this.#giveUpAfter(limits.relayMs, said.id)',
    harm: 'who hears nothing for two seconds at another server has to begin anew',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/poll-relay.ts',
    stands: '          sessions.lose(key)\n',
    becomes: '',
    harm: 'a call that was lost between two servers is never heard of',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/poll-relay.ts',
    stands: 'if (asked && said.messages.length > 0)',
    becomes: 'if (asked && said.messages.length > 100)',
    harm: 'whoever hears something at another server has to begin anew each time',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/poll-relay.ts',
    stands: 'this.#settle(id)?.answer(NOTHING)',
    becomes: 'this.#settle(id)',
    harm: 'a server that goes waits ten seconds for those who poll another one by it, and is killed',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/longpoll-sessions.ts',
    stands: 'if (bearer !== session.bearer && (posted === null || bearer !== null)) return say(403)',
    becomes: '',
    harm: 'whoever reads a proxy’s log hears what somebody else is told',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/longpoll-requests.ts',
    stands: 'const question = { key, ',
    becomes: 'const question = { key: token, ',
    harm: 'the token of a poll stands in the database’s log, and no session is found by it',
    tests: RELAY,
  },
  {
    file: 'server/phoenix/endpoint.ts',
    stands: '      relay?.close()\n',
    becomes: '',
    harm: 'a server that goes waits ten seconds for those who poll another one by it',
    tests: RELAY,
  },
  {
    file: 'server/http/hear-out.ts',
    stands: 'await heardOut(raw, timers)',
    becomes: '',
    harm: 'who sends too much through a proxy is told of a failure that nobody explains',
    tests: ['tests/wire/http-problems.test.ts'],
  },
  {
    file: 'server/database/embedded/empty-database.ts',
    stands: '|| !(at + BLOCK + size <= tar.length)',
    becomes: '',
    harm: 'of a damaged release a damaged database is made',
    tests: TAR,
  },
  {
    file: 'server/database/embedded/empty-database.ts',
    stands: '{ mode: 0o600 }',
    becomes: '{ mode: 0o644 }',
    harm: 'everybody with an account on the machine reads the office’s database',
    tests: TAR,
  },
  {
    file: 'scripts/release/tar.ts',
    stands: '    .toSorted((one, other) => (one.path < other.path ? -1 : 1))\n',
    becomes: '',
    harm: 'nobody can make an archive anew and compare',
    tests: TAR,
  },
  {
    file: 'commands/language.ts',
    stands: "(LC_ALL || LC_MESSAGES || LANG || '')",
    becomes: "(LANG || '')",
    harm: 'whoever asks for Spanish is answered in English',
    tests: HELP,
  },
  {
    file: 'commands/dispatch.ts',
    stands: 'return EXIT.misused',
    becomes: 'return EXIT.done',
    harm: 'a script goes on after a command that there is not',
    tests: HELP,
  },
]
