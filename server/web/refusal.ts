import type { ErrorCode } from '#contract/error-codes.ts'

/** A field at fault: a dotted path into the body, and why. */
export interface FieldFault {
  path: string
  message: string
}

/**
 * A no with a reason. Thrown by verbs and routes; `http/` answers it as application/problem+json, the socket
 * as an error reply. `message` is for developers, except where §5 says that the server's message is shown.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: readonly FieldFault[] | undefined

  constructor(code: ErrorCode, status: number, message: string, fields?: readonly FieldFault[]) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.fields = fields
  }
}

/**
 * What speaks against it is known of a document alone, under which another person holds something. No word of
 * it says more than §8's text does.
 */
export class DocumentClash extends Refusal {
  /** It may be asked for again by somebody who declares that the document is theirs. */
  readonly declarable: boolean

  constructor({ code, status, message }: Refusal, declarable: boolean) {
    super(code, status, message)
    this.declarable = declarable
  }
}

/** What was asked rested on what stands otherwise by now; the answer says how. */
export class Conflict extends Refusal {
  readonly stands: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, stands: Readonly<Record<string, unknown>>) {
    super(code, 409, message)
    this.stands = stands
  }
}

/** The token was good once. */
export const sessionIsOver = () => new Refusal('session-expired', 401, 'the session is over')

export const notFound = (what: string) => new Refusal('not-found', 404, `${what} does not exist`)
