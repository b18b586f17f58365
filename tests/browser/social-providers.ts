import type { ProviderSettings } from '#server/settings/provider-settings.ts'
import type { IdentityProvider } from '#tests/support/identity-provider.ts'
import { settingsOf } from '#tests/support/social-browser.ts'

/** Two social providers and one that vouches for documents, as an operator in Chile would name it. */
export const socialProviders = (idp: IdentityProvider, other: IdentityProvider): ProviderSettings[] => [
  settingsOf('google', idp),
  settingsOf('microsoft', other),
  settingsOf('document', idp, {
    claim: 'RolUnico',
    type: 'rut',
    scope: 'openid run name email',
    label: 'ClaveÚnica',
  }),
]
