import type { ProviderId } from '../rest/accounts.ts'

/** As people know them, in every language. One that vouches for documents is called as the operator does. */
export const PROVIDER_NAMES: Partial<Record<ProviderId, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  microsoft: 'Microsoft',
}
