import { queryOptions } from '@tanstack/react-query'
import type { Policy } from '#contract/rest/policies.ts'
import { broughtAnswer } from './brought.ts'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/**
 * What 'Acepto la política' accepts at an office: `Policy`. The worker keeps it, to be read without a
 * network.
 * @param officeId null where no office is in sight
 */
export const policyQuery = (officeId: number | null) =>
  queryOptions({
    queryKey: queryKeys.policy(officeId),
    queryFn: async ({ signal }) => (await apiPart.get()).policies.inForce(officeId, signal),
    initialData: () =>
      officeId === null ? undefined : broughtAnswer<Policy>('v1', `/offices/${officeId}/policy`)?.data,
    staleTime: 5 * 60_000,
  })

/** What this person accepted, the newest first: `AcceptedPolicy[]` (KEEP-03). */
export const acceptedPoliciesQuery = () =>
  queryOptions({
    queryKey: queryKeys.acceptedPolicies,
    queryFn: async ({ signal }) => (await apiPart.get()).policies.accepted(signal),
    staleTime: 60_000,
  })
