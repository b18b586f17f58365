import type { Break } from './break.ts'

const PAPER = 'tests/wire/paper-numbers.test.ts'
const LATE = 'tests/browser/desk-late.test.ts'
const MODULOS = 'tests/wire/modulos.test.ts'
const SETTINGS_PEOPLE = 'tests/wire/office-settings-people.test.ts'

/** The clerk's work: numbers for who has no phone, modules that were left open. */
export const desk: Break[] = [
  {
    file: 'server/queue/take/follow-paper.ts',
    stands: "and t.user_id is null and t.state in ('waiting', 'called', 'parked')",
    becomes: "and t.state in ('waiting', 'called', 'parked')",
    harm: 'a second phone takes the number away from the first',
    tests: [PAPER],
  },
  {
    file: 'server/queue/take/follow-paper.ts',
    stands: '    demandHand(turn)\n',
    becomes: '',
    harm: 'by paper one person holds more numbers than one may',
    tests: [PAPER],
  },
  {
    file: 'server/queue/take/issue-paper-number.ts',
    stands: '.update(`paper ${office_id} ${request_id}`)',
    becomes: '.update(`paper ${request_id}`)',
    harm: 'a press at one office is answered with the number of another',
    tests: [PAPER],
  },
  {
    file: 'server/queue/take/issue-paper-number.ts',
    stands: "if (wish.request_id === undefined || !isUniqueViolation(error, 'tickets_pkey'))\n      ",
    becomes: '',
    harm: 'a press that arrives twice at once fails',
    tests: [PAPER],
  },
  {
    file: 'server/queue/take/issue-paper-number.ts',
    stands: 'const isByVideoAlone = line.virtual && clerk_id !== undefined',
    becomes: 'const isByVideoAlone = line.virtual && Number(clerk_id) < 0',
    harm: 'who has paper of a line that is attended by video waits for ever: neither wall nor phone tells the call',
    tests: [PAPER],
  },
  {
    file: 'src/desk/paper/give-number.tsx',
    stands: 'state.lines.filter(line => line.takes_tickets && !line.virtual)',
    becomes: 'state.lines',
    harm: 'a clerk is offered lines of which nobody can be given a number on paper',
    tests: ['tests/browser/desk-paper.test.ts'],
  },
  {
    file: 'server/secrets/protection.ts',
    stands: 'said.length === right.length && timingSafeEqual(said, right) ? uuid : null',
    becomes: 'uuid',
    harm: 'whoever knows a number’s id makes a paper of it',
    tests: [PAPER],
  },
  {
    file: 'server/queue/hold/paper-number.ts',
    stands: "t.user_id is null and t.state = 'waiting'",
    becomes: "t.state = 'waiting'",
    harm: 'the desk prints a paper of a number that is in somebody’s phone',
    tests: [PAPER],
  },
  {
    file: 'server/queue/hold/paper-number.ts',
    stands: 'readPaper(context, which, sql`true`)',
    becomes: "readPaper(context, which, sql`t.state = 'waiting'`)",
    harm: 'a number whose answer was lost is called for nobody, and its person takes a second one behind the others',
    tests: [PAPER],
    mendedBy:
      '[DESK-01] [DESK-14] a press that is repeated once its number was called, and attended, is told the same number',
  },
  {
    file: 'server/identity/enter-by-paper.ts',
    stands: 'if (number.user_id !== null) {',
    becomes: 'if (false as boolean) {',
    harm: 'a paper that somebody follows lets anybody in, again and again',
    tests: [PAPER],
  },
  {
    file: 'server/queue/desk/open-modulo.ts',
    stands: 'modulo.clerk_id !== null && modulo.clerk_id !== from',
    becomes: 'modulo.clerk_id !== null && from === undefined',
    harm: 'of two clerks who take a module over at once, the second takes it from the first',
    tests: [MODULOS],
  },
  {
    file: 'server/queue/desk/open-modulo.ts',
    stands: '    .where(isKept)\n',
    becomes: '',
    harm: 'a clerk sits down at a module that the office has no more, and calls people to it',
    tests: [SETTINGS_PEOPLE],
  },
  {
    file: 'server/queue/desk/open-modulo.ts',
    stands: '.where(isKept)',
    becomes: ".where('m.active', '=', true)",
    harm: 'who stands at a module that the settings took away, whose clerk went home, is attended by nobody for ever',
    tests: [SETTINGS_PEOPLE],
  },
  {
    file: 'server/queue/desk/kept-modulo.ts',
    stands: ' or ${isStoodAt})',
    becomes: ')',
    harm: 'who stands at a module that went, whose clerk works there no more, is attended by nobody for ever',
    tests: [SETTINGS_PEOPLE],
  },
  {
    file: 'server/queue/call/desk-state.ts',
    stands: ' and ${isKept}\n',
    becomes: ' and m.active\n',
    harm: 'a clerk whose module was renamed during a break can never end it, and asks for help unheard',
    tests: [SETTINGS_PEOPLE],
  },
  {
    file: 'server/queue/call/desk-state.ts',
    stands: 'm.active and m.clerk_id is not null as open',
    becomes: 'm.clerk_id is not null as open',
    harm: 'somebody is to be sent to a module that the office has no more, and it is refused',
    tests: [SETTINGS_PEOPLE],
  },
  {
    file: 'src/desk/aside/transfer-dialog.tsx',
    stands: '({ id, open: isOpen }) => isOpen && id',
    becomes: '({ id, clerk }) => clerk && id',
    harm: 'a clerk chooses a module that the office has no more for somebody, and is refused',
    tests: ['tests/unit/desk/transfer-dialog.test.tsx'],
  },
  {
    file: 'server/queue/desk/free-modulos.ts',
    stands: '  and not ${isStoodAt}\n',
    becomes: '',
    harm: 'somebody who is called stands at a module that is closed',
    tests: [MODULOS],
  },
  {
    file: 'server/queue/desk/free-modulos.ts',
    stands: 'coalesce(s.revoked_at, s.expires_at) >= m.opened_at',
    becomes: 'true',
    harm: 'a session of yesterday closes what nobody’s session opened',
    tests: [MODULOS],
  },
  {
    file: 'src/desk/late.tsx',
    stands: 'if (tries++ > 0) await fetchStylesAgain(document)',
    becomes: 'await Promise.resolve()',
    harm: 'a desk whose styles did not come stands there without any, until somebody reloads it',
    tests: [LATE],
  },
  {
    file: 'src/desk/late.tsx',
    stands: "        () => isSeen && setStands('failed'),\n",
    becomes: '        () => {},\n',
    harm: 'where a part of the desk does not come, a wheel turns and nobody says why',
    tests: [LATE],
  },
  {
    file: 'src/desk/at-work.tsx',
    stands: '    fetchAhead()\n',
    becomes: '',
    harm: 'a page that nobody has opened yet cannot be opened once the connection is gone',
    tests: [LATE],
  },
  {
    file: 'src/queries/show-answer.ts',
    stands: '  await client.cancelQueries({ queryKey })\n',
    becomes: '',
    harm: 'a screen that was just shut out is listed as let in again, until the next look',
    tests: ['tests/unit/queries/show-answer.test.ts'],
  },
  {
    file: 'server/identity/enter-by-paper.ts',
    stands: '    await countEntry(transaction, id, clock.now())\n',
    becomes: '',
    harm: 'one paper gives as many numbers as anybody likes, with no proof of work',
    tests: ['tests/wire/paper-numbers.test.ts'],
    mendedBy:
      '[SEC-03] lets in few without a proof of work: who scans it again or in another browser, and no crowd',
  },
  {
    file: 'src/desk/desk-error-texts.ts',
    stands: 'return texts[code] ?? errorText(heardCode(code))',
    becomes:
      "return code === 'too-late-today' ? errorText(code) : (texts[code] ?? errorText(heardCode(code)))",
    harm: 'a clerk who gives a number is told to come back another day',
    tests: ['tests/unit/desk/refusal-words.test.ts'],
  },
  {
    file: 'src/desk/work/current-ticket.tsx',
    stands: 'veces, esta vez desde las ${called}',
    becomes: 'veces, la primera a las ${called}',
    harm: 'who stood aside and is called again reads at the desk as called first at that time',
    tests: ['tests/unit/desk/current-ticket.test.tsx'],
  },
  {
    file: 'server/queue/desk/free-modulos.ts',
    stands: 'where (${isLeft(clock.now())}) or (${isForeign}) order by',
    becomes: 'where (${isLeft(clock.now())}) order by',
    harm: 'a clerk who was moved to another office goes on being counted at the old one, and people are told too short a wait',
    tests: ['tests/wire/modulos.test.ts'],
  },
]
