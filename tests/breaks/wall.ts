import type { Break } from './break.ts'

const DEVICES = 'tests/wire/devices.test.ts'
const CALLS = 'tests/unit/wall/new-calls.test.ts'
const FEED = 'tests/unit/wall/wall-feed.test.ts'
const ANNOUNCER = 'tests/unit/wall/announcer.test.ts'
const SCREENS = 'tests/unit/devices/devices.test.ts'

/** The office's walls and kiosks, and the links by which they are opened. */
export const wall: Break[] = [
  {
    file: 'server/devices/enter-by-link.ts',
    stands: "      .where('revoked_at', 'is', null)\n",
    becomes: '',
    harm: 'a link that was revoked lets in whoever kept it',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/enter-by-link.ts',
    stands: "      .where('use', '=', use)\n",
    becomes: '',
    harm: 'the link of the wall, which the whole room may read, gives numbers',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/enter-by-link.ts',
    stands: '    if (before && before.link_id === link.id) return before\n',
    becomes: '',
    harm: 'a television that is switched on each morning is another device each day',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/links/revoke-link.ts',
    stands: "    .where('office_id', '=', askedId(office_id))\n",
    becomes: '',
    harm: 'a supervisor shuts the screens of another office',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/links/link-routes.ts',
    stands: '      await requireSupervisor(context.database, at)\n',
    becomes: '      void requireSupervisor\n',
    harm: 'any clerk opens screens of any office',
    tests: [DEVICES],
  },
  {
    file: 'server/realtime/session-ends.ts',
    stands: "caller.kind === 'machine') return `link:${caller.link_id}`\n",
    becomes: "caller.kind === 'machine') return `device:${caller.link_id}`\n",
    harm: 'a television goes on hearing after its link was revoked',
    tests: [DEVICES],
  },
  {
    file: 'server/realtime/office-channel.ts',
    stands: "(identity.use !== 'wall' || identity.office_id !== office.id)",
    becomes: "identity.use !== 'wall'",
    harm: 'whoever has the link of one office follows every other one',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/last-calls.ts',
    stands: "        and t.state in ('called', 'attended', 'skipped')\n",
    becomes: '',
    harm: 'a call that was taken back stays on the wall, and somebody walks to the module',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/last-calls.ts',
    stands: ' and (b.seq is null or f.seq > b.seq or f.at <= t.called_at)',
    becomes: '',
    harm: 'the wall goes on sending a missed number to a desk that took its call back',
    tests: [DEVICES],
    mendedBy: '[WALL-01] [DESK-03] shows a missed number by the call before, once another was taken back',
  },
  {
    file: 'server/devices/last-calls.ts',
    stands: '        and (f.at at time zone ${time_zone}::text)::date = ${day}::date\n',
    becomes: '        and ${time_zone}::text is not null and ${day}::date is not null\n',
    harm: 'in the morning the wall shows the numbers of yesterday',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/last-calls.ts',
    stands: '        and not l.virtual and not coalesce(r.meet, false)\n',
    becomes: '',
    harm: 'the room is told to let somebody pass who sits at home',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/kiosk-state.ts',
    stands: "    .where('type', '<>', 'hidden')\n",
    becomes: '',
    harm: 'the kiosk offers what the office keeps for those who have its link',
    tests: [DEVICES],
  },
  {
    file: 'server/devices/give-kiosk-number.ts',
    stands:
      "  if (!(await kioskLines(context, office_id)).has(line_id)) throw ticketRefusal('line-no-exist')\n",
    becomes: '  void [kioskLines, line_id, ticketRefusal]\n',
    harm: 'a kiosk that was tampered with gives numbers of hidden lines',
    tests: [DEVICES],
  },
  {
    file: 'server/http/rate-limits.ts',
    stands: "  [`POST ${desk}/devices/kiosk/tickets`]: [['ticket', session]],\n",
    becomes: '',
    harm: 'a child at the kiosk takes all numbers of the morning',
    tests: [DEVICES],
  },
  {
    file: 'src/wall/new-calls.ts',
    stands: 'Date.parse(call.at) >= since',
    becomes: 'since > 0',
    harm: 'after a cut the wall sends people to modules that have gone on',
    tests: [CALLS],
  },
  {
    file: 'src/wall/new-calls.ts',
    stands: 'heard === null || heard > seq',
    becomes: 'heard !== null && heard > seq',
    harm: 'a wall that is switched on calls out what was called before',
    tests: [CALLS],
  },
  {
    file: 'src/wall/announcer.ts',
    stands: '    if (!this.#current) void this.#goOn(languages)\n',
    becomes: '    void this.#goOn(languages)\n',
    harm: 'two numbers are called out over each other',
    tests: [ANNOUNCER],
  },
  {
    file: 'src/wall/announcer.ts',
    stands: '    this.#waiting = this.#waiting.filter(stands)\n',
    becomes: '',
    harm: 'a number whose call was taken back is called out',
    tests: [ANNOUNCER],
  },
  {
    file: 'src/wall/wall-feed.ts',
    stands: 'const isCurrent = isYoung && this.#failures < FAILURES',
    becomes: 'const isCurrent = this.#failures < FAILURES',
    harm: 'a wall that hears nothing any more looks as if nobody were called',
    tests: [FEED],
  },
  {
    file: 'src/wall/wall-feed.ts',
    stands: '    if (this.#isAsking) this.#hasNews = true\n',
    becomes: '    if (this.#isAsking) this.#hasNews = false\n',
    harm: 'a call that comes while the wall asks is shown twenty seconds later',
    tests: [FEED],
  },
  {
    file: 'src/devices/enter-device.ts',
    stands: "isRefused && error.status !== 429 ? 'shut' : 'unreached'",
    becomes: "error instanceof ApiError ? 'shut' : 'unreached'",
    harm: 'a television that is switched on before the network stays dark all day',
    tests: [SCREENS],
  },
  {
    file: 'src/devices/newer-release.ts',
    stands: 'served !== undefined && new URL(own).pathname !== served',
    becomes: 'new URL(own).pathname !== served',
    harm: 'where a portal answers for the server, the wall loads itself anew without end',
    tests: [SCREENS],
  },
]
