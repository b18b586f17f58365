import { useLingui } from '@lingui/react/macro'
import type { ProviderId, WaysIn } from '#contract/rest/accounts.ts'
import { PROVIDER_NAMES } from '#contract/rules/provider-names.ts'

/** How a provider is called; the one that vouches for documents as the operator calls it. */
export function useProviderName(ways: WaysIn | undefined): (id: ProviderId) => string {
  const { t } = useLingui()
  return id => PROVIDER_NAMES[id] ?? ways?.providers.find(way => way.id === id)?.label ?? t`Tu documento`
}
