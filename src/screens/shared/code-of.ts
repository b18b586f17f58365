import { type FailureCode, heardCode } from '#src/domain/failure-codes.ts'

/** The catalogue's code of whatever was thrown. */
export const codeOf = (error: unknown): FailureCode =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? heardCode(error.code)
    : 'internal'
