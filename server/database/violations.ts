/** @see https://www.postgresql.org/docs/15/errcodes-appendix.html class 23 */
const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const CHECK_VIOLATION = '23514'
const EXCLUSION_VIOLATION = '23P01'

/** All of the class. */
const INTEGRITY = '23'
/** @see https://www.postgresql.org/docs/15/errcodes-appendix.html class 40 */
const DEADLOCK = '40P01'

const violates = (error: unknown, code: string, constraint: string | undefined): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === code &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint))

/** A row like this is there already. `constraint` is the name of the unique constraint or unique index. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, UNIQUE_VIOLATION, constraint)

/** The row points at one that is not there, or one that others point at was to go. */
export const isForeignKeyViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, FOREIGN_KEY_VIOLATION, constraint)

/** The row breaks a promise of its table: a capacity, a sign, a pair that belongs together. */
export const isCheckViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, CHECK_VIOLATION, constraint)

/** The row and one that is there exclude each other. */
export const isExclusionViolation = (error: unknown, constraint?: string): boolean =>
  violates(error, EXCLUSION_VIOLATION, constraint)

/** Some constraint, whichever, refused it. */
export const isIntegrityViolation = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith(INTEGRITY)

/** Two waited for each other, and this one was chosen to give way: nothing of it was done. */
export const isDeadlock = (error: unknown): boolean => violates(error, DEADLOCK, undefined)
