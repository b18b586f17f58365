import type { Break } from './break.ts'

const FLOWS = ['tests/unit/flows/favorites.test.ts']
const WIRE = ['tests/wire/favorites.test.ts']

/** What somebody keeps, wherever it is kept. */
export const favorites: Break[] = [
  {
    file: 'server/web/caller.ts',
    stands:
      "  if (caller.temporal) throw new Refusal('forbidden', 403, 'this is for those who have an account')\n",
    becomes: '',
    harm: 'what a temporary user keeps stays at the server after they were forgotten',
    tests: WIRE,
  },
  {
    file: 'server/favorites/keep-favorites.ts',
    stands:
      '      where not exists (select from ${table} kept where kept.user_id = ${userId} and kept.place = places.place)',
    becomes: '      where true',
    harm: 'the second favourite of a person cannot be added',
    tests: WIRE,
  },
  {
    file: 'server/favorites/keep-favorites.ts',
    stands: '    await oneAtATime(transaction, userId)\n    if (',
    becomes: '    if (',
    harm: 'of two hearts that are pressed at once on two devices one fails',
    tests: WIRE,
    on: 'postgres',
  },
  {
    file: 'server/favorites/keep-favorites.ts',
    stands: 'select offices.id from offices where offices.active',
    becomes: 'select offices.id from offices',
    harm: 'an office that closed for ever can be added by whoever knows its number',
    tests: WIRE,
  },
  {
    file: 'src/flows/favorites/send-favorites.ts',
    stands: '    if (item.user_id !== userId || ',
    becomes: '    if (',
    harm: 'what one person kept without a network becomes the next one’s, at the server too',
    tests: FLOWS,
  },
  {
    file: 'src/flows/favorites/load-favorites.ts',
    stands: '    if (accountOf(context) !== userId) return\n',
    becomes: '',
    harm: 'an answer that comes after the log-out leaves a former user’s favourites behind',
    tests: FLOWS,
  },
  {
    file: 'src/db/favorites.ts',
    stands: '        untold.has(key) || (changed_at >= asked_at && changed_at <= now)',
    becomes: '        untold.has(key)',
    harm: 'an answer that was asked for before a press takes it back',
    tests: FLOWS,
  },
  {
    file: 'src/db/outbox.ts',
    stands: '        if (item.wanted === wanted) await table.delete(item.id)',
    becomes: '        if (item.id > 0) await table.delete(item.id)',
    harm: 'who takes a heart back while it is being told keeps it at the server',
    tests: FLOWS,
  },
  {
    file: 'src/flows/session/log-out.ts',
    stands: '    await forgetUntold(context, user?.user_id ?? null)\n',
    becomes: '',
    harm: 'what a former user kept waits on the device for ever, to be sent by nobody',
    tests: FLOWS,
  },
  {
    file: 'src/flows/session/send-log-out.ts',
    stands: '  await forgetUntold(context, leaving)\n',
    becomes: '',
    harm: 'whose session is over at the server leaves behind which offices they kept',
    tests: FLOWS,
  },
  {
    file: 'src/flows/favorites/bring-favorites.ts',
    stands: '  await context.db.atomically(inside => adoptFavorites(inside, userId, context.clock.now()))\n',
    becomes: '',
    harm: 'who signs in loses what they kept as a guest',
    tests: FLOWS,
  },
  {
    file: 'src/domain/favorite.ts',
    stands: '  const { distance: _far, isOpen: _now, ...office } = { distance: 0, isOpen: false, ...ranked }',
    becomes: '  const office = ranked',
    harm: 'how far a person was from an office, which tells where they live, stays on the device',
    tests: ['tests/unit/domain/favorite.test.ts'],
  },
  {
    file: 'src/screens/shared/use-standing.ts',
    stands: '  else if (whose !== here) return favorites\n',
    becomes: '',
    harm: 'what somebody kept who left in another tab stands at home before whoever is here next',
    tests: ['tests/unit/screens/use-standing.test.tsx'],
  },
  {
    file: 'src/screens/shared/use-standing.ts',
    stands: '  if (whose === undefined && here !== undefined) setWhose(here)\n',
    becomes: '  if (false) {}\n',
    harm: 'a row that is removed goes from under the finger of whoever the server had to name first',
    tests: ['tests/unit/screens/use-standing.test.tsx'],
  },
]
