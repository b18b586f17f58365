import { acceptedPolicies, policy } from '#contract/rest/policies.ts'
import { type Client, path } from './client.ts'

export const policiesApi = (client: Client) => ({
  /** What 'Acepto la política' accepts at an office; without one, where no office is in sight. */
  inForce: (officeId: number | null, signal?: AbortSignal) =>
    client.call('v1', officeId === null ? '/policy' : path`/offices/${officeId}/policy`, policy, { signal }),
  /** What this person accepted, the newest first. */
  accepted: (signal?: AbortSignal) => client.call('users', '/policies', acceptedPolicies, { signal }),
  accept: (version: string) =>
    client.call('users', '/policies', acceptedPolicies, { method: 'POST', json: { version } }),
})
