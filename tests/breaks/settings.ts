import type { Break } from './break.ts'

const SETTINGS = 'tests/wire/office-settings.test.ts'
const PEOPLE = 'tests/wire/office-settings-people.test.ts'
const NEWS = 'tests/wire/office-settings-news.test.ts'
const OPENINGS = 'tests/wire/notify-openings.test.ts'
const FILE = 'tests/wire/office-settings-file.test.ts'

/** What an office is, changed in the browser. */
export const settings: Break[] = [
  {
    file: 'server/office-settings/replace-settings.ts',
    stands: '      if (stands.version !== wish.version) throw moved(stands)\n',
    becomes: '',
    harm: 'of two who change an office at once, the second takes back what the first did without a word',
    tests: [SETTINGS],
  },
  {
    file: 'server/office-settings/replace-settings.ts',
    stands: '      await requireSupervisor({ db: transaction }, by)\n',
    becomes: '',
    harm: 'every clerk of every office changes when this one is open',
    tests: [SETTINGS],
  },
  {
    file: 'server/office-settings/replace-settings.ts',
    stands: '      if (touches.waiting.length > 0)\n',
    becomes: '      if (touches.waiting.length > 1_000)\n',
    harm: 'somebody waits in a line that nobody sees any more',
    tests: [PEOPLE],
  },
  {
    file: 'server/office-settings/replace-settings.ts',
    stands: '      if (leftOut.length > 0 && wish.reservations === undefined)\n',
    becomes: '      if (leftOut.length > 1_000 && wish.reservations === undefined)\n',
    harm: 'people come to an office that is closed on the day of their reservation, and nobody thought of them',
    tests: [PEOPLE],
  },
  {
    file: 'server/office-settings/replace-settings.ts',
    stands: "        wish.reservations === 'tell'\n",
    becomes: '        wish.reservations !== undefined\n',
    harm: 'reservations that were to be kept are taken away',
    tests: [PEOPLE],
  },
  {
    file: 'server/office-settings/settings-touch.ts',
    stands: 'return judge?.hadBlock(each) && !judge.hasBlock(each)',
    becomes: 'return judge && !judge.hasBlock(each)',
    harm: 'every later change asks again about reservations that somebody decided to keep',
    tests: [PEOPLE],
  },
  {
    file: 'server/reservations/remove-reservation.ts',
    stands: 'return { facts, jobs: removed.flatMap(each => answerJobsOf(each, at)) }',
    becomes: 'return { facts, jobs: [] }',
    harm: 'whoever’s reservation was taken away hears nothing, and comes',
    tests: [PEOPLE, 'tests/wire/removed.test.ts'],
  },
  {
    file: 'server/office-settings/undo-settings.ts',
    stands: '    if (!changed?.undoable) throw',
    becomes: '    if (!changed) throw',
    harm: 'an undo takes back what a file brought since',
    tests: [SETTINGS],
  },
  {
    file: 'server/office-settings/forget-old-changes.ts',
    stands: 'id <= (',
    becomes: 'id < 0 and id <= (',
    harm: 'every change of an office is kept for ever, as large as the office is',
    tests: [SETTINGS],
  },
  {
    file: 'server/office-settings/changed-parts.ts',
    stands: '    key => !isDeepStrictEqual(before[key], after[key]),\n',
    becomes: '    () => true,\n',
    harm: 'what changes nothing is told to every phone, and stands among the acts',
    tests: [SETTINGS],
  },
  {
    file: 'server/offices/load/load-office.ts',
    stands: '  if (office.slug !== stands.slug)\n',
    becomes: "  if (stands.slug === '')\n",
    harm: 'the entry of another office, brought in by mistake, takes this one’s posters and links away',
    tests: [SETTINGS],
  },
  {
    file: 'server/offices/load/load-office.ts',
    stands: 'columnsOf(wantedOffice(office, holidays), at)',
    becomes: 'columnsOf(wantedOffice(office, []), at)',
    harm: 'an office that was changed in the browser is open on Christmas Day',
    tests: [FILE],
  },
  {
    file: 'server/offices/load/entry-of-rows.ts',
    stands: 'office.closures.filter(day => open_on_holidays || !holidays.has(day))',
    becomes: 'office.closures.filter(day => !holidays.has(day))',
    harm: 'an office that works on holidays loses a closure of its own with the next change of anything',
    tests: [FILE],
  },
  {
    file: 'server/realtime/create-realtime.ts',
    stands: '    if (known && isOther) directory.forget(known)\n',
    becomes: '',
    harm: 'a new line’s figures reach no page that is open',
    tests: [NEWS],
  },
  {
    file: 'server/offices/office-list.ts',
    stands: 'const isDoubted = doubtedFrom !== null && doubtedFrom <= now',
    becomes: 'const isDoubted = false',
    harm: 'the list shows for half a minute what an office was',
    tests: [NEWS],
  },
  {
    file: 'server/office-settings/replace-settings.ts',
    stands: '  await requireSupervisor(context.database, by)\n  let saved',
    becomes: '  let saved',
    harm: 'who saves the settings of an office that is none gets an error of ours',
    tests: ['tests/wire/fuzz.test.ts'],
  },
  {
    file: 'server/office-settings/replace-settings.ts',
    stands: '      await wakeWishes(transaction, { office_id }, at)\n',
    becomes: '',
    harm: 'an office opens a day earlier, and whoever wished to hear of it hears a day late',
    tests: [OPENINGS],
  },
  {
    file: 'server/office-settings/load-file.ts',
    stands: '      await wakeWishes(transaction, { office_id }, at)\n',
    becomes: '',
    harm: 'the same, where the hours come by a file',
    tests: [OPENINGS],
  },
  {
    file: 'src/api/forms.ts',
    stands: 'const newest = true',
    becomes: 'const newest = false',
    harm: 'for minutes people answer questions that the office asks no more, and are refused',
    tests: ['tests/unit/queries/queries.test.ts'],
  },
]
