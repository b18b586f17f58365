/** The database cannot be asked now: not reachable, closing, or every connection taken for too long. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseUnavailable'
  }
}
