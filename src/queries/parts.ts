import type { Api } from '#src/api/create-api.ts'
import type { Database } from '#src/db/open-database.ts'
import { latePart } from '#src/platform/late-part.ts'

/** The calls over HTTP; provided where the application is put together. */
export const apiPart = latePart<Api>('the api')
/** The database; provided where the application is put together. */
export const databasePart = latePart<Database>('the database')
