import type { Break } from './break.ts'

const MIGRATE = 'tests/wire/database-migrate.test.ts'
const NEWER = 'tests/faults/newer-database.test.ts'

/** A release that follows another, also beside it. */
export const upgrade: Break[] = [
  {
    file: 'server/database/migrate.ts',
    stands: 'if (!taken) await takeTables(transaction, long)',
    becomes: '',
    harm: 'a number that is asked for while a newer release starts ends in a circle of those who wait',
    tests: [MIGRATE],
    on: 'postgres',
  },
  {
    file: 'server/database/take-tables.ts',
    stands: 'const WAIT_MS = 500',
    becomes: 'const WAIT_MS = 50_000',
    harm: 'a newer release that starts beside a backup lets everybody wait until the backup is done',
    tests: [MIGRATE],
    on: 'postgres',
  },
  {
    file: 'server/database/take-tables.ts',
    stands: ' && !isDeadlock(cause)',
    becomes: '',
    harm: 'a newer release does not start where somebody waits for it who has a table that it waits for',
    tests: [MIGRATE],
    on: 'postgres',
  },
  {
    file: 'server/database/take-tables.ts',
    stands: '  await sql`set local statement_timeout to default`.execute(db)\n',
    becomes: '',
    harm: 'a migration of much data never comes to its end',
    tests: [MIGRATE],
    on: 'postgres',
  },
  {
    file: 'server/database/migrate.ts',
    stands: 'if (!(error instanceof TablesHeld) || tried === TRIES) throw error',
    becomes: 'throw error',
    harm: 'a newer release does not start beside one that is asked for much',
    tests: [MIGRATE],
    on: 'postgres',
  },
  {
    file: 'server/database/migrate.ts',
    stands: 'throw (await newerThan({ db }, list)) ?? error',
    becomes: 'throw error',
    harm: 'who starts an older release reads of corrupted migrations, and fears for the data',
    tests: [MIGRATE, NEWER],
  },
  {
    file: 'server/database/migrate.ts',
    stands:
      '      await sql`comment on table kysely_migration is ${sql.lit(RELEASE)}`.execute(transaction)\n',
    becomes: '',
    harm: 'nobody knows which release has to be started again',
    tests: [MIGRATE],
  },
  {
    file: 'server/database/migrate.ts',
    stands: 'by && by !== RELEASE ? `release ${by}` : ',
    becomes: '',
    harm: 'who starts an older release is not told which one to start again',
    tests: [MIGRATE, NEWER],
  },
  {
    file: 'commands/with-database.ts',
    stands: "  if (stand === 'earlier')\n",
    becomes: "  if (stand === 'earlier') await migrate(database)\n  else if (stand === null)\n",
    harm: 'one command of the newer release, and the one that serves cannot be started any more',
    tests: ['tests/wire/wrong-place.test.ts'],
    on: 'postgres',
  },
  {
    file: 'commands/with-database.ts',
    stands: ' || error instanceof DatabaseNewer',
    becomes: '',
    harm: 'the operator’s commands end with a stack of lines where one sentence says what to do',
    tests: [NEWER],
  },
  {
    file: 'server/realtime/office-event.ts',
    stands: 'return { event: name, everyone: null, owner: null }',
    becomes: 'throw new Error(name)',
    harm: 'beside a newer release open pages hear no call any more',
    tests: ['tests/wire/realtime.test.ts'],
  },
]
