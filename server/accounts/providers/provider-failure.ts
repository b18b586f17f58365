import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

export const PROVIDER_FAILURES = ['provider-refused', 'provider-unavailable', 'attempt-invalid'] as const
export type ProviderFailureCode = (typeof PROVIDER_FAILURES)[number]

/** Nobody was named. */
export class ProviderFailure extends Error {
  readonly code: ProviderFailureCode

  constructor(code: ProviderFailureCode, cause?: unknown) {
    super(code, { cause })
    this.name = 'ProviderFailure'
    this.code = code
  }
}

/** The person, or the provider in their name, said no: a "cancel", or a question left unanswered. */
const REFUSED = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
])
/** Our own id or secret does not do there, or it has a bad day: nothing that a second try by hand mends. */
const UNAVAILABLE = new Set([
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_grant_type',
])

const FAR_AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/**
 * What it means for the person that something went wrong at the provider's. What cannot be believed (another
 * nonce, a signature that does not fit, a code that was used or is over) is no attempt of ours.
 */
export function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error
  return new ProviderFailure(codeOf(error), error)
}

function codeOf(error: unknown): ProviderFailureCode {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    if (REFUSED.has(error.error)) return 'provider-refused'
    if (UNAVAILABLE.has(error.error)) return 'provider-unavailable'
    return error instanceof ResponseBodyError && error.status >= 500
      ? 'provider-unavailable'
      : 'attempt-invalid'
  }
  if (error instanceof ClientError)
    return FAR_AWAY.has(error.code ?? '') ? 'provider-unavailable' : 'attempt-invalid'
  // Of fetch: the network, a name that is not known, a certificate; or an answer that stopped half-way.
  return error instanceof TypeError || error instanceof DOMException
    ? 'provider-unavailable'
    : 'attempt-invalid'
}
