import type { Language } from '#contract/primitives.ts'
import type { ProviderId } from '#contract/rest/accounts.ts'

/** What a provider's answer is checked against. Known to the server alone. */
export interface AttemptSecrets {
  /** PKCE's: who shows the code without it gets nothing. */
  verifier: string
  nonce: string
  state: string
  /** Where the provider sends the browser back to. */
  returnTo: string
}

/** Whom a provider named, as far as it said so. */
export interface VouchedPerson {
  /** The provider's lasting name for the person: with the provider, their identity. */
  subject: string
  email: string | null
  /** The provider says that the address is theirs. */
  emailVerified: boolean
  name: string | null
  /** The document that it asserts (DOC-04). */
  document: { type: 'rut' | 'dni'; number: string } | null
}

/** Somebody who can be asked who a person is. */
export interface Provider {
  id: ProviderId
  /** The operator's name for it, where it has no common one. */
  label: string | null
  provesDocument: boolean
  /**
   * Where the person says it to them.
   * @throws ProviderFailure provider-unavailable
   */
  addressFor(secrets: AttemptSecrets, language: Language): Promise<URL>
  /**
   * @param returned the address at which the browser came back
   * @throws ProviderFailure
   */
  personOf(returned: URL, secrets: AttemptSecrets): Promise<VouchedPerson>
}
