import type { Language } from '#contract/primitives.ts'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { WithDefault } from './columns.ts'

// Who is known by a provider, and who is on the way to one.

export interface ProviderIdentitiesTable {
  provider: ProviderId
  subject_hash: Uint8Array
  user_id: string
  created_at: Date
}

export interface SignInAttemptsTable {
  id: string
  provider: ProviderId
  state_hash: Uint8Array
  browser_hash: Uint8Array
  secrets: Uint8Array
  asked_by: string | null
  mode: 'popup' | 'redirect'
  origin: string
  next: string
  language: Language
  created_at: Date
  expires_at: Date
  returned_at: Date | null
  outcome: Uint8Array | null
  failure: string | null
  claims: WithDefault<number>
  used_at: Date | null
}
