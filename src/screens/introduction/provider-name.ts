import { useLingui } from '@lingui/react/macro'
import type { ProviderId, WaysIn } from '#contract/rest/accounts.ts'

/** As people know them: the same in every language. */
const NAMES: Partial<Record<ProviderId, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  microsoft: 'Microsoft',
}

/** How a provider is called; the one that vouches for documents as the operator calls it. */
export function useProviderName(ways: WaysIn | undefined): (id: ProviderId) => string {
  const { t } = useLingui()
  return id => NAMES[id] ?? ways?.providers.find(way => way.id === id)?.label ?? t`Tu documento`
}
