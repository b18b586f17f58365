import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'

/** The embedded database of a first start, in the directory that it is told. Run under `still.mjs`. */
const database = await openDatabase({ dataDirectory: process.argv[2] ?? '' })
await migrate(database)
await database.close()
