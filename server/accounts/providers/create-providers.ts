import type { ProviderId, WaysIn } from '#contract/rest/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ProviderSettings } from '#server/settings/provider-settings.ts'
import { Refusal } from '#server/web/refusal.ts'
import { facebookProvider } from './facebook-provider.ts'
import { openIdProvider } from './openid-provider.ts'
import type { Provider } from './provider.ts'

/** Those that this installation has configured. */
export interface Providers {
  /** @throws Refusal not-found for one that is not offered here */
  of(id: ProviderId): Provider
  /** In the order in which they are offered. */
  offered: WaysIn['providers']
}

export function createProviders(settings: readonly ProviderSettings[], clock: Clock): Providers {
  const providers = settings.map(one =>
    one.id === 'facebook' ? facebookProvider(one) : openIdProvider(one, clock),
  )
  return {
    of(id) {
      const provider = providers.find(one => one.id === id)
      if (!provider) throw new Refusal('not-found', 404, `nobody signs in with ${id} here`)
      return provider
    },
    offered: providers.map(({ id, label, provesDocument }) => ({
      id,
      label,
      proves_document: provesDocument,
    })),
  }
}
