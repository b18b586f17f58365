import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const embeddedIn = (dataDirectory: string): string => join(dataDirectory, 'database')

/** Whether there are the files of an embedded database: opening it would make them. */
export const hasEmbedded = (dataDirectory: string): boolean =>
  existsSync(join(embeddedIn(dataDirectory), 'database')) || existsSync(join(dataDirectory, 'restored'))
