import { DatabaseUnavailable } from './unavailable.ts'

/** PostgreSQL's disk_full, said by the embedded database as well. */
const DISK_FULL = '53100'

/** The disk of the database is full: what is kept can be read, and nothing more can be kept. */
export class StorageFull extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super('the disk of the database is full', { cause })
    this.name = 'StorageFull'
  }
}

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DISK_FULL
