import { DatabaseUnavailable } from './unavailable.ts'

/** PostgreSQL's read_only_sql_transaction. */
const READ_ONLY = '25006'

/** What is kept can be read, and nothing written, until somebody lets it or another server takes over. */
export class DatabaseReadOnly extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super('the database lets nothing be written (default_transaction_read_only)', { cause })
    this.name = 'DatabaseReadOnly'
  }
}

export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY
